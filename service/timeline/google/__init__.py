"""Reads the log that Google's `ml-goodput-measurement` writes, as events of a timeline.

The library logs when a step starts, and never that a job stopped; the events tell when a step was done, and what
stopped. So entries are put in order, cut into runs at each restart, and each run is told as events:

    entries -> moments, in order -> runs -> events           entries.py, moments.py, runs.py, events.py
"""
