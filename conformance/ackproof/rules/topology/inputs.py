"""Rules of whole topologies: what bolts do with their inputs, and what they report of them."""

from collections.abc import Collection, Iterable, Sequence

from ackproof.components.happenings import (
    AckOrFail,
    AckReport,
    BoltTuple,
    CallRefused,
    FailReport,
    InputAcked,
    InputFailed,
)
from ackproof.components.topology import MORE_TIME, Settle
from ackproof.oracle.histories import Receipt, SentMessage, TopologyChronicle
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.rules.topology.callbacks import expect_notification, topology_rule, violation_at
from ackproof.text.truncate import names_in_words
from ackproof.text.wording import a
from ackproof.workloads.topologies.mix import FAULTS, TopologyMix

JOINED = TopologyMix(
    batch=60,
    basic=10,
    several=50,
    streams=12,
    scenario=14,
    scenarios=(*FAULTS, "rootless-first", "rootless-first"),
)
FAILING = TopologyMix(
    scenarios=("conduct", "conduct", "overtake"),
    conducts=("give-up", "give-up", "give-up", "fail-then-ack"),
    scenario=45,
    tick=0,
    flow=8,
    settle=0,
    deliver=65,
    batch=60,
    basic=10,
    loose=0,
    several=15,
    most=31,
    asked=3,
    opened=6,
)
BASIC = TopologyMix(
    basic=85, scenarios=("conduct", *FAULTS), conducts=("give-up",), scenario=40, grouped=15, streams=25
)
HOLDING = TopologyMix(batch=60, chain_with_fan=30, shuffled=45, scenarios=(*FAULTS, "more-time", "in-two-lives"))
MISCALLING = TopologyMix(scenarios=("conduct",), conducts=("ack-twice", "fail-then-ack", "emit-after-ack"), scenario=45)


ACK_IN_ONE_TREE = Premise("an ack of a tuple in one tree")
ACK_IN_SEVERAL_TREES = Premise("an ack of a tuple in several trees")
EMITTED_WITH_RECEIVERS = Premise("an emission with receivers")


@topology_rule(
    "SYS-08",
    JOINED,
    ACK_IN_ONE_TREE,
    ACK_IN_SEVERAL_TREES,
    EMITTED_WITH_RECEIVERS,
    effort=2,
)
def tracking_takes_a_message_for_each_tuple_of_a_tree_and_two_for_the_tree(
    seen: TopologyChronicle, premise: Premises
) -> None:
    """These are an ack of each tuple, an init, and a notification. The emits of bolts need no message."""
    history = seen.history
    for receipt in history.receipts.values():
        if receipt.trees and receipt.answers == [AckOrFail.ACK]:
            premise(ACK_IN_SEVERAL_TREES if len(receipt.trees) > 1 else ACK_IN_ONE_TREE)
            _expect_reports(seen, receipt, AckOrFail.ACK)
    for tree in seen.tracked:
        inits = tree.inits
        if tree.tuples:
            premise(EMITTED_WITH_RECEIVERS)
        if len(inits) > 1 or (tree.tuples and not inits):  # without receivers there may be one, of 0: see SPT-10
            raise violation_at(seen, tree.place, f"the emission of {tree.name} sent {len(inits)} inits")
    for report in history.reports.values():
        if isinstance(report.sent, AckReport | FailReport) and report.receipt not in history.receipts:
            raise violation_at(seen, report.place, f"{report.sent.what} of {report.receipt}, which nobody received")


BASIC_BOLT_TAKES_INPUT = Premise("a basic bolt takes an input")
BASIC_BOLT_EMITS = Premise("a basic bolt emits")
BASIC_BOLT_GIVES_UP = Premise("the code of a basic bolt gives up")


@topology_rule("SYS-13", BASIC, BASIC_BOLT_TAKES_INPUT, BASIC_BOLT_EMITS, BASIC_BOLT_GIVES_UP, effort=2)
def a_basic_bolt_anchors_and_acks_by_itself(seen: TopologyChronicle, premise: Premises) -> None:
    """Each tuple is anchored to the input. Then the input is acked, or failed if the code raises an error."""
    basic = {shape.name for shape in seen.workload.config.wiring.bolts if shape.kind == "basic"}
    for receipt, conduct in seen.conducts():
        if receipt.task.rpartition("-")[0] not in basic or conduct not in ("normal", "give-up"):
            continue
        premise(BASIC_BOLT_GIVES_UP if conduct == "give-up" else BASIC_BOLT_TAKES_INPUT)
        end = InputFailed if conduct == "give-up" else InputAcked
        done = [
            (moment.happening, moment.place)
            for moment in seen.done_with(receipt)
            if isinstance(moment.happening, BoltTuple | InputAcked | InputFailed | CallRefused)
        ]
        emitted = [(each, place) for each, place in done if isinstance(each, BoltTuple)]
        if emitted:
            premise(BASIC_BOLT_EMITS)
        for each, place in emitted:
            if each.anchors != (receipt.name,):
                raise violation_at(
                    seen,
                    place,
                    f"{receipt.task} emitted {each.name} anchored to {' and '.join(each.anchors) or 'nothing'}; "
                    f"its input is {receipt.name}",
                )
        rest, due = done[len(emitted) :], [end(receipt.task, receipt.name)]
        if [each for each, _ in rest] != due:
            wrong = [place for each, place in rest[:1] if each not in due] or [place for _, place in rest[1:]]
            did = _rendered(each for each, _ in done)
            raise violation_at(
                seen, (wrong or [receipt.place])[0], f"{receipt.task} took {receipt.name} and did: {did}"
            )


INPUT_LET_GO = Premise("an input is acked or failed")
BATCH_ACKED = Premise("a batch is acked")


@topology_rule("SYS-14", HOLDING, INPUT_LET_GO, BATCH_ACKED)
def an_input_is_acked_or_failed_once(seen: TopologyChronicle, premise: Premises) -> None:
    """This holds for each kind of bolt whose code is correct. Nor does such a bolt emit anchored to it afterwards."""
    batches = {shape.name for shape in seen.workload.config.wiring.bolts if shape.kind == "batch"}
    excused = _mistreated(seen, batches)
    steps = seen.workload.steps
    settled = [index for index in range(seen.calm_from, len(steps)) if isinstance(steps[index], Settle)]
    for receipt in seen.history.receipts.values():
        if receipt.name in excused:
            continue
        died = any(death > receipt.index for death in seen.history.deaths.get(receipt.task, []))
        due = next((index for index in settled if index >= receipt.index and not died), None)
        if len(receipt.ends) == 1:
            premise(BATCH_ACKED if receipt.task.rpartition("-")[0] in batches else INPUT_LET_GO)
        elif receipt.ends or due is not None:
            what = f"{receipt.task} acked or failed {receipt.name} {len(receipt.ends)} times"
            places = [receipt.place, *(place for _, place in receipt.ends[1:])]
            raise violation_at(seen, places[:2][-1], what, receipt.index)
        if due is not None and seen.index_of(receipt.ends[0][1]) > due:
            raise Violation(f"{receipt.task} still held {receipt.name} when nothing more happened", due)
        _expect_no_late_child(seen, receipt)
    for moment in seen.moments:
        refused = moment.happening
        if isinstance(refused, CallRefused) and excused.isdisjoint(refused.receipts):
            raise violation_at(
                seen,
                moment.place,
                f"{refused.task} tried {refused.call} of {' and '.join(refused.receipts)}, which it had let go of",
            )


def _mistreated(seen: TopologyChronicle, batches: Collection[str]) -> set[str]:
    """Return the inputs that a task is made to treat badly: those that it takes with such a conduct, and where that may
    be about a whole batch, those that it holds then.
    """
    found: set[str] = set()
    for taken, conduct in seen.conducts():
        if conduct in ("normal", "give-up", MORE_TIME):
            continue
        found.add(taken.name)
        if conduct in ("forget", "ack-twice") and taken.task.rpartition("-")[0] in batches:
            found.update(
                receipt.name
                for receipt in seen.history.receipts.values()
                if receipt.task == taken.task and receipt.place < taken.place
                if not any(place < taken.place for _, place in receipt.ends)
            )
    return found


SECOND_END = Premise("a second ack or fail")
EMIT_AFTER_LETTING_GO = Premise("an emit anchored to an input that was let go of")


@topology_rule("SYS-15", MISCALLING, SECOND_END, EMIT_AFTER_LETTING_GO)
def a_call_about_an_input_that_was_let_go_of_is_refused(seen: TopologyChronicle, premise: Premises) -> None:
    """Such calls are a second ack or fail of it, and an emit anchored to it."""
    history = seen.history
    for moment in seen.moments:
        if isinstance(moment.happening, CallRefused):
            premise(EMIT_AFTER_LETTING_GO if moment.happening.call == "emit" else SECOND_END)
    for receipt in history.receipts.values():
        if len(receipt.ends) > 1:
            premise(SECOND_END)
            what = f"{receipt.task} let go of {receipt.name} twice, and was not refused"
            raise violation_at(seen, receipt.ends[1][1], what)
        _expect_no_late_child(seen, receipt)


TUPLE_OF_ONE_TREE_FAILS = Premise("a tuple of one tree fails")
TUPLE_OF_SEVERAL_TREES_FAILS = Premise("a tuple of several trees fails", by_chance=True)
FAIL_BEFORE_ITS_INIT = Premise("a fail arrives before its init", by_chance=True)


@topology_rule(
    "SYS-18",
    FAILING,
    TUPLE_OF_ONE_TREE_FAILS,
    TUPLE_OF_SEVERAL_TREES_FAILS,
    FAIL_BEFORE_ITS_INIT,
    effort=6,
)
def a_failed_tuple_fails_all_its_trees(seen: TopologyChronicle, premise: Premises) -> None:
    """If no message was lost, they fail at once and not by timeout."""
    history = seen.history
    for receipt in history.receipts.values():
        if receipt.trees and receipt.answers[:1] == [AckOrFail.FAIL]:
            premise(TUPLE_OF_SEVERAL_TREES_FAILS if len(receipt.trees) > 1 else TUPLE_OF_ONE_TREE_FAILS)
            _expect_reports(seen, receipt, AckOrFail.FAIL)
    for tree in seen.tracked:
        fails = [report for report in tree.reports if isinstance(report.sent, FailReport)]
        inits = [len(init.arrivals) for init in tree.inits]
        if inits != [1] or not any(each.arrivals for each in fails) or tree.hole:
            continue
        [init] = [place for each in tree.inits for place in each.arrivals]
        fail = min(place for each in fails for place in each.arrivals)
        reported = max(init, fail)
        before = [notification for notification in tree.words if notification.place < reported]
        if before or seen.ticks_or_deaths(tree, reported):
            continue
        if fail < init:
            premise(FAIL_BEFORE_ITS_INIT)
        expect_notification(seen, tree, reported, "", AckOrFail.FAIL)


def _expect_no_late_child(seen: TopologyChronicle, receipt: Receipt) -> None:
    """Expect that nothing was emitted anchored to an input after its ack or fail."""
    tuples = seen.history.tuples
    late = [name for name in receipt.children for _, end in receipt.ends if tuples[name].place > end]
    if late:
        raise violation_at(
            seen,
            tuples[late[0]].place,
            f"{receipt.task} emitted {late[0]} anchored to {receipt.name}, which it had let go of",
        )


def _expect_reports(seen: TopologyChronicle, receipt: Receipt, answer: AckOrFail) -> None:
    """Expect one report of an input's first ack or fail for each of its trees. A second one may be reported too, by a
    target that does not refuse it.
    """
    others = receipt.answers[1:]
    reports = [
        (report.sent.answer, report.sent.tree, report.place)
        for report in seen.reported_of.get(receipt.name, [])
        if isinstance(report.sent, AckReport | FailReport)
        and report.sent.answer not in others
        and not _is_left_out(seen, report)
    ]
    reported = sorted((said, tree) for said, tree, _ in reports)
    if reported != sorted((answer, tree) for tree in receipt.trees):
        _, end = receipt.ends[0]
        open_trees = set(receipt.trees)
        wrong = end  # or the first report that is too much
        for said, tree, place in reports:
            if said is not answer or tree not in open_trees:
                wrong = place
                break
            open_trees.remove(tree)
        due, trees = f"{a(answer)} for {'each of ' * (len(receipt.trees) > 1)}", names_in_words(sorted(receipt.trees))
        what = f"{receipt.task} {answer}ed {receipt.name} and sent {_reports_words(reported) or f'no {answer} of it'}"
        raise violation_at(seen, wrong, f"{what}; it should send {due}{trees}", seen.index_of(end))


def _reports_words(reported: Sequence[tuple[AckOrFail, str]]) -> str:
    """Return the reports of an input in words."""
    kinds: dict[AckOrFail, list[str]] = {}
    for answer, tree in reported:
        kinds.setdefault(answer, []).append(tree)
    return " and ".join(
        f"{a(answer) if len(trees) == 1 else f'{answer}s'} for {names_in_words(trees)}"
        for answer, trees in kinds.items()
    )


def _is_left_out(seen: TopologyChronicle, report: SentMessage) -> bool:
    """Whether a report is about a tree that is not tracked, which SYS-10 checks."""
    tree = seen.history.trees.get(report.sent.tree)
    return tree is not None and not tree.tracked


def _rendered(done: Iterable[BoltTuple | InputAcked | InputFailed | CallRefused]) -> str:
    """Describe what a bolt task did, call by call."""
    return ", ".join(f"{each.what} {_subject(each)}" for each in done) or "nothing"


def _subject(done: BoltTuple | InputAcked | InputFailed | CallRefused) -> str:
    match done:
        case BoltTuple():
            return done.name
        case CallRefused():
            return done.call
        case InputAcked() | InputFailed():
            return done.receipt
