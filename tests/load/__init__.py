"""How much a referee bears: what is asked of it, by whom, and what becomes of every call."""
