"""In which form a file holds a timeline, by how it begins."""

from typing import IO, Any, Literal

from msgspec import DecodeError, json

from service.timeline.google.entries import is_entry

Form = Literal["object", "lines", "list", "google lines", "google list"]


def form_of(file: IO[bytes]) -> Form:
    """The form; the file stands at its beginning again.

    Events say by `event` what they are. A list that does not begin with one is a log of Google's, as `gcloud` prints.
    """
    first = next((line for line in file if not line.isspace()), b"")
    file.seek(0)
    if first.lstrip().startswith(b"["):
        return "list" if _is_event(_first_of(file)) else "google list"
    if not first:
        return "lines"
    value = _decoded(first)
    if _is_event(value):
        return "lines"
    if is_entry(value):
        return "google lines"
    return "lines" if isinstance(value, dict) and "events" not in value else "object"


def _is_event(value: Any) -> bool:
    return isinstance(value, dict) and "event" in value


def _first_of(file: IO[bytes]) -> Any:
    """The first item of a list."""
    value = _decoded(file.read())
    file.seek(0)
    return value[0] if isinstance(value, list) and value else None


def _decoded(text: bytes) -> Any:
    """What the text means; nothing if it is no JSON, as the first line of an object that goes over many is none."""
    try:
        return json.decode(text)
    except (DecodeError, RecursionError):
        return None
