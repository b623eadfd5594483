"""Every reason for an error and every message of the contract, asked of a real server."""
