"""Proves things about rules without running the engine."""
