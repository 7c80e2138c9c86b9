"""Lists, page by page."""

import pytest

from tests.http.conftest import Client
from tests.http.served import RULES

NAMES = sorted(path.name for path in RULES.iterdir() if path.is_dir())


@pytest.mark.parametrize("limit", [1, 3, 9, 10, 100])
def test_the_pages_together_are_the_whole(client: Client, limit: int) -> None:
    names: list[str] = []
    query = f"limit={limit}"
    for _ in NAMES:
        page = client.get(f"/v1/rules?{query}").json()
        assert len(page["items"]) <= limit
        names += [one["name"] for one in page["items"]]
        if page["next"] is None:
            break
        query = f"limit={limit}&next={page['next']}"
    assert names == NAMES


def test_a_list_says_what_each_rule_is(client: Client) -> None:
    rules = {one["name"]: one for one in client.get("/v1/rules").json()["items"]}
    kinds = {name: rules[name]["kind"] for name in ("goodput-levers", "runtime-goodput", "training-gpu")}
    assert kinds == {"goodput-levers": "advice", "runtime-goodput": "formula", "training-gpu": "tree"}
    assert client.get("/readyz").json()["rules"] == len(NAMES) == len(rules)
    assert rules["training-gpu"]["title"] == "Which GPU for training or fine-tuning?"
    assert rules["training-gpu"]["live"] == "1.0.0"
