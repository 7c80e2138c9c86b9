"""Bundles for looking at rules: what a directory holds, and documents as if they were published."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from service.cli.desk.authors import author
from service.errors import VersionTakenError
from service.model.files import RuleFiles, key_of, read_live
from service.model.names import RULE_NAME, VERSION
from service.model.publication import DIRECTORY, Bundle, Change, Draft, Move


def of_directory(files: RuleFiles) -> Bundle:
    """What a store would hold of these files; those that lie where no version can be are left out."""
    now = datetime.now(UTC)
    places = {key_of(file): content for file, content in files.documents.items()}
    drafts = [
        Draft(name, version, content)
        for (name, version), content in places.items()
        if re.fullmatch(RULE_NAME, name) and re.fullmatch(VERSION, version)
    ]
    live = read_live(files.live).versions
    return Bundle(sequence=0, versions=tuple(one.published(DIRECTORY, now) for one in drafts), live=live)


def with_drafts(bundle: Bundle, drafts: Sequence[Draft]) -> Bundle:
    """The bundle as if these documents were published, too.

    Raises:
        VersionTakenError: one has the number of a version with another content.
    """
    there = {(one.name, one.version): one for one in bundle.versions}
    for draft in drafts:
        other = there.setdefault((draft.name, draft.version), draft.published("", datetime.now(UTC)))
        if other.digest != draft.digest:
            raise VersionTakenError(draft.name, draft.version, other.digest, draft.digest)
    return Bundle(sequence=bundle.sequence, versions=tuple(there.values()), live=bundle.live)


def trial(drafts: Sequence[Draft], *, activate: bool) -> Change:
    """The change that would publish these documents, and make them live."""
    moves = tuple(Move(one.name, one.version) for one in drafts) if activate else ()
    return Change(who=author(), seen=0, drafts=tuple(drafts), moves=moves)
