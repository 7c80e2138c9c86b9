"""An expression as a term has the value that CEL itself gives, to the last bit, and none where CEL gives none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.language.cel import CelValueError, Environment
from service.language.expression import Expression
from tests.proofs.expressions import TYPES, Symbolic, texts, values

ENVIRONMENT = Environment(TYPES)


@pytest.mark.parametrize("kind", ["bool", "int", "double"])
@settings(max_examples=50)
@given(st.data())
def test_a_term_is_what_cel_makes_of_the_expression(kind: str, data: st.DataObject) -> None:
    text = data.draw(texts(2)[kind])
    inputs = data.draw(values())
    expression = Expression(text, ENVIRONMENT)
    try:
        expected = expression.program.value(inputs)
    except CelValueError:
        expected = None
    symbolic = Symbolic(expression)
    assert symbolic.can_be(inputs, expected)
    assert not symbolic.is_exact or not symbolic.can_be_other(inputs, expected)
