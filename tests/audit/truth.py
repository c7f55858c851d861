"""The truth of a log of `topology/Misbehaving.java`: the recorded behaviour of its bolts, and the causes that follow
from it.
"""

from collections.abc import Collection, Mapping

from ackproof_adapters.audit.causes.verdicts import OPEN, TIMED_OUT, TreeVerdict

Act = tuple[str, int, str]
"""A tuple of component, task, and behaviour."""

CAUSES = {
    "forget": {"AUD-01"},
    "forgetfirst": {"AUD-01"},
    "fail": {"AUD-04"},
    "failack": {"AUD-04"},
    "ackfail": {"AUD-04"},
    "twice": {"AUD-06"},
    "between": {"AUD-06", "AUD-07"},
    "after": {"AUD-07"},
    "hang": {"AUD-01", "AUD-03"},
    "slow": {"AUD-05", "AUD-01", "AUD-03"},
    "failslow": {"AUD-04", "AUD-05", "AUD-01", "AUD-03"},
    "throw": {"AUD-12"},
}
"""The causes of each behaviour. A slow tuple may be under way when the log ends."""

MAY_BE_DONE = {"failack", "ackfail", "twice", "between", "after", "slow"}
"""Behaviours that may come too late to matter, or after an ack that has ended the tree."""

HINDERS = {"slow": {"AUD-05", "AUD-16"}, "failslow": {"AUD-05", "AUD-16"}, "hang": {"AUD-16"}, "throw": {"AUD-12"}}
"""The effects on other tuples of the same component."""

RIGHT = {"good", "async", "loose", "drop"}


def acts(text: str) -> dict[int, set[Act]]:
    """Return the misbehaviours for each tree of which a bolt received a tuple."""
    found: dict[int, set[Act]] = {}
    for line in text.splitlines():
        root, component, task, _, what = line.split()
        of_tree = found.setdefault(int(root), set())
        if what not in RIGHT:
            of_tree.add((component.replace("_", " "), int(task), what.rstrip("0123456789")))
    return found


def check(
    found: Mapping[int, TreeVerdict],
    truth: Mapping[int, set[Act]],
    hasty: str = "",
    ended: Collection[int] = (),
) -> None:
    """Require that each tree has a cause that follows from the recorded behaviour, with its component and task, or
    none.

    A spout may be `hasty`: its executor has several tasks, so that it gives up too early. The workers of tasks that
    `ended` were killed, or started again in other ones.
    """
    all_acts = {act for each in truth.values() for act in each}
    for root, done in truth.items():
        verdict = found.get(root)
        if verdict is None or verdict.cause is None:
            is_open = verdict is not None and verdict.status == OPEN
            assert is_open or not done or any(what in MAY_BE_DONE for _, _, what in done), (root, done, verdict)
            continue
        reported = verdict.cause.id, verdict.component
        if hasty and reported == ("AUD-14", hasty):
            continue
        if verdict.cause.id == "AUD-12" and verdict.task in ended:
            continue
        is_behind = not done and any(what == "slow" for _, _, what in all_acts)
        if is_behind and verdict.cause.id == "AUD-15" and verdict.status == TIMED_OUT:
            continue  # it waited behind a slow tuple for about the timeout, which the log does not name
        own = {(id_, component, task) for component, task, what in done for id_ in CAUSES[what]}
        others = {(id_, component) for component, _, what in all_acts for id_ in HINDERS.get(what, ())}
        if any(what == "throw" for _, _, what in all_acts) and verdict.cause.id == "AUD-12":
            continue  # it took the whole worker with it
        assert (*reported, verdict.task) in own or reported in others, (root, done, verdict)
