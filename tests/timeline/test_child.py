"""Large timelines in a process of their own, and what comes of a child that breaks a limit or fails."""

import asyncio
import logging
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from msgspec import json

from service.errors import (
    MalformedRequestError,
    RequestRejectedError,
    RequestTooLargeError,
    SandboxError,
    ServiceError,
    TimelineRejectedError,
)
from service.model.timeline import Asked, Options
from service.sandbox.accounting import accountant
from service.sandbox.accounting.accountant import ChildAccountant
from service.sandbox.accounting.wire import Exhausted, encode_answer
from service.usecases.account import accounted
from tests.sandbox.children import LOOPS, Run, in_asyncio
from tests.timeline.shorthand import lines

TEXT = b"".join(lines(["0 requested", "60 allocated", "90 initialized", "100 step 1", "100 released"]))
LINES = Asked(form="lines", options=Options(accelerators=8, accelerator_hour_price=2))
LIMITED = "from service.sandbox.limits import limit; limit({seconds}, {memory_mb}); "


def made(content: bytes, asked: Asked = LINES, run: Run = in_asyncio, *, seconds: int = 60) -> bytes:
    """What a child makes of a timeline."""

    async def work() -> bytes:
        with TemporaryFile() as file:
            file.write(content)
            file.seek(0)
            return await ChildAccountant(seconds=seconds, memory_mb=1536, at_once=1)(file, asked)

    answer: bytes = run(work())
    return answer


@pytest.mark.parametrize("run", LOOPS)
def test_a_child_gives_the_same_answer(run: Run) -> None:
    assert made(TEXT, run=run) == accounted(BytesIO(TEXT), LINES)


def test_a_child_draws_the_same_picture() -> None:
    asked = Asked(form="lines", picture=True)
    assert made(TEXT, asked) == accounted(BytesIO(TEXT), asked)


@pytest.mark.parametrize(
    ("content", "form", "error"),
    [
        pytest.param(b"{}\n", "lines", TimelineRejectedError, id="a wrong event"),
        pytest.param(b"[]", "object", RequestRejectedError, id="another form"),
        pytest.param(b"{", "object", MalformedRequestError, id="no JSON"),
    ],
)
def test_a_refusal_is_the_same(content: bytes, form: str, error: type[ServiceError]) -> None:
    asked = Asked(form=form)  # type: ignore[arg-type]  # as it is in the row
    with pytest.raises(error) as here:
        accounted(BytesIO(content), asked)
    with pytest.raises(error) as there:
        made(content, asked)
    assert vars(there.value) == vars(here.value)
    assert str(there.value) == str(here.value)


def behaving(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let children do this instead."""
    monkeypatch.setattr(accountant, "COMMAND", (sys.executable, "-c", code))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        pytest.param("import time; time.sleep(600)", "more than 1 s of time", id="too long"),
        pytest.param(LIMITED.format(seconds=1, memory_mb=1536) + "\nwhile True: pass", "s of time", id="too much work"),
        pytest.param(LIMITED.format(seconds=9, memory_mb=200) + "bytearray(1 << 30)", "1536 MiB", id="too much memory"),
        pytest.param(f"import os; os.write(1, {encode_answer(Exhausted())!r})", "1536 MiB", id="exhausted"),
        pytest.param("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "1536 MiB", id="ended by the system"),
    ],
)
def test_a_child_that_needs_too_much(code: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, code)
    with pytest.raises(RequestTooLargeError, match=said):
        made(TEXT, seconds=1 if "sleep" in code else 60)


@pytest.mark.parametrize("code", ["import os; os.abort()", "raise ValueError('no')", "print('nonsense')", ""])
def test_a_child_that_fails_by_itself(
    code: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    behaving(monkeypatch, code)
    with caplog.at_level(logging.ERROR), pytest.raises(SandboxError):
        made(TEXT)
    assert "a process that read a timeline ended" in caplog.text


def test_a_child_that_can_not_be_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(accountant, "COMMAND", (str(tmp_path / "missing"),))
    with pytest.raises(SandboxError, match="no process can be started"):
        made(TEXT)


def test_a_caller_who_leaves_takes_the_child_along(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    number = tmp_path / "number"
    telling = f"import os, pathlib; pathlib.Path({str(number)!r}).write_text(str(os.getpid())); "
    behaving(monkeypatch, f"{telling}import time; time.sleep(600)")

    async def work() -> None:
        with TemporaryFile() as file:
            waiting = asyncio.create_task(ChildAccountant(seconds=60, memory_mb=1536, at_once=1)(file, LINES))
            while not number.exists() or not number.read_text():
                await asyncio.sleep(0.01)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting

    asyncio.run(asyncio.wait_for(work(), 20))
    assert not Path(f"/proc/{number.read_text()}").exists()


def test_the_child_needs_no_rules() -> None:
    assert json.decode(made(TEXT))["badput_price"]["start_up"] == pytest.approx(30 / 3600 * 16)
