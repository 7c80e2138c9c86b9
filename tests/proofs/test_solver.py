"""The door to z3: possible, impossible, or undecided, and never more than was allowed."""

from service.analysis.solver.solving import Impossible, Possible, Solver, Undecided

EFFORT = 10_000_000


def ask(solver: Solver, claim: object, effort: int = EFFORT) -> Possible | Impossible | Undecided:
    return solver.check(claim, effort=effort, milliseconds=60_000)[0]


def product_of_primes(solver: Solver) -> object:
    """A claim that takes long to decide: two numbers of 40 bits whose product is that of two primes."""
    terms = solver.terms
    one, other = (terms.widened(solver.whole(name, 40), 80) for name in ("p", "q"))
    large = [terms.less(terms.whole(1, 80), side) for side in (one, other)]
    return terms.all([*large, terms.same(one * other, terms.whole(549755813881 * 274877906857, 80))])


def test_a_claim_that_can_be_so_comes_with_values() -> None:
    solver = Solver()
    terms = solver.terms
    more = terms.less(terms.whole(3, 8), solver.whole("n", 8))
    less = terms.less(solver.whole("n", 8), terms.whole(5, 8))
    assert ask(solver, terms.all([more, less])) == Possible({"n": 4})


def test_doubles_come_back_to_the_last_bit() -> None:
    solver = Solver()
    terms, x = solver.terms, solver.double("x")
    claim = terms.all([terms.equal(terms.plus(x, x), terms.real(0.2)), terms.no(terms.is_minus(x))])
    assert ask(solver, claim) == Possible({"x": 0.1})


def test_a_contradiction_is_impossible() -> None:
    solver = Solver()
    yes = solver.truth("yes")
    assert ask(solver, solver.terms.all([yes, solver.terms.no(yes)])) == Impossible()


def test_a_fact_about_a_variable_goes_along_with_it() -> None:
    solver = Solver()
    terms, n = solver.terms, solver.whole("n", 8)
    solver.suppose("n", terms.less(n, terms.whole(3, 8)))
    assert ask(solver, terms.less(terms.whole(2, 8), n)) == Impossible()
    assert ask(solver, solver.named(terms.less(terms.whole(2, 8), n))) == Impossible()


def test_a_name_stands_for_its_term() -> None:
    solver = Solver()
    terms = solver.terms
    one, other = solver.truth("one"), solver.truth("other")
    both = solver.named(terms.all([one, other]))
    assert solver.named(terms.all([one, other])) is both
    assert solver.mentions(both) == {"one", "other"}
    assert ask(solver, both) == Possible({"one": True, "other": True})


def test_a_claim_that_takes_too_much_is_undecided_and_the_next_is_not() -> None:
    solver = Solver()
    assert ask(solver, product_of_primes(solver), effort=1000) == Undecided()
    assert ask(solver, solver.truth("yes")) == Possible({"yes": True})


def test_the_effort_is_the_same_every_time() -> None:
    spent = []
    for _ in range(2):
        solver = Solver()
        answer, effort = solver.check(product_of_primes(solver), effort=20_000, milliseconds=60_000)
        spent.append((answer, effort))
    assert spent[0] == spent[1]
