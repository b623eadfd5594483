"""Spoiled requests for every call: whatever comes in, the server answers in the contract's words and lives on."""
