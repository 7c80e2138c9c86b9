"""Events as text: what is read, and what is said of the rest."""

import pytest

from service.errors import RequestRejectedError, TimelineRejectedError
from service.model.timeline import Options
from service.timeline.accounting import account
from service.timeline.columns import MAX_ISSUES
from service.timeline.reading import read_lines, read_options

GOOD = b'{"event":"initialized","time":0}\n{"event":"step","time":5,"step":1}\n'


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        pytest.param(b"{", "malformed", "this is no JSON object: ", id="half an object"),
        pytest.param(b"step 3", "malformed", "this is no JSON object: ", id="words"),
        pytest.param(b"\xff\xfe", "malformed", "this is no JSON object: ", id="no UTF-8"),
        pytest.param(b"[" * 100_000, "wrong-type", "an event is a JSON object such as ", id="nested without end"),
        pytest.param(b"3", "wrong-type", "an event is a JSON object such as ", id="a number"),
        pytest.param(b'{"time":3}', "missing-member", "`event` is missing: it says what happened, `", id="no kind"),
        pytest.param(
            b'{"event":"stp","time":3}', "unknown-event", "`stp` is not known here; the nearest is `step`", id="a slip"
        ),
        pytest.param(b'{"event":7,"time":3}', "unknown-event", "`7` is not known here; known are `", id="no name"),
        pytest.param(b'{"event":"step","step":3}', "missing-member", "`time` is missing", id="no time"),
        pytest.param(
            b'{"event":"step","time":3,"step":1,"stp":2}',
            "unknown-member",
            "`stp` is not known here",
            id="a member too many",
        ),
        pytest.param(
            b'{"event":"step","time":"noon","step":3}', "wrong-type", "`time` is no moment: ", id="words for a time"
        ),
        pytest.param(
            b'{"event":"step","time":"2026-03-01T00:00:00","step":3}',
            "wrong-type",
            "`time` is no moment",
            id="no offset",
        ),
        pytest.param(
            b'{"event":"step","time":null,"step":3}', "wrong-type", "`time` is no moment", id="null for a time"
        ),
        pytest.param(
            b'{"event":"step","time":1,"step":"3"}',
            "wrong-type",
            "`step` must be a whole number, not text",
            id="text for a step",
        ),
        pytest.param(
            b'{"event":"step","time":1,"step":3.5}', "wrong-type", "`step` must be a whole number", id="half a step"
        ),
        pytest.param(
            b'{"event":"step","time":1,"step":-3}', "out-of-range", "`step`: expected `int` >= 0", id="a negative step"
        ),
        pytest.param(
            b'{"event":"checkpoint_saved","time":1,"duration":-3}',
            "out-of-range",
            "`duration`",
            id="a negative duration",
        ),
        pytest.param(
            b'{"event":"checkpoint_saved","time":1,"duration":1e300}',
            "out-of-range",
            "`duration` is",
            id="an endless duration",
        ),
        pytest.param(b'{"event":"interrupted","time":1,"cause":""}', "out-of-range", "`cause`", id="an empty cause"),
        pytest.param(
            b'{"event":"badput","start":1,"end":2,"category":"productive"}',
            "unknown-choice",
            "`category` is one of `lost_progress`, ",
            id="badput that is none",
        ),
        pytest.param(
            b'{"event":"step","time":1,"time":2,"step":3}', "repeated-member", "`time` stands twice", id="a time twice"
        ),
        pytest.param(
            b'{"event":"released","time":1, "time" : 2}',
            "repeated-member",
            "`time` stands twice",
            id="the same with spaces",
        ),
        pytest.param(
            b'{"event":"step","time":1e12,"step":3}', "out-of-range", "the time 1e+12 is no number", id="milliseconds"
        ),
    ],
)
def test_a_line_that_is_no_event_is_told_with_the_others(line: bytes, code: str, words: str) -> None:
    columns = read_lines([*GOOD.splitlines(), b"\n", line, b'{"event":"relased","time":9}'])
    first, second = columns.issues
    assert (first.code, first.path) == (code, "line 4")
    assert first.message.startswith(f"line 4: {words}")
    assert second.message == "line 5: `relased` is not known here; the nearest is `released`"
    with pytest.raises(TimelineRejectedError):
        account(columns, Options())


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b'{"event":"step","time":5,"step":2.0}', id="a whole number with a point"),
        pytest.param(b'{ "step" : 2 , "time" : 5 , "event" : "step" }', id="spaces, in another order"),
        pytest.param(b'{"event":"checkpoint_saved","time":5,"start":null,"duration":null}', id="null is not given"),
        pytest.param(b'{"event":"interrupted","time":5,"cause":"said \\"no\\": 3"}', id="text with quotation marks"),
        pytest.param(b"   \r\n", id="a blank line"),
        pytest.param(b'{"event":"step","time":5,"step":9007199254740992}', id="a step of sixteen digits"),
    ],
)
def test_a_line_is_read_however_it_is_written(line: bytes) -> None:
    assert read_lines([*GOOD.splitlines(), line]).issues == []


def test_times_with_an_offset_are_one_moment() -> None:
    events = [
        b'{"event":"initialized","time":"2026-03-01T01:00:00+01:00"}',
        b'{"event":"released","time":"2026-03-01T00:00:01.5Z"}',
    ]
    made = account(read_lines(events), Options())
    assert (made.start, made.end, made.period) == ("2026-03-01T00:00:00Z", "2026-03-01T00:00:01.500000Z", 1.5)


def test_no_more_faults_are_told_than_a_person_reads() -> None:
    columns = read_lines([b"{}"] * 1_000)
    assert (len(columns.issues), columns.count) == (MAX_ISSUES, 0)


@pytest.mark.parametrize("text", ["", "null", "true", "1,5", "8.5", "0", "[8]", '"8"'])
def test_an_option_that_is_no_number_of_accelerators(text: str) -> None:
    with pytest.raises(RequestRejectedError) as caught:
        read_options({"accelerators": text})
    assert caught.value.issues[0].path == "$.query.accelerators"


def test_an_option_is_read_as_a_number() -> None:
    assert read_options({"accelerators": "8", "peak_flops": "9.895e14"}) == Options(accelerators=8, peak_flops=9.895e14)
