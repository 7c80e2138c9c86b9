"""Rules as tools that agents call, and a few tools about rules."""
