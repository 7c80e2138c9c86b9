"""The gate that every value passes: only what the rule itself would take of a caller is a value."""

from collections.abc import Mapping
from typing import Any

from service.errors import InputsRejectedError
from service.language.reading import Reader
from service.model.inputs import AnyInput


class Admission:
    """Reads values of inputs as a decision would."""

    def __init__(self, inputs: Mapping[str, AnyInput]) -> None:
        """Prepare for these inputs."""
        self._reader = Reader(inputs)

    def value(self, name: str, raw: Any) -> Any:
        """The value, or nothing if it is of another type or out of range; an empty list is a value."""
        try:
            return self._reader.read({name: raw})[name]
        except InputsRejectedError:
            return None

    def refusal(self, name: str, raw: Any) -> str:
        """Why a value is not taken, in words."""
        try:
            self._reader.read({name: raw})
        except InputsRejectedError as error:
            return error.issues[0].message
        return ""
