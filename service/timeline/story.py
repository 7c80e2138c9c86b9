"""What a job was doing at each moment, told by its events in the order of their times."""

from typing import assert_never

from service.timeline.breaks import Break, Breaks
from service.timeline.checkpoints import Checkpoints
from service.timeline.contradictions import refuse
from service.timeline.layers import Layers
from service.timeline.marks import Mark
from service.timeline.phases import COUNTS_AS, RUNNING, STOPPED, Phase
from service.timeline.places import Places
from service.timeline.repairs import Repairs
from service.timeline.steps import Block, Steps


class Story:
    """Goes from event to event; what each stretch counts as is added to the layers as it ends."""

    def __init__(self, steps: Steps, start: int, places: Places, repairs: Repairs) -> None:
        """`start` is where the period begins."""
        self.layers = Layers()
        self.phase = Phase.UNKNOWN
        self.since = start
        self.checkpoints = Checkpoints()
        self.breaks = Breaks(self.layers, steps, self.checkpoints, start)
        self._steps = steps
        self._places, self._repairs = places, repairs
        self._alive = self._done = start
        self._stopped = start - 1

    def train(self, block: Block) -> None:
        """Steps were done, in a row.

        Raises:
            TimelineRejectedError: by what was said before, the job had no resources for them.
        """
        if self.phase in STOPPED:
            refuse(self._places, "allocation-missing", block.event, f"step {block.number} was done")
        if self.phase is Phase.STARTING:
            self._end_phase(block.begun)
            self.phase = Phase.READY
        self._go_on(block.number)
        self._steps.keep(block)
        self._alive = self._done = block.done

    def meet(self, mark: Mark) -> None:
        """Another event.

        Raises:
            TimelineRejectedError: it does not fit what was said before.
        """
        match mark.kind:
            case "requested":
                self._requested(mark)
            case "allocated":
                self._allocated(mark)
            case "initialized":
                self._initialized(mark)
            case "checkpoint_saved":
                self._saved(mark)
            case "checkpoint_restored":
                self._restored(mark)
            case "interrupted":
                self._interrupted(mark)
            case "released":
                self._released(mark)
            case unreachable:
                assert_never(unreachable)

    def leave_out(self, mark: Mark) -> None:
        """An event that stands twice."""
        self._repairs.add("duplicate", mark.event, "the same event at the same time again: left out")

    def end(self, moment: int) -> None:
        """The timeline ends."""
        self._end_phase(moment)
        self.breaks.come_back(moment)
        self.breaks.settle(None)

    def _requested(self, mark: Mark) -> None:
        if self.phase in (Phase.STARTING, Phase.READY, Phase.TRAINING):
            self._add_break(mark)
        elif self.phase is Phase.WAITING:
            self._repairs.add("requested-again", mark.event, "the job waits already: the wait began with the first")
        elif self.phase is not Phase.RESCHEDULING:
            self._enter(Phase.WAITING, mark.time)

    def _allocated(self, mark: Mark) -> None:
        if self.phase is Phase.STARTING:
            refuse(self._places, "allocated-again", mark.event)
        if self.phase in RUNNING:
            self._add_break(mark)
        self._enter(Phase.STARTING, mark.time)

    def _initialized(self, mark: Mark) -> None:
        if self.phase in STOPPED:
            refuse(self._places, "allocation-missing", mark.event, "the job was initialized")
        if self.phase is Phase.TRAINING or (self.phase is Phase.READY and not self._steps):
            refuse(self._places, "restart-without-interruption", mark.event, "the job was initialized while it ran")
        if self.phase is Phase.READY:
            self._repairs.add("initialized-again", mark.event, "no step was done since: the start-up ended here")
            self.phase = Phase.STARTING
        self._enter(Phase.READY, mark.time)

    def _restored(self, mark: Mark) -> None:
        if self.phase in STOPPED:
            refuse(self._places, "allocation-missing", mark.event, "a checkpoint was restored")
        if self.phase is Phase.TRAINING:
            self._roll_back(mark)
        begin = self.since if mark.begin is None else max(self.since, mark.begin)
        self.phase = Phase.STARTING
        self._end_phase(begin)
        self.layers.add("restoring", begin, mark.time)
        self.phase, self.since = Phase.READY, mark.time
        self._alive = mark.time
        if mark.step is not None:
            self.breaks.settle(mark.step + 1)

    def _roll_back(self, mark: Mark) -> None:
        """The training went back by itself; the resources stayed, as the program did."""
        if mark.begin is None and not self._steps:
            refuse(self._places, "duration-missing", mark.event)
        message = "the job went back to a checkpoint while it trained: counted as an interruption that kept resources"
        self._repairs.add("interruption-added", mark.event, message)
        moment = self._alive if mark.begin is None else max(self._alive, mark.begin)
        self._end_phase(moment, cut_short=True)
        self._break(Break(moment, None, "rollback"))

    def _saved(self, mark: Mark) -> None:
        """A checkpoint is complete; one that goes on in the background may be so after the job has stopped."""
        begin = mark.time if mark.begin is None else mark.begin
        if mark.held > self._stopped:
            self._progress_is_saved(mark, begin)
        elif self.breaks.are_settled and self.breaks.is_lost(mark.held):
            return
        self.layers.add("saving", begin, mark.held)
        done = self._steps.number_at(mark.held)
        self.checkpoints.add(mark.held, done if mark.step is None else max(done, mark.step))

    def _progress_is_saved(self, mark: Mark, begin: int) -> None:
        if self.phase in STOPPED:
            refuse(self._places, "allocation-missing", mark.event, "a checkpoint was saved")
        if self.phase is Phase.STARTING:
            self._end_phase(max(self.since, begin))
            self.phase = Phase.READY
        self._go_on(None if mark.step is None else mark.step + 1)
        self._alive, self._done = mark.time, mark.held

    def _interrupted(self, mark: Mark) -> None:
        if self.phase in STOPPED:
            message = "the job had no resources, so nothing was interrupted: left out"
            self._repairs.add("interrupted-again", mark.event, message)
            return
        self._end_phase(mark.time, cut_short=True)
        self._break(Break(mark.time, mark.event, mark.cause))
        self.phase = Phase.STARTING if mark.kept else Phase.RESCHEDULING

    def _released(self, mark: Mark) -> None:
        if self.phase is Phase.RELEASED:
            self._repairs.add("released-again", mark.event, "the resources were given back before: left out")
            return
        self._enter(Phase.RELEASED, mark.time)
        self.breaks.come_back(mark.time)
        self._stopped = mark.time

    def _add_break(self, mark: Mark) -> None:
        """A job that asks for its resources anew has lost them: here, since its last step, after which none was done.

        Raises:
            TimelineRejectedError: no step says until when it had them.
        """
        if self.phase is not Phase.TRAINING or not self._steps:
            words = f"resources were {mark.kind} while the job had them"
            refuse(self._places, "restart-without-interruption", mark.event, words)
        message = "the job starts again without `interrupted`: that is put at its last step, or save, before"
        self._repairs.add("interruption-added", mark.event, message)
        self._end_phase(self._alive, cut_short=True)
        self._break(Break(self._alive, None, None))
        self.phase = Phase.RESCHEDULING

    def _break(self, one: Break) -> None:
        self.breaks.add(one)
        self._steps.start_again()
        self._stopped = one.time

    def _go_on(self, step: int | None) -> None:
        """There is progress; the next step has this number, if it is known."""
        if self.phase is Phase.READY:
            self.breaks.come_back(self.since)
        self.breaks.settle(step)
        self.phase = Phase.TRAINING

    def _enter(self, phase: Phase, moment: int) -> None:
        self._end_phase(moment)
        self.phase = phase
        self._alive = moment

    def _end_phase(self, moment: int, *, cut_short: bool = False) -> None:
        """What the job was busy with ends; `cut_short` says that an interruption ends it."""
        since, self.since = self.since, moment
        if self.phase in COUNTS_AS:
            self.layers.add(COUNTS_AS[self.phase], since, moment)
        elif self.phase in RUNNING and (cut_short or not self._steps):
            self.layers.add("productive", since, moment)
        elif self.phase in RUNNING:  # where steps are told, they are the progress; what comes after the last is not
            done = max(self._done, since) if self.phase is Phase.TRAINING else since
            self.layers.add("productive", since, done)
            self.layers.add("other", done, moment)
