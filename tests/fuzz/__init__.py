"""Spoiled requests for every call through every door: the server answers in the contract's words and lives on."""
