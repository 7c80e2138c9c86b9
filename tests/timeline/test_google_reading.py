"""Entries of Google's log as they come: in which form, in which order, and with what is wrong with them."""

from collections import defaultdict
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from service.errors import MalformedRequestError, TimelineRejectedError
from service.model.ledger import Ledger
from service.model.timeline import Options
from service.timeline.accounting import account
from service.timeline.detecting import form_of
from service.timeline.google.reading import read_lines, read_list
from tests.tables import rows
from tests.timeline.google_logs import entries

ROWS = rows(Path(__file__).with_name("google_reading.yaml"))
READ = [pytest.param(row, id=row["name"]) for row in ROWS if "issues" not in row["expect"]]
REFUSED = [pytest.param(row, id=row["name"]) for row in ROWS if "issues" in row["expect"]]
START = b'{"job_name": "j", "job_start_time": 1704070800}'
END = b'{"job_name": "j", "job_end_time": 1704070810}'


@pytest.mark.parametrize("row", READ)
def test_what_is_known_counts_and_what_is_not_is_told(row: dict[str, Any]) -> None:
    expect: dict[str, Any] = row["expect"]
    made = ledger(row["entries"])
    told = defaultdict(list)
    for one in made.repairs:
        told[one.code].append(one.event)
    assert told == expect.get("repairs", {})
    assert {name: seconds for name, seconds in made.seconds.items() if name in expect} == {
        name: seconds for name, seconds in expect.items() if name in made.seconds
    }
    assert made.events == len(row["entries"])
    assert [one.cause for one in made.interruptions] == expect.get("interruptions", [])
    assert expect.get("says") in (None, *(one.message for one in made.repairs))


@pytest.mark.parametrize("row", REFUSED)
def test_what_can_not_be_read_is_refused_where_it_stands(row: dict[str, Any]) -> None:
    with pytest.raises(TimelineRejectedError) as refused:
        ledger(row["entries"])
    told = defaultdict(list)
    for issue in refused.value.issues:
        told[issue.code].append(issue.path)
    assert told == {code: [f"line {line}" for line in lines] for code, lines in row["expect"]["issues"].items()}
    assert any(issue.message.endswith(row["expect"]["says"]) for issue in refused.value.issues)


@pytest.mark.parametrize("row", READ)
def test_a_list_means_the_same_as_lines(row: dict[str, Any]) -> None:
    columns, repairs = read_list(json.format(json.encode(row["entries"])))
    assert account(columns, Options(), repairs) == ledger(row["entries"])


def test_blank_lines_are_passed_over_and_counted() -> None:
    columns, repairs = read_lines([b"\n", START, b"  \n", END.replace(b"}", b', "host": 1}')])
    made = account(columns, Options(), repairs)
    assert [(one.code, one.event) for one in made.repairs] == [("key-not-counted", 4)]
    assert (made.events, made.period) == (2, 10)


def test_a_line_that_is_no_json_is_refused() -> None:
    columns, repairs = read_lines([START, b"{", END])
    with pytest.raises(TimelineRejectedError) as refused:
        account(columns, Options(), repairs)
    assert [(issue.code, issue.path) for issue in refused.value.issues] == [("malformed", "line 2")]


def test_many_faults_end_the_reading() -> None:
    lines = iter([b"{"] * 30)
    columns, _ = read_lines(lines)
    assert len(columns.issues) == 20
    assert len([*lines]) == 10


def test_a_list_that_is_none_is_refused() -> None:
    with pytest.raises(MalformedRequestError, match="the log is no list of entries in JSON: "):
        read_list(b"[" + START)


def test_a_log_without_entries_has_no_ledger() -> None:
    columns, repairs = read_list(b"[]")
    with pytest.raises(TimelineRejectedError) as refused:
        account(columns, Options(), repairs)
    assert [issue.code for issue in refused.value.issues] == ["no-events"]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        pytest.param(START + b"\n" + END, "google lines", id="what the library writes"),
        pytest.param(b'\n{"logName": "l", "jsonPayload": ' + START + b"}\n", "google lines", id="what a sink exports"),
        pytest.param(b'{"logName": "l", "textPayload": "x"}\n', "google lines", id="that begins with another log"),
        pytest.param(b'{"step": 1, "event_type": "save"}\n', "google lines", id="what a checkpoint manager writes"),
        pytest.param(b"[\n  " + START + b"\n]\n", "google list", id="what gcloud prints"),
        pytest.param(b"[]", "google list", id="what gcloud prints of nothing"),
        pytest.param(b'{"event": "step", "time": 1, "step": 1}\n', "lines", id="events"),
        pytest.param(b'[{"event": "step", "time": 1, "step": 1}]', "list", id="a list of events"),
        pytest.param(b'{"events": []}', "object", id="events in an object"),
    ],
)
def test_a_file_is_known_by_how_it_begins(text: bytes, form: str) -> None:
    assert form_of(BytesIO(text)) == form


@given(log=st.lists(entries(), min_size=1, max_size=30))
def test_entries_that_are_well_formed_always_have_a_ledger_that_closes(log: list[dict[str, object]]) -> None:
    start = {"job_start_time": 1_704_067_199}
    made = ledger([start, *log])
    assert sum(made.seconds.values()) == pytest.approx(made.period)
    assert min(made.seconds.values()) >= 0


def ledger(log: list[Any]) -> Ledger:
    columns, repairs = read_lines(map(json.encode, log))
    return account(columns, Options(), repairs)
