"""What a version may be called: asked before anything is done with a document that somebody has named."""

import re

from service.errors import Issue, RequestRejectedError
from service.model.names import FORMS, RULE_NAME, VERSION
from service.model.publication import Draft

_MOST = 64
"""Characters of a rule's name."""


def demand_names(draft: Draft) -> None:
    """Refuse a draft whose name or number no version can have: no document could say that it is this one.

    Raises:
        RequestRejectedError: with an issue for each that is wrong.
    """
    issues = []
    if len(draft.name) > _MOST or not re.fullmatch(RULE_NAME, draft.name):
        words = f"a rule's name is {FORMS[RULE_NAME]}, with at most {_MOST} characters"
        issues.append(Issue("bad-name", "$.name", words))
    if not re.fullmatch(VERSION, draft.version):
        issues.append(Issue("bad-name", "$.version", f"a version is {FORMS[VERSION]}"))
    if issues:
        raise RequestRejectedError(issues)
