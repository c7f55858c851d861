"""The lapses in runs of the reference's topology with some happenings changed: all of them, in order."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from ackproof.components.topology import (
    Activate,
    BoltShape,
    Deactivate,
    Die,
    Double,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Stop,
    Subscription,
    TaskTick,
    TopologyOperation,
)
from ackproof.oracle.lapses import Lapse, Part
from common.chronicles import altered, played_by_two
from common.topologies import (
    ASK,
    ASK_OTHER,
    BATCH,
    BURST,
    EMITS,
    PAIR,
    PLAIN,
    REPORTS,
    SECOND,
    TAKE,
    TICK,
    TOCK,
    TUPLES,
    WORDS,
)

FEWER = (
    "spout-1 was asked for 3 at once, and emitted 2; the source offers 3 or more, and spout-1 waited for less than its "
    "bound when it was asked"
)

WITH_IT = "the init for m1/1, t1"


@pytest.mark.parametrize(
    ("steps", "wiring", "changes", "expected"),
    [
        pytest.param(
            (ASK, TAKE, TAKE),
            PLAIN,
            {2: ("arrives count-1 t1: t1'",)},
            [
                Lapse(Part.ARRIVES, "t1 arrived at count-1, and nothing had delivered it", 2),
                Lapse(Part.ENDS, "count-1 did not ack t1'", 2),
            ],
            id="nothing is under way",
        ),
        pytest.param(
            (ASK, TOCK),
            PLAIN,
            {1: ("arrives count-1 t1: t1", "acks count-1 t1")},
            [
                Lapse(Part.ARRIVES, "t1 arrived at count-1, and nothing had delivered it", 1),
                Lapse(Part.TIME, "at a tick of acker-1, count-1 did something (acks)", 1),
            ],
            id="at a tick",
        ),
        pytest.param(
            (ASK, Pause("count-1"), TOCK),
            PLAIN,
            {2: ("arrives count-1 t1: t1",)},
            [
                Lapse(Part.PAUSE, "t1 arrived at count-1, which is paused", 2),
                Lapse(Part.ENDS, "count-1 did not ack t1", 2),
            ],
            id="at a tick, in a pause",
        ),
        pytest.param(
            (ASK, ASK, TAKE),
            PLAIN,
            {2: ("arrives count-1 t2: t2", "acks count-1 t2")},
            [Lapse(Part.ARRIVES, "t2 arrived at count-1, and nothing had delivered it", 2)],
            id="another besides",
        ),
        pytest.param(
            (ASK, ASK, SECOND, TAKE),
            PLAIN,
            {2: ("arrives count-1 t1: t1'", "acks count-1 t1'")},
            [Lapse(Part.ARRIVES, "t1 arrived at count-1, and nothing had delivered it", 2)],
            id="an older one besides",
        ),
        pytest.param(
            (ASK, ASK, TAKE, TAKE),
            PLAIN,
            {"arrives count-1 t1: t1": ("arrives count-1 t2: t2'",), "acks count-1 t1": ("acks count-1 t2'",)},
            [
                Lapse(Part.ARRIVES, "t2 arrived at count-1 in place of t1", 2),
                Lapse(Part.ARRIVES, "t1 was under way from spout-1 to count-1, and did not arrive", 2),
            ],
            id="another instead",
        ),
        pytest.param(
            (ASK, ASK, SECOND),
            PLAIN,
            {"arrives count-1 t2: t2": ("arrives count-1 t1: t1'",), "acks count-1 t2": ("acks count-1 t1'",)},
            [
                Lapse(Part.ARRIVES, "t1 arrived at count-1 in place of t2", 2),
                Lapse(Part.ARRIVES, "t2 was under way from spout-1 to count-1, and did not arrive", 2),
            ],
            id="an older one instead",
        ),
        pytest.param(
            (ASK, ASK, TAKE, TAKE),
            PLAIN,
            {"arrives count-1 t1: t1": (), "acks count-1 t1": ()},
            [Lapse(Part.ARRIVES, "t1 was under way from spout-1 to count-1, and did not arrive", 2)],
            id="none, and the next does",
        ),
        pytest.param(
            (ASK, Double("spout-1", "count-1"), Double("spout-1", "count-1"), TUPLES),
            PLAIN,
            {
                **dict.fromkeys((f"arrives count-1 t1: t1{quotes}" for quotes in ("''", "'''")), ()),
                **dict.fromkeys((f"acks count-1 t1{quotes}" for quotes in ("''", "'''")), ()),
            },
            [Lapse(Part.ARRIVES, "of 4 messages under way from spout-1 to count-1, 2 arrived", 3)],
            id="two of four copies",
        ),
        pytest.param(
            (ASK, TUPLES, TAKE),
            PLAIN,
            {"arrives count-1 t1: t1": (), "acks count-1 t1": (), 2: ("arrives count-1 t1: t1'", "acks count-1 t1'")},
            [
                Lapse(Part.ARRIVES, "t1 was under way from spout-1 to count-1, and did not arrive", 1),
                Lapse(Part.ARRIVES, "t1 arrived at count-1, where it should have been since step 2", 2),
            ],
            id="late",
        ),
        pytest.param(
            (ASK, TUPLES, TUPLES),
            PLAIN,
            {"arrives count-1 t1: t1": (), "acks count-1 t1": (), 2: ("arrives count-1 t1: t1'", "acks count-1 t1'")},
            [
                Lapse(Part.ARRIVES, "t1 was under way from spout-1 to count-1, and did not arrive", 1),
                Lapse(Part.ARRIVES, "t1 arrived at count-1, where it should have been since step 2", 2),
            ],
            id="late, with all",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), TAKE),
            PLAIN | {"outboxes": True},
            {2: ("arrives count-1 t1: t1",)},
            [
                Lapse(Part.OUTBOX, "t1 arrived at count-1, and spout-1, which sent it, is paused", 2),
                Lapse(Part.ENDS, "count-1 did not ack t1", 2),
            ],
            id="out of an outbox",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), TAKE),
            PLAIN | {"outboxes": True},
            {2: ("arrives count-1 t1: t1", "arrives count-1 t1: t1'")},
            [
                Lapse(Part.OUTBOX, "t1 arrived at count-1, and spout-1, which sent it, is paused", 2),
                Lapse(Part.OUTBOX, "t1 arrived at count-1, and spout-1, which sent it, is paused", 2),
                Lapse(Part.ENDS, "count-1 did not ack t1", 2),
                Lapse(Part.ENDS, "count-1 did not ack t1'", 2),
            ],
            id="twice out of an outbox",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), Resume("spout-1"), TAKE),
            PLAIN | {"outboxes": True},
            {"arrives count-1 t1: t1": (), "acks count-1 t1": ()},
            [Lapse(Part.OUTBOX, "t1 was under way from spout-1 to count-1, and did not arrive", 3)],
            id="not out of an outbox",
        ),
        pytest.param(
            (Pause("spout-1"), Resume("spout-1"), ASK, TAKE),
            PLAIN | {"outboxes": True},
            {"arrives count-1 t1: t1": (), "acks count-1 t1": ()},
            [Lapse(Part.ARRIVES, "t1 was under way from spout-1 to count-1, and did not arrive", 3)],
            id="not after a pause before",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), Resume("spout-1"), TAKE),
            PLAIN,
            {"arrives count-1 t1: t1": (), "acks count-1 t1": ()},
            [Lapse(Part.ARRIVES, "t1 was under way from spout-1 to count-1, and did not arrive", 3)],
            id="not after a pause of its sender",
        ),
        pytest.param(
            (ASK, Pause("acker-1"), TAKE),
            PLAIN,
            {"arrives count-1 t1: t1": (), "acks count-1 t1": ()},
            [Lapse(Part.PAUSE, "t1 was under way from spout-1 to count-1, and did not arrive", 2)],
            id="not while another is paused",
        ),
        pytest.param(
            (ASK, Die("count-1"), TAKE),
            PLAIN,
            {"arrives count-1 t1: t1": (), "acks count-1 t1": ()},
            [Lapse(Part.DEATH, "t1 was under way from spout-1 to count-1, and did not arrive", 2)],
            id="not after a death",
        ),
        pytest.param(
            (ASK, TAKE, Pause("acker-1"), Resume("acker-1"), TAKE, REPORTS),
            PLAIN,
            {"arrives acker-1 a1": (), "arrives acker-1 a2": (), "says-ack acker-1 > spout-1 w1: m1/1": ()},
            [
                Lapse(Part.PAUSE, "the init for m1/1 was under way from spout-1 to acker-1, and did not arrive", 5),
                Lapse(
                    Part.PAUSE, "the ack of t1 for m1/1 was under way from count-1 to acker-1, and did not arrive", 5
                ),
            ],
            id="not in a flow",
        ),
        pytest.param(
            (ASK, ASK, TUPLES),
            PLAIN,
            {"arrives count-1 t1: t1": (), "acks count-1 t1": (), 2: ("arrives count-1 t1: t1", "acks count-1 t1")},
            [Lapse(Part.ARRIVES, "t2 arrived at count-1 before those that were sent before it", 2)],
            id="before those before it",
        ),
        pytest.param(
            (ASK, TUPLES, TUPLES),
            PLAIN,
            {2: ("arrives count-1 t1: t1'", "acks count-1 t1'")},
            [Lapse(Part.ARRIVES, "t1 arrived at count-1, and was not under way any more", 2)],
            id="no more in a flow",
        ),
        pytest.param(
            (ASK, Pause("count-1"), TUPLES),
            PLAIN,
            {2: ("arrives count-1 t1: t1",)},
            [
                Lapse(Part.PAUSE, "t1 arrived at count-1, which is paused", 2),
                Lapse(Part.ENDS, "count-1 did not ack t1", 2),
            ],
            id="in a flow and a pause",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), TUPLES),
            PLAIN | {"outboxes": True},
            {2: ("arrives count-1 t1: t1",)},
            [
                Lapse(Part.OUTBOX, "t1 arrived at count-1, and spout-1, which sent it, is paused", 2),
                Lapse(Part.ENDS, "count-1 did not ack t1", 2),
            ],
            id="in a flow, out of an outbox",
        ),
        pytest.param(
            (ASK, ASK, Lose("spout-1", "count-1")),
            PLAIN,
            {"lost count-1 t1": ()},
            [Lapse(Part.ARRIVES, "lost from spout-1 to count-1: t2; under way there: t1, t2", 2)],
            id="one is not lost",
        ),
        pytest.param(
            (ASK, ASK, Lose("spout-1", "count-1", 0), TAKE),
            PLAIN,
            {2: ("lost count-1 t2",)},
            [Lapse(Part.ARRIVES, "lost from spout-1 to count-1: t1, t2; under way there: t1", 2)],
            id="one more is lost",
        ),
        pytest.param(
            (ASK, Lose("spout-1", "count-1", 0)),
            PLAIN,
            {"lost count-1 t1": ()},
            [Lapse(Part.ARRIVES, "lost from spout-1 to count-1: nothing; under way there: t1", 1)],
            id="nothing is lost",
        ),
        pytest.param(
            (Lose("spout-1", "count-1"), ASK),
            PLAIN,
            {0: ("lost count-1 t1", "lost count-1 t2")},
            [Lapse(Part.ARRIVES, "lost from spout-1 to count-1: t1, t2; under way there: nothing", 0)],
            id="lost though nothing is under way",
        ),
        pytest.param(
            (ASK, ASK, Double("spout-1", "count-1")),
            PLAIN,
            {"doubled count-1 t1": ()},
            [Lapse(Part.ARRIVES, "doubled from spout-1 to count-1: t2; under way there: t1, t2", 2)],
            id="one is not doubled",
        ),
        pytest.param(
            (ASK, Double("spout-1", "count-1")),
            PLAIN,
            {"doubled count-1 t1": ()},
            [Lapse(Part.ARRIVES, "doubled from spout-1 to count-1: nothing; under way there: t1", 1)],
            id="nothing is doubled",
        ),
        pytest.param(
            (Double("spout-1", "count-1"), ASK),
            PLAIN,
            {0: ("doubled count-1 t1", "doubled count-1 t2")},
            [Lapse(Part.ARRIVES, "doubled from spout-1 to count-1: t1, t2; under way there: nothing", 0)],
            id="doubled though nothing is under way",
        ),
        pytest.param(
            (ASK, Pause("spout-1")),
            PLAIN,
            {1: ("called-fail spout-1 m1/1: m1", "back spout-1 m1")},
            [Lapse(Part.PAUSE, "pause of spout-1 caused called-fail on spout-1", 1)],
            id="at a pause",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), TICK),
            PLAIN,
            {2: ("back spout-1 m1",)},
            [
                Lapse(Part.PAUSE, "task-tick of spout-1 caused back on spout-1", 2),
                Lapse(Part.SOURCE, "m1 is offered again, and neither has it failed nor has spout-1 died", 2),
            ],
            id="at a tick in a pause",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), Stop("spout-1")),
            {"lifecycle": True},
            {2: ("closed spout-1",)},
            [Lapse(Part.LIFECYCLE, "stop of spout-1 caused closed on spout-1", 2)],
            id="stopped in a pause",
        ),
        pytest.param(
            (ASK, TAKE, TOCK),
            PLAIN,
            {2: ("called-ack spout-1 m1/1: m1", "done spout-1 m1")},
            [Lapse(Part.TIME, "at a tick of acker-1, spout-1 did something (called-ack)", 2)],
            id="a callback at another's tick",
        ),
        pytest.param(
            (ASK, TAKE, TICK),
            BATCH,
            {2: ("acks count-1 t1",)},
            [Lapse(Part.TIME, "at a tick of spout-1, count-1 did something (acks)", 2)],
            id="a batch at another's tick",
        ),
        pytest.param(
            (ASK, TAKE, TaskTick("count-1")),
            BATCH,
            {"acks count-1 t1": ()},
            [Lapse(Part.ENDS, "count-1 did not ack t1; a batch bolt lets go of what it holds at a tick", 2)],
            id="no batch at a tick",
        ),
        pytest.param(
            (ASK, TAKE, TaskTick("count-1")),
            PLAIN,
            {2: ("fails count-1 t1", "acks count-1 t1")},
            [Lapse(Part.ENDS, "count-1 did something (fails) at a tick, and is no batch bolt", 2)],
            id="no batch bolt at a tick",
        ),
        pytest.param(
            (ASK, ASK_OTHER, TUPLES, TaskTick("join-1")),
            PAIR,
            {"acks join-2 t2": ()},
            [
                Lapse(
                    Part.TIME,
                    "join-2 did not ack t2; a batch bolt lets go of what it holds at a tick of its executor",
                    3,
                )
            ],
            id="a mate of a bolt task at its tick",
        ),
        pytest.param(
            (ASK, ASK_OTHER, TUPLES, TaskTick("join-2")),
            PAIR,
            {"acks join-1 t1": ()},
            [
                Lapse(
                    Part.TIME,
                    "join-1 did not ack t1; a batch bolt lets go of what it holds at a tick of its executor",
                    3,
                )
            ],
            id="an earlier mate of a bolt task at its tick",
        ),
        pytest.param(
            (ASK, TAKE, Settle()),
            BATCH,
            {"acks count-1 t1": (), "acks count-1 t2": (), "acks count-1 t3": ()},
            [
                Lapse(Part.ENDS, "count-1 did not ack t1", 2),
                Lapse(Part.ENDS, "count-1 did not ack t2", 2),
                Lapse(Part.ENDS, "count-1 did not ack t3", 2),
                Lapse(Part.ENDS, "count-1 did not ack t4", 2),
                Lapse(Part.ENDS, "count-1 said ack of t4, of which it has nothing to say", 2),
            ],
            id="no batch in a settle",
        ),
        pytest.param(
            (ASK, TUPLES, REPORTS, WORDS, Settle()),
            PLAIN,
            {4: ("acks count-1 t1",)},
            [Lapse(Part.ENDS, "count-1 did something (acks) and had taken no input", 4)],
            id="a plain bolt in a settle",
        ),
        pytest.param(
            (ASK, TAKE, Pause("count-1"), Settle()),
            BATCH,
            {3: ("acks count-1 t1",)},
            [Lapse(Part.ENDS, "count-1 did something (acks) and had taken no input", 3)],
            id="a paused batch bolt in a settle",
        ),
        pytest.param(
            (ASK, TAKE, WORDS),
            BATCH,
            {2: ("acks count-1 t1",)},
            [Lapse(Part.ENDS, "count-1 did something (acks) and had taken no input", 2)],
            id="a batch bolt in a flow",
        ),
        pytest.param(
            (ASK, TAKE, TOCK, Settle()),
            BATCH,
            {3: ("tuple ghost-1 > count-1 t9: t1",)},
            [
                Lapse(Part.EMITS, "ghost-1 did something (tuple) and had taken no input", 3),
                Lapse(Part.ARRIVES, "t9 was under way from ghost-1 to count-1, and did not arrive", 3),
            ],
            id="a task of no bolt",
        ),
        pytest.param(
            (ASK, TAKE, Die("count-1"), WORDS),
            BATCH,
            {3: ("acks count-1 t1",)},
            [Lapse(Part.DEATH, "count-1 did something (acks) and had taken no input", 3)],
            id="an input of before a death",
        ),
        pytest.param(
            (ASK, TAKE, Die("count-1"), WORDS),
            EMITS,
            {3: ("tuple count-1 > store-1 t9: t1", "acks count-1 t1")},
            [Lapse(Part.DEATH, "count-1 did something (tuple) and had taken no input", 3)],
            id="a tuple of an input of before a death",
        ),
        pytest.param(
            (ASK, TAKE, WORDS),
            EMITS,
            {2: ("tuple count-1 > store-1 t9: t1", "acks count-1 t1")},
            [Lapse(Part.EMITS, "count-1 did something (tuple) and had taken no input", 2)],
            id="a tuple and an ack without an input",
        ),
        pytest.param(
            (ASK, TAKE, WORDS),
            EMITS,
            {2: ("acks count-1 t1", "tuple count-1 > store-1 t9: t1")},
            [Lapse(Part.ENDS, "count-1 did something (acks) and had taken no input", 2)],
            id="an ack and a tuple without an input",
        ),
        pytest.param(
            (ASK, TAKE, Die("count-1"), ASK, TAKE),
            BATCH,
            {4: ("fails count-1 t1",)},
            [Lapse(Part.DEATH, "count-1 did something (fails) with an input of before its death", 4)],
            id="with an input of before a death",
        ),
        pytest.param(
            (ASK, TAKE, Die("count-1"), ASK, TAKE),
            EMITS,
            {4: ("tuple count-1 > store-1 t9: t1", "acks count-1 t1")},
            [Lapse(Part.DEATH, "count-1 did something (tuple) with an input of before its death", 4)],
            id="a tuple and an ack with an input of before a death",
        ),
        pytest.param(
            (ASK, Die("count-1"), TICK),
            PLAIN,
            {2: ("refused count-1 ack: t1",)},
            [],
            id="refused, and not of before a death",
        ),
        pytest.param(
            (ASK, TAKE, Die("count-1"), TICK),
            BATCH,
            {3: ("refused count-1 ack: t1",)},
            [Lapse(Part.DEATH, "count-1 tried ack of an input of before its death", 3)],
            id="refused, of before a death",
        ),
        pytest.param(
            (ASK, TAKE, Pause("count-1"), Resume("count-1"), TaskTick("count-1")),
            BATCH,
            {"acks count-1 t1": ()},
            [Lapse(Part.PAUSE, "count-1 did not ack t1; a batch bolt lets go of what it holds at a tick", 4)],
            id="no batch after a pause",
        ),
        pytest.param(
            (ASK, TAKE, Die("spout-1"), TaskTick("count-1")),
            BATCH,
            {"acks count-1 t1": ()},
            [Lapse(Part.DEATH, "count-1 did not ack t1; a batch bolt lets go of what it holds at a tick", 3)],
            id="no batch after a death",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), Die("spout-1")),
            PLAIN | {"outboxes": True},
            {2: ("lost count-1 t9",)},
            [
                Lapse(
                    Part.OUTBOX,
                    f"lost with spout-1: {WITH_IT}, t9; what waited with it in a pause: {WITH_IT}",
                    2,
                )
            ],
            id="one more is lost with its sender",
        ),
        pytest.param(
            (ASK, Pause("spout-1"), Die("spout-1")),
            PLAIN | {"outboxes": True},
            {"lost count-1 t1": (), "lost acker-1 a1": ()},
            [Lapse(Part.OUTBOX, f"lost with spout-1: nothing; what waited with it in a pause: {WITH_IT}", 2)],
            id="nothing is lost with its sender",
        ),
        pytest.param(
            (ASK, Die("spout-1")),
            PLAIN | {"outboxes": True},
            {1: ("lost count-1 t1",)},
            [Lapse(Part.OUTBOX, "lost with spout-1: t1; what waited with it in a pause: nothing", 1)],
            id="lost with a sender that was not paused",
        ),
        pytest.param(
            (Pause("spout-2"), ASK, Die("spout-2")),
            {"executor_tasks": 2, "outboxes": True},
            {2: ("lost store-1 t1",)},
            [Lapse(Part.OUTBOX, "lost with spout-1 and spout-2: t1; what waited with them in a pause: nothing", 2)],
            id="lost with two senders",
        ),
        pytest.param(
            (ASK, Die("spout-1")),
            PLAIN,
            {"died spout-1": (), "back spout-1 m1": ()},
            [
                Lapse(Part.DEATH, "spout-1 was to die, and did not", 1),
                Lapse(Part.DEATH, "spout-1 died with m1 open, and the source did not offer that again", 1),
            ],
            id="no death",
        ),
        pytest.param(
            (ASK, ASK_OTHER, Die("spout-2")),
            PLAIN,
            {2: ("back spout-1 m1",)},
            [Lapse(Part.DEATH, "m1 is offered again, and neither has it failed nor has spout-1 died", 2)],
            id="back with the death of another",
        ),
        pytest.param(
            (ASK, ASK_OTHER, TOCK),
            PLAIN,
            {2: ("back spout-2 m1",)},
            [Lapse(Part.SOURCE, "m1 is offered again, and spout-2 did not have it open", 2)],
            id="back from another",
        ),
        pytest.param(
            (ASK, ASK_OTHER, TOCK),
            PLAIN,
            {2: ("back spout-1 m2",)},
            [Lapse(Part.SOURCE, "m2 is offered again, and spout-1 did not have it open", 2)],
            id="back from another, the other way",
        ),
        pytest.param(
            (ASK, ASK_OTHER, Die("spout-1")),
            PLAIN,
            {2: ("back spout-1 m2",)},
            [Lapse(Part.DEATH, "m2 is offered again, and spout-1 did not have it open", 2)],
            id="back from another by a death",
        ),
        pytest.param(
            (Die("spout-1"),),
            PLAIN,
            {0: ("back spout-1 m9",)},
            [Lapse(Part.SOURCE, "m9 is offered again, and spout-1 did not have it open", 0)],
            id="back by a death, and nobody had it",
        ),
        pytest.param(
            (TICK,),
            PLAIN,
            {0: ("back spout-1 m9",)},
            [Lapse(Part.SOURCE, "m9 is offered again, and spout-1 did not have it open", 0)],
            id="back, and nobody had it",
        ),
        pytest.param(
            (ASK, ASK_OTHER, TOCK),
            PLAIN,
            {2: ("done spout-2 m1",)},
            [Lapse(Part.SOURCE, "m1 is dropped, and spout-2 did not have it open", 2)],
            id="dropped by another",
        ),
        pytest.param(
            (ASK, ASK_OTHER, TOCK),
            PLAIN,
            {2: ("done spout-1 m2",)},
            [Lapse(Part.SOURCE, "m2 is dropped, and spout-1 did not have it open", 2)],
            id="dropped by another, the other way",
        ),
        pytest.param(
            (TICK,),
            PLAIN,
            {0: ("done spout-1 m9",)},
            [Lapse(Part.SOURCE, "m9 is dropped, and spout-1 did not have it open", 0)],
            id="dropped, and nobody had it",
        ),
        pytest.param(
            (ASK, TICK),
            PLAIN,
            {1: ("done spout-1 m1",)},
            [Lapse(Part.SOURCE, "m1 is dropped, and was not acked", 1)],
            id="dropped without an ack",
        ),
        pytest.param(
            (ASK, TUPLES, REPORTS, WORDS),
            PLAIN,
            {"done spout-1 m1": ()},
            [Lapse(Part.SOURCE, "m1 was called back with ack, and the source did not drop it", 3)],
            id="not dropped",
        ),
        pytest.param(
            (ASK, TUPLES, REPORTS, WORDS),
            PLAIN,
            {"called-ack spout-1 m1/1: m1": ("called-ack spout-2 m1/1: m1",), "done spout-1 m1": ()},
            [],
            id="called back on another",
        ),
        pytest.param(
            (ASK_OTHER, TUPLES, REPORTS, WORDS),
            PLAIN,
            {"called-ack spout-2 m1/1: m1": ("called-ack spout-1 m1/1: m1",), "done spout-2 m1": ()},
            [],
            id="called back on another, the other way",
        ),
        pytest.param(
            (ASK, TICK),
            PLAIN,
            {1: ("called-fail spout-1 m1/0: m1",)},
            [],
            id="called back of another tree",
        ),
        pytest.param(
            (ASK, TICK),
            PLAIN,
            {1: ("called-fail spout-1 m1/2: m1",)},
            [],
            id="called back of another tree, the other way",
        ),
        pytest.param(
            (ASK, TICK),
            PLAIN,
            {1: ("called-fail spout-1 m9/1: m9",)},
            [],
            id="called back of nothing",
        ),
        pytest.param(
            (ASK,),
            PLAIN,
            {
                "emission spout-1 m1/1: m1": ("emission spout-2 m1/1: m1",),
                "tuple spout-1 > count-1 t1: m1/1": ("tuple spout-2 > count-1 t1: m1/1",),
            },
            [Lapse(Part.EMISSION, "spout-1 was asked, and spout-2 emitted m1/1", 0)],
            id="another emits",
        ),
        pytest.param(
            (ASK_OTHER,),
            PLAIN,
            {
                "emission spout-2 m1/1: m1": ("emission spout-1 m1/1: m1",),
                "tuple spout-2 > count-1 t1: m1/1": ("tuple spout-1 > count-1 t1: m1/1",),
            },
            [Lapse(Part.EMISSION, "spout-2 was asked, and spout-1 emitted m1/1", 0)],
            id="another emits, the other way",
        ),
        pytest.param(
            (ASK,),
            PLAIN,
            {0: ("emission spout-1 m2/1: m2", "tuple spout-1 > count-1 t9: m2/1")},
            [Lapse(Part.EMISSION, "spout-1 was asked for 1 at once, and emitted 2 messages", 0)],
            id="two at once",
        ),
        pytest.param(
            (NextTuple("spout-1", most=2),),
            PLAIN,
            {0: ("emission spout-1 m3/1: m3", "tuple spout-1 > count-1 t9: m3/1")},
            [Lapse(Part.BURST, "spout-1 was asked for 2 at once, and emitted 3 messages", 0)],
            id="three at once",
        ),
        pytest.param(
            (BURST,),
            PLAIN,
            {"emission spout-1 m3/1: m3": (), "tuple spout-1 > count-1 t3: m3/1": ()},
            [
                Lapse(
                    Part.BURST,
                    FEWER,
                    0,
                )
            ],
            id="two of three",
        ),
        pytest.param(
            (BURST,),
            {"max_pending": 2},
            {"emission spout-1 m3/1: m3": (), "tuple spout-1 > store-1 t3: m3/1": ()},
            [
                Lapse(
                    Part.BURST,
                    FEWER,
                    0,
                )
            ],
            id="two of three over the bound",
        ),
        pytest.param(
            (BURST, ASK, ASK),
            PLAIN,
            {"emission spout-1 m4/1: m4": (), "tuple spout-1 > count-1 t4: m4/1": ()},
            [
                Lapse(Part.SOURCE, "the source offers m4, and spout-1 was asked and emitted nothing", 1),
                Lapse(Part.SOURCE, "the source offers m4, and spout-1 was asked and emitted nothing", 2),
            ],
            id="none where it is due, and none where it is not",
        ),
        pytest.param(
            (TICK,),
            PLAIN,
            {0: ("emission spout-1 m1/1: m1", "tuple spout-1 > count-1 t9: m1/1")},
            [Lapse(Part.EMISSION, "spout-1 emitted m1/1, and was not asked", 0)],
            id="not asked",
        ),
        pytest.param(
            (Pause("spout-1"), ASK),
            PLAIN,
            {1: ("emission spout-1 m1/1: m1", "tuple spout-1 > count-1 t9: m1/1")},
            [Lapse(Part.PAUSE, "spout-1 emitted m1/1, and is paused", 1)],
            id="paused and asked",
        ),
        pytest.param(
            (ASK,),
            PLAIN,
            {"emission spout-1 m1/1: m1": ("untracked spout-1 m1/1: m1",)},
            [Lapse(Part.EMISSION, "spout-1 emitted m1/1 with no message id; it should have one", 0)],
            id="no id",
        ),
        pytest.param(
            (NextTuple("spout-1", tracked=False),),
            PLAIN,
            {"untracked spout-1 m1/1: m1": ("emission spout-1 m1/1: m1",)},
            [
                Lapse(Part.EMISSION, "spout-1 emitted m1/1 with a message id; it should have none", 0),
                Lapse(Part.SOURCE, "m1 is dropped, and was not acked", 0),
            ],
            id="an id",
        ),
        pytest.param(
            (ASK, ASK_OTHER),
            PLAIN,
            {
                "emission spout-2 m2/1: m2": ("emission spout-2 m1/2: m1",),
                "tuple spout-2 > count-1 t2: m2/1": ("tuple spout-2 > count-1 t2: m1/2",),
            },
            [
                Lapse(Part.SOURCE, "spout-2 emitted m1, which spout-1 has open", 1),
            ],
            id="what another has open",
        ),
        pytest.param(
            (ASK,),
            PLAIN,
            {
                "emission spout-1 m1/1: m1": ("emission spout-1 m9/1: m9",),
                "tuple spout-1 > count-1 t1: m1/1": ("tuple spout-1 > count-1 t1: m9/1",),
            },
            [Lapse(Part.SOURCE, "spout-1 emitted m9, which the source does not offer", 0)],
            id="what is not offered",
        ),
        pytest.param(
            (ASK,),
            PLAIN,
            {"emission spout-1 m1/1: m1": ("emission spout-1 m1/1",)},
            [Lapse(Part.SOURCE, "spout-1 emitted nothing, which the source does not offer", 0)],
            id="a message without a name",
        ),
        pytest.param(
            (ASK,),
            PLAIN,
            {"tuple spout-1 > count-1 t1: m1/1": ()},
            [Lapse(Part.EMISSION, "m1/1 went to nobody; it should go to count", 0)],
            id="to nobody",
        ),
        pytest.param(
            (ASK,),
            PLAIN,
            {0: ("tuple spout-1 > count-1 t9: m1/1",)},
            [
                Lapse(Part.EMISSION, "m1/1 went to count, count; it should go to count", 0),
            ],
            id="to the same twice",
        ),
        pytest.param(
            (ASK,),
            PLAIN,
            {0: ("tuple spout-1 > acker-1 t9: m1/1",)},
            [
                Lapse(Part.EMISSION, "m1/1 went to count, acker; it should go to count", 0),
                Lapse(Part.EMISSION, "t9 went to acker-1, which is no task of the plan", 0),
            ],
            id="to another besides",
        ),
        pytest.param(
            (ASK,),
            {"bolts": (BoltShape(name="count", after=(), fan=0),)},
            {0: ("tuple spout-1 > count-1 t9: m1/1",)},
            [Lapse(Part.EMISSION, "m1/1 went to count; it should go to nobody", 0)],
            id="it should go to nobody",
        ),
        pytest.param(
            (ASK, ASK),
            {"bolts": (BoltShape(name="count", fan=0, takes=(Subscription("spout", 2),)),), "streams": 2},
            {"tuple spout-1 > count-1 t1: m2/1": (), 0: ("tuple spout-1 > count-1 t9: m1/1",)},
            [
                Lapse(Part.GROUPING, "spout-1 emitted 1 tuple to count; of m1/1 it makes 0", 0),
                Lapse(Part.GROUPING, "spout-1 emitted 0 tuples to count; of m2/1 it makes 1", 1),
            ],
            id="on the wrong stream",
        ),
        pytest.param(
            (ASK, TICK, TICK, Settle(), ASK),
            PLAIN,
            {"back spout-1 m1": ()},
            [
                Lapse(Part.SOURCE, "m1 was called back with fail, and the source did not offer it again", 2),
                Lapse(Part.SOURCE, "spout-2 emitted m1, which the source does not offer", 3),
            ],
            id="not back",
        ),
        pytest.param(
            (ASK, Deactivate("spout-1")),
            {},
            {1: ("called-fail spout-1 m1/1: m1", "back spout-1 m1")},
            [],
            id="at an order",
        ),
        pytest.param(
            (Deactivate("spout-1"), ASK),
            {"lifecycle": True},
            {1: ("emission spout-1 m1/1: m1", "tuple spout-1 > store-1 t9: m1/1")},
            [Lapse(Part.INACTIVE, "spout-1 emitted m1/1, and is not active", 1)],
            id="not active",
        ),
        pytest.param(
            (Deactivate("spout-1"), Activate("spout-1"), ASK),
            {"lifecycle": True},
            {2: ("deactivated spout-1",)},
            [Lapse(Part.LIFECYCLE, "spout-1 was told that it is not active; nothing had deactivated it", 2)],
            id="deactivated, and not ordered",
        ),
        pytest.param(
            (Deactivate("spout-1"), ASK_OTHER, Deactivate("spout-1")),
            {"lifecycle": True},
            {2: ("deactivated spout-2",)},
            [Lapse(Part.LIFECYCLE, "spout-2 was told that it is not active; nothing had deactivated it", 2)],
            id="deactivated, and another is ordered",
        ),
        pytest.param(
            (ASK,),
            {"lifecycle": True},
            {0: ("deactivated spout-2",)},
            [Lapse(Part.LIFECYCLE, "spout-2 was deactivated, and was not active", 0)],
            id="deactivated and not active",
        ),
        pytest.param(
            (ASK,),
            {"lifecycle": True},
            {"opened spout-1": ()},
            [
                Lapse(Part.LIFECYCLE, "spout-1 was activated, and was not opened", 0),
                Lapse(Part.LIFECYCLE, "spout-1 emitted m1/1, and was not opened in this life", 0),
            ],
            id="activated and not opened",
        ),
        pytest.param(
            (ASK, Stop("spout-2")),
            {"lifecycle": True},
            {1: ("closed spout-2",)},
            [Lapse(Part.LIFECYCLE, "spout-2 was closed, and was not opened", 1)],
            id="closed and not opened",
        ),
        pytest.param(
            (ASK, Stop("spout-1"), ASK),
            {"lifecycle": True},
            {"closed spout-1": (), "opened spout-1": (), 2: ("closed spout-1",)},
            [
                Lapse(Part.LIFECYCLE, "spout-1 was activated, and was not opened", 0),
                Lapse(Part.LIFECYCLE, "spout-1 emitted m1/1, and was not opened in this life", 0),
                Lapse(Part.LIFECYCLE, "spout-1 was activated, and was not opened", 2),
                Lapse(Part.LIFECYCLE, "spout-1 emitted m2/1, and was not opened in this life", 2),
                Lapse(Part.LIFECYCLE, "spout-1 was closed, and nothing had stopped it", 2),
            ],
            id="closed too late",
        ),
        pytest.param(
            (ASK, Stop("spout-1"), ASK, TICK),
            {"lifecycle": True},
            {3: ("opened spout-1", "activated spout-1")},
            [
                Lapse(Part.LIFECYCLE, "spout-1 was opened, and was so before in this life", 3),
                Lapse(Part.LIFECYCLE, "spout-1 was activated, and was active", 3),
            ],
            id="opened twice",
        ),
        pytest.param(
            (ASK, ASK_OTHER, Deactivate("spout-1"), Activate("spout-2"), Stop("spout-1")),
            {"lifecycle": True, "executor_tasks": 2},
            {"deactivated spout-2": (), "activated spout-1": (), "closed spout-2": ()},
            [
                Lapse(Part.LIFECYCLE, "spout-1 emitted m1/1, and was not told that it is active", 0),
                Lapse(Part.LIFECYCLE, "spout-2 was not deactivated", 2),
                Lapse(Part.LIFECYCLE, "spout-1 was deactivated, and was not active", 2),
                Lapse(Part.LIFECYCLE, "spout-1 was not activated", 3),
                Lapse(Part.LIFECYCLE, "spout-2 was activated, and was active", 3),
                Lapse(Part.LIFECYCLE, "spout-2 was not closed", 4),
            ],
            id="a mate is not told",
        ),
        pytest.param(
            (ASK, Deactivate("spout-1"), Deactivate("spout-1"), Activate("spout-1"), Activate("spout-1")),
            {"lifecycle": True},
            {"deactivated spout-1": (), "activated spout-1": ()},
            [
                Lapse(Part.LIFECYCLE, "spout-1 emitted m1/1, and was not told that it is active", 0),
                Lapse(Part.LIFECYCLE, "spout-1 was not activated", 3),
            ],
            id="none is told",
        ),
        pytest.param(
            (ASK, Die("spout-1"), ASK),
            {"lifecycle": True},
            {"opened spout-1": (), "activated spout-1": ()},
            [
                Lapse(Part.LIFECYCLE, "spout-1 emitted m1/1, and was not opened in this life", 0),
                Lapse(Part.LIFECYCLE, "spout-1 emitted m2/1, and was not opened in this life", 2),
            ],
            id="opened in no life",
        ),
        pytest.param(
            (ASK, Deactivate("spout-1"), TICK),
            {"lifecycle": True},
            {2: ("activated spout-1",)},
            [Lapse(Part.LIFECYCLE, "spout-1 was told that it is active; it was deactivated before, and stays so", 2)],
            id="activated at a tick",
        ),
        pytest.param(
            (ASK, ASK_OTHER, Deactivate("spout-1"), Activate("spout-2")),
            {"lifecycle": True},
            {3: ("activated spout-1",)},
            [Lapse(Part.LIFECYCLE, "spout-1 was told that it is active; it was deactivated before, and stays so", 3)],
            id="activated with another",
        ),
        pytest.param(
            (ASK, Deactivate("spout-1")),
            {"lifecycle": True},
            {1: ("closed spout-1",)},
            [Lapse(Part.LIFECYCLE, "spout-1 was closed, and nothing had stopped it", 1)],
            id="closed instead of deactivated",
        ),
        pytest.param(
            (ASK, Deactivate("spout-1"), TUPLES, REPORTS, WORDS),
            PLAIN,
            {"arrives spout-1 w1": (), "called-ack spout-1 m1/1: m1": (), "done spout-1 m1": ()},
            [
                Lapse(
                    Part.INACTIVE, "the word 'ack of m1/1' was under way from acker-1 to spout-1, and did not arrive", 4
                )
            ],
            id="not at a task that is not active",
        ),
        pytest.param(
            (ASK, Deactivate("spout-1"), TUPLES, REPORTS, Die("spout-1"), WORDS),
            PLAIN,
            {"arrives spout-1 w1": ()},
            [Lapse(Part.DEATH, "the word 'ack of m1/1' was under way from acker-1 to spout-1, and did not arrive", 5)],
            id="not at a task that is not active, after its death",
        ),
    ],
)
def test_the_lapses_of_a_changed_run(
    steps: tuple[TopologyOperation, ...],
    wiring: dict[str, Any],
    changes: Mapping[str | int, Sequence[str]],
    expected: list[Lapse],
) -> None:
    """Each has its part and its operation, and the run goes on as if the target had kept to the plan."""
    assert expected == altered(played_by_two(*steps, **wiring), changes).judged.lapses


@pytest.mark.parametrize(("steps", "place"), [((ASK, TAKE, WORDS), 0), ((ASK, TAKE, Die("count-1"), ASK, TAKE), 1)])
def test_what_a_bolt_had_no_input_for_is_wrong_from_its_first_call_on(
    steps: tuple[TopologyOperation, ...], place: int
) -> None:
    """It has this place among the happenings of its operation."""
    calls = ("tuple count-1 > store-1 t9: t1", "acks count-1 t1")
    seen = altered(played_by_two(*steps, **EMITS), {len(steps) - 1: calls})
    assert [place] == [lapse.happening for lapse in seen.judged.lapses]
