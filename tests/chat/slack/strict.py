"""Two readers of messages beside our own: the models of Slack's SDK, and its documented limits, one by one."""

import re
from collections.abc import Iterator
from typing import Any

from slack_sdk.models.blocks import Block

BLOCKS, TEXT, HEADER, LABEL, VALUE, OPTION, OPTIONS, ELEMENTS, NAME = 50, 3_000, 150, 75, 2_000, 150, 100, 25, 255
FIELD = 2_000


def check(message: dict[str, Any]) -> None:
    """Fail, if a message is not as Slack takes it."""
    assert set(message) <= {"response_type", "text", "blocks", "replace_original"}
    assert 0 < len(message["text"]) <= 40_000
    blocks = message.get("blocks", [])
    assert len(blocks) <= BLOCKS
    names = [block["block_id"] for block in blocks if "block_id" in block]
    assert len(names) == len(set(names))
    assert all(0 < len(name) <= NAME for name in names)
    for block in blocks:
        _KINDS[block["type"]](block)
    for text in _texts(message):
        assert not re.search(r"&(?!(?:amp|lt|gt);)", text), text
    parsed = Block.parse_all(blocks)
    assert [one.to_dict() for one in parsed] == blocks  # to_dict() checks lengths of its own


def _section(block: dict[str, Any]) -> None:
    assert set(block) == {"type", "text"}
    _text(block["text"], TEXT, "mrkdwn")


def _header(block: dict[str, Any]) -> None:
    _text(block["text"], HEADER, "plain_text")


def _context(block: dict[str, Any]) -> None:
    assert 0 < len(block["elements"]) <= 10
    for one in block["elements"]:
        _text(one, TEXT, "mrkdwn")


def _input(block: dict[str, Any]) -> None:
    _text(block["label"], FIELD, "plain_text")
    if "hint" in block:
        _text(block["hint"], FIELD, "plain_text")
    assert block["dispatch_action"] is True
    assert block["element"]["type"] == "plain_text_input"
    _text(block["element"]["placeholder"], HEADER, "plain_text")


def _actions(block: dict[str, Any]) -> None:
    assert 0 < len(block["elements"]) <= ELEMENTS
    names = [one["action_id"] for one in block["elements"]]
    assert len(names) == len(set(names))
    for one in block["elements"]:
        if one["type"] == "button":
            _text(one["text"], LABEL, "plain_text")
            assert 0 < len(one["value"]) <= VALUE
        else:
            assert one["type"] == "static_select"
            assert 0 < len(one["options"]) <= OPTIONS
            for option in one["options"]:
                _text(option["text"], LABEL, "plain_text")
                assert 0 < len(option["value"]) <= OPTION


_KINDS = {"section": _section, "header": _header, "context": _context, "input": _input, "actions": _actions}


def _text(text: dict[str, Any], most: int, kind: str) -> None:
    assert text["type"] == kind
    assert 0 < len(text["text"]) <= most


def _texts(part: Any) -> Iterator[str]:
    """Every text that is shown."""
    if isinstance(part, dict):
        if isinstance(part.get("text"), str):
            yield part["text"]
        for one in part.values():
            yield from _texts(one)
    elif isinstance(part, list):
        for one in part:
            yield from _texts(one)
