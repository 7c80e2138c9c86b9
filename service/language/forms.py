"""What an object from outside must look like, and everything in which it differs from that."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from msgspec import Struct, inspect, structs

from service.errors import Issue, nearest
from service.language.reading import MAX_ISSUES
from service.language.values import LARGEST, MAX_SHOWN


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of request bodies.

    - `forbid_unknown_fields`: a misspelled member must fail, not be passed over.
    """

    def members(self) -> int:
        """How many members a body of this content has, those of nested values left out."""
        return sum(getattr(self, name) is not None for name in self.__struct_fields__)


_KINDS: Final[dict[type[inspect.Type], tuple[type, str]]] = {
    inspect.DictType: (dict, "an object"),
    inspect.ListType: (list, "a list"),
    inspect.StrType: (str, "text"),
    inspect.IntType: (int, "a whole number"),
    inspect.FloatType: (float, "a number"),
    inspect.StructType: (dict, "an object"),
}
_NAMES: Final[dict[type, str]] = {
    **dict(_KINDS.values()),
    bool: "a boolean",
    int: "a number",
    type(None): "null",
}


def faults(value: Any, form: type[Body], at: str = "$") -> list[Issue]:
    """Everything in which a value differs from the form; msgspec itself names the first only."""
    if not isinstance(value, dict):
        return [Issue("wrong-type", at, f"the body must be an object, not {_NAMES[type(value)]}")]
    known = {field.name: field for field in structs.fields(form)}
    unknown = (_unknown(name, known, at) for name in value if name not in known)
    members = (issue for field in known.values() for issue in _member(field, value, at))
    return [*islice(unknown, MAX_ISSUES), *members]


def _unknown(name: str, known: dict[str, structs.FieldInfo], at: str) -> Issue:
    close = nearest(name, known)
    hint = f"the nearest is `{close}`" if close else f"known are {', '.join(f'`{one}`' for one in known)}"
    return Issue("unknown-member", at, f"`{name[:MAX_SHOWN]}` is not known here; {hint}")


def _member(field: structs.FieldInfo, value: dict[str, Any], at: str) -> Iterator[Issue]:
    path = f"{at}.{field.name}"
    if field.name not in value:
        if field.required:
            yield Issue("missing-member", path, f"`{field.name}` is missing")
        return
    found = value[field.name]
    info = inspect.type_info(field.type)
    described = info.types if isinstance(info, inspect.UnionType) else (info,)
    options = [one.type if isinstance(one, inspect.Metadata) else one for one in described]
    kinds = [_KINDS[type(one)] for one in options if type(one) in _KINDS]
    if not (_fits(found, [kind for kind, _ in kinds]) or (found is None and not field.required)):
        words = f"`{field.name}` must be {' or '.join(name for _, name in kinds)}, not {_NAMES[type(found)]}"
        yield Issue("wrong-type", path, words)
    elif isinstance(found, int) and abs(found) > LARGEST:
        yield Issue("out-of-range", path, f"`{field.name}` is too large for a number")
    elif isinstance(info, inspect.StructType) and issubclass(info.cls, Body):
        yield from faults(found, info.cls, path)


def _fits(found: Any, kinds: list[type]) -> bool:
    """Whether a value is of one of the types; a whole number is a number, and a truth value is neither."""
    if isinstance(found, int) and float in kinds:
        return found.__class__ is not bool
    return isinstance(found, tuple(kinds)) and found.__class__ is not bool
