"""Two readers of messages beside our own: the published schema of the API, and a reader of HTML that knows few tags."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from msgspec import json

from tests.chat.google.clicks import widgets

SCHEMA = Draft202012Validator(json.decode((Path(__file__).parent / "message.schema.json").read_bytes()))
BYTES, WIDGETS = 32_000, 100
TAGS = {"b", "i", "br", "a"}


def check(message: dict[str, Any]) -> None:
    """Fail, if a message is not as Google Chat takes it."""
    assert list(SCHEMA.iter_errors(message)) == []
    assert len(json.encode(message)) <= BYTES
    if "cardsV2" in message:
        assert message["fallbackText"]
        found = widgets(message)
        assert 0 < len(found) <= WIDGETS
        assert all(len(one) == 1 for one in found)
        for one in found:
            if "textParagraph" in one:
                assert shown(one["textParagraph"]["text"]).strip()
            for button in one.get("buttonList", {"buttons": []})["buttons"]:
                assert button["text"].strip()


def shown(html: str) -> str:
    """What a card shows of a text; any tag that we do not mean is a fault."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return "".join(reader.seen)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS, tag
        assert [name for name, _ in attrs] == (["href"] if tag == "a" else [])
        if tag == "a":
            assert (attrs[0][1] or "").startswith("https://gpu.example/")
        if tag == "br":
            self.seen.append("\n")

    def handle_data(self, data: str) -> None:
        self.seen.append(data.replace("\u00a0", " "))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)
