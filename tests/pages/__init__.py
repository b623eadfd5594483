"""The pages of rules and options: `python -m tests.pages` writes docs/RULES.md and docs/OPTIONS.md from the catalogue.

A page that does not say what the catalogue, the code and the case files say today fails the tests.
"""
