"""Revisions made of bundles: the same as those made of files, and no more work than what has changed."""

import pytest

from service.engine.engine import Engine
from service.errors import (
    RuleNotFoundError,
    RuleNotLiveError,
    RuleRejectedError,
    VersionNotFoundError,
    VersionUnusableError,
)
from service.model.files import Key
from service.model.publication import Bundle
from service.store.directory import Directory
from service.usecases import build as module
from service.usecases.build import Builder
from service.usecases.check import check_files
from service.usecases.revision import Revision, Version
from tests.keeper.documents import RULES, bundle, published, tree

FIRST = published("first", "1.0.0", tree("first", enters="second"))
SECOND = published("second", "1.0.0", tree("second", limit=1))
WIDER = published("second", "1.1.0", tree("second", "1.1.0", limit=2))
THIRD = published("third", "1.0.0", tree("third"))
LIVE = {"first": "1.0.0", "second": "1.0.0", "third": "1.0.0"}


def outcome(revision: Revision, rule: str, amount: int, version: str | None = None) -> str | None:
    """What a rule says of an amount."""
    decision = Engine(memo_size=0).decide(revision.version(rule, version).program, {"amount": amount}, "id")
    return decision.outcome.id if decision.outcome else None


def test_a_bundle_makes_the_revision_that_the_same_files_make() -> None:
    files = Directory(RULES).read()
    checked = check_files(files).revision
    assert checked is not None
    versions = tuple(one for rule in checked.rules.values() for one in rule.versions.values())
    live = {rule.name: rule.live.id.version for rule in checked.rules.values() if rule.live}
    built = Builder()(Bundle(sequence=1, versions=versions, live=live))
    assert built.digest == checked.digest
    assert {name: list(rule.versions) for name, rule in built.rules.items()} == {
        name: list(rule.versions) for name, rule in checked.rules.items()
    }


def test_the_digest_covers_the_choice_of_live_versions_and_those_that_are_not_live() -> None:
    digests = {
        Builder()(one).digest
        for one in (
            bundle(FIRST, SECOND, live={"first": "1.0.0", "second": "1.0.0"}),
            bundle(FIRST, SECOND, WIDER, live={"first": "1.0.0", "second": "1.0.0"}),
            bundle(FIRST, SECOND, WIDER, live={"first": "1.0.0", "second": "1.1.0"}),
            bundle(FIRST, SECOND, WIDER, live={"second": "1.1.0"}),
        )
    }
    assert len(digests) == 4


def test_only_what_an_activation_touches_is_made_anew() -> None:
    build = Builder()
    before = build(bundle(FIRST, SECOND, WIDER, THIRD, live=LIVE))
    after = build(bundle(FIRST, SECOND, WIDER, THIRD, live={**LIVE, "second": "1.1.0"}))
    assert after.version("third") is before.version("third")
    assert after.version("first") is not before.version("first")
    assert after.version("first").loaded is before.version("first").loaded
    assert [outcome(one, "first", 2) for one in (before, after)] == ["large", "small"]


def test_an_unchanged_bundle_is_the_same_revision() -> None:
    build = Builder()
    assert build(bundle(THIRD, live={})) is build(bundle(THIRD, live={}, sequence=7))


def test_what_went_and_comes_back_was_kept() -> None:
    build = Builder()
    before = build(bundle(SECOND, WIDER, live={"second": "1.0.0"}))
    build(bundle(SECOND, WIDER, live={"second": "1.1.0"}))
    after = build(bundle(SECOND, WIDER, THIRD, live={"second": "1.0.0"}))
    assert after.version("second").loaded is before.version("second").loaded


def test_a_version_that_is_not_live_is_made_once() -> None:
    revision = Builder()(bundle(SECOND, WIDER, live={"second": "1.0.0"}))
    assert outcome(revision, "second", 2, "1.1.0") == "small"
    assert revision.version("second", "1.1.0") is revision.version("second", "1.1.0")
    assert revision.version("second", "1.0.0") is revision.version("second")


def test_a_reference_to_a_version_stays_when_the_rule_moves() -> None:
    pinning = published("first", "1.0.0", tree("first", enters="second 1.0.0"))
    revision = Builder()(bundle(pinning, SECOND, WIDER, live={"first": "1.0.0", "second": "1.1.0"}))
    assert (outcome(revision, "first", 2), outcome(revision, "second", 2)) == ("large", "small")


OTHERWISE = published(
    "second", "2.0.0", tree("second", "2.0.0").replace(b"type: integer", b"type: integer, maximum: 9")
)
ROUND = published("second", "3.0.0", tree("second", "3.0.0", enters="first 1.0.0"))
UNFIT = [
    ("enters a rule that was retired", "second", {}, "`second` has no live version to go on with"),
    ("enters a rule that has its input otherwise", "second", {"second": "2.0.0"}, "`amount` differs in type, range"),
    ("leads back to itself", "second 3.0.0", {}, "`second` leads back to `first`"),
    ("enters a version that does not fit", "third 2.0.0", {}, "`second` has no live version to go on with"),
]


@pytest.mark.parametrize(("enters", "live", "words"), [pytest.param(*row, id=name) for name, *row in UNFIT])
def test_a_version_is_not_usable_that(enters: str, live: dict[str, str], words: str) -> None:
    first = published("first", "1.0.0", tree("first", enters=enters))
    third = published("third", "2.0.0", tree("third", "2.0.0", enters="second"))
    revision = Builder()(bundle(first, SECOND, OTHERWISE, ROUND, THIRD, third, live={"third": "1.0.0", **live}))
    for _ in range(2):
        with pytest.raises(VersionUnusableError, match=f"`first` 1.0.0 can't be asked .*{words}"):
            revision.version("first", "1.0.0")
    assert outcome(revision, "third", 0) == "small"


def test_a_version_that_is_not_usable_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    revision = Builder()(bundle(FIRST, SECOND, live={}))
    tried: list[Key] = []
    compiling = module._Making._compile

    def compiled(making: module._Making, key: Key) -> Version:
        tried.append(key)
        return compiling(making, key)

    monkeypatch.setattr(module._Making, "_compile", compiled)
    for _ in range(3):
        with pytest.raises(VersionUnusableError, match="`second` has no live version to go on with"):
            revision.version("first", "1.0.0")
    assert tried == [("first", "1.0.0")]


def test_what_is_asked_for_must_be_there() -> None:
    revision = Builder()(bundle(SECOND, live={}))
    with pytest.raises(RuleNotLiveError, match=r"no version of rule `second` is live; .*`1.0.0`"):
        revision.version("second")
    with pytest.raises(VersionNotFoundError):
        revision.version("second", "9.0.0")
    with pytest.raises(RuleNotFoundError):
        revision.version("nobody")


def test_live_versions_that_can_not_be_compiled_are_all_told() -> None:
    build = Builder()
    good = build(bundle(SECOND, live={"second": "1.0.0"}))
    broken = [published(name, "1.0.0", tree(name).replace(b"amount > 3", b"amount >")) for name in ("a", "b")]
    with pytest.raises(RuleRejectedError) as caught:
        build(bundle(SECOND, *broken, live={"second": "1.0.0", "a": "1.0.0", "b": "1.0.0"}))
    assert [one.file for one in caught.value.diagnostics] == ["a/1.0.0.yaml", "b/1.0.0.yaml"]
    assert build(bundle(SECOND, live={"second": "1.0.0"})) is good
