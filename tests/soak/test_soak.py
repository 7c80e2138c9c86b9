"""A short form of each long run, in which only what does not depend on the time is demanded.

The rule that changes is alone there: what is shipped beside it only makes every start longer.
"""

from pathlib import Path

import pytest

from tests.soak import __main__ as soak
from tests.soak.versions import RULE, RULES

SHORT = ["--activations", "6", "--kills", "2", "--outage", "2", "--every", "10"]


@pytest.mark.parametrize("name", soak.RUNS)
def test_the_service_stays_whole(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = tmp_path / "alone"
    (alone / RULE).mkdir(parents=True)
    (alone / RULE / "1.0.0.yaml").write_bytes((RULES / RULE / "1.0.0.yaml").read_bytes())
    (alone / "live.yaml").write_text(f"{RULE}: 1.0.0\n", encoding="utf-8")
    monkeypatch.setenv("GPU_RULES_RULES_DIR", str(alone))
    chosen = soak._parser().parse_args([*SHORT, name])
    assert [row for row in soak.RUNS[name](tmp_path, chosen) if not (row.passed or row.timed)] == []
