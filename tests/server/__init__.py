"""The server, asked by real clients: within this process, and as the process that an operator runs."""
