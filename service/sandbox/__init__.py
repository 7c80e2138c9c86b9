"""Looks at documents in a process of its own, with limits, so that nothing in them reaches the one that serves."""
