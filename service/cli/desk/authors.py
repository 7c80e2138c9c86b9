"""Who makes a change on the command line."""

import getpass

NOBODY = "command-line"
"""Stands for the author where the system does not say who types."""


def author() -> str:
    """Who makes a change here: the user of the system."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return NOBODY
