"""Examples of the documentation: commands at a prompt, with the output that is printed below them."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, json

ROOT = Path(__file__).parents[2]

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_VARYING = {"decision_id", "since", "age_seconds", "request_id"}


class Example(Struct, frozen=True):
    """One command, as its text and the words that a shell would see, and the output that the document shows."""

    text: str
    words: list[str]
    output: str

    def __str__(self) -> str:
        """The command in one line: the name of its test."""
        return " ".join(self.words)[:100]


def examples(document: str, program: str) -> list[Example]:
    """All commands of one program in the console blocks of a document."""
    text = (ROOT / document).read_text()
    found = [one for block in _BLOCK.findall(text) for one in commands(block)]
    return [one for one in found if one.words[0] == program]


def commands(block: str) -> Iterator[Example]:
    """The commands at the prompts of a block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.split("\n")
        end = next(index for index, line in enumerate(lines) if not line.endswith("\\"))
        command = " ".join(line.removesuffix("\\") for line in lines[: end + 1])
        yield Example(command, shlex.split(command, comments=True), "\n".join(lines[end + 1 :]).strip("\n"))


def steady(text: str) -> Any:
    """JSON without what differs from one answer to the next."""
    return _steady(json.decode(text))


def _steady(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: "..." if key in _VARYING else _steady(one) for key, one in value.items()}
    return [_steady(one) for one in value] if isinstance(value, list) else value
