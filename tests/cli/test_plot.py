"""`gpu-rules goodput --plot`: the picture of a ledger, in a file."""

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from service.pictures import draw
from tests.pictures.ledgers import ledger_of

Run = Callable[..., Result]

EVENTS = b"""\
{"event": "requested", "time": "2025-11-01T08:00:00Z"}
{"event": "allocated", "time": "2025-11-01T08:10:00Z"}
{"event": "initialized", "time": "2025-11-01T08:15:00Z"}
{"event": "step", "time": "2025-11-01T12:00:00Z", "step": 1}
"""


def test_the_picture_is_that_of_the_ledger(run: Run, tmp_path: Path) -> None:
    plot = tmp_path / "goodput.svg"
    result = run("goodput", "-", "--plot", plot, input=EVENTS)
    assert result.exit_code == 0, result.output
    drawn = draw(ledger_of([("waiting_for_resources", 600.0), ("start_up", 300.0), ("productive", 13_500.0)]))
    assert plot.read_bytes() == drawn


def test_a_file_that_is_in_the_way_is_replaced(run: Run, tmp_path: Path) -> None:
    plot = tmp_path / "goodput.svg"
    plot.write_text("x" * 1_000_000, encoding="utf-8")
    assert run("goodput", "-", "--plot", plot, input=EVENTS).exit_code == 0
    assert plot.read_bytes().endswith(b"</svg>\n")


def test_a_place_that_is_not_there_is_told(run: Run, tmp_path: Path) -> None:
    result = run("goodput", "-", "--plot", tmp_path / "nowhere" / "goodput.svg", input=EVENTS)
    assert result.exit_code == 2
    assert "goodput.svg` can't be written: No such file or directory" in result.output
