"""YAML as rule files may be written: what plain words mean, what is refused and where, and that no text does harm."""

from math import inf, isnan, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.model.places import Place
from service.model.text import dump, read

SCALARS = [
    ("nothing", "", None),
    ("a tilde", "~", None),
    ("null", "null", None),
    ("Null", "Null", None),
    ("nuLL is text", "nuLL", "nuLL"),
    ("true", "true", True),
    ("TRUE", "TRUE", True),
    ("tRUE is text", "tRUE", "tRUE"),
    ("false", "false", False),
    ("yes is text", "yes", "yes"),
    ("no is text", "no", "no"),
    ("on is text", "on", "on"),
    ("off is text", "off", "off"),
    ("y is text", "y", "y"),
    ("a whole number", "12", 12),
    ("a sign", "-12", -12),
    ("a plus sign", "+12", 12),
    ("leading zeros are decimal", "0014", 14),
    ("octal", "0o14", 12),
    ("no octal digit", "0o8", "0o8"),
    ("hexadecimal", "0x1F", 31),
    ("a signed hexadecimal is text", "-0x1F", "-0x1F"),
    ("binary is text", "0b1", "0b1"),
    ("underscores are text", "1_000", "1_000"),
    ("sixty is no base", "1:30", "1:30"),
    ("a number of 20 digits", "12345678901234567890", 12345678901234567890),
    ("a number of 50 digits is a double", "1" * 50, float("1" * 50)),
    ("a number of 5,000 digits is infinite", "9" * 5_000, inf),
    ("a point", "1.5", 1.5),
    ("a point at the end", "1.", 1.0),
    ("a point at the beginning", ".5", 0.5),
    ("a point alone is text", ".", "."),
    ("an exponent", "5e11", 5e11),
    ("an exponent with a sign", "1E-3", 0.001),
    ("an exponent without digits is text", "1e", "1e"),
    ("infinity", ".inf", inf),
    ("negative infinity", "-.Inf", -inf),
    ("not a number", ".nan", nan),
    ("inf is text", "inf", "inf"),
    ("a date is text", "2024-11-09", "2024-11-09"),
    ("a version is text", "1.0.0", "1.0.0"),
    ("a number in quotes is text", '"12"', "12"),
    ("true in quotes is text", "'true'", "true"),
    ("a hash inside a word is text", "a#b", "a#b"),
    ("a comment ends it", "a #b", "a"),
    ("an equals sign is text", "=", "="),
]


@pytest.mark.parametrize(("text", "value"), [pytest.param(text, value, id=name) for name, text, value in SCALARS])
def test_a_word_means(text: str, value: Any) -> None:
    found = read(f"a: {text}".encode())
    assert found.diagnostics == []
    [item] = found.value.values()
    assert type(item) is type(value)
    assert item == value or (isnan(item) and isnan(value))


DOCUMENTS = [
    ("keys are text, whatever they look like", b"1: a\ntrue: b\n~: c\n", {"1": "a", "true": "b", "~": "c"}),
    ("a byte order mark is not part of the text", b"\xef\xbb\xbfa: 1", {"a": 1}),
    ("lines may end as on Windows", b"a: 1\r\nb:\r\n  - 2\r\n", {"a": 1, "b": [2]}),
    ("a document may begin and end with its marks", b"---\na: 1\n...\n", {"a": 1}),
    ("a tab may stand between words", b"a:\t1", {"a": 1}),
    ("a merge key in quotes is a key", b'"<<": 1', {"<<": 1}),
    ("a block of text", b"a: |\n  b\n  c\n", {"a": "b\nc\n"}),
    ("a folded text", b"a: >-\n  b\n  c\n", {"a": "b c"}),
    ("letters of all scripts", "a: géant 大".encode(), {"a": "géant 大"}),
]


@pytest.mark.parametrize(("content", "value"), [pytest.param(*row, id=name) for name, *row in DOCUMENTS])
def test_a_document_holds(content: bytes, value: Any) -> None:
    found = read(content)
    assert (found.value, found.diagnostics) == (value, [])


BOMB = b"a: &a [x, x]\n" + b"".join(b"b%d: &b%d [*a, *a]\n" % (one, one) for one in range(5_000))
REFUSED = [
    ("an empty file", b"", 1, "yaml-syntax"),
    ("blanks only", b" " * 500_000, 1, "yaml-syntax"),
    ("comments only", b"# a\n# b\n", 1, "yaml-syntax"),
    ("two documents", b"a: 1\n---\nb: 2\n", 2, "yaml-syntax"),
    ("a hundred thousand documents", b"a: 1\n" + b"---\n" * 100_000, 2, "yaml-syntax"),
    ("text behind the end of the document", b"a: 1\n...\nb", 3, "yaml-syntax"),
    ("an anchor", b"b: 1\na: &x 1", 2, "yaml-alias"),
    ("an alias", b"b: 1\na: *x", 2, "yaml-alias"),
    ("aliases that would grow without end", BOMB, 1, "yaml-alias"),
    ("a tag of Python", b"a: 1\nb: !!python/object/apply:os.system [ls]", 2, "yaml-tag"),
    ("a tag of YAML", b"a: !!str 1", 1, "yaml-tag"),
    ("a tag of one's own", b"a: !x 1", 1, "yaml-tag"),
    ("a tag on the whole document", b"!x\na: 1", 1, "yaml-tag"),
    ("a tag of half a million signs", b"!" * 500_000, 1, "yaml-tag"),
    ("a merge key", b"a: 1\nb: {<<: {c: 1}}", 2, "yaml-merge-key"),
    ("a key twice", b"a: 1\nb: 2\na: 3", 3, "yaml-duplicate-key"),
    ("a key twice in braces", b"x: {a: 1, a: 2}", 1, "yaml-duplicate-key"),
    ("a key twice in other words", b"1: a\n'1': b", 2, "yaml-duplicate-key"),
    ("a list as a key", b"? [a]\n: b", 1, "yaml-syntax"),
    ("lists in lists, ten thousand deep", b"a: " + b"[" * 10_000, 1, "too-deep"),
    ("lists in lists, ten thousand deep, in a block", b"- " * 10_000, 1, "too-deep"),
    ("maps in maps, ten thousand deep", b"{a: " * 10_000, 1, "too-deep"),
    ("maps in maps, forty-one deep", b"".join(b" " * n + b"a:\n" for n in range(42)), 42, "too-deep"),
    ("two megabytes", b"a" * 2_000_000, 1, "too-large"),
    ("a NUL byte", b"a: 1\nb: \x00", 2, "yaml-syntax"),
    ("a control character behind letters of two bytes", "é: 1\nü: ä\nb: \x07".encode(), 3, "yaml-syntax"),
    ("not UTF-8", b"a: 1\nb: g\xe9ant", 2, "encoding"),
    ("half a letter", b"a: \xc3", 1, "encoding"),
    ("UTF-16", "a: 1".encode("utf-16"), 1, "encoding"),
    ("a tab before a key", b"a:\n\tb: 1", 2, "yaml-syntax"),
    ("a quote without an end", b'a: "b\n' + b"c\n" * 100_000, 100_001, "yaml-syntax"),
    ("a list without an end", b"a: [1,\nb: 2", 2, "yaml-syntax"),
    ("a colon in text", b"a: b: c", 1, "yaml-syntax"),
    ("a text that begins with a percent sign", b"a: %b", 1, "yaml-syntax"),
    ("an escape that does not exist", b'a: "\\q"', 1, "yaml-syntax"),
    ("half a million colons", b":" * 500_000, 1, "yaml-syntax"),
    ("half a million commas", b"[" + b"," * 500_000, 1, "yaml-syntax"),
]


@pytest.mark.parametrize(("content", "line", "code"), [pytest.param(*row, id=name) for name, *row in REFUSED])
def test_a_text_is_refused_at_its_line(content: bytes, line: int, code: str) -> None:
    found = read(content).diagnostics
    assert {one.code for one in found} == {code}
    assert (found[0].line, found[0].severity) == (line, "error")
    assert len(found[0].message) < 200


def test_forty_levels_are_deep_enough() -> None:
    assert read(b"[" * 40 + b"]" * 40).diagnostics == []


@given(st.binary() | st.text().map(str.encode) | st.text("ab:- {}[]&*!|>'\"#%@\n\t ~<?,", max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    found = read(content)
    lines = content.count(b"\n") + content.count(b"\r") + content.count(b"\xc2\x85") + content.count(b"\xe2\x80") + 1
    assert all(1 <= one.line <= lines for one in found.diagnostics)


some = settings(max_examples=settings().max_examples // 4)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@some
@given(VALUES | st.sampled_from([text for _, text, _ in SCALARS]))
def test_what_is_written_reads_back_alike(value: Any) -> None:
    found = read(dump([value]).encode())
    assert (found.value, found.diagnostics) == ([value], [])


PLACES = [
    ("a plain text", b"a:\n  b: x + y", Place(2, 10)),
    ("a text in quotes", b"a:\n  b: 'x + y'", Place(2, 11)),
    ("a block of text", b"a:\n  b: |\n    x + y\n", Place(3, 5)),
    ("a folded text begins where it begins", b"a:\n  b: >\n    x + y\n", Place(2, 6)),
]


@pytest.mark.parametrize(("content", "place"), [pytest.param(*row, id=name) for name, *row in PLACES])
def test_a_place_inside_a_text_is_a_place_in_the_file(content: bytes, place: Place) -> None:
    assert read(content).inside(("a", "b"), Place(1, 5)) == place
