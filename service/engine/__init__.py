"""Runs rules: CEL gives the verdicts, durable-rules draws the inference."""
