"""Children end: with their job, with the call or with the process that started them; nothing is left over."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.errors import BusyError, SandboxError
from service.sandbox import process, runner
from service.sandbox.jobs import Assignment
from tests.sandbox.children import (
    BUSY,
    FILES,
    HERE,
    LOOPS,
    ONE,
    Run,
    behaving,
    children,
    in_asyncio,
    is_gone,
    sandbox,
    wait_for,
    wait_until,
)

OPEN = Path("/proc/self/fd")

PARENT = """
import asyncio, sys
from service.sandbox import process

async def main():
    process.COMMAND = (sys.executable, "-c", {code!r})
    child = await process.Child.start()
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.parametrize("run", LOOPS)
def test_a_call_that_is_cancelled_ends_its_child(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, BUSY, place=str(tmp_path))

    async def cancelled() -> None:
        async with sandbox() as one:
            task = asyncio.create_task(one.examine(FILES, ONE))
            await wait_for(lambda: bool(children(tmp_path)))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            [child] = children(tmp_path)
            assert is_gone(child)

    run(cancelled())


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(
            "from service.sandbox.limits import stay_low; stay_low(); " + BUSY, id="in the middle of its work"
        ),
        pytest.param(HERE + "from service.sandbox.child import main; main()", id="while it waits for its job"),
    ],
)
def test_a_child_ends_with_its_parent(code: str, tmp_path: Path) -> None:
    text = PARENT.format(code=code.format(place=str(tmp_path)))
    with subprocess.Popen([sys.executable, "-c", text], cwd=Path(__file__).parents[2]) as parent:  # noqa: S603 - ours
        try:
            wait_until(lambda: bool(children(tmp_path)))
        finally:
            parent.send_signal(signal.SIGKILL)
    [child] = children(tmp_path)
    wait_until(lambda: is_gone(child))


@pytest.mark.parametrize("run", LOOPS)
def test_who_comes_when_the_line_is_long_is_sent_away(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    behaving(monkeypatch, BUSY, place=str(tmp_path))

    async def crowd() -> None:
        async with sandbox(at_once=2) as one:
            tasks = [asyncio.create_task(one.examine(FILES, ONE)) for _ in range(10)]
            await wait_for(lambda: len(children(tmp_path)) == 2)
            with pytest.raises(BusyError, match=r"^2 documents are being examined, .* and 8 more wait: try again"):
                await one.examine(FILES, ONE)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert len(children(tmp_path)) == 2
        assert all(map(is_gone, children(tmp_path)))

    run(crowd())


def test_who_waits_in_line_has_no_documents_encoded_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, BUSY, place=str(tmp_path))
    encoded: list[Assignment] = []

    def encode(assignment: Assignment) -> bytes:
        encoded.append(assignment)
        return b""

    monkeypatch.setattr(runner, "encode_assignment", encode)

    async def crowd() -> None:
        async with sandbox(at_once=1) as one:
            tasks = [asyncio.create_task(one.examine(FILES, ONE)) for _ in range(4)]
            await wait_for(lambda: len(children(tmp_path)) == 1)
            assert len(encoded) == 1
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    in_asyncio(crowd())


def test_those_who_wait_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, "raise SystemExit(7)")

    async def turns() -> list[str]:
        async with sandbox(at_once=1) as one:
            found = await asyncio.gather(*(one.examine(FILES, ONE) for _ in range(5)))
        return [one.diagnostics[0].message for one in found]

    assert all("ended with code 7" in message for message in in_asyncio(turns()))


@pytest.mark.parametrize("run", LOOPS)
def test_no_file_stays_open(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    behaving(monkeypatch, "print('x' * 1_000_000)")

    async def opened() -> tuple[int, int]:
        async with sandbox() as one:
            await one.examine(FILES, ONE)
            before = len([*OPEN.iterdir()])
            for _ in range(5):
                await one.examine(FILES, ONE)
            return before, len([*OPEN.iterdir()])

    before, after = run(opened())
    assert after == before


def test_a_machine_without_room_for_a_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "COMMAND", ("/there/is/no/such/program",))

    async def examine() -> None:
        async with sandbox() as one:
            await one.examine(FILES, ONE)

    with pytest.raises(SandboxError, match="no process can be started to examine documents: no such file or directory"):
        in_asyncio(examine())


def test_a_child_gets_nothing_secret(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setenv("GPU_RULES_TOKEN", "gr_secret")
    monkeypatch.setenv("GPU_RULES_DATABASE_URL", "postgresql://secret")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("HOME", "/home/of/secrets")
    behaving(monkeypatch, "import os, sys; sys.exit('its environment: ' + repr(dict(os.environ)))")

    async def examine() -> None:
        async with sandbox() as one:
            await one.examine(FILES, ONE)

    in_asyncio(examine())
    assert "its environment" in caplog.text
    assert "'PATH'" in caplog.text
    assert "secret" not in caplog.text.lower()


def test_a_child_inherits_no_open_files(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    code = (
        "import os, sys; from service.sandbox.limits import stay_low; stay_low(); sys.exit(repr(os.listdir({open!r})))"
    )
    behaving(monkeypatch, code, open=str(OPEN))
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)

    async def examine() -> None:
        async with sandbox() as one:
            await one.examine(FILES, ONE)

    try:
        in_asyncio(examine())
    finally:
        os.close(reader)
        os.close(writer)
    assert "['0', '1', '2', '3']" in caplog.text  # the last is the directory that it reads
