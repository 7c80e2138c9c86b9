"""A revision: every version of every rule, compiled, with one live version for each name."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from msgspec import Struct

from service.engine.program import Program
from service.errors import RuleNotFoundError, VersionNotFoundError
from service.model.loading import Loaded
from service.model.names import version_key
from service.model.rule import RuleDocument, RuleId


class Version(Struct, frozen=True, eq=False):
    """One version of a rule, ready to run."""

    loaded: Loaded
    document: RuleDocument
    program: Program

    @property
    def id(self) -> RuleId:
        """Name, version and digest."""
        return self.program.common.id


class Rule(Struct, frozen=True, eq=False):
    """A rule with all its versions, in semantic order; `live` is the one that answers unpinned questions."""

    name: str
    live: Version
    versions: dict[str, Version]


class Revision(Struct, frozen=True, eq=False):
    """What is served at one moment; it never changes, a new one takes its place."""

    rules: dict[str, Rule]
    digest: str

    def rule(self, name: str) -> Rule:
        """A rule by name.

        Raises:
            RuleNotFoundError: there is none.
        """
        try:
            return self.rules[name]
        except KeyError:
            raise RuleNotFoundError(name, self.rules) from None

    def version(self, name: str, version: str | None = None) -> Version:
        """A version of a rule; the live one unless another is asked for.

        Raises:
            RuleNotFoundError: no rule has the name.
            VersionNotFoundError: the rule has no such version.
        """
        rule = self.rule(name)
        if version is None:
            return rule.live
        if version not in rule.versions:
            raise VersionNotFoundError(name, version, list(rule.versions))
        return rule.versions[version]


def revision(versions: Sequence[Version], live: Mapping[str, str]) -> Revision:
    """The revision of these versions; its digest covers every document and the choice of the live ones."""
    rules: dict[str, Rule] = {}
    for name, number in sorted(live.items()):
        own = {one.id.version: one for one in versions if one.id.name == name}
        ordered = dict(sorted(own.items(), key=lambda item: version_key(item[0])))
        rules[name] = Rule(name, own[number], ordered)
    lines = [
        f"{one.id.name} {one.id.version} {one.id.digest}" for rule in rules.values() for one in rule.versions.values()
    ]
    lines += [f"live {name} {number}" for name, number in sorted(live.items())]
    text = "\n".join(lines)
    return Revision(rules, f"sha256:{sha256(text.encode()).hexdigest()}")
