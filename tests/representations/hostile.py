"""Values that some tool would take for more than text."""

from hypothesis import strategies as st

NASTY = (
    "${path.root}",
    "$${x}",
    "$$${x}",
    "%{ if true }",
    "%%{ if",
    "a$",
    "a%",
    '"; touch owned; "',
    "$(touch owned)",
    "`touch owned`",
    "${ZONE}",
    "a\nb",
    "a\r\n---\nkind: Secret",
    "# no",
    "a #b",
    "'",
    "\\",
    '\\"',
    "\\u0024{x}",
    "-x",
    "--x=y",
    "*",
    "~",
    "&a *a",
    "yes",
    "null",
    "1e3",
    "0o17",
    "2026-12-01",
    "",
    " ",
    "\x00",
    "\x07",
    "\x85",
    "\u2028",
    "\ufeff",
    "\ue000",
    "\U0001f600",
)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(NASTY)
FACTS = st.dictionaries(
    st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True),
    TEXTS | st.integers() | st.booleans() | st.lists(TEXTS, max_size=3) | st.none(),
    max_size=6,
)
"""What every tool gets, by names."""
