"""What a judgment promises about the inputs that are missing, checked against every completion of them.

The domains are small, so all completions are tried. What is promised:

- a value that is known is the value of every completion, and a failure is the failure of every completion;
- only missing inputs are asked for, each once, and the answers to all of them settle the matter;
- where each input is mentioned once, in comparisons joined by `&&`, `||` and `!`, none is asked for in vain: for each
  there are answers to the others that leave the value open. (Elsewhere that would take a proof: `b` is idle in
  `a && !a && b`, and so is `a` in `(a ? c : d) && b` where `c` and `d` are both known to be true.)
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.language.cel import CelValueError, Environment
from service.language.expression import Expression, Failed, Judgment, Known, Scope, Unknown

DOMAINS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("a", "b", "c"), (False, True)),
    **dict.fromkeys(("m", "n"), (0, 1, 2)),
}
TYPES = {name: "bool" if values[0] is False else "int" for name, values in DOMAINS.items()}
INPUTS = Environment(TYPES)
ALL = Environment({**TYPES, "ratio": "int", "either": "bool"})

Values = Mapping[str, Any]

some = settings(max_examples=settings().max_examples // 4)
"""Each example is tried with up to 72 completions."""


@st.composite
def conditions(draw: st.DrawFn, leaves: Sequence[str], depth: int = 3) -> str:
    """A condition over these inputs and derived values, which may be mentioned many times, and may fail."""
    kind = draw(st.integers(0, 6)) if depth else 0
    if kind <= 1:
        return draw(st.sampled_from([*leaves, "true", "false"]))
    if kind == 2:
        sides = draw(numbers(leaves, depth - 1)), draw(numbers(leaves, depth - 1))
        return f"({sides[0]} {draw(st.sampled_from(['<', '<=', '==', '!=', '>']))} {sides[1]})"
    one = draw(conditions(leaves, depth - 1))
    if kind == 3:
        return f"!{one}"
    other = draw(conditions(leaves, depth - 1))
    if kind == 4:
        return f"({one} ? {other} : {draw(conditions(leaves, depth - 1))})"
    return f"({one} {'&&' if kind == 5 else '||'} {other})"


@st.composite
def numbers(draw: st.DrawFn, leaves: Sequence[str], depth: int) -> str:
    if depth <= 0 or draw(st.booleans()):
        derived = ["ratio"] if "either" in leaves else []
        return draw(st.sampled_from(["m", "n", "0", "1", *derived]))
    sides = draw(numbers(leaves, depth - 1)), draw(numbers(leaves, depth - 1))
    if draw(st.booleans()):
        return f"({draw(conditions(leaves, depth - 1))} ? {sides[0]} : {sides[1]})"
    return f"({sides[0]} {draw(st.sampled_from(['+', '-', '/', '%']))} {sides[1]})"


def partly(domains: Mapping[str, Sequence[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Some of the inputs, with values of their domains."""
    return st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in domains.items()})


def completions(given_values: Values, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    missing = [name for name in names if name not in given_values]
    for values in product(*(DOMAINS[name] for name in missing)):
        yield {**given_values, **dict(zip(missing, values, strict=True))}


def judge(expression: Expression, derived: Mapping[str, Expression], values: Values) -> Judgment:
    scope = Scope(dict(values))
    for name, one in derived.items():
        scope.define(name, one.judge(scope))
    return expression.judge(scope)


def plainly(expression: Expression, derived: Mapping[str, Expression], values: Values) -> Any:
    """The value by CEL alone, with everything known; nothing if there is none."""
    everything = dict(values)
    for name, one in derived.items():
        try:
            everything[name] = one.program.value(everything)
        except CelValueError:
            continue
    try:
        return expression.program.value(everything)
    except CelValueError:
        return None


DERIVED = st.fixed_dictionaries({"ratio": numbers(["a", "b"], 2), "either": conditions(["a", "b"], 2)})


@some
@given(conditions([*"abc", "either"]), DERIVED, partly(DOMAINS))
def test_a_judgment_holds_for_every_completion(text: str, texts: dict[str, str], values: dict[str, Any]) -> None:
    expression = Expression(text, ALL)
    derived = {name: Expression(one, INPUTS) for name, one in texts.items()}
    found = [plainly(expression, derived, one) for one in completions(values, [*DOMAINS])]
    match judge(expression, derived, values):
        case Known(value=value):
            assert all(one is value for one in found)
        case Failed():
            assert all(one is None for one in found)
        case Unknown(reads=reads):
            assert len(set(reads)) == len(reads) > 0
            assert set(reads) <= DOMAINS.keys() - values.keys()
            for answered in completions(values, reads):
                assert not isinstance(judge(expression, derived, answered), Unknown)


@st.composite
def mentioned_once(draw: st.DrawFn, names: Sequence[str]) -> str:
    """A condition that mentions each of these inputs once, and chooses nothing."""
    if len(names) == 1:
        return names[0] if TYPES[names[0]] == "bool" else f"({names[0]} > 0)"
    if len(names) == 2 and all(TYPES[name] == "int" for name in names):
        return f"({names[0]} {draw(st.sampled_from(['<', '==', '>=']))} {names[1]})"
    cut = draw(st.integers(1, len(names) - 1))
    one, other = draw(mentioned_once(names[:cut])), draw(mentioned_once(names[cut:]))
    negation = draw(st.sampled_from(["", "!"]))
    return f"{negation}({one} {draw(st.sampled_from(['&&', '||']))} {other})"


@some
@given(st.permutations([*DOMAINS]).flatmap(mentioned_once), partly({**DOMAINS, "m": (1,), "n": (1,)}))
def test_no_input_is_asked_for_in_vain(text: str, values: dict[str, Any]) -> None:
    expression = Expression(text, INPUTS)
    judgment = expression.judge(Scope(dict(values)))
    for read in judgment.reads if isinstance(judgment, Unknown) else ():
        others = [name for name in DOMAINS if name != read]
        without = (expression.judge(Scope(one)) for one in completions(values, others))
        assert any(isinstance(one, Unknown) for one in without), read
