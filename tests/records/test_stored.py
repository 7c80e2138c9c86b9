"""From a decision to a replay over a real database."""

import asyncio

from msgspec import json

from service.store.database import Database
from service.store.records import Records
from service.usecases.recorder import Recorder
from service.usecases.records import find_record, records_of
from service.usecases.replaying import ReplayRecords
from tests.benchmarks.questions import questions
from tests.databases import Place
from tests.records.memory import TRAINING, Counts, decided
from tests.records.test_replaying import BUNDLE, EXAMINER, NEW, OLD

ASKED = questions(1200)


def test_what_is_recorded_can_be_read_and_replayed(place: Place) -> None:
    async def run() -> None:
        database, counts = Database(place.url, place.data_dir), Counts()
        await database.migrate()
        try:
            recorder = Recorder(Records(database), counts, per_second=10_000)
            recorder.start()
            decisions = [decided(TRAINING, one) for one in ASKED]
            for one, decision in zip(ASKED, decisions, strict=True):
                recorder(TRAINING, one, decision)
            await recorder.stop()
            assert (counts.written, counts.lost) == (1200, 0)

            record = await find_record(Records(database), decisions[7].decision_id)
            assert record.inputs == ASKED[7]
            assert bytes(record.decision) == json.encode(decisions[7])

            page = await records_of(Records(database), "training-gpu", limit=100)
            assert [one.decision_id for one in page.records] == [one.decision_id for one in decisions[:-101:-1]]
            assert page.next == decisions[-100].decision_id

            replay = ReplayRecords(Records(database), EXAMINER)
            same = await replay(BUNDLE, OLD, limit=10_000)
            assert (same.replayed, same.changed, same.total, same.next) == (1200, 0, 1200, None)
            assert (await replay(BUNDLE, NEW, limit=10_000)).changed > 10
        finally:
            await database.close()

    asyncio.run(run())
