"""The contract of the service as an OpenAPI 3.1 document.

It is made from the rules that are live: each is an operation of its own, typed by its inputs, so that clients and chat
agents can be generated from it.
"""

from typing import Any, Final

from msgspec import json

from service.http.openapi.changing import changing
from service.http.openapi.components import components
from service.http.openapi.conversing import conversing
from service.http.openapi.deciding import deciding
from service.http.openapi.reading import reading
from service.http.openapi.recommending import describe_machines, recommending
from service.http.openapi.recording import recording
from service.http.openapi.running import running
from service.http.openapi.samples import sampled
from service.http.openapi.timelines import timelines
from service.http.openapi.tools import tools
from service.model.text import dump
from service.usecases.revision import Revision

VERSION: Final = "1.0.0"
"""The version of the API's promise; see `openapi/README.md` for what may change within it."""

_INFO: Final = {
    "title": "gpu-rules",
    "version": VERSION,
    "summary": "Which GPU, which change next, and how much of the paid compute is real training progress.",
    "description": (
        "Decision trees, goodput formulas and advice, kept as versioned rule files and evaluated on request.\n\n"
        "Each rule that is live is an operation of its own. A tree decides with the inputs that it has: when a missing "
        "one matters, it answers `needs-input` and says what to ask next. Everything that is refused is a problem of "
        "RFC 9457, told apart by its `type`. Every `GET` answers `HEAD` as well.\n\n"
        "Rules change while the service runs: a document is checked, published as a version, and made live. That "
        "needs a token."
    ),
    "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
}
_TAGS: Final = [
    {"name": "deciding", "description": "Ask a rule: one question, or many at once."},
    {"name": "conversing", "description": "Say what is known, and be asked for what still matters."},
    {"name": "rules", "description": "Read what the rules say."},
    {"name": "changing", "description": "Check, publish and activate rules, and see what a change would do."},
    {"name": "records", "description": "Read recorded decisions, and have another version make them again."},
    {"name": "running", "description": "Watch the service, and read this contract."},
]


def document(revision: Revision, root_path: str = "", *, closed: bool = False) -> dict[str, Any]:
    """The contract of a service with these rules.

    `root_path` is the prefix that a proxy in front of it strips; `closed` says that deciding needs a token.
    """
    rules = sampled(revision)
    paths: dict[str, Any] = {}
    for some in (
        deciding(rules, closed=closed),
        recommending(revision, rules, closed=closed),
        reading(revision, rules),
        tools(),
        changing(revision),
        recording(revision),
        timelines(closed=closed),
        conversing(closed=closed),
        running(),
    ):
        for path, operations in some.items():
            paths.setdefault(path, {}).update(operations)
    made: dict[str, Any] = {
        "openapi": "3.1.1",
        "info": _INFO,
        "servers": [{"url": root_path or "/"}],
        "tags": _TAGS,
        "paths": paths,
        "components": components(rules),
    }
    describe_machines(made["components"], revision)
    plain: dict[str, Any] = json.decode(json.encode(made))
    return plain


def encoded_document(revision: Revision, root_path: str, *, closed: bool) -> bytes:
    """The contract in JSON."""
    return json.encode(document(revision, root_path, closed=closed))


def render(revision: Revision, *, as_json: bool) -> str:
    """The contract as text, in JSON or YAML."""
    made = document(revision)
    return json.format(json.encode(made), indent=2).decode() + "\n" if as_json else dump(made)
