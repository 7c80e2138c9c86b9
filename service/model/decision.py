"""What a decision is: the answer, how it came about, and what is still needed.

The structs are what callers get as JSON, field by field; see `openapi/README.md`.
"""

from typing import Any, Literal

from msgspec import Struct, field

from service.model.document import Source
from service.model.rule import RuleId
from service.model.tree import Repeat


class Record(Struct, frozen=True, kw_only=True, gc=False):
    """Base of everything that an answer is made of.

    - `frozen`: answers are shared by the memo.
    - `gc=False`: answers hold no cycles, so the collector need not look at them; they are made by the thousand.
    """


class Step(Record, frozen=True, kw_only=True):
    """One step of the path: the node, the branch that was taken, why, and the inputs that its conditions read.

    `branch` counts from 1; nothing means `otherwise`. `open` names inputs that are missing and do not matter here:
    whatever they are, the outcome is the same.
    """

    rule: str
    node: str
    branch: int | None
    because: str | None = None
    read: dict[str, Any] = field(default_factory=dict)
    open: tuple[str, ...] = ()


class GivenOutcome(Record, frozen=True, kw_only=True):
    """The outcome that was reached; `caveats` are those of the way, then its own."""

    id: str
    title: str
    summary: str | None = None
    recommend: dict[str, Any] = field(default_factory=dict)
    caveats: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    see: tuple[str, ...] = ()
    repeat: Repeat | None = None


class GivenAction(Record, frozen=True, kw_only=True):
    """Something to carry out."""

    id: str
    title: str
    steps: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


class GivenCaveat(Record, frozen=True, kw_only=True):
    """What to keep in mind about the values of a formula."""

    id: str
    text: str


class Question(Record, frozen=True, kw_only=True):
    """An input that is still needed; `after` names the actions to carry out before it is answered."""

    input: str
    question: str
    type: str
    unit: str | None = None
    help: str | None = None
    choices: dict[str, str] = field(default_factory=dict)
    after: tuple[str, ...] = ()


class GivenAdvice(Record, frozen=True, kw_only=True):
    """One piece of advice; `gain` is what it would be worth in ML productivity goodput, where that is known.

    Advice is listed by `rank`, where the rule has one, else by `gain`.
    """

    id: str
    title: str
    improves: str | None = None
    layer: str | None = None
    reduces: str | None = None
    because: str | None = None
    steps: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    gain: float | None = None
    rank: float | None = None
    read: dict[str, Any] = field(default_factory=dict)


class NotJudged(Record, frozen=True, kw_only=True):
    """Advice that could not be judged, and the inputs that would be needed for it."""

    id: str
    needs: tuple[str, ...]


class Candidate(Record, frozen=True, kw_only=True):
    """A row that meets all constraints; `rank` counts from 1, and a field that is nothing is unknown.

    `key` are the columns by which the row is known, in words; `because` says why it is one, and why it is not before.
    """

    rank: int
    key: str
    fields: dict[str, Any] = field(default_factory=dict)
    because: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()


class Reason(Record, frozen=True, kw_only=True):
    """A check that a row does not meet, why it does not, and the input that could be given otherwise."""

    check: str
    because: str
    relax: str | None = None


class Rejected(Record, frozen=True, kw_only=True):
    """A row that is meant and does not meet all constraints; `columns` are those of its key."""

    key: str
    columns: dict[str, Any] = field(default_factory=dict)
    because: tuple[Reason, ...] = ()


class Relaxation(Record, frozen=True, kw_only=True):
    """One input that alone is in the way: with the value `to` (nothing: left out) there would be these candidates.

    `given` is its value now, or nothing where it is not known.
    """

    input: str
    given: Any = None
    to: Any = None
    candidates: tuple[str, ...] = ()


class Chosen(Record, frozen=True, kw_only=True):
    """What a selection makes of the rows of its catalog: candidates in order, and all others that are meant.

    Rejected rows come with the fewest reasons first. Where there is no candidate, `nearest` are those of them that miss
    by the fewest reasons, and `relax` the inputs of which one alone would have to be given otherwise.
    """

    candidates: tuple[Candidate, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    nearest: tuple[str, ...] = ()
    relax: tuple[Relaxation, ...] = ()


class Decision(Record, frozen=True, kw_only=True):
    """The answer to one question to one rule.

    `rule` is the one that was asked, `rules` every version that was used, `inputs` the inputs as understood (durations
    in seconds, defaults filled in). Which of the other fields are filled depends on the kind of rule.
    """

    decision_id: str
    rule: RuleId
    rules: tuple[RuleId, ...]
    status: Literal["decided", "needs-input"]
    inputs: dict[str, Any]
    outcome: GivenOutcome | None = None
    actions: tuple[GivenAction, ...] = ()
    path: tuple[Step, ...] = ()
    values: dict[str, float | int] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    caveats: tuple[GivenCaveat, ...] = ()
    advice: tuple[GivenAdvice, ...] = ()
    not_judged: tuple[NotJudged, ...] = ()
    ask: tuple[Question, ...] = ()
    selection: Chosen | None = None
