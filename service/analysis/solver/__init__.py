"""The only door to z3: terms, and the question whether something can be so."""
