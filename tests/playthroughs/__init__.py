"""Whole deals told step by step as clients hear them. The texts are kept, and every change of one is read."""
