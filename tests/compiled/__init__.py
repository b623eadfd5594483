"""Both cores: that the compiled one is compiled, and that it says what the sources say."""
