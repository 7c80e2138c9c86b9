"""What can be told in a form: decisions and recommendations, and what both have."""

from collections.abc import Mapping
from typing import Any

from service.model.decision import Chosen, Decision
from service.model.recommendation import Recommendation

Answer = Decision | Recommendation


def decision_of(answer: Answer) -> Decision:
    """The decision itself, or the one whose outcome machines were looked for."""
    return answer.decision if isinstance(answer, Recommendation) else answer


def chosen_of(answer: Answer) -> Chosen | None:
    """What a selection has made of its catalog; nothing in the decision of another kind of rule."""
    if not isinstance(answer, Recommendation):
        return answer.selection
    return Chosen(candidates=answer.candidates, rejected=answer.rejected, nearest=answer.nearest, relax=answer.relax)


def caveats_of(answer: Answer) -> tuple[str, ...]:
    """What to keep in mind about the answer as a whole, in the words of the rules that gave it."""
    outcome = decision_of(answer).outcome
    return (*(outcome.caveats if outcome else ()), *(one.text for one in answer.caveats))


def constraints_of(answer: Answer) -> Mapping[str, Any]:
    """What the candidates had to meet, as understood."""
    return answer.constraints if isinstance(answer, Recommendation) else answer.inputs
