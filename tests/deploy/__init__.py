"""What `deploy/` promises, tried with the programs it is for: `make deploy-check`."""
