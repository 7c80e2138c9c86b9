"""No fact of the sources was lost: each can be found in the version that is live, or in the one that is named."""

from pathlib import Path
from typing import Any

import pytest

from tests.rules.shipped import RULES, revision
from tests.tables import table


def flat(text: str) -> str:
    """The words without line breaks, comment signs, block signs and capitals."""
    return " ".join(word for word in text.lower().split() if word not in ("#", ">-"))


@pytest.mark.parametrize("row", table(Path(__file__).parent / "facts.yaml"))
def test_a_fact_is_carried(row: dict[str, Any]) -> None:
    found = revision().version(row["rule"], row.get("version")).id
    text = flat((RULES / found.name / f"{found.version}.yaml").read_text(encoding="utf-8"))
    missing = [words for words in row["expect"] if flat(str(words)) not in text]
    assert missing == []
