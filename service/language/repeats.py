"""Members that stand twice in one JSON object: every reader keeps another one of them, so they are refused.

The reader in use keeps the last and says nothing; this one looks at the pairs.
"""

import json
from typing import Any, NoReturn

from service.errors import Issue, MalformedRequestError, RequestRejectedError
from service.language.values import MAX_SHOWN


def refuse_repeated_members(text: bytes) -> None:
    """Refuse JSON in which a member is repeated, however deep.

    Raises:
        RequestRejectedError: a member stands twice in one object.
        MalformedRequestError: it is nested too deeply to look.
    """
    try:
        json.loads(text, object_pairs_hook=_object)
    except RecursionError as error:
        message = "the body is nested too deeply"
        raise MalformedRequestError(message) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    return members if len(members) == len(pairs) else _refuse(pairs)


def _refuse(pairs: list[tuple[str, Any]]) -> NoReturn:
    names = [name for name, _ in pairs]
    name = next(one for one in names if names.count(one) > 1)[:MAX_SHOWN]
    raise RequestRejectedError([Issue("repeated-member", "$", f"`{name}` stands twice in one object")])
