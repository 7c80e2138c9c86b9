"""Harm in the expressions: hard to read, to prove, or to run."""

from itertools import pairwise
from typing import Any

from tests.check.hostile.building import Hostile, branch, case, formula, node, text, tree

EXPRESSIONS = [
    Hostile("an expression of a megabyte", "limit", lambda: text(tree("n > 0" + " " * 900_000))),
    Hostile("700 brackets", "limit", lambda: text(tree("(" * 700 + "n > 0" + ")" * 700))),
    Hostile("1,400 brackets that stay open", "limit", lambda: text(tree("(" * 1_400))),
    Hostile("1,400 times not", "", lambda: text(tree("!" * 1_400 + "(n > 0)"))),
    Hostile("1,400 minus signs", "case-failed", lambda: text(tree("n > " + "-" * 1_400 + "1"))),
    Hostile("a chain of 160 alternatives", "", lambda: text(tree(_joined("n==%d", " || ", 150)))),
    Hostile("both in turn", "", lambda: text(tree("||".join(f"n>{i}&&n<{i + 2}" for i in range(0, 200, 2))))),
    Hostile("conditions in conditions", "limit", lambda: text(tree(_nested(24)))),
    Hostile("conditions in conditions, not too deep", "", lambda: text(tree(_nested(8)))),
    Hostile("a list of 400 numbers", "", lambda: text(tree("n in [" + ",".join(map(str, range(1, 350))) + "]"))),
    Hostile("lists in lists", "limit", lambda: text(tree("n in " + "[" * 400 + "1" + "]" * 400))),
    Hostile("a macro over a list", "cel-refused", lambda: text(tree("[" + ",".join("1" * 600) + "].all(x, x < n)"))),
    Hostile("macros in macros", "cel-refused", lambda: text(tree(_macros(5)))),
    Hostile(
        "macros over a million records",
        "cel-refused",
        lambda: text(_over_records("rows.v.all(x, rows.v.all(y, x < y))")),
    ),
    Hostile("an expression that has no end for a regex", "cel-refused", lambda: text(tree('"a".matches("(a+)+$")'))),
    Hostile("a text that doubles a hundred times", "cel-refused", lambda: text(_doubled("m", "m + m"))),
    Hostile("a list that doubles", "cel-refused", lambda: text(_over_records("size(rows.v + rows.v) > 1"))),
    Hostile(
        "a number that doubles a hundred times",
        "case-failed",
        lambda: text(_doubled("n", "{0} + {0}", last="d99 >= 0 || n < 0")),
    ),
    Hostile(
        "a square of a square, a hundred times", "*", lambda: text(_doubled("n", "{0} * {0}", last="n > 0 || d99 == 7"))
    ),
    Hostile("products that are hard to take apart", "*", lambda: text(_factors())),
    Hostile("a hard product of doubles", "*", lambda: text(_products())),
    Hostile("remainders of remainders", "*", lambda: text(tree(_remainders()))),
    Hostile("a division by nothing", "case-failed", lambda: text(tree("1 / 0 == n"))),
    Hostile("an overflow", "case-failed", lambda: text(tree("9223372036854775807 + n > 0"))),
    Hostile("a literal beyond 64 bits", "cel-type", lambda: text(tree("n > 99999999999999999999"))),
    Hostile("what is no number", "*", lambda: text(tree("0.0 / 0.0 == double(n)"))),
    Hostile("exponents of exponents", "case-failed", lambda: text(formula("exp(exp(exp(exp(x * 1000.0))))"))),
    Hostile("powers of powers", "case-failed", lambda: text(formula("pow(pow(pow(x + 9.0, 99.0), 99.0), 99.0)"))),
    Hostile("bytes that are not text", "cel-refused", lambda: text(tree('n > 0 && b"\\xff" == b"\\xff"'))),
    Hostile("a text of 1,400 characters", "*", lambda: text(tree('n > 0 && "' + "a" * 1_400 + '".contains("b")'))),
    Hostile("an escape that ends the expression", "*", lambda: text(tree('n > 0 && "\\u0000" == "a"'))),
    Hostile("a comment that swallows the next", "", lambda: text(tree("n > 0 // ) , ("))),
    Hostile("checks of 150,000 characters", "limit", lambda: text(_guards(100))),
    Hostile("100 checks", "*", lambda: text(_guards(13))),
    Hostile("50 overlapping branches in 40 nodes", "*", lambda: text(_overlapping(40, 50))),
    Hostile("200 choices of 100 values", "*", lambda: text(_choices())),
]
"""Documents whose conditions and formulas are catastrophic."""


def _joined(part: str, by: str, count: int) -> str:
    return by.join(part % (i + 1) for i in range(count))


def _nested(depth: int) -> str:
    return "".join(f"n > {i} ? n < {1000 - i} : (" for i in range(depth)) + "n > 0" + ")" * depth


def _macros(depth: int) -> str:
    names = "abcdefgh"[:depth]
    inner = " && ".join(f"{name} > 0" for name in names)
    for name in reversed(names):
        inner = f"[1,2,3,4,5,6,7,8,9].all({name}, {inner})"
    return inner


def _over_records(when: str) -> dict[str, Any]:
    rows = {"type": "list", "ask": "?", "max_items": 1_000_000, "of": {"v": {"type": "number"}}}
    return tree(f"n > 0 || {when}", inputs={"n": {"type": "integer", "ask": "?"}, "rows": rows})


def _doubled(name: str, step: str, last: str = "n > 0") -> dict[str, Any]:
    """A hundred values, each made of the one before."""
    names = [name, *(f"d{i}" for i in range(100))]
    choice = {"type": "choice", "ask": "?", "values": {"a" * 64: "A"}}
    inputs = {"n": {"type": "integer", "ask": "?", "minimum": -9, "maximum": 9}} | (
        {"m": choice} if name == "m" else {}
    )
    derived = {after: step.replace("m", before).format(before) for before, after in pairwise(names)}
    return tree(last, inputs=inputs, derived=derived)


def _factors() -> dict[str, Any]:
    """Which whole numbers make this product, of which 1 is none?"""
    names = "abcdef"
    inputs = {name: {"type": "integer", "ask": "?", "minimum": 2, "maximum": 2_000_000} for name in names}
    hard = "a * b == 999985999949 && c * d == 999962000357 && e * f == 999880003597"
    given = dict.fromkeys(names, 2)
    cases = [{"name": "twos", "given": given, "expect": {"outcome": "no"}}]
    outcomes = {"yes": {"title": "Yes"}, "no": {"title": "No"}}
    nodes = {"first": node(branch(hard, "yes"), branch("a > 0", "no"), otherwise="yes")}
    sure = {
        "name": "a way that is known",
        "given": {**given, "a": 999_983, "b": 1_000_003},
        "expect": {"outcome": "no"},
    }
    return tree(inputs=inputs, nodes=nodes, outcomes=outcomes, cases=[*cases, sure])


def _products() -> dict[str, Any]:
    names = "abcdefgh"
    inputs = {name: {"type": "number", "ask": "?", "minimum": 1, "maximum": 2} for name in names}
    product = " * ".join(names)
    when = f"{product} == 3.0000000000000001 && {' + '.join(names)} < 9.3 && {product} / a * a != 3.0"
    given = dict.fromkeys(names, 1.5)
    return tree(when, inputs=inputs, cases=[{"name": "halves", "given": given, "expect": {"outcome": "no"}}])


def _remainders() -> str:
    return " && ".join(f"(n * n + {i}) % {1000003 + i} == {i * 7919 % 1000}" for i in range(30)) + " || n > 0"


def _guards(characters: int) -> dict[str, Any]:
    check = f"n > -{'1' * 3}{' ' * max(characters * 15 - 7, 0)}"
    return tree(requires=[{"check": check, "message": "no"}] * 100)


def _overlapping(nodes: int, branches: int) -> dict[str, Any]:
    made = {
        f"n{i}": {
            "title": "T",
            "branches": [{"when": f"n>{j * 7 + i}&&n<{900 - j}", "then": "yes"} for j in range(branches)],
            "otherwise": {"then": f"n{i + 1}" if i + 1 < nodes else "no"},
        }
        for i in range(nodes)
    }
    return tree(start="n0", nodes=made, cases=[case(500, "yes"), case(-1, "no")])


def _choices() -> dict[str, Any]:
    values = {f"v{i}": "V" for i in range(100)}
    inputs = {f"c{i}": {"type": "choice", "ask": "?", "values": values} for i in range(60)}
    when = " || ".join(f'c{i} == "v{i}"' for i in range(60))
    given = {f"c{i}": "v99" for i in range(60)}
    cases = [
        {"name": "none", "given": given, "expect": {"outcome": "no"}},
        {"name": "one", "given": given | {"c0": "v0"}, "expect": {"outcome": "yes"}},
    ]
    return tree(when, inputs=inputs, cases=cases)
