"""Cases a rules expert can read and write, and everything it takes to put them to a referee over the wire.

`rules/` has one file a rule, `facts/` tables of rows; README.md says how both are written.
"""
