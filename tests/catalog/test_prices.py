"""Planning with one's own prices: rows that are added to `gcp-prices`."""

from typing import Any, Final

import pytest

from service.engine.engine import Engine
from service.model.files import RuleFiles
from service.model.rule import RuleId
from service.store.directory import Directory
from service.usecases.check import check_files
from service.usecases.ready import ready
from tests.rules.shipped import RULES

FILE: Final = "gcp-prices/1.0.0.yaml"
OWN: Final = """\
  - {item: a3-ultragpu-8g, region: us-central1, consumption: flex_start, price: 40, source: cyclenerd,
     as_of: 2026-10-01}
  - {item: a3-ultragpu-8g, region: us-east4, consumption: flex_start, price: 30, source: cyclenerd, as_of: 2026-11-01}
  - {item: a3-ultragpu-8g, region: us-west4, consumption: reservation, price: 25, estimated: true, source: estimate,
     as_of: 2026-11-02}
"""


@pytest.fixture(scope="module")
def files() -> RuleFiles:
    """The shipped rules with prices of one's own."""
    shipped = Directory(RULES).read()
    return RuleFiles({**shipped.documents, FILE: shipped.documents[FILE] + OWN.encode()}, shipped.live)


@pytest.mark.parametrize(
    ("asked", "price", "region", "day"),
    [
        pytest.param({"consumption": "flex_start"}, 60.0, "us-east4", "2026-11-01", id="the lowest of all regions"),
        pytest.param(
            {"consumption": "flex_start", "region": "us-central1"}, 80.0, "us-central1", "2026-10-01", id="of a region"
        ),
        pytest.param({"consumption": "reservation"}, 50.0, "us-west4", "2026-11-02", id="another way to buy"),
        pytest.param({"consumption": "calendar"}, None, None, None, id="a way without a price"),
        pytest.param({}, 60.0, "us-east4", "2026-11-01", id="the way that is taken if none is given"),
        pytest.param({"duration": 8 * 86_400.0}, None, None, None, id="too long for it, so calendar mode is taken"),
        pytest.param({"duration": 91 * 86_400.0}, 50.0, "us-west4", "2026-11-02", id="too long, so reserved"),
    ],
)
def test_each_way_of_buying_has_the_lowest_of_its_own_prices(
    files: RuleFiles, asked: dict[str, Any], price: float | None, region: str | None, day: str | None
) -> None:
    [made] = ready(files, [RuleId("gcp-machines", "1.0.0", "")])
    question = {"accelerators": ["nvidia-h200-141gb"], "vms": 2, **asked}
    found = Engine(memo_size=0).decide(made.program, question, "test").selection
    assert found is not None
    [candidate] = found.candidates
    assert [candidate.fields[name] for name in ("price_per_hour", "price_region", "price_as_of")] == [
        price,
        region,
        day,
    ]
    assert any("estimate" in caveat for caveat in candidate.caveats) is (price == 50.0)


def test_zero_is_no_price(files: RuleFiles) -> None:
    free = files.documents[FILE].replace(b"price: 40,", b"price: 0,")
    survey = RuleFiles({FILE: free}, b"gcp-prices: 1.0.0\n")
    [error] = [one for one in check_files(survey).diagnostics if one.severity == "error"]
    assert (error.code, "price" in error.message) == ("out-of-range", True)
