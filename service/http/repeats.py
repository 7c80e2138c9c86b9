"""Bodies in which a member stands twice in one object: JSON lets them, and every reader keeps another one.

A body is read a second time, by a reader that tells, only if it has more colons than members: one is repeated then, or
stands for null, or a text has a colon in it.
"""

from typing import Final

from service.language.forms import Body
from service.language.repeats import refuse_repeated_members

_NESTED: Final[frozenset[type]] = frozenset({dict, list})


def refuse_repeats(body: bytes, read: Body) -> None:
    """Refuse a body in which a member is repeated; `read` is what it was read as.

    Raises:
        RequestRejectedError: a member stands twice in one object.
        MalformedRequestError: it is nested too deeply to look.
    """
    colons = body.count(b":")
    if colons != read.members() and colons != _all_members(read):
        refuse_repeated_members(body)


def _all_members(read: Body) -> int:
    """How many members the body has, and all objects in it; depth is no matter."""
    todo = [value for value in (getattr(read, name) for name in read.__struct_fields__) if value is not None]
    count = len(todo)
    while todo:
        value = todo.pop()
        if value.__class__ is dict:
            count += len(value)
            todo.extend(one for one in value.values() if one.__class__ in _NESTED)
        elif value.__class__ is list:
            todo.extend(one for one in value if one.__class__ in _NESTED)
    return count
