"""Identities of decisions."""

from uuid_utils import uuid7


def identity() -> str:
    """A new decision's identity: a UUID of version 7, so that identities sort by time."""
    return str(uuid7())
