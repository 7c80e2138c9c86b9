"""A short form of each long run, in which only what does not depend on the time is demanded."""

from pathlib import Path

import pytest

from tests.soak import __main__ as soak

SHORT = ["--activations", "6", "--kills", "2", "--outage", "2", "--every", "10"]


@pytest.mark.parametrize("name", soak.RUNS)
def test_the_service_stays_whole(name: str, tmp_path: Path) -> None:
    chosen = soak._parser().parse_args([*SHORT, name])
    assert [row for row in soak.RUNS[name](tmp_path, chosen) if not (row.passed or row.timed)] == []
