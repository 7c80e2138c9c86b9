"""Share: links by which others see an answer.

A recorded decision is for those with a token alone, so a link to it would show most people nothing. What is shared is
the question, with the version that answered it: whoever may ask gets the same answer, and sees the way to it drawn. It
holds the inputs, so there is no such link where one of them is sensitive, or where it would be too long for browsers.
"""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from msgspec import json

from service.model.conversation import Links
from service.model.inputs import AnyInput
from service.usecases.conversing.steps import Step
from service.usecases.conversing.words import is_secret

LONGEST: Final = 2_000
"""Characters of a link that every browser and chat takes."""


def shared(look: Step, decision_id: str | None, root: str) -> Links:
    """The links; `root` is what they begin with."""
    known = look.version.program.common.inputs
    record = f"{root}/v1/records/{quote(decision_id, safe='')}" if decision_id else None
    if any(is_secret(known[name]) for name in look.inputs if name in known):
        return Links(record=record)
    own, query = look.version.id, _query(look.inputs, known)
    versioned = urlencode([("version", own.version), *query], quote_via=quote)
    return Links(
        decision=_short(f"{root}/v1/decisions/{own.name}?{versioned}"),
        diagram=_short(f"{root}/v1/rules/{own.name}/diagram?{versioned}"),
        record=record,
    )


def _query(inputs: Mapping[str, Any], known: Mapping[str, AnyInput]) -> list[tuple[str, str]]:
    """The inputs as a query has them: text as it is, all else as JSON."""
    texts = {name: value if isinstance(value, str) else json.encode(value).decode() for name, value in inputs.items()}
    return [(name, text) for name, text in texts.items() if name in known]


def _short(link: str) -> str | None:
    return link if len(link) <= LONGEST else None
