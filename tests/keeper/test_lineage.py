"""A store that is not the one that is served changes nothing, and does not pass for one that answers."""

from pathlib import Path

from service.model.publication import Draft, Move
from tests.keeper.documents import tree
from tests.keeper.worlds import World, tell, until

API = Draft("one", "1.1.0", tree("one", "1.1.0", limit=5))


def lose(one: World) -> None:
    """The file of the database is gone, so that the next start makes an empty one."""
    for path in one.data.glob("gpu-rules.db*"):
        path.unlink()


async def _with_a_change_by_api(one: World) -> None:
    one.write({"one": "1.0.0"}, v1_0_0=3)
    async with one.kept():
        await one.change(API, moves=[Move("one", "1.1.0")])
        await until(lambda: one.served == {"one": "1.1.0"})


def test_an_empty_store_takes_nothing_back_however_long_it_stays(tmp_path: Path) -> None:
    tell(tmp_path, _with_a_change_by_api)

    async def story(one: World) -> None:
        lose(one)
        async with one.kept():
            await until(lambda: one.status.failure)
            contact = one.status.contact
            one.write({"one": "1.2.0"}, v1_2_0=6)
            looks = one.ledger.looks
            await until(lambda: one.ledger.looks > looks + 3)
            assert one.served == {"one": "1.1.0"}
            assert one.status.failure
            assert one.status.failure.startswith("the store has 0 events and lacks some that are served, of ")
            assert one.status.contact == contact
            assert one.status.imported is None

    tell(tmp_path, story)


def test_moving_the_bundle_away_accepts_the_store(tmp_path: Path) -> None:
    tell(tmp_path, _with_a_change_by_api)

    async def story(one: World) -> None:
        lose(one)
        (one.data / "bundle.json").unlink()
        async with one.kept():
            assert one.served == {"one": "1.0.0"}
            assert one.status.failure is None

    tell(tmp_path, story)
