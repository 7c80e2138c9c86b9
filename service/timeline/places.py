"""Where in a timeline something stands, in the words of whoever sent it."""

from typing import Literal

from msgspec import Struct

from service.errors import Issue


class Places(Struct, frozen=True):
    """Records are counted from 1: as `line 7` of NDJSON, or as `event 7` of a list in JSON."""

    form: Literal["line", "event"]

    def words(self, number: int) -> str:
        """The record as a sentence names it."""
        return f"{self.form} {number}"

    def issue(self, code: str, number: int, words: str) -> Issue:
        """What is wrong with a record."""
        path = f"$.events[{number - 1}]" if self.form == "event" else self.words(number)
        return Issue(code, path, f"{self.words(number)}: {words}")
