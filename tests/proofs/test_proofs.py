"""What is proved about a rule is what trying every question shows."""

from hypothesis import given

from service.model.text import spell
from tests.proofs.proving import Document, ready
from tests.proofs.small import Tried, families


@given(families())
def test_proofs_find_what_trying_everything_finds(documents: list[Document]) -> None:
    rule = ready(documents)
    found = rule.found()
    proved = {(one.code, one.path) for one in found if one.code != "not-proved"}
    tried = {(code, spell(path)) for code, path in Tried(rule.meaning).facts()}
    assert proved == tried
    assert [one.message for one in found if one.code == "not-proved"] == []
