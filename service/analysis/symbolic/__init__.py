"""Expressions and rules as terms, with the exact meaning that CEL gives them."""
