"""JSON Schema 2020-12 of a row of a catalog, as the document of the catalog has it."""

from typing import Any, Final, assert_never

from service.language.cells import MAX_CELL
from service.language.texts import MAX_CHARACTERS
from service.model.catalog import (
    AS_OF,
    DATE,
    RETIRED,
    SOURCE,
    AnyColumn,
    BooleanColumn,
    CatalogDocument,
    ChoiceColumn,
    IntegerColumn,
    NumberColumn,
    TextColumn,
)

_DAY: Final = {"type": "string", "pattern": DATE}
_LINE: Final = {"type": "string", "minLength": 1, "maxLength": MAX_CHARACTERS}


def row_schema(document: CatalogDocument) -> dict[str, Any]:
    """The object of all cells; one in an optional column that is left out, or null, is unknown."""
    sources = {"type": "string", "enum": [one.id for one in document.sources if one.id]}
    marks = {
        SOURCE: {**sources, "description": "The source of the row."},
        AS_OF: {**_DAY, "description": "The day of which the row is."},
        RETIRED: {**_retirement(sources), "description": "Why, and since when, what the row tells of is withdrawn."},
    }
    needed = [name for name, one in document.columns.items() if not one.optional and one.default is None]
    return {
        "type": "object",
        "properties": {**{name: _column(one) for name, one in document.columns.items()}, **marks},
        "required": [*needed, SOURCE, AS_OF],
        "additionalProperties": False,
    }


def _retirement(sources: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"on": _DAY, "because": _LINE, "source": sources},
        "required": ["because"],
        "additionalProperties": False,
    }


def _column(column: AnyColumn) -> dict[str, Any]:
    unit = f"In {column.unit}." if column.unit and column.unit != "1" else None
    values = column.values if isinstance(column, ChoiceColumn) else {}
    labels = [f"`{value}`: {label}." for value, label in values.items()]
    text = " ".join(part for part in (column.title, column.help, unit, *labels) if part)
    form = {"type": "array", "maxItems": MAX_CELL, "items": _single(column)} if column.many else _single(column)
    if column.optional or column.default is not None:
        form = _or_null(form)
    default = {} if column.default is None else {"default": column.default}
    return {**({"description": text} if text else {}), **form, **default}


def _or_null(form: dict[str, Any]) -> dict[str, Any]:
    nullable = {**form, "type": [form["type"], "null"]}
    return {**nullable, "enum": [*form["enum"], None]} if "enum" in form else nullable


def _single(column: AnyColumn) -> dict[str, Any]:
    match column:
        case TextColumn():
            return dict(_LINE)
        case IntegerColumn(minimum=low, maximum=high):
            return {"type": "integer", **_bounds(low, high)}
        case NumberColumn(minimum=low, maximum=high):
            return {"type": "number", **_bounds(low, high)}
        case BooleanColumn():
            return {"type": "boolean"}
        case ChoiceColumn(values=values):
            return {"type": "string", "enum": list(values)}
        case unreachable:
            assert_never(unreachable)


def _bounds(low: float | None, high: float | None) -> dict[str, float]:
    return {key: value for key, value in (("minimum", low), ("maximum", high)) if value is not None}
