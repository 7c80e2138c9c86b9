"""What can be said of a timeline is documented."""

import re

import pytest

from tests.http.served import RULES

SOURCES = sorted((RULES.parent / "service" / "timeline").glob("*.py"))
SAID = re.compile(
    r'(?:_refuse|refuse|fault|contradiction)\((?:self\._places, |columns\.places, )?\s*"([a-z]+-[a-z-]+)"'
)
RETURNED = re.compile(r'return "([a-z]+-?[a-z-]*)", ')
CODES = {code for source in SOURCES for form in (SAID, RETURNED) for code in form.findall(source.read_text())}
README = (RULES.parent / "openapi" / "README.md").read_text()


def test_the_codes_are_found() -> None:
    assert {"end-missing", "clock-went-back", "no-period", "option-missing", "unknown-event"} <= CODES


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_documented(code: str) -> None:
    assert re.search(rf"^\| (?:`[a-z-]+`, )*`{code}`(?:, `[a-z-]+`)* \|", README, re.MULTILINE)
