"""The proven properties: those that hold always, and those that occur sometimes, without which the former would be
vacuous.

An `always` property judges one step of an acker. It returns None if its premise is not met, and otherwise whether it
holds. Its docstring is its sentence, and its rules are those that it partly proves. A `sometimes` property says whether
something occurs at a step. Each property of both kinds has to be met somewhere if the bounds allow it, or else the
exploration proved nothing.
"""

from collections.abc import Callable
from typing import NamedTuple

from acking import Kind, Notification
from acking.acker import Record
from attrs import frozen

from ackproof.explore.bounds import Bounds
from ackproof.explore.truth import ExploredLife, due
from ackproof.oracle.lives import LIFETIME


class Transition(NamedTuple):
    """One message or tick for a root: the truth before and after it, the notifications, and the acker's record
    afterwards.

    `after` is the life before a finished one ends; after a tick it is None if the life has expired. `again` says that
    the message is a duplicate, `begun` that the root's init had been delivered before, `all_acked` that each of the
    `tuples` has been acked by now. `ack_val` is the xor of the ids of the open set.
    """

    op: str
    again: bool
    begun: bool
    all_acked: bool
    tuples: int
    root: int
    task: int
    profile: str
    before: ExploredLife | None
    after: ExploredLife | None
    ack_val: int
    emitted: tuple[Notification, ...]
    kept: tuple[int, Record] | None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the notifications."""
        return tuple(notification.kind.value for notification in self.emitted)

    @property
    def life(self) -> ExploredLife:
        """The life of the message."""
        return self.after or ExploredLife()

    @property
    def due(self) -> str | None:
        """The notification that the specification requires."""
        return due(self.life, self.op, is_zero=self.ack_val == 0)

    @property
    def expected(self) -> tuple[Notification, ...]:
        """The notifications that the specification requires."""
        return () if self.due is None else (Notification(Kind(self.due), self.root, self.task),)

    @property
    def is_final(self) -> bool:
        """Whether the message finishes the life."""
        return self.due in ("ack", "fail")

    @property
    def false_zero(self) -> bool:
        """Whether the ack val is zero although something is open."""
        return self.due == "ack" and self.life.open_set != 0


Needs = Callable[[Bounds, str], bool]


@frozen(kw_only=True)
class Always:
    """A property of every step, with the rules that it partly proves. Without `judge`, `isolation` checks it for two
    trees together.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    needs: Needs
    judge: Callable[[Transition], bool | None] | None = None
    ticks: bool = False
    narrow: bool = False


@frozen(kw_only=True)
class Sometimes:
    """Something that has to occur at some step. Without `seen`, `product` looks for it in two trees."""

    name: str
    sentence: str
    needs: Needs
    seen: Callable[[Transition], bool] | None = None
    ticks: bool = False


ALWAYS: list[Always] = []
SOMETIMES: list[Sometimes] = []


def _anywhere(_: Bounds, __: str) -> bool:
    return True


def _with_tuples(bounds: Bounds, _: str) -> bool:
    return bounds.tuples > 0


def _with_several_tuples(bounds: Bounds, _: str) -> bool:
    return bounds.tuples > 1


def _with_two_roots(bounds: Bounds, _: str) -> bool:
    return bounds.roots > 1


def _with_two_trees(bounds: Bounds, _: str) -> bool:
    return bounds.roots > 1 and bounds.tuples > 1


def _with_joined_trees(bounds: Bounds, _: str) -> bool:
    return bounds.roots > 1 and bounds.tuples > 2  # noqa: PLR2004 - one of each root, and the join


def _with_duplicated_tuples(bounds: Bounds, _: str) -> bool:
    return bounds.duplicates > 0 and bounds.tuples > 0


def _with_resets(bounds: Bounds, _: str) -> bool:
    return bounds.resets > 0


def _with_resets_of_trees(bounds: Bounds, _: str) -> bool:
    return bounds.resets > 0 and bounds.tuples > 0


def _with_ticks(bounds: Bounds, _: str) -> bool:
    return bounds.ticks > 0


def _with_expiry(bounds: Bounds, profile: str) -> bool:
    return bounds.can_expire(profile)


def _with_expiry_of_trees(bounds: Bounds, profile: str) -> bool:
    return bounds.can_expire(profile) and bounds.tuples > 0


def _near_expiry_of_trees(bounds: Bounds, profile: str) -> bool:
    return bounds.can_expire(profile, rotations_to_spare=1) and bounds.tuples > 0


def _near_expiry_with_resets(bounds: Bounds, profile: str) -> bool:
    return bounds.can_expire(profile, rotations_to_spare=1) and bounds.resets > 0 and bounds.tuples > 0


def always(
    *rules: str, needs: Needs = _with_tuples, ticks: bool = False, narrow: bool = False
) -> Callable[[Callable[[Transition], bool | None]], Callable[[Transition], bool | None]]:
    """Register a property of every message, or of every tick; with `narrow`, of narrow ids instead of independent
    ones.
    """

    def register(judge: Callable[[Transition], bool | None]) -> Callable[[Transition], bool | None]:
        ALWAYS.append(
            Always(
                name=judge.__name__,
                sentence=_sentence(judge),
                rules=rules,
                needs=needs,
                judge=judge,
                ticks=ticks,
                narrow=narrow,
            )
        )
        return judge

    return register


def sometimes(
    needs: Needs, *, ticks: bool = False
) -> Callable[[Callable[[Transition], bool]], Callable[[Transition], bool]]:
    """Register something that has to occur, at a message or at a tick."""

    def register(seen: Callable[[Transition], bool]) -> Callable[[Transition], bool]:
        SOMETIMES.append(Sometimes(name=seen.__name__, sentence=_sentence(seen), needs=needs, seen=seen, ticks=ticks))
        return seen

    return register


def _sentence(function: Callable[..., object]) -> str:
    return " ".join((function.__doc__ or "").split())


@always("ACK-08")
def fail_dominates_ack(step: Transition) -> bool | None:
    """A life in which a fail came is not completed."""
    return "ack" not in step.kinds if step.life.failed else None


@always("ACK-03", "ANC-09")
def no_tree_is_completed_while_a_tuple_is_not_acked(step: Transition) -> bool | None:
    """While some tuple was not acked, and unless the init came twice in the life, there is no ack."""
    premise = step.life.inits == 1 and not step.all_acked
    return "ack" not in step.kinds if premise else None


@always("ACK-03")
def an_ack_is_said_of_an_empty_open_set_only(step: Transition) -> bool | None:
    """An ack is said only when the init is in and nothing told in the life is open."""
    return step.life.inits > 0 and not step.life.open_set if "ack" in step.kinds else None


@always("ACK-02", "ACK-10")
def nothing_is_said_before_an_init(step: Transition) -> bool | None:
    """In a life without an init nothing is said: not early, and not of a tree that has ended."""
    return not step.emitted if not step.life.inits else None


@always("ACK-04", "ACK-12", needs=_anywhere)
def a_finished_tree_is_completed_at_once(step: Transition) -> bool | None:
    """With one init and no fail, the message that leaves nothing open is answered by one ack."""
    premise = step.life.inits == 1 and not step.life.failed and not step.life.open_set
    return step.kinds == ("ack",) if premise and step.op != "reset-timeout" else None


@always("ACK-06")
def a_fail_after_the_init_is_said_at_once(step: Transition) -> bool | None:
    """A fail is answered by one fail when the init is in."""
    return step.kinds == ("fail",) if step.op == "fail" and step.life.inits else None


@always("ACK-07")
def a_fail_before_the_init_is_remembered(step: Transition) -> bool | None:
    """The init of a life in which a fail came before it is answered by one fail."""
    premise = step.op == "init" and step.life.inits == 1 and step.life.failed
    return step.kinds == ("fail",) if premise else None


@always("ACK-05", needs=_anywhere)
def the_spout_task_of_the_init_is_told(step: Transition) -> bool | None:
    """What is said goes to the spout task that the init of that root named."""
    return all(notification.task == step.task for notification in step.emitted) if step.emitted else None


@always("ACK-09", needs=_anywhere)
def a_message_causes_one_notification_at_most_about_its_root(step: Transition) -> bool | None:
    """A message is answered by nothing, or by one notification of its own root."""
    return len(step.emitted) <= 1 and all(notification.root == step.root for notification in step.emitted)


@always("ACK-11", needs=_with_duplicated_tuples)
def a_second_init_is_as_the_first(step: Transition) -> bool | None:
    """After a second init in a life, the two questions are asked of the ack val with both inits in it."""
    return step.emitted == step.expected if step.life.inits > 1 else None


@always("ACK-20", "ACK-21", needs=_with_resets)
def a_reset_is_forwarded_once_the_task_is_known(step: Transition) -> bool | None:
    """A reset-timeout is forwarded, once, if an init is in, and else it is not."""
    premise = step.op == "reset-timeout"
    return step.kinds == (("reset-timeout",) if step.life.inits else ()) if premise else None


@always("ACK-04", "ACK-06", "ACK-25", needs=_anywhere)
def what_is_finished_is_forgotten(step: Transition) -> bool | None:
    """No record is left of a life that was completed or failed."""
    return step.kept is None if step.is_final else None


@always("ACK-01", "ACK-14", "ACK-19", "ACK-21", "ACK-25")
def a_record_holds_what_its_life_was_told(step: Transition) -> bool | None:
    """Of a life that goes on there is a record: the xor of what is open, the task once the init is in, any fail."""
    return None if step.is_final else _holds(step)


@always("ACK-03", "ACK-04")
def the_ack_val_is_zero_if_and_only_if_nothing_is_open(step: Transition) -> bool | None:
    """The ack val that the acker keeps is zero just when the open set is empty."""
    return None if step.kept is None else (step.kept[1].ack_val == 0) is (not step.life.open_set)


@always("ACK-16", "ACK-17", "ACK-18")
def a_record_is_as_old_as_its_last_refresh(step: Transition) -> bool | None:
    """The bucket of a record is the rotations since its last refresh, and only the messages of the profile refresh."""
    return None if step.is_final or step.kept is None else step.kept[0] == step.life.age


@always("ACK-26", narrow=True)
def a_false_zero_is_believed(step: Transition) -> bool | None:
    """With an init, no fail and an ack val of zero there is one ack, whatever is open."""
    return step.emitted == step.expected if step.false_zero else None


@always("ACK-03", "ACK-04", narrow=True)
def an_ack_is_said_if_and_only_if_the_ack_val_is_zero(step: Transition) -> bool | None:
    """An ack is said just when the init is in, no fail came, and the xor of the open ids is zero."""
    return ("ack" in step.kinds) is (step.due == "ack")


@always("ACK-13", needs=_with_ticks, ticks=True)
def a_tick_says_nothing(step: Transition) -> bool | None:
    """A tick notifies nothing, whatever it makes the acker forget."""
    return not step.emitted


@always("ACK-14", needs=_with_ticks, ticks=True)
def a_record_survives_the_rotations_before_its_last(step: Transition) -> bool | None:
    """A rotation before the last leaves the record as it was, and a rotation older."""
    if step.after is None:
        return None
    return _holds(step) and step.kept is not None and step.kept[0] == step.after.age


@always("ACK-15", needs=_with_expiry, ticks=True)
def a_record_is_forgotten_by_its_last_rotation(step: Transition) -> bool | None:
    """The last rotation of a record takes it."""
    return step.kept is None if step.before is not None and step.after is None else None


@always("ACK-15", "ACK-25", needs=_with_ticks, ticks=True)
def a_tick_makes_no_record(step: Transition) -> bool | None:
    """Where there was no record, there is none after a tick."""
    return step.kept is None if step.before is None else None


def _holds(step: Transition) -> bool:
    if step.kept is None:
        return False
    record, task = step.kept[1], step.task if step.life.inits else None
    return (record.ack_val, record.spout_task, record.failed) == (step.ack_val, task, step.life.failed)


@sometimes(_with_tuples)
def a_tree_is_completed(step: Transition) -> bool:
    """A tree of tuples, all of them acked, is completed."""
    return step.kinds == ("ack",) and step.all_acked and step.tuples > 0


@sometimes(_anywhere)
def an_emission_to_nobody_is_completed(step: Transition) -> bool:
    """A tree without tuples is completed at its init."""
    return step.kinds == ("ack",) and step.tuples == 0


@sometimes(_with_several_tuples)
def a_tree_is_completed_by_its_init(step: Transition) -> bool:
    """The init comes last of all, after the acks of several tuples, the last emitted first among the orders of them."""
    return step.kinds == ("ack",) and step.op == "init" and step.all_acked and step.tuples > 1


@sometimes(_with_tuples)
def a_tree_fails(step: Transition) -> bool:
    """A fail comes after the init."""
    return step.kinds == ("fail",) and step.op == "fail"


@sometimes(_with_tuples)
def a_fail_overtakes_the_init(step: Transition) -> bool:
    """A fail comes before the init, which brings it out."""
    return step.kinds == ("fail",) and step.op == "init"


@sometimes(_with_tuples)
def fail_and_ack_both_have_a_claim(step: Transition) -> bool:
    """A remembered fail and an ack val of zero are seen at one step, for the first time."""
    return step.life.inits > 0 and step.life.failed and step.ack_val == 0


@sometimes(_with_tuples)
def a_ghost_begins(step: Transition) -> bool:
    """A message comes after its tree has ended."""
    return step.before is None and step.begun and step.op != "init"


@sometimes(_with_expiry_of_trees, ticks=True)
def an_unfinished_tree_expires(step: Transition) -> bool:
    """A tree is forgotten that had its init and was neither completed nor failed."""
    return step.before is not None and step.before.inits > 0 and step.after is None


@sometimes(_with_expiry_of_trees, ticks=True)
def a_record_without_an_init_expires(step: Transition) -> bool:
    """A record is forgotten for which nobody was named."""
    return step.before is not None and not step.before.inits and step.after is None


@sometimes(_near_expiry_of_trees)
def a_tree_is_completed_at_the_last_moment(step: Transition) -> bool:
    """A tree is completed, all of it acked, that the next rotation would have taken."""
    old = step.before is not None and step.before.age == LIFETIME[step.profile] - 1
    return old and step.kinds == ("ack",) and step.all_acked and step.tuples > 0


@sometimes(_with_duplicated_tuples)
def a_duplicated_ack_takes_itself_back(step: Transition) -> bool:
    """An ack is delivered again, before the init, and nothing is open then: not that it was acked, nor its children."""
    closes = step.before is not None and step.before.open_set != 0 and not step.life.open_set
    return step.again and step.op == "ack" and closes and not step.life.inits


@sometimes(_with_duplicated_tuples)
def a_duplicated_init_completes_a_tree_early(step: Transition) -> bool:
    """An init is delivered again, and the tree is completed with a tuple that was not acked: the known hole."""
    return step.again and step.op == "init" and step.kinds == ("ack",) and not step.all_acked


@sometimes(_with_resets)
def a_reset_makes_a_record(step: Transition) -> bool:
    """A reset-timeout comes for a root that has no record."""
    return step.op == "reset-timeout" and step.before is None


@sometimes(_with_resets_of_trees)
def a_reset_is_forwarded(step: Transition) -> bool:
    """A reset-timeout comes for a tree whose spout task is known."""
    return step.op == "reset-timeout" and step.kinds == ("reset-timeout",)


@sometimes(_near_expiry_with_resets)
def a_reset_comes_at_the_last_moment(step: Transition) -> bool:
    """A reset-timeout comes for a record that the next rotation would have taken."""
    old = step.before is not None and step.before.age == LIFETIME[step.profile] - 1
    return old and step.op == "reset-timeout"


ISOLATION = Always(
    name="roots_do_not_touch_each_other",
    sentence="Notifications and record of a root are as if it were the only one.",
    rules=("ACK-22",),
    needs=_with_two_roots,
)
ALWAYS.append(ISOLATION)

TWO_OPEN = Sometimes(
    name="two_trees_are_open_at_once",
    sentence="Both roots of a forest have a record.",
    needs=_with_two_trees,
)
BOTH_COMPLETED = Sometimes(
    name="both_trees_of_a_multi_anchored_tuple_are_completed",
    sentence="A tuple is anchored to tuples of two roots, and both trees are completed.",
    needs=_with_joined_trees,
)
SOMETIMES += [TWO_OPEN, BOTH_COMPLETED]
