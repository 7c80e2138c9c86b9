"""A short form of each long run."""

from pathlib import Path

import pytest

from tests.soak import __main__ as soak


@pytest.mark.parametrize("name", soak.RUNS)
def test_the_service_stays_whole(name: str, tmp_path: Path) -> None:
    chosen = soak._parser().parse_args(["--activations", "8", "--kills", "3", "--outage", "3", "--rounds", "1", name])
    assert [row for row in soak.RUNS[name](tmp_path, chosen) if not row.passed] == []
