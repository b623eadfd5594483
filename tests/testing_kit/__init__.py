"""The kit for plugin authors, held to classic belote, which is sound, and to features with one planted fault each."""
