"""How the rules stand: look-ups in a bundle, and the bundle of what is being served."""

from service.errors import RuleNotFoundError, RuleNotLiveError, VersionNotFoundError
from service.model.publication import Bundle, Published
from service.usecases.revision import Revision


def versions_of(bundle: Bundle, name: str) -> dict[str, Published]:
    """The versions of a rule by number.

    Raises:
        RuleNotFoundError: there is none.
    """
    versions = {one.version: one for one in bundle.versions if one.name == name}
    if not versions:
        raise RuleNotFoundError(name, {one.name for one in bundle.versions})
    return versions


def version_of(bundle: Bundle, name: str, version: str | None = None) -> Published:
    """A version of a rule; the live one unless another is named.

    Raises:
        RuleNotFoundError: no rule has the name.
        VersionNotFoundError: the rule has no such version.
        RuleNotLiveError: none is named, and none is live.
    """
    versions = versions_of(bundle, name)
    number = bundle.live.get(name) if version is None else version
    if number is None:
        raise RuleNotLiveError(name, list(versions))
    if number not in versions:
        raise VersionNotFoundError(name, number, list(versions))
    return versions[number]


def published(revision: Revision, name: str, version: str | None = None) -> Published:
    """A version as it was published, whether it is ready to run or not; the live one unless another is named.

    Raises:
        RuleNotFoundError: no rule has the name.
        RuleNotLiveError: none is named, and none is live.
        VersionNotFoundError: the rule has no such version.
    """
    rule = revision.rule(name)
    number = version if version is not None else revision.version(name).id.version
    if number not in rule.versions:
        raise VersionNotFoundError(name, number, list(rule.versions))
    return rule.versions[number]


def bundle_of(revision: Revision) -> Bundle:
    """The documents that are being served, and which of them are live; nothing of the rest of a bundle."""
    return Bundle(
        sequence=0,
        versions=tuple(one for rule in revision.rules.values() for one in rule.versions.values()),
        live={rule.name: rule.live.id.version for rule in revision.rules.values() if rule.live},
    )
