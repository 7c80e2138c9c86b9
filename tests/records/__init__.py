"""Decisions that are recorded, and made again."""
