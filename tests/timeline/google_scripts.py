"""Logs in few words, such as `1..3 tpu_init` and `8 steps 0-4 every 10`; times are seconds since the start."""

import re
from collections.abc import Iterator
from typing import Any

_LINE = re.compile(r"(?P<begin>[\d.]+?)(?:\.\.(?P<end>[\d.]+))? (?P<what>\w+) ?(?P<rest>.*)")
_STEPS = re.compile(r"(\d+)-(\d+) every ([\d.]+)")

Call = tuple[float, str, dict[str, Any]]
"""When, which method of the recorder, and what it is given beside the time."""
CHECKPOINT = "checkpoint"
"""Stands for the method of a save and a restore, which no recorder writes but a checkpoint manager."""


def calls(script: list[str]) -> list[Call]:
    """What a program would call, in the order of the times."""
    return sorted((call for line in script for call in _calls(line)), key=lambda call: call[0])


def _calls(line: str) -> Iterator[Call]:
    found = _LINE.fullmatch(line)
    if not found:
        message = f"not understood: {line}"
        raise ValueError(message)
    begin, end = float(found["begin"]), float(found["end"] or found["begin"])
    match found["what"], found["rest"]:
        case ("job_start" | "job_end") as what, "":
            yield begin, f"record_{what}_time", {}
        case "step", number:
            yield begin, "record_step_start_time", {"step": int(number)}
        case "steps", rest:
            yield from _steps(begin, rest)
        case ("save" | "restore" | "emergency_restore") as what, rest:
            step, directory = rest.split()
            yield end, CHECKPOINT, {"what": what, "begin": begin, "step": int(step), "directory": directory}
        case what, rest:
            yield from _span(what, rest, begin, end if found["end"] else None)


def _steps(begin: float, rest: str) -> Iterator[Call]:
    found = _STEPS.fullmatch(rest)
    if not found:
        message = f"not understood: steps {rest}"
        raise ValueError(message)
    low, high, every = int(found[1]), int(found[2]), float(found[3])
    for number in range(low, high + 1):
        yield begin + (number - low) * every, "record_step_start_time", {"step": number}


def _span(what: str, kind: str, begin: float, end: float | None) -> Iterator[Call]:
    name, given = {
        "custom": ("custom_badput_event", {"custom_badput_event_type": kind}),
        "training_prep": ("training_preparation", {}),
        "elastic_wait": ("elastic_wait", {"event_type": kind}),
    }.get(what, (what, {}))
    yield begin, f"record_{name}_start_time", given
    if end is not None:
        yield end, f"record_{name}_end_time", given
