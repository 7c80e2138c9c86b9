"""The only door to durable-rules, and the guard of its envelope.

durable-rules 2.0.28 chains forward reliably over short symbols that we make ourselves, in one thread, in small
rulesets. Its sharp edges lie elsewhere, so nothing else goes in:

- every value and field name is an ASCII token of the compiler, never a caller's value, and none collide in its 32-bit
  hash;
- every message carries `at`, which no state message has; no rule tests for the absence of a field;
- a host without timers, one lock, one session (`sid`) that is deleted after each run and checked for swallowed
  exceptions;
- the very first session of a ruleset fires a rule before it is deleted: to delete one in which nothing fired frees
  memory that the engine never set, and ends the process;
- a ruleset has at most `MAX_RULES` rules, of which at most `MAX_SHARED` begin with the same test; a rule has at most
  `MAX_TESTS` tests.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from threading import Lock
from time import time
from types import SimpleNamespace
from typing import Any, Final

from durable import engine
from msgspec import Struct, json

from service.errors import EngineError

MAX_RULES: Final = 200
MAX_SHARED: Final = 120
MAX_TESTS: Final = 16
_SID: Final = "run"
_FNV_PRIME: Final = 16777619
_FNV_BASIS: Final = 2166136261

_TOKEN_LENGTH: Final = 80
_TOKEN: Final = re.compile(rf"[a-zTFU][a-z0-9_]{{0,{_TOKEN_LENGTH}}}")
_FIRST: Final = "1st"
_HIJACKED: Final = ("id", "sid", "$s", _FIRST)
"""Fields that the engine takes for identity and partition (`id` is set to the position on purpose, never guessed), and
the rule of the first session."""

engine._unix_now = time  # the original calls a function that Python 3.12 deprecates, twice per action
engine.json = SimpleNamespace(dumps=lambda value, **_: json.encode(value).decode(), loads=json.decode)
"""Symbols need nothing of the standard library's JSON, which took a quarter of each inference."""


class Production(Struct, frozen=True):
    """A rule of the engine: it fires when all its tests hold, and then posts what follows from it.

    Each test is one message to match: a set of fields and the symbols that they must have. `priority` orders rules
    that one event matches: the lowest fires. `then` names the positions whose messages are posted next.
    """

    name: str
    tests: tuple[Mapping[str, str], ...]
    then: tuple[str, ...] = ()
    priority: int = 1


class QuietHost(engine.Host):  # type: ignore[misc]  # durable-rules has no types
    """A host without timers: every ruleset is run to its end by the caller.

    The stock host starts two timer threads that nothing can stop; one of them can take over a caller's action.
    """

    def _run(self) -> None:
        return


_host: Final = QuietHost()
_lock: Final = Lock()
_compiled: Final[dict[str, "Ruleset"]] = {}


def compile_ruleset(productions: Iterable[Production], *, facts: bool = False) -> "Ruleset":
    """A ruleset of these productions; the same productions are compiled once in a process and then shared.

    Positions are posted as events (each fires the one production of lowest priority that it matches) or, with `facts`,
    as facts (which stay, and fire every production that they match, each once).

    Raises:
        EngineError: the productions are outside the envelope.
    """
    rules = tuple(productions)
    name = sha256(json.encode((facts, rules))).hexdigest()
    with _lock:
        if name not in _compiled:
            check(rules)
            _compiled[name] = Ruleset(name, rules, facts=facts)
        return _compiled[name]


class Ruleset:
    """A compiled set of productions; made by `compile_ruleset`."""

    def __init__(self, name: str, rules: tuple[Production, ...], *, facts: bool) -> None:
        """Hand the productions to the engine under this name."""
        self._name = name
        self._facts = facts
        self._tested = {test["at"] for rule in rules for test in rule.tests}
        self._fired: list[str] = []
        self._posted: set[str] = set()
        self._messages: Mapping[str, Mapping[str, str]] = {}
        first = Production(_FIRST, ({"at": _FIRST},))
        _host.register_rulesets({name: {rule.name: self._definition(rule) for rule in (*rules, first)}})
        _host.post(name, {"sid": _SID, "id": _FIRST, "at": _FIRST})
        _host.delete_state(name, _SID)

    def fire(self, start: Iterable[str], messages: Mapping[str, Mapping[str, str]]) -> tuple[str, ...]:
        """Post the starting positions, chain to the end, and name the productions that fired, in order.

        `messages` holds the verdicts that are known at each position, as symbols by field.

        Raises:
            EngineError: the engine failed, or swallowed an exception.
        """
        with _lock:
            self._fired, self._posted, self._messages = [], set(), messages
            insert = _host.assert_fact if self._facts else _host.post
            try:
                for position in start:
                    self._post(position, lambda message: insert(self._name, message))
                state = _host.get_state(self._name, _SID) if self._posted else {}
            except Exception as error:
                message = f"the inference engine failed: {error}"
                raise EngineError(message) from error
            finally:
                if self._posted:
                    _host.delete_state(self._name, _SID)
            if "exception" in state:
                message = f"the inference engine swallowed an exception: {state['exception']}"
                raise EngineError(message)
            return tuple(self._fired)

    def _post(self, position: str, insert: Callable[[dict[str, str]], object]) -> None:
        """Post what is known at a position; a fact that is there already, or that nothing tests, is not posted."""
        if self._facts and (position in self._posted or position not in self._tested):
            return
        self._posted.add(position)
        insert({"sid": _SID, "id": position, "at": position, **self._messages.get(position, {})})

    def _definition(self, rule: Production) -> dict[str, Any]:
        def run(context: Any) -> None:
            self._fired.append(rule.name)
            insert = context.assert_fact if self._facts else context.post
            for position in rule.then:
                self._post(position, insert)

        patterns = [{f"m{index}": _pattern(test)} for index, test in enumerate(rule.tests)]
        return {"all": patterns, "pri": rule.priority, "run": run}


def _pattern(test: Mapping[str, str]) -> Mapping[str, Any]:
    conditions = [{field: symbol} for field, symbol in test.items()]
    return {"$and": conditions} if len(conditions) > 1 else conditions[0]


def check(rules: Sequence[Production]) -> None:
    """Refuse productions outside the envelope.

    Raises:
        EngineError: too many rules, too many behind one test, a token that is no symbol, a collision of hashes, or a
        test that could match a message of the engine itself.
    """
    if not 0 < len(rules) <= MAX_RULES:
        message = f"a ruleset has 1 to {MAX_RULES} rules, not {len(rules)}"
        raise EngineError(message)
    longest = max(len(rule.tests) for rule in rules)
    if longest > MAX_TESTS or not all(rule.tests for rule in rules):
        message = f"a rule has 1 to {MAX_TESTS} tests, not {longest if longest > MAX_TESTS else 0}"
        raise EngineError(message)
    shared = Counter(rule.tests[0].get("at") for rule in rules)
    position, most = shared.most_common(1)[0]
    if position is None or any("at" not in test for rule in rules for test in rule.tests):
        message = "every test of a rule names a position"
        raise EngineError(message)
    if most > MAX_SHARED:
        message = f"at most {MAX_SHARED} rules may begin at one position, not {most} at `{position}`"
        raise EngineError(message)
    _check_tokens({rule.name for rule in rules}, {token for rule in rules for test in rule.tests for token in test})
    _check_tokens({symbol for rule in rules for test in rule.tests for symbol in test.values()})


def _check_tokens(*groups: set[str]) -> None:
    for group in groups:
        hashes: dict[int, str] = {fnv32(word): word for word in _HIJACKED}
        for token in sorted(group):
            if token in _HIJACKED:
                message = f"`{token}` is a field that the inference engine takes for itself"
                raise EngineError(message)
            if not _TOKEN.fullmatch(token):
                message = f"`{token}` is not a symbol: up to {_TOKEN_LENGTH} lower-case letters, digits and underscores"
                raise EngineError(message)
            other = hashes.setdefault(fnv32(token), token)
            if other != token:
                message = f"`{token}` and `{other}` are one to the inference engine: it compares 32-bit hashes"
                raise EngineError(message)


def fnv32(token: str) -> int:
    """The 32-bit FNV-1a hash by which durable-rules compares names."""
    value = _FNV_BASIS
    for byte in token.encode():
        value = (value ^ byte) * _FNV_PRIME % 2**32
    return value
