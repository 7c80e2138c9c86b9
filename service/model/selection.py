"""A selection: the rows of a catalog that meet the constraints, in order, and why the others do not."""

from typing import Annotated, Literal

from msgspec import Meta, field

from service.model.document import SECTION_LIMIT, Case, Constant, Heading, Requirement, TeachingProblem
from service.model.inputs import AskedInput
from service.model.names import Cel, Identifier, Line, RuleName, Text, VersionText
from service.model.part import Part

JOIN_LIMIT = 10
CHECK_LIMIT = 50
"""Checks are judged in one list, and CEL reads at most 100,000 characters."""

Order = Literal["ascending", "descending"]
Asked = Annotated[dict[Identifier, AskedInput], Meta(max_length=200)]


class CatalogReference(Part, frozen=True, kw_only=True):
    """A catalog to read: its live version, or the version that is pinned here."""

    catalog: RuleName
    version: VersionText | None = None


class Estimate(Part, frozen=True, kw_only=True):
    """A formula whose output can stand in for an input: its live version, or the version that is pinned here.

    Without `output` it is the output that is called like the input.
    """

    rule: RuleName
    version: VersionText | None = None
    output: Identifier | None = None


class First(Part, frozen=True, kw_only=True):
    """Which of several rows is meant: the first one by a column; a row that does not know it comes last."""

    by: Identifier
    order: Order = "ascending"


class Join(CatalogReference, frozen=True, kw_only=True):
    """The row of another catalog that belongs to a row: equal in the columns of `on`, and `where` holds for it.

    `on` gives an expression for each of these columns. Where they are not the whole key of the other catalog, `first`
    says which row is meant.
    """

    on: Annotated[dict[Identifier, Cel], Meta(max_length=10)] = field(default_factory=dict)
    where: Cel | None = None
    first: First | None = None


class Relax(Part, frozen=True, kw_only=True):
    """The input that would have to be given otherwise; `to` is the value of it that the row would need.

    Without `to` the input would have to be left out.
    """

    input: Identifier
    to: Cel | None = None


class Check(Part, frozen=True, kw_only=True):
    """A condition that every candidate meets; `because` says why a row that does not is rejected.

    It is judged if the inputs that it reads are known, and those that are `given`.
    """

    id: Identifier
    given: list[Identifier] = field(default_factory=list)
    check: Cel
    because: Text
    relax: Identifier | Relax | None = None

    @property
    def relaxed(self) -> str | None:
        """The input that could be given otherwise."""
        return self.relax.input if isinstance(self.relax, Relax) else self.relax


class RankKey(Part, frozen=True, kw_only=True):
    """What candidates are put in order by; `because` is told of one that stands behind another for this reason."""

    by: Cel
    order: Order = "ascending"
    because: Text | None = None


class Remark(Part, frozen=True, kw_only=True):
    """A text that is told if its condition holds; `{name}` in it is replaced by the value of that name."""

    when: Cel | None = None
    text: Text


class Field(Part, frozen=True, kw_only=True):
    """A value that a candidate carries, with its unit."""

    value: Cel
    unit: Line | None = None
    title: Line | None = None


class CandidateForm(Part, frozen=True, kw_only=True):
    """What a candidate carries, why it is one, and what to keep in mind about it."""

    fields: Annotated[dict[Identifier, Cel | Field], Meta(max_length=SECTION_LIMIT)] = field(default_factory=dict)
    because: Annotated[list[Text | Remark], Meta(max_length=SECTION_LIMIT)] = field(default_factory=list)
    caveats: Annotated[list[Text | Remark], Meta(max_length=SECTION_LIMIT)] = field(default_factory=list)


class SelectionDocument(Heading, frozen=True, kw_only=True, tag="selection"):
    """A selection; `outcome` is what it reads of the `recommend` of an outcome, by name.

    `estimates` names inputs for which a formula can be asked, when a recommendation is wanted.
    """

    outcome: Asked = field(default_factory=dict)
    inputs: Asked = field(default_factory=dict)
    estimates: Annotated[dict[Identifier, Estimate], Meta(max_length=20)] = field(default_factory=dict)
    requires: Annotated[list[Requirement], Meta(max_length=SECTION_LIMIT)] = field(default_factory=list)
    derived: Annotated[dict[Identifier, Cel], Meta(max_length=SECTION_LIMIT)] = field(default_factory=dict)
    constants: Annotated[dict[Identifier, Constant], Meta(max_length=SECTION_LIMIT)] = field(default_factory=dict)
    problems: Annotated[list[TeachingProblem], Meta(max_length=SECTION_LIMIT)] = field(default_factory=list)
    from_: CatalogReference = field(name="from")
    joins: Annotated[dict[Identifier, Join], Meta(max_length=JOIN_LIMIT)] = field(default_factory=dict)
    values: Annotated[dict[Identifier, Cel], Meta(max_length=SECTION_LIMIT)] = field(default_factory=dict)
    match: Cel | None = None
    keep: Annotated[list[Check], Meta(max_length=CHECK_LIMIT)] = field(default_factory=list)
    rank: Annotated[list[RankKey], Meta(max_length=20)] = field(default_factory=list)
    candidate: CandidateForm = field(default_factory=CandidateForm)
    caveats: Annotated[dict[Identifier, Remark], Meta(max_length=SECTION_LIMIT)] = field(default_factory=dict)
    cases: Annotated[list[Case], Meta(max_length=2000)]

    @property
    def asked(self) -> dict[str, AskedInput]:
        """Everything that it takes: what comes of an outcome, then the constraints."""
        return {**self.outcome, **self.inputs}

    @property
    def catalogs(self) -> dict[str, CatalogReference]:
        """The catalogs that it reads, by the name that expressions have for a row of them."""
        return {"row": self.from_, **self.joins}
