"""Answers in the form that each tool takes: one small file for each of them."""
