"""Every operation of the REST API that the clients know, as data: `decide("training-gpu", {...})` is a `Call`.

A client sends it, or has a method of the same name. A call that is kept can be sent again, by another client, or with
another reader (`verbatim`).
"""

from service.client.calls.asking import (
    counterfactual,
    decide,
    decide_all,
    decide_by_text,
    sensitivity,
    solve,
    timeline,
    timeline_picture,
)
from service.client.calls.call import Call, Reply, answered_as, verbatim
from service.client.calls.changing import (
    ANY,
    Publication,
    activate,
    check,
    publish,
    replay,
    retire,
)
from service.client.calls.provisioning import recommend, recommend_by_text, represent
from service.client.calls.reading import (
    InputsSchema,
    audit,
    diagram,
    diff,
    document,
    live,
    record,
    records,
    rule,
    rules,
    schema,
    versions,
)

__all__ = [
    "ANY",
    "Call",
    "InputsSchema",
    "Publication",
    "Reply",
    "activate",
    "answered_as",
    "audit",
    "check",
    "counterfactual",
    "decide",
    "decide_all",
    "decide_by_text",
    "diagram",
    "diff",
    "document",
    "live",
    "publish",
    "recommend",
    "recommend_by_text",
    "record",
    "records",
    "replay",
    "represent",
    "retire",
    "rule",
    "rules",
    "schema",
    "sensitivity",
    "solve",
    "timeline",
    "timeline_picture",
    "verbatim",
    "versions",
]
