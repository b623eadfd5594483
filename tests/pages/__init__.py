"""The pages of rules, options and sources: `python -m tests.pages` writes them into docs/ from the catalogue.

A page that does not say what the catalogue, the code and the case files say today fails the tests.
"""
