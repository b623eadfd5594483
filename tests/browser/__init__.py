"""Pages in a real browser ask a live referee."""
