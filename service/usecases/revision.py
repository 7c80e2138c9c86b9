"""A revision: every version of every rule; the live ones are ready to run, the others once they are asked for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256

from msgspec import Struct

from service.engine.program import Program
from service.errors import RuleNotFoundError, RuleNotLiveError, VersionNotFoundError
from service.model.loading import Loaded
from service.model.names import version_key
from service.model.publication import DIRECTORY, Published
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
    """A rule with all its versions, in semantic order; `live` answers unpinned questions, if one is live."""

    name: str
    live: Version | None
    versions: dict[str, Published]


Make = Callable[[str, str], Version]
"""Makes a version ready that is not live, by name and version; raises VersionUnusableError."""


class Revision(Struct, frozen=True, eq=False):
    """What is served at one moment; it never changes, a new one takes its place."""

    rules: dict[str, Rule]
    digest: str
    make: Make

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
        """A version of a rule, ready to run; the live one unless another is asked for.

        Raises:
            RuleNotFoundError: no rule has the name.
            RuleNotLiveError: no version is asked for, and none is live.
            VersionNotFoundError: the rule has no such version.
            VersionUnusableError: the version enters rules whose live versions do not fit it.
        """
        rule = self.rule(name)
        live = rule.live
        if version is None:
            if live is None:
                raise RuleNotLiveError(name, list(rule.versions))
            return live
        if live is not None and version == live.id.version:
            return live
        if version not in rule.versions:
            raise VersionNotFoundError(name, version, list(rule.versions))
        return self.make(name, version)


History = dict[str, Published]
"""The versions of one rule, in semantic order."""


def revision(versions: Sequence[Version], live: Mapping[str, str]) -> Revision:
    """The revision of these versions, which are all ready; they count as published by the directory, now."""
    ready = {(one.id.name, one.id.version): one for one in versions}
    histories = histories_of(_published(one, datetime.now(UTC)) for one in versions)
    chosen = {name: ready[name, number] for name, number in live.items()}
    rules = {name: Rule(name, chosen.get(name), history) for name, history in histories.items()}
    return Revision(rules, digest_of(histories, live), lambda name, number: ready[name, number])


def histories_of(versions: Iterable[Published]) -> dict[str, History]:
    """The versions by rule, both in their order."""
    found: dict[str, History] = {}
    for one in versions:
        found.setdefault(one.name, {})[one.version] = one
    return {name: dict(sorted(found[name].items(), key=lambda item: version_key(item[0]))) for name in sorted(found)}


def digest_of(histories: Mapping[str, History], live: Mapping[str, str]) -> str:
    """The digest of a revision: it covers every document and the choice of the live ones."""
    every = (one for history in histories.values() for one in history.values())
    lines = [f"{one.name} {one.version} {one.digest}" for one in every]
    lines += [f"live {name} {number}" for name, number in sorted(live.items())]
    text = "\n".join(lines)
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def _published(version: Version, at: datetime) -> Published:
    own = version.id
    return Published(
        name=own.name,
        version=own.version,
        digest=own.digest,
        content=version.loaded.content,
        author=DIRECTORY,
        at=at,
    )
