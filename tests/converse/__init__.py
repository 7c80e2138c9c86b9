"""Conversations: what is said, what is remembered, and what happens when several take part."""
