"""What is proved about a rule is what trying every question shows, and its witnesses go every way that there is."""

from hypothesis import given, settings

from service.analysis.reference import answer
from service.analysis.trace import trace
from service.model.advice import AdviceDocument
from service.model.text import spell
from tests.proofs.proving import Document, ready
from tests.proofs.small import advice, everything, families
from tests.proofs.tried import Tried


@settings(max_examples=25)
@given(families())
def test_proofs_find_what_trying_everything_finds(documents: list[Document]) -> None:
    rule = ready(documents)
    tried = {(code, spell(path)) for code, path in Tried(rule.meaning).facts()}
    assert {(one.code, one.path) for one in rule.found()} == tried


@settings(max_examples=25)
@given(families())
def test_there_is_a_question_for_every_way(documents: list[Document]) -> None:
    rule = ready(documents)
    wanted = {trace(rule.meaning, inputs) for inputs in everything()}
    assert {trace(rule.meaning, inputs) for inputs in rule.questions()} == wanted


@settings(max_examples=25)
@given(families())
def test_a_question_walks_as_the_reference_evaluator_says(documents: list[Document]) -> None:
    rule = ready(documents)
    for inputs in everything():
        way, meant = trace(rule.meaning, inputs), answer(rule.meaning, inputs)
        assert (way.end.outcome, way.end.problem) == (meant.outcome or "", meant.problem or "")
        steps = tuple((one.rule, one.node, None if one.branch is None else one.branch + 1) for one in way.steps)
        assert not meant.outcome or steps == meant.path


@settings(max_examples=25)
@given(advice())
def test_advice_that_never_fires_is_found(document: Document) -> None:
    rule = ready([document])
    assert isinstance(rule.meaning.document, AdviceDocument)
    answers = [answer(rule.meaning, inputs) for inputs in everything()]
    firing = {name for one in answers for name in one.advice}
    failing = any(one.problem for one in answers)
    found = rule.found()
    told = {rule.meaning.document.rules[int(one.path[6])].id for one in found if one.code == "unreachable"}
    assert not told & firing
    assert failing == any(one.code == "can-fail" for one in found)
    never = {one.id: one for one in rule.meaning.document.rules if one.id not in firing | told}
    asserted = {fact for one in rule.meaning.document.rules for fact in one.assert_.items()}
    if not failing and never and all(set(one.match.items()) <= asserted for one in never.values()):
        assert told  # whatever else never fires waits for one of these
