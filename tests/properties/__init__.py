"""What holds for every deal, whoever plays it: random deals against the second engine, and questions asked in bulk."""
