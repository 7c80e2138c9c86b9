"""Documents that are not any more what was published under their name and version."""

from collections.abc import Iterator

from service.errors import Diagnostic
from service.model.files import RuleFiles, key_of
from service.model.publication import Bundle
from service.model.rule import digest

_MESSAGE = (
    "this version was published before with another content, and a version never changes: "
    "take the change back, or make it in a new version"
)


def altered(files: RuleFiles, bundle: Bundle) -> Iterator[Diagnostic]:
    """One finding for each."""
    published = {(one.name, one.version): one.digest for one in bundle.versions}
    for file, content in files.documents.items():
        if published.get(key_of(file), digest(content)) != digest(content):
            yield Diagnostic(code="version-changed", message=_MESSAGE, file=file)
