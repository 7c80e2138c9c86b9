"""Random pairs of versions: the second is the first with a few things changed, as an author would."""

from copy import deepcopy
from typing import Any, Final

from hypothesis import strategies as st

from tests.engine.trees import ATOMS, DOMAINS, NUMBERS, Document, advice, families, formulas, trees

OUTCOMES: Final = ["o0", "o1", "o2"]


def domains(*documents: Document) -> dict[str, list[Any]]:
    """Values of all inputs of these documents."""
    names = dict.fromkeys(name for document in documents for name in document["inputs"])
    return {name: DOMAINS[name] for name in names}


@st.composite
def changed_trees(draw: st.DrawFn) -> tuple[list[Document], list[Document]]:
    """Two families of trees; the last of each is compared."""
    old = draw(st.one_of(trees(most=4).map(lambda one: [one]), families()))
    new = deepcopy(old)
    for _ in range(draw(st.integers(0, 3))):
        _change_tree(draw, new[draw(st.integers(0, len(new) - 1))])
    _change_inputs(draw, new)
    return old, new


def _change_tree(draw: st.DrawFn, tree: Document) -> None:
    node = tree["nodes"][draw(st.sampled_from([*tree["nodes"]]))]
    ways = [*node["branches"], *([node["otherwise"]] if "otherwise" in node else [])]
    match draw(st.integers(0, 5)):
        case 0 | 1:
            draw(st.sampled_from(node["branches"]))["when"] = _condition(draw, tree)
        case 2:
            draw(st.sampled_from(ways))["then"] = draw(st.sampled_from(OUTCOMES))
        case 3:
            draw(st.sampled_from(ways))["do"] = draw(st.lists(st.sampled_from(["a0", "a1"]), max_size=2, unique=True))
        case 4:
            node["branches"].reverse()
        case _:
            draw(st.sampled_from(ways))["because"] = "of a reason"


def _condition(draw: st.DrawFn, document: Document) -> str:
    return draw(st.sampled_from([atom for name in document["inputs"] for atom in ATOMS[name]]))


def _change_inputs(draw: st.DrawFn, documents: list[Document]) -> None:
    """Ranges, choices and defaults; all documents of a family agree on them."""
    change = draw(st.integers(0, 12))
    for document in documents:
        inputs = document["inputs"] = deepcopy(document["inputs"])
        if change == 1 and "vms" in inputs:
            inputs["vms"]["maximum"] = 2
        elif change == 2 and "spare" in inputs:
            inputs["spare"]["default"] = 3
        elif change == 3 and "kind" in inputs:
            inputs["kind"]["values"] = {"small": "Small", "other": "Other", "new": "New"}
        elif change == 4 and "hot" in inputs:
            inputs["hot"]["default"] = True
        elif change == 5:
            inputs["spare"] = {"type": "integer", "minimum": 0, "maximum": 3, "ask": "How many?"}
        elif change == 6 and "spare" in inputs:
            del inputs["spare"]["default"]


@st.composite
def changed_formulas(draw: st.DrawFn) -> tuple[Document, Document]:
    """Two versions of a formula."""
    old = draw(formulas())
    new = deepcopy(old)
    numbers = [number for name in old["inputs"] for number in NUMBERS.get(name, ["limit / 2.0"])]
    for _ in range(draw(st.integers(0, 2))):
        output = new["outputs"][draw(st.sampled_from([*new["outputs"]]))]
        match draw(st.integers(0, 4)):
            case 0:
                output["value"] = draw(st.sampled_from(numbers))
            case 4:
                new["caveats"]["c0"] = {"when": _condition(draw, old), "text": "Take more care"}
            case 1:
                output["range"] = [0, 2]
            case 2:
                new["requires"] = [{"check": _condition(draw, old), "message": "it must hold"}]
            case _:
                output["title"] = "A title"
    _change_inputs(draw, [new])
    return old, new


@st.composite
def changed_advice(draw: st.DrawFn) -> tuple[Document, Document]:
    """Two versions of advice."""
    old = draw(advice())
    new = deepcopy(old)
    for _ in range(draw(st.integers(0, 2))):
        rule = draw(st.sampled_from(new["rules"]))
        match draw(st.integers(0, 4)):
            case 0:
                rule["when"] = _condition(draw, old)
            case 1:
                rule["assert"] = {"cause": "x"}
            case 2:
                rule[draw(st.sampled_from(["gain", "rank"]))] = draw(st.sampled_from(["0.5", "0.25"]))
            case 3:
                new["rules"].reverse()
            case _:
                rule["advise"] = {"title": "Do it now"}
    _change_inputs(draw, [new])
    return old, new
