"""Harm in the text: what a reader of YAML trips over."""

from tests.check.hostile.building import Hostile, block, case, text, tree

SOUND = block(tree())
BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10)
)

TEXTS = [
    Hostile("nothing at all", "yaml-syntax", lambda: b""),
    Hostile("a comment and nothing else", "yaml-syntax", lambda: b"# nothing\n"),
    Hostile("a list", "wrong-type", lambda: b"- kind: tree\n"),
    Hostile("a word", "wrong-type", lambda: b"tree\n"),
    Hostile("nothing, spelled out", "wrong-type", lambda: b"null\n"),
    Hostile("a map of nothing", "missing-key", lambda: b"{}\n"),
    Hostile("a kind that is a map", "unknown-choice", lambda: b"kind: {tree: tree}\n"),
    Hostile("two documents", "yaml-syntax", lambda: SOUND + b"---\n" + SOUND),
    Hostile("aliases that grow to ten thousand million words", "yaml-alias", lambda: BOMB.encode() + SOUND),
    Hostile("an alias to itself", "yaml-alias", lambda: b"a: &a [*a]\n" + SOUND),
    Hostile(
        "anchors without an alias",
        "yaml-alias",
        lambda: b"".join(b"k%d: &a%d x\n" % (i, i) for i in range(5000)) + SOUND,
    ),
    Hostile("a merge key", "yaml-merge-key", lambda: SOUND + b"<<: {title: Another}\n"),
    Hostile(
        "a call of the system",
        "yaml-tag",
        lambda: SOUND + b"summary: !!python/object/apply:os.system ['touch /tmp/hostile']\n",
    ),
    Hostile("a tag of a megabyte", "yaml-tag", lambda: SOUND + b"summary: !<" + b"x" * 900_000 + b"> y\n"),
    Hostile("ten megabytes of comment", "too-large", lambda: b"#" * 10_000_000),
    Hostile("ten megabytes of sound YAML", "too-large", lambda: SOUND + b"# padding\n" * 1_000_000),
    Hostile("lists in lists, 10,000 deep", "too-deep", lambda: SOUND + b"summary: " + b"[" * 10_000 + b"]" * 10_000),
    Hostile("lists in lists that stay open", "too-deep", lambda: b"[" * 500_000),
    Hostile("maps in maps, 10,000 deep", "too-deep", lambda: SOUND + b"x: " + b"{a: " * 10_000 + b"1" + b"}" * 10_000),
    Hostile("maps in maps by indentation", "too-deep", lambda: b"".join(b" " * i + b"a:\n" for i in range(1300))),
    Hostile("lists by dashes", "too-deep", lambda: b"- " * 400_000),
    Hostile("a list as a key", "yaml-syntax", lambda: b"? [a, b]\n: c\n" + SOUND),
    Hostile("a key of half a megabyte", "yaml-syntax", lambda: SOUND + b'"' + b"k" * 500_000 + b'": 1\n'),
    Hostile(
        "100,000 aliases below a key of half a megabyte",
        "yaml-alias",
        lambda: SOUND + b"? " + b"k" * 500_000 + b"\n: [" + b"*a, " * 100_000 + b"]\n",
    ),
    Hostile("a key that stands twice", "yaml-duplicate-key", lambda: SOUND + b"title: Another\n"),
    Hostile("a key that stands ten thousand times", "yaml-duplicate-key", lambda: SOUND + b"title: Another\n" * 10_000),
    Hostile("a NUL byte", "yaml-syntax", lambda: SOUND + b"summary: a\x00b\n"),
    Hostile("nothing but NUL bytes", "yaml-syntax", lambda: b"\x00" * 100_000),
    Hostile("an escape of a terminal", "yaml-syntax", lambda: SOUND + b"summary: a\x1b[2Jb\n"),
    Hostile("tabs for indentation", "yaml-syntax", lambda: SOUND + b"sources:\n\t- {title: A book}\n"),
    Hostile("bytes that are not UTF-8", "encoding", lambda: SOUND + b"summary: \xff\xfe\n"),
    Hostile("UTF-16", "encoding", lambda: SOUND.decode().encode("utf-16")),
    Hostile("a lone surrogate in bytes", "encoding", lambda: SOUND + b"summary: \xed\xa0\x80\n"),
    Hostile("a lone surrogate as an escape", "yaml-syntax", lambda: SOUND + b'summary: "\\ud800"\n'),
    Hostile("an overlong encoding", "encoding", lambda: SOUND + b"summary: \xc0\xaf\n"),
    Hostile("a quote that stays open", "yaml-syntax", lambda: SOUND + b'summary: "' + b"x" * 900_000),
    Hostile("a byte order mark", "", lambda: b"\xef\xbb\xbf" + SOUND),
    Hostile("lines that end as on Windows", "", lambda: SOUND.replace(b"\n", b"\r\n")),
    Hostile("lines that end as they did long ago", "", lambda: SOUND.replace(b"\n", b"\r")),
    Hostile("a directive of another YAML", "", lambda: b"%YAML 1.1\n---\n" + SOUND),
    Hostile("a directive of no YAML", "yaml-syntax", lambda: b"%YAML 9.9\n---\n" + SOUND),
    Hostile("text in all directions", "", lambda: block(tree(title="\u202eesrever \u2066 \u200b ni"))),
    Hostile(
        "a whole number of forty digits", "bad-case", lambda: block(tree(cases=[case(10**39, "yes"), case(-1, "no")]))
    ),
    Hostile(
        "a whole number of ten thousand digits",
        "out-of-range",
        lambda: SOUND.replace(b'{"n":1}', b'{"n":' + b"1" * 10_000 + b"}"),
    ),
    Hostile("a number beyond all doubles", "out-of-range", lambda: SOUND.replace(b'{"n":1}', b'{"n":1e400}')),
    Hostile("infinity", "out-of-range", lambda: SOUND.replace(b'{"n":1}', b'{"n":.inf}')),
    Hostile("an octal number of a megabyte", "limit", lambda: SOUND + b"summary: 0o" + b"7" * 900_000 + b"\n"),
    Hostile("the date of another YAML", "bad-name", lambda: text(tree(version="2024-01-01"))),
]
"""Documents that are hard or impossible to read."""
