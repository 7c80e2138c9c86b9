"""An input of a rule as a question to a caller."""

from service.model.decision import Question
from service.model.inputs import AnyInput, ChoiceInput


def question(name: str, one: AnyInput, after: tuple[str, ...] = ()) -> Question:
    """What to ask, in which form the answer comes, and what to carry out before answering."""
    return Question(
        input=name,
        question=one.ask or f"What is `{name}`?",
        type=str(one.__struct_config__.tag),
        unit=one.unit,
        help=one.help,
        choices=one.values if isinstance(one, ChoiceInput) else {},
        after=after,
    )
