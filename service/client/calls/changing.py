"""Changes of the rules, and what they would do."""

from http import HTTPStatus

from msgspec import Struct, structs

from service.client.calls.call import JSON, LONG, YAML, Call, Reply, as_nothing, body, given, reads
from service.model.examination import Checked
from service.model.replay import Replay
from service.model.standing import ActivatedVersion, PublishedVersion

ANY = "*"
"""Stands for whatever is live where a change says what it expects to find."""


class Publication(Struct, frozen=True):
    """A version that is published now; `new` is false where it was there before, with the same content."""

    version: PublishedVersion
    new: bool


def check(document: bytes) -> Call[Checked]:
    """Examine a document in YAML as at publishing, and change nothing."""
    return Call(
        path=("check",), method="POST", content=document, headers=YAML, read=reads(Checked), noun="check", timeout=LONG
    )


def publish(name: str, version: str, document: bytes, *, reason: str = "") -> Call[Publication]:
    """Publish a document in YAML as a version, which never changes afterwards; nothing is live by that."""
    return Call(
        path=("rules", name, "versions", version),
        method="PUT",
        query=given(reason=reason),
        content=document,
        headers=YAML,
        read=_publication,
        noun="publication",
        timeout=LONG,
        scope="publish",
    )


def activate(name: str, version: str, *, seen: str | None = None, reason: str = "") -> Call[ActivatedVersion]:
    """Make a version live, if what was `seen` still is.

    `seen` is the digest of the version that is live as the caller knows it, `ANY` for whatever is live, nothing if none
    is. A rollback is the same call.
    """
    return Call(
        path=("rules", name, "live"),
        method="PUT",
        content=body(version=version, reason=reason or None),
        headers={**JSON, **_expecting(seen)},
        read=reads(ActivatedVersion),
        noun="live version",
        timeout=LONG,
        scope="activate",
    )


def retire(name: str, *, seen: str | None = None, reason: str = "") -> Call[None]:
    """Have no version of a rule live, if what was `seen` still is."""
    return Call(
        path=("rules", name, "live"),
        method="DELETE",
        query=given(reason=reason),
        headers=_expecting(seen),
        read=as_nothing,
        noun="confirmation",
        timeout=LONG,
        scope="activate",
    )


def replay(
    name: str, version: str, *, document: bytes | None = None, limit: int | None = None, before: str | None = None
) -> Call[Replay]:
    """What a version would have made of recorded decisions.

    A `document` in YAML is one that is not published yet, which would become this version. `before` is the `next` of
    an answer, to go on where that ended.
    """
    call = Call(
        path=("rules", name, "replay"),
        method="POST",
        content=body(version=version, limit=limit, before=before),
        headers=JSON,
        read=reads(Replay),
        noun="replay",
        timeout=LONG,
        scope="read",
    )
    if document is None:
        return call
    query = given(version=version, limit=limit, before=before)
    return structs.replace(call, query=query, content=document, headers=YAML)


def _publication(reply: Reply) -> Publication:
    return Publication(reads(PublishedVersion)(reply), new=reply.status == HTTPStatus.CREATED)


def _expecting(seen: str | None) -> dict[str, str]:
    """The head of a change that says what it expects to find."""
    if not seen:
        return {}
    return {"if-match": seen if seen == ANY else f'"{seen}"'}
