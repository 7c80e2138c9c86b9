"""The four jobs, each done by the room that it belongs to."""

from typing import assert_never

from service.analysis.budget import Budget
from service.analysis.difference import difference
from service.analysis.nearest import nearest_change
from service.engine.engine import Engine
from service.model.files import RuleFiles
from service.sandbox.jobs import (
    Answer,
    Approach,
    Approached,
    Assignment,
    Compare,
    Compared,
    Examine,
    Examined,
    Made,
    Replay,
)
from service.usecases.documents import Tell
from service.usecases.examine import examine_files
from service.usecases.ready import ready
from service.usecases.replay import replay

_SHARE = 0.5
"""Part of the time that proofs may take: they end by themselves and say what is left, where a limit ends everything."""


_SAMPLE = b"""
kind: formula
name: sample
version: 1.0.0
title: How much is it in an hour?
inputs: {flow: {type: number, unit: GB/s}}
constants: {hour: {value: 3600.0, unit: s}}
outputs: {amount: {unit: GB, value: flow * hour}}
cases: [{name: a flow, given: {flow: 2.0}, expect: {values: {amount: 7200.0}}}]
"""


def warm_up() -> None:
    """Do a small job for nothing: what is loaded and made on first use is there afterwards."""
    examine_files(RuleFiles({"sample/1.0.0.yaml": _SAMPLE}, b"sample: 1.0.0"))


def perform(assignment: Assignment, tell: Tell) -> Answer:
    """Do a job; `tell` is told each file that it turns to.

    Raises:
        RuleRejectedError: a version can't be used for it.
    """
    seconds = assignment.seconds * _SHARE
    files = assignment.files
    match assignment.job:
        case Examine(only=only, moved=moved):
            return Examined(examine_files(files, only, moved=moved, seconds=seconds, tell=tell))
        case Compare(old=old, new=new):
            before, after = ready(files, [old, new])
            budget = Budget(seconds=seconds)
            return Compared(difference(before.meaning, after.meaning, before.content, after.content, budget))
        case Approach(rule=rule, given=given, wanted=wanted):
            [version] = ready(files, [rule])
            return Approached(nearest_change(version.provable, given, wanted, Budget(seconds=seconds)))
        case Replay(rule=rule, records=records):
            [version] = ready(files, [rule])
            return Made(replay(version.program, Engine(), records))
        case unreachable:
            assert_never(unreachable)
