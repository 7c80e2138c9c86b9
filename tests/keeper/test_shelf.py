"""What is kept of what was made, and what is let go."""

import pytest

from service.usecases.shelf import Shelf


def weights(*names: str, room: int, used: str = "") -> list[str]:
    """What is made, when the names are asked for one after the other; a thing weighs as much as its name is long."""
    shelf: Shelf[str] = Shelf(room, len)
    made: list[str] = []

    def ask(name: str) -> str:
        def make() -> str:
            made.append(name)
            return name

        return shelf.get(name, make)

    for name in names:
        assert ask(name) == name
        if name == used:
            shelf.use({name: name})
    return made


@pytest.mark.parametrize(
    ("asked", "room", "used", "made"),
    [
        pytest.param("a a a", 9, "", "a", id="what is here is not made again"),
        pytest.param("a b c a", 3, "", "a b c", id="what fits is kept"),
        pytest.param("a b c d a", 3, "", "a b c d a", id="the one that was asked for longest ago goes"),
        pytest.param("a b c a d b a", 3, "", "a b c d b", id="asking keeps a thing"),
        pytest.param("a b ccc a", 3, "", "a b ccc a", id="a heavy one takes the place of several"),
        pytest.param("aaaa aaaa", 3, "", "aaaa", id="one is kept, however heavy"),
        pytest.param("a bbb ccc ddd a", 3, "a", "a bbb ccc ddd", id="what is in use stays, and takes no room"),
    ],
)
def test_a_shelf(asked: str, room: int, used: str, made: str) -> None:
    assert weights(*asked.split(), room=room, used=used) == made.split()


def test_what_was_in_use_is_kept_as_the_rest_is() -> None:
    shelf: Shelf[str] = Shelf(1, len)
    shelf.use({"a": "a"})
    shelf.use({"b": "b"})
    assert shelf.get("a", lambda: "another") == "a"
    assert shelf.get("c", lambda: "c") == "c"
    assert shelf.get("a", lambda: "another") == "another"


def test_what_can_not_be_made_is_tried_again() -> None:
    shelf: Shelf[int] = Shelf(1, lambda _: 1)
    with pytest.raises(ZeroDivisionError):
        shelf.get("a", lambda: 1 // 0)
    assert shelf.get("a", lambda: 2) == 2
