"""Rules in every state, a request that each operation answers well, and those that it refuses."""

from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Raw, json

from service.model.conversation import Binding, Conversation, Reply, Turn
from service.model.publication import Change, Draft, Move, Record
from service.model.rule import RuleId
from tests.converse.memory import MemoryConversations
from tests.http.documents import FRONT, small_job
from tests.http.memory import BEGIN, MemoryLedger, MemoryRecords
from tests.http.served import TOKENS

WHOLE = small_job("2.0.0", limit="24").replace(b"type: number", b"type: integer")
FITTING = FRONT.replace("1.0.0", "1.1.0").replace("type: number", "type: integer").replace("2.0", "2").encode()
THIRD = WHOLE.replace(b"2.0.0", b"3.0.0")
LIVE = {"front": "1.1.0", "small-job": "2.0.0"}
JSON, YAML = {"Content-Type": "application/json"}, {"Content-Type": "application/yaml"}


def ledger() -> MemoryLedger:
    """`small-job` 2.0.0 is live, which `front` 1.0.0 does not fit; `front` 1.1.0 does, and is live, too."""
    made = MemoryLedger(TOKENS)
    drafts = (
        Draft("small-job", "1.0.0", small_job()),
        Draft("small-job", "2.0.0", WHOLE),
        Draft("front", "1.0.0", FRONT.encode()),
        Draft("front", "1.1.0", FITTING),
    )
    made.make(Change(who="me", seen=0, drafts=drafts, moves=tuple(Move(*one) for one in LIVE.items())))
    return made


ASKED = {"inputs": {"memory": 16}}
JOB = [{"event": "initialized", "time": 0}, {"event": "released", "time": 9}]
LINK = urlencode({"events": json.encode(JOB).decode()})
PUBLISH = "/v1/rules/small-job/versions"
ROWS: Final[dict[str, tuple[str, str, Any]]] = {
    "decideFront": ("POST", "/v1/decisions/front", ASKED),
    "decideFrontFromQuery": ("GET", "/v1/decisions/front?memory=16", None),
    "decideFrontBatch": ("POST", "/v1/decisions/front/batch", {"items": [{"memory": 16}]}),
    "findChangeFront": ("POST", "/v1/decisions/front/counterfactual", {**ASKED, "wanted": "one"}),
    "listTools": ("GET", "/v1/tools", None),
    "listRules": ("GET", "/v1/rules", None),
    "getRule": ("GET", "/v1/rules/front", None),
    "listRuleVersions": ("GET", "/v1/rules/front/versions", None),
    "getRuleVersion": ("GET", "/v1/rules/front/versions/1.0.0", None),
    "publishRuleVersion": ("PUT", f"{PUBLISH}/1.0.0", small_job()),
    "getRuleSchema": ("GET", "/v1/rules/front/schema", None),
    "drawRule": ("GET", "/v1/rules/front/diagram", None),
    "checkDocument": ("POST", "/v1/check", small_job()),
    "getLiveVersion": ("GET", "/v1/rules/front/live", None),
    "activateRuleVersion": ("PUT", "/v1/rules/front/live", {"version": "1.1.0"}),
    "retireRule": ("DELETE", "/v1/rules/front/live", None),
    "compareRuleVersions": ("GET", "/v1/rules/front/diff?to=1.0.0", None),
    "readAudit": ("GET", "/v1/audit?rule=front", None),
    "startConversation": ("POST", "/v1/conversations", {"rule": "front", "user": "me"}),
    "sendMessage": ("POST", "/v1/conversations/mine/messages", {"text": "16 GB"}),
    "getConversation": ("GET", "/v1/conversations/mine", None),
    "endConversation": ("DELETE", "/v1/conversations/mine", None),
    "listenToConversation": ("GET", "/v1/conversations/mine/events", None),
    "listRecords": ("GET", "/v1/records?rule=front", None),
    "getRecord": ("GET", "/v1/records/mine", None),
    "replayRule": ("POST", "/v1/rules/front/replay", {"version": "1.0.0"}),
    "accountForTime": ("POST", "/v1/goodput/timeline", {"events": JOB}),
    "accountForTimeFromQuery": ("GET", f"/v1/goodput/timeline?{LINK}", None),
    "checkHealth": ("GET", "/healthz", None),
    "checkReadiness": ("GET", "/readyz", None),
    "readMetrics": ("GET", "/metrics", None),
    "readContract": ("GET", "/openapi.json", None),
    "readDocs": ("GET", "/docs", None),
}
"""A request that each operation answers well."""

LOST: Final[dict[str, tuple[str, Any]]] = {
    "decideFront": ("/v1/decisions/front", {**ASKED, "version": "9.9.9"}),
    "decideFrontFromQuery": ("/v1/decisions/front?version=9.9.9", None),
    "decideFrontBatch": ("/v1/decisions/front/batch", {"items": [], "version": "9.9.9"}),
    "findChangeFront": ("/v1/decisions/front/counterfactual", {**ASKED, "wanted": "one", "version": "9.9.9"}),
    "startConversation": ("/v1/conversations", {"rule": "back"}),
    "sendMessage": ("/v1/conversations/theirs/messages", {"text": "16 GB"}),
    "getConversation": ("/v1/conversations/theirs", None),
    "endConversation": ("/v1/conversations/theirs", None),
    "listenToConversation": ("/v1/conversations/theirs/events", None),
    "getRecord": ("/v1/records/theirs", None),
    "listRecords": ("/v1/records?rule=back", None),
}
"""What is not there; where nothing stands here, the rule `back`."""

CONFLICTS: Final[dict[str, tuple[str, Any]]] = {
    "decideFront": ("/v1/decisions/front", {**ASKED, "version": "1.0.0"}),
    "decideFrontFromQuery": ("/v1/decisions/front?version=1.0.0", None),
    "decideFrontBatch": ("/v1/decisions/front/batch", {"items": [], "version": "1.0.0"}),
    "findChangeFront": ("/v1/decisions/front/counterfactual", {**ASKED, "wanted": "one", "version": "1.0.0"}),
    "startConversation": ("/v1/conversations", {"rule": "front", "version": "1.0.0"}),
    "getRuleSchema": ("/v1/rules/front/schema?version=1.0.0", None),
    "drawRule": ("/v1/rules/front/diagram?version=1.0.0", None),
    "publishRuleVersion": (f"{PUBLISH}/1.0.0", small_job(limit=30.0)),
    "activateRuleVersion": ("/v1/rules/front/live", {"version": "1.0.0"}),
    "retireRule": ("/v1/rules/small-job/live", None),
}
"""What does not go together with the rules as they are."""

CLOSED: Final[dict[str, tuple[str, Any]]] = {"drawRule": ("/v1/rules/front/diagram?decision=mine", None)}
"""What is not for everyone, where the operation as such is."""

MISFITS: Final[dict[str, tuple[str, Any]]] = {
    "decideFront": ("/v1/decisions/front", {}),
    "decideFrontBatch": ("/v1/decisions/front/batch", {}),
    "findChangeFront": ("/v1/decisions/front/counterfactual", {}),
    "drawRule": ("/v1/rules/front/diagram?memory=x", None),
}
"""What can't be understood; where nothing stands here, a parameter that nobody knows."""


def kept() -> MemoryRecords:
    """One record."""
    records = MemoryRecords()
    digest = "sha256:" + "0" * 64
    records.kept["mine"] = Record(
        decision_id="mine",
        at=BEGIN,
        rule="front",
        version="1.1.0",
        digest=digest,
        inputs={},
        masked=(),
        result="one",
        decision=Raw(b"{}"),
    )
    return records


def talking() -> MemoryConversations:
    """One conversation, which has just begun."""
    conversations = MemoryConversations()
    one = Conversation(
        id="mine",
        binding=Binding(platform="rest", user="/me"),
        begun=BEGIN,
        touched=BEGIN,
        expires=datetime.max.replace(tzinfo=UTC),
        turn=1,
        rule=RuleId("front", "1.1.0", "sha256:00"),
        stage="asking",
    )
    conversations.keep(one, Turn(conversation="mine", number=1, at=BEGIN, reply=Reply(turn=1, stage="asking")))
    return conversations
