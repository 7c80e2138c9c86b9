"""Reads what people write in a chat into values of a rule's inputs; what it is not sure of, it asks."""
