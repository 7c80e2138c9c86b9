"""A child that breaks a limit, crashes or talks nonsense: the caller gets an answer that says so, and nothing else."""

import logging

import pytest

from service.errors import Diagnostic, RuleRejectedError
from service.model.examination import Examination
from service.model.rule import RuleId
from service.sandbox import process, verdicts
from service.sandbox.jobs import At, encode_line
from tests.sandbox.children import FILES, LOOPS, ONE, Run, behaving, in_asyncio, sandbox

LIMITED = "from service.sandbox.limits import limit; limit({seconds}, {memory_mb}); "
RULE = RuleId("one", "1.0.0", "sha256:1")


def examined(run: Run = in_asyncio, *, seconds: int = 60, memory_mb: int = 2048) -> Diagnostic:
    async def examine() -> Examination:
        async with sandbox(seconds, memory_mb) as one:
            return await one.examine(FILES, ONE)

    [found] = run(examine()).diagnostics
    assert isinstance(found, Diagnostic)
    return found


@pytest.mark.parametrize("run", LOOPS)
def test_a_child_that_takes_too_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, "import time; time.sleep(600)")
    found = examined(run, seconds=1)
    assert (found.file, found.code, found.severity) == ("one/1.0.0.yaml", "limit", "error")
    assert found.message.startswith("examining this took more than 1 s of time: split the rule")


def test_a_child_that_uses_too_much_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, LIMITED + "\nwhile True: pass", seconds=1, memory_mb=2048)
    assert examined().message.startswith("examining this took more than 60 s of time")


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("bytearray(1 << 30)", id="all at once"),
        pytest.param("[one for one in iter(lambda: 'a' * 1000, None)]", id="bit by bit"),
        pytest.param("import sys; sys.exit('terminate called: what(): std::bad_alloc')", id="in a library"),
    ],
)
def test_a_child_that_needs_too_much_memory(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, LIMITED + code, seconds=60, memory_mb=200)
    found = examined(memory_mb=200)
    assert (found.file, found.code) == ("one/1.0.0.yaml", "limit")
    assert found.message.startswith("examining this needed more than 200 MiB of memory: split the rule")


@pytest.mark.parametrize(
    ("code", "how"),
    [
        pytest.param("import os; os.abort()", "ended by signal 6", id="a crash"),
        pytest.param(
            "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended by signal 11", id="a wild pointer"
        ),
        pytest.param("raise SystemError('a bug')", "ended with code 1", id="an exception"),
        pytest.param("", "ended with code 0", id="silence"),
        pytest.param("print('hello')", "ended with code 0", id="a word"),
        pytest.param("import os; os.write(1, bytes(range(256)) * 100 + b'\\n')", "ended with code 0", id="garbage"),
        pytest.param("print('{{}}')", "ended with code 0", id="JSON of another kind"),
        pytest.param('print(\'{{"type": "examined"\')', "ended with code 0", id="an answer that is cut off"),
    ],
)
@pytest.mark.parametrize("run", LOOPS[:2])
def test_a_child_that_gives_no_answer(
    run: Run, code: str, how: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    behaving(monkeypatch, code)
    with caplog.at_level(logging.ERROR):
        found = examined(run)
    assert (found.file, found.code) == ("one/1.0.0.yaml", "crashed")
    assert how in found.message
    assert how in caplog.text


def test_a_child_that_the_system_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    found = examined()
    assert found.code == "limit"
    assert found.message.startswith(
        "examining this was ended by the system, most likely because the machine has no memory"
    )


def test_what_a_crashed_child_had_to_say_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    behaving(monkeypatch, "import sys; print('x' * 100_000 + 'the last words', file=sys.stderr); sys.exit(3)")
    assert examined().message.endswith("ended with code 3 while it read this")
    assert "the last words" in caplog.text
    assert len(caplog.text) < 20_000


def test_a_child_that_writes_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MAX_OUTPUT", 1_000_000)
    monkeypatch.setattr(verdicts, "MAX_OUTPUT", 1_000_000)
    behaving(monkeypatch, "import os\nwhile True: os.write(1, b'x' * 100_000)")
    assert examined().message.startswith("examining this found more than 1 MB of findings")


def test_the_document_that_was_being_read_is_the_one_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    line = encode_line(At("two/1.0.0.yaml"))

    async def files(only: frozenset[tuple[str, str]] | None) -> list[str]:
        async with sandbox() as one:
            return [found.file for found in (await one.examine(FILES, only)).diagnostics]

    behaving(monkeypatch, "import os; os.write(1, {line!r}); os.abort()", line=line)
    assert in_asyncio(files(None)) == ["two/1.0.0.yaml"]
    assert in_asyncio(files(ONE)) == ["one/1.0.0.yaml"]  # which needs the other, and nobody asked for that one


def test_what_can_not_be_compared_or_approached_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, "import os; os.abort()")

    async def ask() -> None:
        async with sandbox() as one:
            compared = await one.compare(FILES, RULE, RULE)
            nearest = await one.nearest(FILES, RULE, {}, "yes")
        [reason] = compared.not_proved
        assert (compared.verdict, nearest.status, nearest.not_proved) == ("not-proved", "not-proved", [reason])
        assert "ended by signal 6" in reason

    in_asyncio(ask())


def test_what_can_not_be_replayed_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, "import time; time.sleep(600)")

    async def replay() -> None:
        async with sandbox(seconds=1) as one:
            await one.replay(FILES, RULE, [])

    with pytest.raises(RuleRejectedError) as caught:
        in_asyncio(replay())
    assert [(one.file, one.code) for one in caught.value.diagnostics] == [("one/1.0.0.yaml", "limit")]
