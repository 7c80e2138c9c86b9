"""Versions among rule files, made ready to run without their cases being tried."""

from collections.abc import Sequence

from msgspec import Struct

from service.analysis.meaning import AnyMeaning, Meaning
from service.engine.program import Program
from service.errors import RuleRejectedError
from service.model.files import RuleFiles
from service.model.places import by_place
from service.model.rule import RuleId
from service.usecases.assembly import Assembly
from service.usecases.survey import Survey


class Ready(Struct, frozen=True, eq=False):
    """A version as the engine runs it, as the reference evaluator reads it, and as it is written."""

    program: Program
    meaning: AnyMeaning
    content: bytes

    @property
    def provable(self) -> Meaning:
        """The meaning of a rule of a kind of which things are proved; to look for another here is a bug."""
        if isinstance(self.meaning, Meaning):
            return self.meaning
        message = f"nothing is proved of `{self.meaning.document.name}`"
        raise TypeError(message)


def ready(files: RuleFiles, versions: Sequence[RuleId]) -> list[Ready]:
    """These versions, in their order.

    Raises:
        RuleRejectedError: one of them, or one that they enter, is not right.
    """
    keys = [(one.name, one.version) for one in versions]
    survey = Survey(files, frozenset(keys))
    assembly = Assembly(survey.typed, survey.library, survey.faulty)
    programs = [assembly.program(key) for key in keys]
    errors = [one for one in survey.diagnostics() if one.severity == "error"]
    if errors:
        raise RuleRejectedError(sorted(errors, key=by_place))
    return [
        Ready(program, assembly.meaning(key), survey.loaded(key).content)
        for key, program in zip(keys, programs, strict=True)
        if program is not None
    ]
