"""Bytes of a rule file to a document, with everything that is wrong with its text and form."""

from typing import Any, cast

from msgspec import Struct, convert, inspect

from service.errors import Diagnostic, nearest
from service.model.places import Place
from service.model.rule import KINDS, RuleDocument, RuleId, digest
from service.model.shape import Shape, TooManyError
from service.model.text import Path, Text, read, spell
from service.model.tree import TREE_LIMIT, TreeDocument

_KIND_TYPES = {kind: cast(inspect.StructType, inspect.type_info(document)) for kind, document in KINDS.items()}
_STAND_INS: dict[str, Any] = {"name": "unnamed", "version": "0.0.0", "title": "untitled", "cases": []}
"""What a missing header field is taken for, so that the rest of the document can still be checked."""


class Loaded(Struct, frozen=True):
    """A rule file as read: the document (nothing if too little of it is sound), its raw values, and its findings.

    `pruned` names the parts that were taken out because they are faulty; a check that needs the whole looks there
    first. `origins` tells where parts stand in the file that are elsewhere in the document.
    """

    content: bytes
    text: Text
    document: RuleDocument | None
    pruned: frozenset[Path]
    diagnostics: list[Diagnostic]
    origins: dict[Path, str | int] = {}

    def identify(self, document: RuleDocument) -> RuleId:
        """Name, version and digest of the document that was read from this content."""
        return RuleId(document.name, document.version, digest(self.content))

    def at(
        self, path: Path, code: str, message: str, *, place: Place | None = None, warning: bool = False
    ) -> Diagnostic:
        """A finding at a path of this document."""
        path = self.written(path)
        place = place or self.text.place(path)
        return Diagnostic(
            code=code,
            message=message,
            path=spell(path),
            line=place.line,
            column=place.column,
            severity="warning" if warning else "error",
        )

    def inside(self, path: Path, within: Place) -> Place:
        """Where a place inside the text at a path stands in the file."""
        return self.text.inside(self.written(path), within)

    def written(self, path: Path) -> Path:
        """A path of the document as the author wrote it."""
        place: Path = ()
        for step in path:
            place = (*place, self.origins.get((*place, step), step))
        return place

    def lost(self, *sections: str) -> bool:
        """Whether one of these sections as a whole was taken out, so that nobody knows the names in it."""
        return any(self.written((section,)) in self.pruned for section in sections)

    def declares(self, *path: str) -> bool:
        """Whether the author wrote something at this path, sound or not."""
        return path in self.text.places


def load(content: bytes) -> Loaded:
    """Read a rule file; whatever is wrong is in `diagnostics`, never raised."""
    text = read(content)
    if not isinstance(text.value, dict) or () in text.refused:
        return Loaded(content, text, None, frozenset(), text.diagnostics or [_no_map(text)])
    kind = text.value.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        return Loaded(content, text, None, frozenset(), [*text.diagnostics, _unknown_kind(text, kind)])
    shape = Shape(text)
    try:
        sound = shape.fields(text.value, _KIND_TYPES[kind])
    except TooManyError:
        return Loaded(content, text, None, frozenset(), [*text.diagnostics, *shape.diagnostics])
    document = _convert(sound, kind, whole=not shape.pruned and not shape.diagnostics)
    found = [*text.diagnostics, *shape.diagnostics]
    branches = sum(len(node.branches) for node in document.nodes.values()) if isinstance(document, TreeDocument) else 0
    if branches > TREE_LIMIT:
        document = None
        found.append(_too_many(text, branches))
    return Loaded(content, text, document, frozenset(shape.pruned), found, shape.origins)


def _convert(sound: dict[str, Any], kind: str, *, whole: bool) -> RuleDocument | None:
    if not whole:
        fields = {field.encode_name: field.required for field in _KIND_TYPES[kind].fields}
        sound = {**{name: value for name, value in _STAND_INS.items() if name in fields}, **sound}
        if "nodes" in sound and sound.get("start") not in sound["nodes"]:
            sound.setdefault("start", next(iter(sound["nodes"]), "start"))
        if "columns" in sound:
            sound.setdefault("key", [next(iter(sound["columns"]))])
        if any(required and name not in sound for name, required in fields.items()):
            return None
    return convert({**sound, "kind": kind}, KINDS[kind])


def _too_many(text: Text, branches: int) -> Diagnostic:
    place = text.place(("nodes",))
    message = f"the nodes have {branches} branches together, at most {TREE_LIMIT} are allowed: split the rule"
    return Diagnostic(code="limit", message=message, path="nodes", line=place.line, column=place.column)


def _no_map(text: Text) -> Diagnostic:
    place = text.place(())
    message = "a rule file is a map that begins with `kind:`"
    return Diagnostic(code="wrong-type", message=message, line=place.line, column=place.column)


def _unknown_kind(text: Text, kind: object) -> Diagnostic:
    known = ", ".join(f"`{one}`" for one in KINDS)
    close = nearest(str(kind), KINDS)
    hint = f"; the nearest is `{close}`" if close else ""
    code, message = (
        ("missing-key", f"`kind` is missing: it is one of {known}")
        if kind is None
        else ("unknown-choice", f"`{kind}` is none of {known}{hint}")
    )
    place = text.place(("kind",))
    return Diagnostic(code=code, message=message, path="kind", line=place.line, column=place.column)
