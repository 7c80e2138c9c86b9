"""Chooses among the rows of catalogs."""
