"""Members that stand twice in one object: JSON lets them, and every reader keeps another one, so they are refused.

The reader in use keeps the last and says nothing. A body is read a second time, by a reader that tells, only if it has
more colons than members: one is repeated then, or stands for null, or a text has a colon in it.
"""

import json
from typing import Any, Final, NoReturn

from service.errors import Issue, MalformedRequestError, RequestRejectedError
from service.http.forms import Body
from service.language.values import MAX_SHOWN

_NESTED: Final[frozenset[type]] = frozenset({dict, list})


def refuse_repeats(body: bytes, read: Body) -> None:
    """Refuse a body in which a member is repeated; `read` is what it was read as.

    Raises:
        RequestRejectedError: a member stands twice in one object.
    """
    colons = body.count(b":")
    if colons != read.members() and colons != _all_members(read):
        try:
            json.loads(body, object_pairs_hook=_object)
        except RecursionError as error:
            message = "the body is nested too deeply"
            raise MalformedRequestError(message) from error


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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    return members if len(members) == len(pairs) else _refuse(pairs)


def _refuse(pairs: list[tuple[str, Any]]) -> NoReturn:
    names = [name for name, _ in pairs]
    name = next(one for one in names if names.count(one) > 1)[:MAX_SHOWN]
    raise RequestRejectedError([Issue("repeated-member", "$", f"`{name}` stands twice in one object")])
