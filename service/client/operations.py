"""Calls as methods of the clients: each is described once, with its types, and sent in two ways."""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar, overload

from service.client import calls
from service.client.calls import Call
from service.client.senders import AsyncSender, Sender
from service.model.pages import Page

P = ParamSpec("P")
T = TypeVar("T")


class Operation(Generic[P, T]):
    """A method that makes a call and sends it: of a `Sender` it gives the answer, of an `AsyncSender` one to await."""

    def __init__(self, make: Callable[P, Call[T]]) -> None:
        """Take what makes the call."""
        self._make = make

    @overload
    def __get__(self, sender: None, owner: type) -> Callable[P, Call[T]]: ...
    @overload
    def __get__(self, sender: Sender, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, sender: AsyncSender, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...

    def __get__(self, sender: Sender | AsyncSender | None, owner: type) -> Callable[P, Any]:
        """The method of a client; of the class, what makes the call."""
        if sender is None:
            return self._make

        @wraps(self._make)
        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return sender.send(self._make(*args, **kwargs))

        return method


class Listing(Generic[P, T]):
    """A method that lists: of a `Sender` it gives an iterator, of an `AsyncSender` an asynchronous one."""

    def __init__(self, make: Callable[P, Call[Page[T]]]) -> None:
        """Take what makes the call for the first page."""
        self._make = make

    @overload
    def __get__(self, sender: None, owner: type) -> Callable[P, Call[Page[T]]]: ...
    @overload
    def __get__(self, sender: Sender, owner: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, sender: AsyncSender, owner: type) -> Callable[P, AsyncIterator[T]]: ...

    def __get__(self, sender: Sender | AsyncSender | None, owner: type) -> Callable[P, Any]:
        """The method of a client; of the class, what makes the call."""
        if sender is None:
            return self._make

        @wraps(self._make)
        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return sender.each(self._make(*args, **kwargs))

        return method


class Operations:
    """What a client can do, by the names of the calls."""

    decide = Operation(calls.decide)
    decide_by_text = Operation(calls.decide_by_text)
    decide_all = Operation(calls.decide_all)
    counterfactual = Operation(calls.counterfactual)
    solve = Operation(calls.solve)
    sensitivity = Operation(calls.sensitivity)
    timeline = Operation(calls.timeline)
    timeline_picture = Operation(calls.timeline_picture)

    recommend = Operation(calls.recommend)
    recommend_by_text = Operation(calls.recommend_by_text)
    represent = Operation(calls.represent)

    rules = Listing(calls.rules)
    rule = Operation(calls.rule)
    document = Operation(calls.document)
    versions = Listing(calls.versions)
    schema = Operation(calls.schema)
    diagram = Operation(calls.diagram)
    live = Operation(calls.live)
    diff = Operation(calls.diff)
    records = Listing(calls.records)
    record = Operation(calls.record)
    audit = Listing(calls.audit)

    check = Operation(calls.check)
    publish = Operation(calls.publish)
    activate = Operation(calls.activate)
    retire = Operation(calls.retire)
    replay = Operation(calls.replay)
