"""Tables of cases in YAML: each row is a sentence, what is put in, and what has to come out."""

from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from msgspec import convert

from service.model.text import read


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file.

    Raises:
        ValueError: the file can't be read, a row expects nothing, or two rows have one name.
    """
    text = read(path.read_bytes())
    if text.diagnostics:
        message = f"{path.name}: {text.diagnostics[0]}"
        raise ValueError(message)
    found = convert(text.value, list[dict[str, Any]])
    names = [row.get("name") for row in found]
    for row in found:
        if row.get("expect") in (None, {}, []):
            message = f"{path.name}: the row `{row.get('name')}` expects nothing"
            raise ValueError(message)
        if not isinstance(row.get("name"), str) or names.count(row["name"]) > 1:
            message = f"{path.name}: a row needs a name of its own, not `{row.get('name')}`"
            raise ValueError(message)
    return found


def table(path: Path) -> list[ParameterSet]:
    """The rows of a file as parameters, each called by its sentence."""
    return [pytest.param(row, id=row["name"]) for row in rows(path)]
