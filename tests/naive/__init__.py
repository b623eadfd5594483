"""A second referee for classic belote, naive on purpose, to hold the first one to account.

Lists of two-character cards and plain loops, written from the rules alone; nothing here
imports the service. Seats are 0 to 3 in play order, side "A" is seats 0 and 2, side "B" is 1 and 3.
"""
