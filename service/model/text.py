"""YAML text to plain values, with the place of each; the only door to the YAML library.

YAML 1.2 core schema: only `true` and `false` are booleans, `5e11` is a number. Anchors, aliases, tags and merge keys
are refused, so a document is exactly as large as it looks. Reading goes by events, with a limit on depth: nothing that
a file says can make it recurse or grow without bound.
"""

from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct

from service.errors import Diagnostic
from service.model.places import Place
from service.model.scalars import plain
from service.model.unreadable import character, syntax

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
_STEP = 80
"""Characters of a key that a path shows; names are shorter."""

Path = tuple[str | int, ...]


class Text(Struct, frozen=True):
    """What a YAML document holds, and what is wrong with it as YAML.

    `places` are those of keys and items, `starts` those where the values begin, `styles` the quotes of text values.
    `refused` are the paths whose value nobody knows, since it is written with an alias, a tag or a merge key.
    """

    value: Any
    places: dict[Path, Place]
    starts: dict[Path, Place]
    styles: dict[Path, str]
    diagnostics: list[Diagnostic]
    refused: frozenset[Path] = frozenset()

    def place(self, path: Path) -> Place:
        """Where this path stands; for something that is not there, where its nearest owner stands."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place(1))

    def inside(self, path: Path, within: Place) -> Place:
        """Where a place inside a text value stands in the file, as exactly as the style of the text lets it be said."""
        start = self.starts.get(path)
        if start is None:
            return self.place(path)
        style = self.styles.get(path, "")
        if style == "|":
            return Place(start.line + within.line, within.column)
        if style == ">" or within.line > 1:
            return start
        return Place(start.line, start.column + len(style) + within.column - 1)


class _UnreadableError(Exception):
    """The document can't be read any further; the only argument is the diagnostic."""


def read(content: bytes) -> Text:
    """Read one YAML document; problems are in `diagnostics`, never raised."""
    reader = _Reader()
    try:
        value = reader.document(_decode(content))
    except _UnreadableError as stop:
        diagnostic: Diagnostic = stop.args[0]
        return Text(None, reader.places, {}, {}, [*reader.diagnostics, diagnostic])
    refused = frozenset(reader.refused)
    return Text(value, reader.places, reader.starts, reader.styles, reader.diagnostics, refused)


def _decode(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise _UnreadableError(
            Diagnostic(code="too-large", message=f"a rule file has at most {MAX_BYTES} bytes, not {len(content)}")
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _UnreadableError(Diagnostic(code="encoding", message="the file is not UTF-8", line=line)) from error


class _Reader:
    """Builds values from parser events."""

    def __init__(self) -> None:
        self.places: dict[Path, Place] = {}
        self.starts: dict[Path, Place] = {}
        self.styles: dict[Path, str] = {}
        self.diagnostics: list[Diagnostic] = []
        self.refused: set[Path] = set()
        self._events: Iterator[yaml.Event] = iter(())

    def document(self, text: str) -> Any:
        try:
            self._events = iter(yaml.parse(text, Loader=yaml.CSafeLoader))
            next(self._events)  # stream start
            if isinstance(next(self._events), yaml.StreamEndEvent):
                raise _UnreadableError(Diagnostic(code="yaml-syntax", message="the file is empty"))
            value = self._value(next(self._events), ())
            next(self._events)  # document end
            after = next(self._events)
        except yaml.MarkedYAMLError as error:
            raise _UnreadableError(syntax(error, text)) from error
        except yaml.reader.ReaderError as error:
            raise _UnreadableError(character(error, text)) from error
        if not isinstance(after, yaml.StreamEndEvent):
            message = "a rule file holds one document: remove the `---` and join its parts"
            raise _UnreadableError(Diagnostic(code="yaml-syntax", message=message, line=_place(after).line))
        return value

    def _value(self, event: Any, path: Path) -> Any:
        self.places.setdefault(path, _place(event))
        if len(path) > MAX_DEPTH:
            message = f"nesting goes deeper than {MAX_DEPTH} levels"
            raise _UnreadableError(Diagnostic(code="too-deep", message=message, line=_place(event).line))
        if isinstance(event, yaml.AliasEvent):
            message = f"the alias `*{event.anchor}` is refused: write the value where it is used"
            self.refused.add(path)
            return self._report("yaml-alias", message, event, path)
        self._refuse_extras(event, path)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(path)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path)
        self.starts[path] = _place(event)
        self.styles[path] = event.style or ""
        return event.value if event.style else plain(event.value)

    def _refuse_extras(self, event: Any, path: Path) -> None:
        if event.anchor is not None:
            message = f"the anchor `&{event.anchor}` is refused: rule files have no aliases"
            self._report("yaml-alias", message, event, path)
        if event.tag is not None:
            self.refused.add(path)
            self._report(
                "yaml-tag", f"the tag `{event.tag[:80]}` is refused: rule files hold plain values", event, path
            )

    def _sequence(self, path: Path) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._value(event, (*path, len(items))))
        return items

    def _mapping(self, path: Path) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, path)
            if key in values:
                message = f"the key `{key}` stands twice; it was first on line {self.places[(*path, key)].line}"
                self._report("yaml-duplicate-key", message, event, path)
                self._value(next(self._events), (*path, f"{key}(again)"))
                continue
            self.places[(*path, key)] = _place(event)
            values[key] = self._value(next(self._events), (*path, key))
        return values

    def _key(self, event: yaml.Event, path: Path) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise _UnreadableError(
                Diagnostic(code="yaml-syntax", message="a key is text, not a list or a map", line=_place(event).line)
            )
        if event.value == "<<" and not event.style:
            self.refused.add(path)
            self._report(
                "yaml-merge-key", "the merge key `<<` is refused: write the keys where they are used", event, path
            )
        return str(event.value)

    def _report(self, code: str, message: str, event: yaml.Event, path: Path) -> None:
        place = _place(event)
        self.diagnostics.append(
            Diagnostic(code=code, message=message, path=spell(path), line=place.line, column=place.column)
        )


def _place(event: Any) -> Place:
    return Place(event.start_mark.line + 1, event.start_mark.column + 1)


def spell(path: Path) -> str:
    """A path in words: `nodes.scale.branches[0].when`."""
    spelled = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:_STEP]}" for step in path)
    return spelled.removeprefix(".")


def dump(value: Any) -> str:
    """Plain values as YAML that `read` reads back alike, in the order in which they stand."""
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


class _Dumper(yaml.SafeDumper):
    """Knows YAML 1.1 only, so text that the core schema takes for something else needs quotes."""


def _quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = '"' if plain(text) != text or not text.replace("\n", "").isprintable() else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _quoted)
