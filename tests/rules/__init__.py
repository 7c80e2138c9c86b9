"""The rules that are shipped: their form, their figures, and a second reading of their sources."""
