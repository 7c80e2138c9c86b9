"""Every way in which plain values fail to have the form of a document, found in one pass.

`msgspec` stops at the first mistake; an author wants all of them. The walk follows the very types that `msgspec` reads,
and returns what is left when each faulty part is taken out, so that the other checks can go on with the sound rest.
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

from msgspec import inspect

from service.errors import Diagnostic, nearest
from service.model.bounds import fault_of, fits, named, wanted
from service.model.places import ENOUGH_FINDINGS
from service.model.text import Path, Text, spell

ABSENT: Final = object()
"""Stands where a faulty part was taken out."""


class TooManyError(Exception):
    """There are enough findings: it is not worth while to go on."""


class Shape:
    """One walk over one document.

    `diagnostics` holds the findings, `pruned` the paths that were taken out. `origins` gives, for a path in the sound
    rest whose last step is another one in the file, that step: an item that moved up, a key that was misspelled.
    """

    def __init__(self, text: Text) -> None:
        """Start with no findings."""
        self._text = text
        self.diagnostics: list[Diagnostic] = []
        self.pruned: set[Path] = set()
        self.origins: dict[Path, str | int] = {}

    def prune(self, value: Any, kind: inspect.Type, path: Path = ()) -> Any:
        """The sound rest of the value, or `ABSENT`.

        Raises:
            TooManyError: there are more findings than anyone needs.
        """
        if path in self._text.refused:
            return self._out(path)
        match kind:
            case inspect.Metadata(type=inner):
                return self.prune(value, inner, path)
            case inspect.AnyType():
                return self._finite(value, path)
            case inspect.UnionType(types=types):
                return self._union(value, types, path)
            case inspect.StructType():
                return self._struct(value, kind, path) if isinstance(value, dict) else self._wrong(value, "a map", path)
            case inspect.DictType():
                return self._dict(value, kind, path) if isinstance(value, dict) else self._wrong(value, "a map", path)
            case inspect.ListType():
                return self._list(value, kind, path) if isinstance(value, list) else self._wrong(value, "a list", path)
            case _:
                return self._scalar(value, kind, path)

    def fields(self, value: Mapping[str, Any], kind: inspect.StructType, path: Path = ()) -> dict[str, Any]:
        """The sound fields of a map that stands for a struct; unknown, faulty and missing ones are reported.

        A misspelled key is read as the nearest one, where that is not there: else everything in it would be missed.

        Raises:
            TooManyError: there are more findings than anyone needs.
        """
        known = {field.encode_name: field for field in kind.fields}
        meant = {key: key for key in value if key in known}
        for key in value:
            if key not in known and key != kind.tag_field:
                self._report("unknown-key", _unknown(key, known), (*path, key))
                close = nearest(key, known)
                if close and close not in meant:
                    meant[close] = key
                    self.origins[*path, close] = key
        rests = {name: self.prune(value[key], known[name].type, (*path, key)) for name, key in meant.items()}
        for name, field in known.items():
            if field.required and name not in meant:
                self._report("missing-key", f"`{name}` is missing", path)
        return {name: rest for name, rest in rests.items() if rest is not ABSENT}

    def _struct(self, value: dict[str, Any], kind: inspect.StructType, path: Path) -> Any:
        sound = self.fields(value, kind, path)
        if any(field.required and field.encode_name not in sound for field in kind.fields):
            return self._out(path)
        if kind.tag_field:
            sound[kind.tag_field] = kind.tag
        return sound

    def _union(self, value: Any, types: tuple[inspect.Type, ...], path: Path) -> Any:
        if value is None and any(isinstance(one, inspect.NoneType) for one in types):
            return None
        structs = [one for one in types if isinstance(one, inspect.StructType)]
        if isinstance(value, dict) and structs:
            return self._tagged(value, structs, path)
        scalars = [one for one in types if not isinstance(one, inspect.NoneType | inspect.StructType)]
        if not scalars:
            return self._wrong(value, "a map", path)
        fitting = [one for one in scalars if fits(value, one)]
        if structs and not fitting:
            return self._wrong(value, "text or a map", path)
        return self.prune(value, (fitting or scalars)[0], path)

    def _tagged(self, value: dict[str, Any], structs: list[inspect.StructType], path: Path) -> Any:
        tag = structs[0].tag_field
        if tag is None:
            return self._struct(value, structs[0], path)
        if tag not in value:
            self._report(
                "missing-key", f"`{tag}` is missing: it is one of {_list(str(one.tag) for one in structs)}", path
            )
            return self._out(path)
        for one in structs:
            if one.tag == value[tag]:
                return self._struct(value, one, path)
        return self._choice(value[tag], [str(one.tag) for one in structs], (*path, tag), path)

    def _dict(self, value: dict[str, Any], kind: inspect.DictType, path: Path) -> Any:
        sound = {}
        for key, item in value.items():
            if self._scalar(key, kind.key_type, (*path, key)) is not ABSENT:
                rest = self.prune(item, kind.value_type, (*path, key))
                if rest is not ABSENT:
                    sound[key] = rest
        return sound if self._length(value, kind, path) and len(sound) >= (kind.min_length or 0) else self._out(path)

    def _list(self, value: list[Any], kind: inspect.ListType, path: Path) -> Any:
        rest = [self.prune(item, kind.item_type, (*path, index)) for index, item in enumerate(value)]
        sound = [item for item in rest if item is not ABSENT]
        for index, origin in enumerate(index for index, item in enumerate(rest) if item is not ABSENT):
            if index != origin:
                self.origins[*path, index] = origin
        return sound if self._length(value, kind, path) and len(sound) >= (kind.min_length or 0) else self._out(path)

    def _length(self, value: Any, kind: inspect.DictType | inspect.ListType, path: Path) -> bool:
        least, most = kind.min_length or 0, kind.max_length
        if len(value) < least:
            self._report("out-of-range", f"at least {least} {'entry is' if least == 1 else 'entries are'} needed", path)
            return False
        if most is not None and len(value) > most:
            self._report("limit", f"at most {most} entries are allowed, not {len(value)}", path)
            return False
        return True

    def _finite(self, value: Any, path: Path) -> Any:
        """Anything that JSON can hold as well."""
        if isinstance(value, float) and not isfinite(value):
            self._report("out-of-range", "a finite number is needed here", path)
            return self._out(path)
        if isinstance(value, dict):
            rest = {key: self._finite(item, (*path, key)) for key, item in value.items()}
            return {key: item for key, item in rest.items() if item is not ABSENT}
        if isinstance(value, list):
            items = (self._finite(item, (*path, index)) for index, item in enumerate(value))
            return [item for item in items if item is not ABSENT]
        return value

    def _scalar(self, value: Any, kind: inspect.Type, path: Path) -> Any:
        if isinstance(kind, inspect.Metadata):
            return self._scalar(value, kind.type, path)
        if isinstance(kind, inspect.LiteralType):
            return value if value in kind.values else self._choice(value, [str(one) for one in kind.values], path, path)
        if not fits(value, kind):
            return self._wrong(value, wanted(kind), path)
        fault = fault_of(value, kind)
        if fault:
            self._report(*fault, path)
            return self._out(path)
        return float(value) if isinstance(kind, inspect.FloatType) else value

    def _choice(self, value: Any, known: list[str], path: Path, owner: Path) -> Any:
        close = nearest(str(value), known)
        hint = f"; the nearest is `{close}`" if close else ""
        self._report("unknown-choice", f"`{value}` is none of {_list(known)}{hint}", path)
        return self._out(owner)

    def _wrong(self, value: Any, wanted: str, path: Path) -> Any:
        self._report("wrong-type", f"{wanted} is needed here, not {named(value)}", path)
        return self._out(path)

    def _out(self, path: Path) -> Any:
        self.pruned.add(path)
        return ABSENT

    def _report(self, code: str, message: str, path: Path) -> None:
        place = self._text.place(path)
        self.diagnostics.append(
            Diagnostic(code=code, message=message, path=spell(path), line=place.line, column=place.column)
        )
        if len(self.diagnostics) >= ENOUGH_FINDINGS:
            raise TooManyError


def _unknown(key: str, known: Mapping[str, Any]) -> str:
    close = nearest(key, known)
    return f"`{key}` is not known here; " + (f"the nearest is `{close}`" if close else f"known are {_list(known)}")


def _list(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)
