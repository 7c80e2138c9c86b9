"""Measures the service against other engines and bare servers, all in one run: `python -m tests.benchmarks`.

Each benchmark is a module whose `measure` gives rows; a ratio is always of two things that were measured in turns, so
that a noisy machine disturbs both. Nothing here is asserted: a run prints what is reached and what is missed.
"""
