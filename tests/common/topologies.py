"""Operations on a topology of two spout tasks, and its bolts, under short names for histories that are written out."""

from ackproof.components.topology import BoltShape, Deliver, Flow, NextTuple, TaskTick

ASK, ASK_OTHER, BURST = NextTuple("spout-1"), NextTuple("spout-2"), NextTuple("spout-1", most=3)
TUPLES, REPORTS, WORDS = Flow("tuples"), Flow("reports"), Flow("words")
TICK, TICK_OTHER, TOCK = TaskTick("spout-1"), TaskTick("spout-2"), TaskTick("acker-1")
TAKE, SECOND = Deliver("spout-1", "count-1"), Deliver("spout-1", "count-1", 1)

PLAIN = {"bolts": (BoltShape(name="count", fan=0),)}
BATCH = {"bolts": (BoltShape(name="count", kind="batch", fan=0),)}
EMITS = {"bolts": (BoltShape(name="count", kind="batch"), BoltShape(name="store", after=("count",), fan=0))}
PAIR = {"bolts": (BoltShape(name="join", kind="batch", fan=0, enough=3, tasks=2, executor_tasks=2),)}
