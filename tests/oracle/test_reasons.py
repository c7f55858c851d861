"""Why an answer was due at an operation of a large history."""

import pytest
from ackproof.components.rotating_map import Contains, MapOperation, Put, Remove, Rotate
from ackproof.components.spout import Callback, Notify, SpoutEmit, SpoutOperation, SpoutTick
from ackproof.oracle.lives import acker_of
from ackproof.oracle.sizes.reasons import why_called, why_notified, why_there
from ackproof.target import Config
from ackproof.workloads.acker import RESTART, TICK, Step
from ackproof.workloads.sizes.acker.writer import SizedAckerWorkload
from ackproof.workloads.sizes.anchoring import NO_FOREST
from ackproof.workloads.sizes.rotating_map import SizedMapWorkload
from ackproof.workloads.sizes.spout import SizedSpoutWorkload
from attrs import evolve


def message(op: str, *edges: int, root: int = 10) -> Step:
    return Step(op=op, root=root, edges=frozenset(edges), task=1)


def of_acker(*steps: Step, profile: str = "storm2", tasks: int = 1) -> str:
    """Return the reason for what an acker has to say at the last of some operations."""
    config = Config(profile=profile, tasks=tasks)
    workload = SizedAckerWorkload(
        config=config, forest=NO_FOREST, values=(4, 8, 16), names=("e", "f", "g"), steps=steps
    )
    return why_notified(workload, len(steps) - 1)


INIT, ACK, FAIL, RESET = message("init", 0), message("ack", 0), message("fail"), message("reset-timeout")
OTHER = message("fail", root=11)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((INIT,), "its edge is open"),
        ((INIT, OTHER, ACK), "its init has come and its edge is acked"),
        ((ACK,), "no init of it has come"),
        ((ACK, INIT), "its init has come and its edge is acked"),
        ((message("init"),), "its init has come and it has no edge"),
        ((message("init", 0, 1), message("ack", 0)), "1 of its 2 edges is open"),
        ((message("init", 0, 1, 2), message("ack", 0)), "2 of its 3 edges are open"),
        ((message("init", 0, 1), message("ack", 0, 1)), "its init has come and all its 2 edges are acked"),
        ((FAIL, INIT), "its init and a fail of it have come"),
        ((INIT, FAIL), "its init and a fail of it have come"),
        ((INIT, RESET), "its init has come, and it is open"),
        ((RESET,), "no init of it has come"),
        ((INIT, TICK), ""),
        ((INIT, RESTART), ""),
        (
            (INIT, TICK, ACK),
            "its init has come and its edge is acked; its record was made 1 tick ago, and lives for 3 ticks",
        ),
        (
            (INIT, TICK, RESTART, RESET, TICK, TICK, ACK),
            "its init has come and its edge is acked; its record was last refreshed 2 ticks ago, and lives for 3 ticks",
        ),
        (
            (INIT, TICK, TICK, TICK, ACK),
            "its former record was made 3 ticks ago, and lived for 3 ticks; no init came since",
        ),
        (
            (FAIL, TICK, TICK, TICK, INIT),
            "its former record was made 3 ticks ago, and lived for 3 ticks; its edge is open",
        ),
        ((INIT, ACK, INIT), "its edge is open"),
        ((INIT, ACK, TICK, ACK), "it had said ack of this root before; no init came since"),
        ((INIT, FAIL, RESET), "it had said fail of this root before; no init came since"),
        ((INIT, ACK, INIT, ACK), "its init has come and its edge is acked"),
    ],
)
def test_why_an_acker_has_something_to_say(steps: tuple[Step, ...], words: str) -> None:
    """Messages of other roots do not matter."""
    assert words == of_acker(*steps)


def test_what_refreshes_a_record_depends_on_the_profile() -> None:
    """An ack does so in storm1 only, where a record lives for two ticks."""
    steps = (message("init", 0, 1), TICK, message("ack", 0), TICK, message("ack", 1))
    done = "its init has come and all its 2 edges are acked; its record was"
    assert f"{done} last refreshed 1 tick ago, and lives for 2 ticks" == of_acker(*steps, profile="storm1")
    assert f"{done} made 2 ticks ago, and lives for 3 ticks" == of_acker(*steps)


def test_only_ticks_of_the_own_acker_task_count() -> None:
    """A root has one acker task."""
    of_root = acker_of(10, 2)
    own, other = (evolve(TICK, acker=number) for number in (of_root, 1 - of_root))
    words = "its init has come and its edge is acked; its record was made 1 tick ago, and lives for 3 ticks"
    assert words == of_acker(INIT, other, own, other, ACK, tasks=2)


M, N = Callback("fail", 1, "m"), Callback("fail", 1, "n")
EMIT_M, EMIT_N = SpoutEmit(1, 10, "m", (4,)), SpoutEmit(1, 11, "n", (8,))
MORE_TIME = Notify("reset-timeout", 10, 1)


@pytest.mark.parametrize(
    ("steps", "wrong", "words"),
    [
        ((EMIT_M, SpoutTick()), M, "'m' on task 1 was emitted 1 tick ago, and waits for 2 ticks"),
        ((EMIT_M, SpoutTick(), SpoutTick()), M, "'m' on task 1 was emitted 2 ticks ago, and waits for 2 ticks"),
        (
            (EMIT_M, SpoutTick(), MORE_TIME, SpoutTick()),
            M,
            "'m' on task 1 got more time 1 tick ago, and waits for 2 ticks",
        ),
        ((EMIT_M, Notify("ack", 10, 1), SpoutTick()), M, "'m' on task 1 was called back with ack before"),
        ((EMIT_M, *[SpoutTick()] * 3), M, "'m' on task 1 was called back with fail before"),
        ((EMIT_M, SpoutTick()), N, ""),
        ((EMIT_M, SpoutEmit(1, 12, "m", (16,)), SpoutTick()), M, ""),
        ((EMIT_M, SpoutTick()), None, ""),
        (
            (EMIT_M, Notify("fail", 10, 1), SpoutTick(), SpoutEmit(1, 12, "m", (16,)), SpoutTick()),
            M,
            "'m' on task 1 was emitted 1 tick ago, and waits for 2 ticks",
        ),
        (
            (EMIT_M, EMIT_N, SpoutTick(), Notify("ack", 10, 1)),
            M,
            "root 10 was emitted 1 tick ago, and waits for 2 ticks",
        ),
        ((EMIT_M, Notify("fail", 10, 1), Notify("ack", 10, 1)), M, "root 10 was called back with fail before"),
        ((EMIT_M, Notify("ack", 11, 1)), M, "root 11 was never emitted"),
        ((SpoutEmit(1, 10, None, (4,)), Notify("ack", 10, 1)), M, "root 10 was never emitted"),
        ((EMIT_M, EMIT_N), M, ""),
    ],
)
def test_why_a_spout_calls_back(steps: tuple[SpoutOperation, ...], wrong: Callback | None, words: str) -> None:
    """Of a message with several emissions that wait it is not certain which one is called back."""
    assert words == why_called(SizedSpoutWorkload(Config(spout_tasks=(1,)), steps), len(steps) - 1, wrong)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((Contains("a"),), "was never put"),
        ((Put("a", "1"), Contains("a")), "was last put since the last rotation, and the map has 2 buckets"),
        ((Put("a", "1"), Rotate(), Contains("a")), "was last put 1 rotation ago, and the map has 2 buckets"),
        ((Put("a", "1"), Rotate(), Rotate()), "was last put 2 rotations ago, and the map has 2 buckets"),
        ((Put("a", "1"), Remove("a")), "was last put since the last rotation, and the map has 2 buckets"),
        ((Put("a", "1"), Remove("a"), Remove("a")), "was removed after it was last put"),
        (
            (Put("a", "1"), Remove("a"), Put("a", None), Rotate()),
            "was last put 1 rotation ago, and the map has 2 buckets",
        ),
    ],
)
def test_why_a_key_is_there(steps: tuple[MapOperation, ...], words: str) -> None:
    """What is removed at the operation itself was there; what a rotation takes had that rotation, too."""
    workload = SizedMapWorkload(config=Config(buckets=2), buckets=2, steps=steps)
    assert words == why_there(workload, len(steps) - 1, "a")
