"""Conditions of a change (RFC 9110, 13.1.1): what a caller expects to find."""

from typing import Any

from litestar import Request


def expected(request: Request[Any, Any, Any]) -> frozenset[str] | None:
    """The digests that `If-Match` names, `*` among them for any; nothing if the caller expects nothing.

    A weak tag is left out: it says that two things are alike, not that they are one. Quotes may be missing.
    """
    given = request.headers.getall("if-match", [])
    if not given:
        return None
    tags = [tag.strip() for line in given for tag in line.split(",")]
    return frozenset(tag.strip('"') for tag in tags if not tag.startswith("W/"))
