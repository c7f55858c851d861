"""Rules of anchoring: `ANC-01` and following."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from attrs import evolve

from ackproof.components.acker import Ack, Fail
from ackproof.components.anchoring import AckTuple, Emit, FailTuple, Receive
from ackproof.oracle.ledgers import (
    AnchoringChronicle,
    AnchoringMoment,
    KnownTuple,
    acks_of,
    edge_between,
    init_value,
)
from ackproof.rules.edge_ids import first_dependent
from ackproof.rules.registry import Check, Premise, Premises, Violation, rule
from ackproof.text.truncate import truncated_names
from ackproof.text.wording import message_words
from ackproof.workloads.anchoring import AnchoringMix, grow_anchoring_workload
from ackproof.workloads.ids import xor_of
from ackproof.workloads.trees import TreeShape

ORDINARY = AnchoringMix()
JOINS = AnchoringMix(
    trees=TreeShape(
        emissions=2,
        bolt_tuples=7,
        anchors=4,
        joins=70,
        unanchored=35,
        receivers=30,
        twins=0,
        empty=0,
        failed=0,
        unanswered=0,
    )
)
JOINS_OF_ANY_EDGES = evolve(JOINS, colliding=20)
MANY_FAILS = AnchoringMix(trees=TreeShape(emissions=4, bolt_tuples=7, anchors=3, joins=70, failed=45, twins=0))
CANCELLING = evolve(MANY_FAILS, cancelling=30, colliding=20, busy=20, renewed=20)
LOOSE = AnchoringMix(trees=TreeShape(emissions=2, copies=1, bolt_tuples=9, unanchored=40, joins=20, failed=25, twins=0))
MISUSED = AnchoringMix(misuse=60)
REFUSING = AnchoringMix(
    trees=TreeShape(emissions=2, bolt_tuples=5, anchors=4, joins=35, receivers=35, twins=0),
    mixed=25,
    colliding=35,
    busy=35,
    renewed=20,
)


def anchoring_rule(
    rule_id: str, mix: AnchoringMix, *premises: Premise
) -> Callable[[Check[AnchoringChronicle]], Check[AnchoringChronicle]]:
    """Register a rule of anchoring that uses workloads of that mix."""
    grow = partial(grow_anchoring_workload, mix=mix)
    return rule(rule_id, grow=grow, observe=AnchoringChronicle, premises=premises)


ONE_ANCHOR = Premise("a tuple with one anchor")
ANCHORS_IN_DIFFERENT_TREES = Premise("a tuple with anchors in different trees")
ANCHORS_IN_ONE_TREE = Premise("a tuple with anchors in one tree")
LOOSE_ANCHOR_FIRST = Premise("a tuple with an anchor in no tree before one in some")
THREE_ANCHORS = Premise("a tuple with three anchors or more")


@anchoring_rule(
    "ANC-01",
    evolve(JOINS_OF_ANY_EDGES, renewed=20, busy=20),
    ONE_ANCHOR,
    ANCHORS_IN_DIFFERENT_TREES,
    ANCHORS_IN_ONE_TREE,
    LOOSE_ANCHOR_FIRST,
    THREE_ANCHORS,
)
def a_tuple_belongs_to_the_trees_of_its_anchors(seen: AnchoringChronicle, premise: Premises) -> None:
    """It belongs to all of them, and to no other tree."""
    for known, anchors in _emitted(seen):
        trees = [set(anchor.message_id) for anchor in anchors]
        if len(anchors) == 1:
            premise(ONE_ANCHOR)
        elif anchors:
            premise(ANCHORS_IN_ONE_TREE if set.intersection(*trees) else ANCHORS_IN_DIFFERENT_TREES)
            if any(after and not before for before, after in pairwise(trees)):
                premise(LOOSE_ANCHOR_FIRST)
            if len(anchors) > 2:  # noqa: PLR2004 - more than left and right
                premise(THREE_ANCHORS)
        should = set().union(*trees)
        if set(known.message_id) != should:
            raise Violation(
                f"{known.name}, anchored to {_names(known.anchors)}, belongs to {_roots(known.message_id)}; "
                f"its anchors belong to {_roots(should)}",
                known.index,
            )


TWO_RECEIVERS = Premise("two receivers of one emit")
SAME_ANCHOR_TWICE = Premise("the same anchor twice")
TWO_TUPLES_IN_ONE_TREE = Premise("two tuples in one tree")
CAME_TWICE = Premise("tuples are anchored to one that came twice")
EMITTED_IN_ANOTHER_TREE = Premise("a tuple is emitted in another tree than one before it")


@anchoring_rule(
    "ANC-02",
    evolve(JOINS, doubled=25, mixed=25),
    TWO_RECEIVERS,
    SAME_ANCHOR_TWICE,
    TWO_TUPLES_IN_ONE_TREE,
    CAME_TWICE,
    EMITTED_IN_ANOTHER_TREE,
)
def every_tuple_has_a_fresh_edge_per_anchor_and_receiving_task(seen: AnchoringChronicle, premise: Premises) -> None:
    """So no xor of the edges of some tuples is zero, if a tuple that was received twice is counted once; and no edge
    serves tuples of different trees.
    """
    for moment in seen.moments:
        if isinstance(moment.operation, Emit) and not moment.misuse:
            if len(moment.operation.tuples) > 1 and moment.operation.anchors:
                premise(TWO_RECEIVERS)
            if len(set(moment.operation.anchors)) < len(moment.operation.anchors):
                premise(SAME_ANCHOR_TWICE)
    for root in seen.roots:
        members = [known for known in seen.tuples.values() if root in known.message_id]
        again = [known for known in members if _came_before(seen, known)]
        for known in again:
            premise(CAME_TWICE)
            members.remove(known)
        if len(members) > 1:
            premise(TWO_TUPLES_IN_ONE_TREE)
        dependent = first_dependent([known.message_id[root] for known in members])
        if dependent is not None:
            place, summands = dependent
            known, others = members[place], [members[each] for each in summands]
            raise Violation(
                f"in the tree of root {root}, the edge {known.message_id[root]} of {known.name} "
                f"{_dependence([(other.name, other.message_id[root]) for other in others])}{_own_edges(seen)}",
                known.index,
            )
    _expect_no_edge_of_another_tree(seen, premise)


def _expect_no_edge_of_another_tree(seen: AnchoringChronicle, premise: Premises) -> None:
    """Expect no emitted tuple to have an edge of one that was emitted before. In its own tree that was looked for."""
    served: dict[int, KnownTuple] = {}
    roots: set[int] = set()
    for known in seen.tuples.values():
        if not isinstance(seen.workload.steps[known.index], Emit):
            continue
        if roots.difference(known.message_id):
            premise(EMITTED_IN_ANOTHER_TREE)
        roots.update(known.message_id)
        for root, edge in known.message_id.items():
            other = served.setdefault(edge, known)
            if other is not known:
                others = _roots(each for each, own in other.message_id.items() if own == edge)
                raise Violation(
                    f"the edge {edge} of {known.name} in the tree of root {root} is that of {other.name} in the tree "
                    f"of {others}{_own_edges(seen)}",
                    known.index,
                )


ACK_WITH_CHILDREN = Premise("an ack of a tuple with children")
ACK_WITHOUT_CHILDREN = Premise("an ack of a tuple without children")
ACK_AFTER_A_REFUSAL = Premise("an ack of a tuple to which an emit was to be anchored, beside one that was let go of")


@anchoring_rule("ANC-03", REFUSING, ACK_WITH_CHILDREN, ACK_WITHOUT_CHILDREN, ACK_AFTER_A_REFUSAL)
def the_ack_value_is_the_own_edge_xor_the_edges_of_the_children(seen: AnchoringChronicle, premise: Premises) -> None:
    """The message that closes an edge opens those of the children, and none of a tuple whose emit was refused."""
    wanted = {name for moment in seen.moments for name in _anchors_of_misuse(moment)}
    for moment, known in _let_go(seen, AckTuple):
        if known.name in wanted:
            premise(ACK_AFTER_A_REFUSAL)
        # Children emitted after the ack do not count here: ANC-10 checks that such emits are refused.
        children = [name for name in moment.children.get(known.name, []) if seen.tuples[name].index < moment.index]
        between = [edge for child in children if (edge := edge_between(seen, known.name, child)) is not None]
        if len(between) != len(children):
            continue  # the message ids do not show the edges: ANC-07 balances these
        opened = 0
        for edge in between:
            opened ^= edge
        for root, own in known.message_id.items():
            premise(ACK_WITH_CHILDREN if children else ACK_WITHOUT_CHILDREN)
            values = acks_of(moment.result, root)
            if values != [own ^ opened]:
                should = f"one of value {own ^ opened}, {_sum_words(own, dict(zip(children, between, strict=True)))}"
                raise Violation(
                    f"{known.name} was acked and sent root {root} {_acks_words(values)}; it should have sent it "
                    f"{should}{_own_edges(seen)}",
                    moment.index,
                )


ACK_IN_ONE_TREE = Premise("an ack of a tuple in one tree")
ACK_IN_SEVERAL_TREES = Premise("an ack of a tuple in several trees")


@anchoring_rule("ANC-04", CANCELLING, ACK_IN_ONE_TREE, ACK_IN_SEVERAL_TREES)
def an_ack_sends_one_message_to_each_root(seen: AnchoringChronicle, premise: Premises) -> None:
    """It carries the own edge and those of the children, and no other root gets a message."""
    for moment, known in _let_go(seen, AckTuple):
        if known.message_id:
            premise(ACK_IN_SEVERAL_TREES if len(known.message_id) > 1 else ACK_IN_ONE_TREE)
        _expect_messages(moment, known, Ack)


FAIL_IN_ONE_TREE = Premise("a fail of a tuple in one tree")
FAIL_IN_SEVERAL_TREES = Premise("a fail of a tuple in several trees")


@anchoring_rule("ANC-05", evolve(MANY_FAILS, renewed=20), FAIL_IN_ONE_TREE, FAIL_IN_SEVERAL_TREES)
def a_fail_is_sent_to_every_root(seen: AnchoringChronicle, premise: Premises) -> None:
    """Each tree of the tuple has failed."""
    for moment, known in _let_go(seen, FailTuple):
        if known.message_id:
            premise(FAIL_IN_SEVERAL_TREES if len(known.message_id) > 1 else FAIL_IN_ONE_TREE)
        _expect_messages(moment, known, Fail)


NO_ANCHORS = Premise("a tuple without anchors")
ANCHORS_IN_NO_TREE = Premise("a tuple whose anchors belong to no tree")
LET_GO_IN_NO_TREE = Premise("an ack or fail of a tuple in no tree")


@anchoring_rule(
    "ANC-06",
    LOOSE,
    NO_ANCHORS,
    ANCHORS_IN_NO_TREE,
    LET_GO_IN_NO_TREE,
)
def an_unanchored_tuple_belongs_to_no_tree(seen: AnchoringChronicle, premise: Premises) -> None:
    """Its ack or fail sends no message."""
    for known, anchors in _emitted(seen):
        if not any(anchor.message_id for anchor in anchors):
            premise(ANCHORS_IN_NO_TREE if anchors else NO_ANCHORS)
            if known.message_id:
                raise Violation(
                    f"{known.name} belongs to {_roots(known.message_id)}; it should belong to none", known.index
                )
    for kind in (AckTuple, FailTuple):
        for moment, known in _let_go(seen, kind):
            if not known.message_id:
                premise(LET_GO_IN_NO_TREE)
                if moment.result.messages:
                    raise Violation(
                        f"the {moment.operation.op} of {known.name} sent {message_words(moment.result.messages)}",
                        moment.index,
                    )


FINISHED_WITH_A_JOIN = Premise("a finished tree with a join inside")
FINISHED_WITH_AN_ANCHOR_TWICE = Premise("a finished tree with the same anchor twice")


@anchoring_rule(
    "ANC-07",
    JOINS,
    FINISHED_WITH_A_JOIN,
    FINISHED_WITH_AN_ANCHOR_TWICE,
)
def joins_balance(seen: AnchoringChronicle, premise: Premises) -> None:
    """When all tuples of a tree are acked, the xor of its init and all its acks is zero."""
    for moment in seen.moments:
        _expect_done(moment)
    acked = _acked(seen)
    for root in seen.roots:
        members = [known for known in seen.tuples.values() if root in known.message_id]
        if not all(known.name in acked for known in members):
            continue
        for known in members:
            inside = [name for name in known.anchors if root in seen.tuples[name].message_id]
            if len(inside) > 1:
                twice = len(set(inside)) < len(inside)
                premise(FINISHED_WITH_AN_ANCHOR_TWICE if twice else FINISHED_WITH_A_JOIN)
        reported = init_value(seen, root)
        for moment in seen.moments:
            for value in acks_of(moment.result, root):
                reported ^= value
        if reported:
            raise Violation(
                f"every tuple of the tree of root {root} was acked ({_names([known.name for known in members])}), "
                f"but init and acks leave an ack val of {reported}: it would never be done",
                seen.moments[-1].index,
            )


EMIT_WITH_ANCHORS = Premise("an emit with anchors")
TUPLE_RECEIVED = Premise("a tuple is received")


@anchoring_rule("ANC-08", ORDINARY, EMIT_WITH_ANCHORS, TUPLE_RECEIVED)
def an_emit_sends_nothing_to_ackers(seen: AnchoringChronicle, premise: Premises) -> None:
    """The edges of children are reported in the ack of their anchor."""
    for moment in seen.moments:
        if isinstance(moment.operation, Emit | Receive) and not moment.misuse:
            if isinstance(moment.operation, Receive):
                premise(TUPLE_RECEIVED)
            elif moment.operation.anchors:
                premise(EMIT_WITH_ANCHORS)
            if moment.result.messages:
                raise Violation(
                    f"the {moment.operation.op} sent {message_words(moment.result.messages)} to ackers", moment.index
                )


OPEN_AFTER_ACK = Premise("tuples are open after an ack")
OPEN_AFTER_ACK_OF_A_JOINS_ANCHOR = Premise("tuples are open after a join's anchor is acked")


@anchoring_rule("ANC-09", ORDINARY, OPEN_AFTER_ACK, OPEN_AFTER_ACK_OF_A_JOINS_ANCHOR)
def the_ledger_is_never_zero_while_a_tuple_is_open(seen: AnchoringChronicle, premise: Premises) -> None:
    """Whatever the order of acks, the ack val of a tree is not zero after the init while one of its tuples is open."""
    reported = {root: init_value(seen, root) for root in seen.roots}
    gone: set[str] = set()
    for moment in seen.moments:
        if moment.misuse:
            return
        _expect_done(moment)
        if not isinstance(moment.operation, AckTuple):
            continue
        gone.add(moment.operation.tuple)
        born = [known for known in seen.tuples.values() if known.index < moment.index]
        for root in moment.tuples[moment.operation.tuple].message_id:
            for value in acks_of(moment.result, root):
                reported[root] ^= value
            still_open = [known.name for known in born if root in known.message_id and known.name not in gone]
            if not still_open:
                continue
            premise(OPEN_AFTER_ACK)
            if any(len(seen.tuples[child].anchors) > 1 for child in moment.children.get(moment.operation.tuple, [])):
                premise(OPEN_AFTER_ACK_OF_A_JOINS_ANCHOR)
            if reported[root] == 0:
                raise Violation(
                    f"after the ack of {moment.operation.tuple} the ack val of root {root} is zero, "
                    f"with {_names(still_open)} still open",
                    moment.index,
                )


EMIT_AFTER_LETTING_GO = Premise("an emit anchored to a tuple that was let go of")


@anchoring_rule("ANC-10", MISUSED, EMIT_AFTER_LETTING_GO)
def an_emit_anchored_to_an_input_that_was_let_go_is_refused(seen: AnchoringChronicle, premise: Premises) -> None:
    """No later ack of the anchor could carry its edge, so the tree could be done before the emitted tuple is."""
    for moment in seen.moments:
        if isinstance(moment.operation, Emit) and moment.misuse:
            premise(EMIT_AFTER_LETTING_GO)
            if moment.result.refused is None:
                raise Violation(f"{moment.misuse}, was not refused", moment.index)


SECOND_END = Premise("a second ack or fail")


@anchoring_rule("ANC-11", MISUSED, SECOND_END)
def an_input_is_acked_or_failed_once(seen: AnchoringChronicle, premise: Premises) -> None:
    """The value of a second ack would cancel that of the first."""
    for moment in seen.moments:
        if isinstance(moment.operation, AckTuple | FailTuple) and moment.misuse:
            premise(SECOND_END)
            if moment.result.refused is None:
                raise Violation(f"{moment.misuse}, was not refused", moment.index)


def _came_before(seen: AnchoringChronicle, known: KnownTuple) -> bool:
    """Whether a tuple is received with the message id of a tuple that was received before."""
    received = (step for step in seen.workload.steps[: known.index] if isinstance(step, Receive))
    return isinstance(seen.workload.steps[known.index], Receive) and any(
        step.message_id == known.message_id for step in received
    )


def _emitted(seen: AnchoringChronicle) -> list[tuple[KnownTuple, list[KnownTuple]]]:
    """Return every tuple of an emit that is no misuse, with its anchors."""
    found: list[tuple[KnownTuple, list[KnownTuple]]] = []
    for moment in seen.moments:
        if isinstance(moment.operation, Emit) and not moment.misuse:
            _expect_done(moment)
            if len(moment.result.message_ids) != len(moment.operation.tuples):
                raise Violation(
                    f"an emit to {len(moment.operation.tuples)} tasks gave {len(moment.result.message_ids)} tuples",
                    moment.index,
                )
            anchors = [seen.tuples[name] for name in moment.operation.anchors]
            found.extend((seen.tuples[name], anchors) for name in moment.operation.tuples)
    return found


def _let_go(seen: AnchoringChronicle, kind: type[AckTuple | FailTuple]) -> list[tuple[AnchoringMoment, KnownTuple]]:
    """Return every moment at which a tuple is acked, or failed, without misuse."""
    found: list[tuple[AnchoringMoment, KnownTuple]] = []
    for moment in seen.moments:
        if isinstance(moment.operation, kind) and not moment.misuse:
            _expect_done(moment)
            found.append((moment, moment.tuples[moment.operation.tuple]))
    return found


def _anchors_of_misuse(moment: AnchoringMoment) -> Sequence[str]:
    """Return the anchors of an emit one of which was acked or failed before."""
    return moment.operation.anchors if isinstance(moment.operation, Emit) and moment.misuse else ()


def _expect_done(moment: AnchoringMoment) -> None:
    if moment.result.refused is not None:
        raise Violation(f"a legal {moment.operation.op} was refused: {moment.result.refused}", moment.index)


def _expect_messages(moment: AnchoringMoment, known: KnownTuple, kind: type[Ack | Fail]) -> None:
    reported = sorted(message.root for message in moment.result.messages)
    strangers = [message for message in moment.result.messages if not isinstance(message, kind)]
    if reported != sorted(known.message_id) or strangers:
        raise Violation(
            f"the {moment.operation.op} of {known.name} sent {message_words(moment.result.messages)}; it should have "
            f"sent {_one_each(kind, known)}",
            moment.index,
        )


def _acked(seen: AnchoringChronicle) -> set[str]:
    """Return the tuples that were acked and not failed before."""
    ends: dict[str, str] = {}
    for moment in seen.moments:
        if isinstance(moment.operation, AckTuple | FailTuple):
            ends.setdefault(moment.operation.tuple, moment.operation.op)
    return {name for name, end in ends.items() if end == AckTuple.op}


def _dependence(others: Sequence[tuple[str, int]]) -> str:
    """Return in words what an edge is that is the xor of the edges of other tuples, of none, or of one."""
    if not others:
        return "is zero"
    names = truncated_names([name for name, _ in others])
    if len(others) == 1:
        return f"equals the edge of {names[0]}"
    edges = truncated_names([str(edge) for _, edge in others])
    return f"is the xor of the edges of {_names(names[:-1])} and {names[-1]}: {_names(edges)}"


def _acks_words(values: Sequence[int]) -> str:
    """Return the acks that a root got."""
    return " and ".join(f"an ack of value {value}" for value in values) or "no ack"


def _sum_words(own: int, children: Mapping[str, int]) -> str:
    """Return of which edges the value of an ack is the xor."""
    if not children:
        return "its own edge (it has no children)"
    edges = truncated_names([str(edge) for edge in children.values()])
    return f"the xor of its own edge {own} and those of {_both(truncated_names(list(children)))}, {_both(edges)}"


def _one_each(kind: type[Ack | Fail], known: KnownTuple) -> str:
    """Return the messages of an ack or a fail of a tuple."""
    each = "each of " if len(known.message_id) > 1 else ""
    return f"one {kind.op} to {each}{_roots(known.message_id)}" if known.message_id else "nothing"


def _own_edges(seen: AnchoringChronicle) -> str:
    """Return a remark on a target that took none of the edges that the operations give, so that nobody looks for them
    in its answers.
    """
    taken: list[bool] = []
    for moment in seen.moments:
        if not isinstance(moment.operation, Emit) or moment.misuse:
            continue
        inputs = [moment.tuples[name].message_id for name in moment.operation.anchors]
        for edges, reported in zip(moment.operation.edges, moment.result.message_ids, strict=False):
            for root, edge in reported.items():
                given = xor_of([own for own, roots in zip(edges, inputs, strict=False) if root in roots])
                taken.append(edge == given)
    return " (the target took none of the edges that the rows give)" if taken and not any(taken) else ""


def _roots(roots: Iterable[int]) -> str:
    """Return roots by number, in words."""
    named = sorted(roots)
    return f"root{'' if len(named) == 1 else 's'} {_both(list(map(str, named)))}" if named else "no root"


def _both(names: Sequence[str]) -> str:
    """Return names with an 'and' before the last."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _names(names: Sequence[str]) -> str:
    return ", ".join(names) or "nothing"
