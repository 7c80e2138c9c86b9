"""Signs that look like the marks of chats, which have no escape for them.

Bold, italic, struck and code are marked in Slack and Google Chat alike. Underscores within words mean nothing there.
"""

import re
from typing import Final

_MARKS: Final = re.compile(r"[*~`]|(?<![^\W_])_|_(?![^\W_])")
_ALIKE: Final = {
    "*": "\N{ASTERISK OPERATOR}",
    "_": "\N{MODIFIER LETTER LOW MACRON}",
    "~": "\N{TILDE OPERATOR}",
    "`": "\N{MODIFIER LETTER GRAVE ACCENT}",
}


def unmarked(text: str) -> str:
    """The text with other signs for its marks, as many as there were."""
    return _MARKS.sub(lambda found: _ALIKE[found[0]], text)
