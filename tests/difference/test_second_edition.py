"""What the second editions of the trees change: each change comes with a question that shows it."""

from service.analysis.budget import Budget
from service.analysis.difference import difference
from service.analysis.differences.results import known_to
from service.analysis.reference import answer
from tests.difference.meanings import meaning, shipped

LARGER = ("nvlink_40gb", "nvlink_80gb", "nvlink_fp8", "nvlink_141gb", "nvlink_180gb", "nvlink_279gb", "shard")


def test_the_second_edition_of_training_gpu_differs_in_these_answers_and_shows_each() -> None:
    first, second = shipped("training-gpu"), shipped("training-gpu", "2.0.0")
    old, new = meaning(first), meaning(shipped("nvlink-gpu"), second)
    found = difference(old, new, first.encode(), second.encode(), Budget(seconds=20.0))
    turns = {(one.before.split(": ")[-1], one.after.split(": ")[-1]): one.witness for one in found.turns}
    assert found.verdict == "different"
    assert found.not_proved == []
    assert {after for before, after in turns if before == "l4"} == {*LARGER}
    assert {after for before, after in turns if before == "nvlink"} == {"nvlink", *LARGER}
    assert {after for before, after in turns if before == "t4_l4"} == {"l4_only", "g4", *LARGER}
    for (before, after), witness in turns.items():
        assert answer(new, known_to(new, witness)).outcome == after
        if before != "inputs-rejected":  # the first edition is asked without what it does not know
            assert answer(old, known_to(old, witness)).outcome == before
