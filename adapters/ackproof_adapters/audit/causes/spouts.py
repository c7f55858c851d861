"""Causes that are of the spout: it gave a tree up before its timeout, or began two with one root."""

from itertools import takewhile

from ackproof_adapters.audit.causes import catalogue
from ackproof_adapters.audit.causes.findings import Finding
from ackproof_adapters.audit.causes.slowness import FEWEST_TICKS, ROTATIONS, thread_of, wait_of
from ackproof_adapters.audit.logs.events import TIMEOUT
from ackproof_adapters.audit.logs.heads import milliseconds
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place, Tree


def has_mates(known: Gathering, tree: Tree) -> bool:
    """Whether the executor of its spout's task has others."""
    first, last = thread_of(known, tree.spout[1]) if tree.spout else (0, 0)
    return first != last


def premature(known: Gathering, tree: Tree, fewest: int = FEWEST_TICKS) -> Finding | None:
    """Look for a spout that gave up before its timeout, which is known by at least so many ticks of its thread."""
    begun, wait = tree.begun, wait_of(known, tree, fewest)
    if tree.reason != TIMEOUT or tree.spout is None or begun is None or not tree.callback_at or wait is None:
        return None
    if wait.timeout is None or not wait.is_short or wait.waited < 0:
        return None
    spout = known.tasks.get(tree.spout[1])
    if wait.is_exact and spout is not None:
        if sum(begun[0] < each < tree.callback_at for each in spout.ticks) >= ROTATIONS:
            return None  # its thread was late with the first of them
    elif spout is None or spout.executor is None or spout.executor[0] == spout.executor[1]:
        return None
    of = f"a timeout of {wait.timeout / 1000:.0f} s" + ("" if wait.is_exact else " or more")
    words = f"failed after {wait.waited / 1000:.1f} s of {of}: ticks come too often (STORM-3693)"
    return Finding(catalogue.TICK_TOO_OFTEN, tree.spout[1], words, [begun[0], tree.callback_at])


def held_up(known: Gathering, tree: Tree) -> Finding | None:
    """Look for a spout that gave up before its timeout because ticks had waited for its thread: those that came
    together were due a timeout apart.
    """
    begun, wait = tree.begun, wait_of(known, tree)
    spout = known.tasks.get(tree.spout[1]) if tree.spout else None
    if tree.reason != TIMEOUT or tree.spout is None or spout is None or begun is None or not tree.callback_at:
        return None
    if wait is None or wait.timeout is None or not wait.is_exact or not wait.is_short or wait.waited < 0:
        return None
    ticks = zip(spout.ticks, spout.ticks_when, strict=True)
    later = [each for each in ticks if each[0].worker == begun[0].worker and begun[0] < each[0]]
    most = wait.timeout / 2
    together = [*takewhile(lambda each: 0 <= milliseconds(later[0][1], each[1]) < most, later)]
    if sum(each < tree.callback_at for each, _ in together) < ROTATIONS:
        return None
    if known.lives.is_started_between(begun[0], together[-1][0]):
        return None
    # No tick comes before it is due, a timeout after the last. So this is the least for which the first one waited.
    first = together[0][1]
    waits = (number * wait.timeout - milliseconds(first, when) for number, (_, when) in enumerate(together))
    words = (
        f"the spout gave it up after {wait.waited / 1000:.3f} s: ticks that had waited came together, since its thread "
        f"took nothing from its queue for {max(waits) // 100 / 10:.1f} s or more (nextTuple slept or blocked)"
    )
    places: list[Place | None] = [begun[0], *(each[0] for each in together), tree.callback_at]
    return Finding(catalogue.TICK_TOO_OFTEN, tree.spout[1], words, places)


def collision(tree: Tree) -> Finding | None:
    """Look for two trees with one root."""
    inits = [each for each in tree.inits if each[2].sends and each[2].came]
    if len(inits) < 2 or len({(task, value) for task, value, _ in inits}) < 2:  # noqa: PLR2004
        return None
    words = f"spout tasks {' and '.join(str(task) for task, _, _ in inits)} began a tree with this root"
    return Finding(catalogue.COLLISION, inits[-1][0], words, [each.sent_at for _, _, each in inits])
