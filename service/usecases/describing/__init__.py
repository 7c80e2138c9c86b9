"""Describes rules to other programs: JSON Schemas of what they take and of what they answer."""
