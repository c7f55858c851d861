"""Rules of bolt libraries behind a ShellBolt: `ML-01` and following."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from attrs import evolve

from ackproof.components.multilang import (
    AckLine,
    Deed,
    EmitLine,
    FailLine,
    Give,
    HangUp,
    Launch,
    Listen,
    MultilangResult,
    PidLine,
    StrayLine,
    SyncLine,
)
from ackproof.oracle.conversations import ConversationChronicle, GivenInput, LineMoment
from ackproof.rules.registry import Check, Premise, Premises, Violation, rule, sized_rule
from ackproof.text.sanitize import shortened
from ackproof.text.truncate import in_common
from ackproof.text.wording import input_words, line_words
from ackproof.workloads import dimensions
from ackproof.workloads.multilang import ConversationMix, grow_conversation
from ackproof.workloads.sizes.multilang import grow_sized_conversation

ORDINARY = ConversationMix()
EAGER = ConversationMix(initial=60, inputs=2, emits=1, raises=25)
EMITTING = ConversationMix(emits=3, listens=20, direct=30, raises=12)
FAILING = ConversationMix(raises=45)
FAILING_EARLY = ConversationMix(raises=45, listens=15, heartbeats=0)
HELD = ConversationMix(holding=100, emits=2, listens=60)
MIXED = ConversationMix(holding=40, raises=15)
JOINING = ConversationMix(holding=70, listens=80, raises=15, direct=60, inputs=8)
SAID = ConversationMix(plain=10, emits=3, holding=30, listens=50, raises=30, direct=40, values=40)
ODD = ConversationMix(plain=10, emits=2, holding=30, listens=50, raises=10)
PRINTING = ConversationMix(prints=45, inputs=4)
BEATING = ConversationMix(heartbeats=70, emits=1, ticks=25, raises=25, patient=40)
ENDING = ConversationMix(hangs_up=100, cut_off=30, holding=60, inputs=4, raises=20, prints=10)

EFFORT = 2 / 5
"""A conversation with a process costs as much as a hundred examples without one."""


def conversation_rule(
    rule_id: str, mix: ConversationMix, *premises: Premise
) -> Callable[[Check[ConversationChronicle]], Check[ConversationChronicle]]:
    """Register a rule of bolt libraries that uses conversations of that mix."""
    grow = partial(grow_conversation, mix=mix)
    return rule(rule_id, grow=grow, observe=ConversationChronicle, premises=premises, effort=EFFORT)


HANDSHAKE = Premise("a handshake")
BUSY_START = Premise("the code says something while it is initialized")


@conversation_rule("ML-01", EAGER, HANDSHAKE, BUSY_START)
def the_pid_is_said_first(seen: ConversationChronicle, premise: Premises) -> None:
    """It is the pid of the process, and the folder for pids has a file of that name."""
    launch, result = seen.workload.steps[0], seen.results[0]
    premise(HANDSHAKE)
    if isinstance(launch, Launch) and launch.deeds:
        premise(BUSY_START)
    if not any(isinstance(line, PidLine) for line in result.said):
        raise Violation("the bolt did not say its pid", 0)
    first = result.said[0]
    if not isinstance(first, PidLine):
        raise Violation(f"before the pid the bolt said {line_words(first)}", 0)
    if len([moment for moment in seen.moments if isinstance(moment.line, PidLine)]) > 1:
        raise Violation("the bolt said a pid more than once", 0)
    if not first.own:
        raise Violation("the bolt said a pid that is not that of its process", 0)
    if not first.filed:
        raise Violation("no file with the name of the pid is in the folder for pids", 0)


LET_GO = Premise("an input is acked or failed")


@conversation_rule("ML-02", MIXED, LET_GO)
def a_library_lets_go_of_an_input_once(seen: ConversationChronicle, premise: Premises) -> None:
    """A second ack or fail is about an input that ShellBolt does not hold, which ends the ShellBolt."""
    for name, ends in seen.ends.items():
        if ends:
            premise(LET_GO)
        if len(ends) > 1:
            first, second = ends[:2]
            raise Violation(
                f"input {name} was {_ended_words(second)} after it had been {_ended_words(first)}", second.index
            )


PROCESSED = Premise("an input is processed")
CAME_EARLY = Premise("an input comes before task ids that are awaited")
TICKED = Premise("a tick is processed")
ON_A_STREAM = Premise("an input of another stream than the default one is processed")


@conversation_rule("ML-03", EMITTING, PROCESSED, CAME_EARLY, TICKED, ON_A_STREAM)
def an_input_that_was_processed_is_acked(seen: ConversationChronicle, premise: Premises) -> None:
    """It is acked by the time that a later heartbeat is answered."""
    for given in seen.due:
        if seen.workload.config.holding or given.raises:
            continue
        premise(TICKED if given.give.is_tick else PROCESSED if given.give.stream == "default" else ON_A_STREAM)
        if _waits_for_others(seen, given):
            premise(CAME_EARLY)
        _expect_end(seen, given, AckLine, f"input {given.id} was given, and ")


RAISED = Premise("the code raises an error")
RAISED_AFTER_EMITS = Premise("the code raises an error after it has emitted")


@conversation_rule("ML-04", FAILING, RAISED, RAISED_AFTER_EMITS)
def an_error_in_the_code_fails_the_input(seen: ConversationChronicle, premise: Premises) -> None:
    """It is failed at once, so that the replay need not wait for the timeout. ML-02 checks that no ack follows."""
    for given in seen.due:
        if seen.workload.config.holding or not given.raises:
            continue
        premise(RAISED_AFTER_EMITS if given.emits else RAISED)
        _expect_end(seen, given, FailLine, f"the code raised an error at input {given.id}, and ")


BESIDE_AN_ERROR = Premise("an input comes with or behind one at which the code raises an error")


@conversation_rule("ML-05", FAILING_EARLY, BESIDE_AN_ERROR)
def an_error_in_the_code_ends_nothing_else(seen: ConversationChronicle, premise: Premises) -> None:
    """Inputs that wait behind it, or are processed at the same time, are not affected."""
    for given in seen.inputs.values():
        other = seen.error_elsewhere(given)
        if other is None or given.heard is None:
            continue
        premise(BESIDE_AN_ERROR)
        if seen.is_lost(given) and not seen.ends[given.id]:
            raise Violation(
                f"the code raised an error at input {other.id}, and the process ended; input {given.id} was neither "
                "acked nor failed",
                given.heard,
            )


EMITTED = Premise("the code emits without naming anchors")
EMITTED_WITH_OTHERS_WAITING = Premise("the code emits while other inputs wait")


@conversation_rule("ML-06", EMITTING, EMITTED, EMITTED_WITH_OTHERS_WAITING)
def what_is_emitted_is_anchored_to_its_input(seen: ConversationChronicle, premise: Premises) -> None:
    """It is anchored to no other input, and not to none: an unanchored tuple is lost in silence."""
    for given in seen.inputs.values():
        for deed in given.emits if not seen.workload.config.holding else ():
            for moment in seen.emissions.get(deed.name, ()):
                premise(EMITTED)
                if len(moment.held) > 1:
                    premise(EMITTED_WITH_OTHERS_WAITING)
                anchors = _anchors_of(moment)
                if set(anchors) != {given.id}:
                    raise Violation(
                        f"emission {deed.name} at input {given.id} is anchored to {input_words(anchors)}", moment.index
                    )


ANCHORED = Premise("an emission has an anchor")
ANCHORED_AMONG_ENDS = Premise("an emission has an anchor, and some inputs were let go of")


@conversation_rule("ML-07", JOINING, ANCHORED, ANCHORED_AMONG_ENDS)
def an_anchor_is_still_held(seen: ConversationChronicle, premise: Premises) -> None:
    """An anchor that was acked or failed ends the ShellBolt."""
    gone: dict[str, LineMoment] = {}
    for moment in seen.moments:
        if isinstance(moment.line, AckLine | FailLine):
            gone.setdefault(moment.line.id, moment)
        for anchor in _anchors_of(moment):
            premise(ANCHORED_AMONG_ENDS if gone else ANCHORED)
            if anchor in gone:
                raise Violation(
                    f"emission {_name(moment)} is anchored to input {anchor}, which had been "
                    f"{_ended_words(gone[anchor])}",
                    moment.index,
                )


NAMED_NONE = Premise("the code emits and names no anchor")
NAMED_ONE = Premise("the code emits and names an anchor")
NAMED_SEVERAL = Premise("the code emits and names several anchors")


@conversation_rule("ML-08", evolve(HELD, twice=20), NAMED_NONE, NAMED_ONE, NAMED_SEVERAL)
def anchors_are_those_that_the_code_names(seen: ConversationChronicle, premise: Premises) -> None:
    """All of them are sent, each as often as it is named, and no others; there may be none."""
    for given in seen.inputs.values():
        for deed in given.emits if seen.workload.config.holding else ():
            for moment in seen.emissions.get(deed.name, ()):
                named = deed.anchors or ()
                premise(NAMED_SEVERAL if len(named) > 1 else NAMED_ONE if named else NAMED_NONE)
                anchors = _anchors_of(moment)
                if sorted(anchors) != sorted(named):
                    raise Violation(
                        f"emission {deed.name} is anchored to {input_words(anchors)}; the code names "
                        f"{input_words(named)}",
                        moment.index,
                    )


CODE_ACKS = Premise("the code acks an input")
CODE_FAILS = Premise("the code fails an input")
CODE_HOLDS = Premise("the code holds an input")


@conversation_rule("ML-09", HELD, CODE_ACKS, CODE_FAILS, CODE_HOLDS)
def inputs_that_the_code_holds_are_let_go_of_by_the_code(seen: ConversationChronicle, premise: Premises) -> None:
    """Each is acked or failed as the code says and when it says so, and not otherwise."""
    if not seen.workload.config.holding:
        return
    asked: dict[str, tuple[Deed, GivenInput]] = {}
    for given in seen.due:
        asked |= {deed.id: (deed, given) for deed in given.give.deeds if deed.do in ("ack", "fail")}
    for name, given in seen.inputs.items():
        ends = seen.ends[name]
        if name not in asked:
            premise(CODE_HOLDS)
            if ends and given in seen.due:
                raise Violation(f"input {name} was {_ended_words(ends[0])}; the code holds it", ends[0].index)
            continue
        deed, by = asked[name]
        premise(CODE_ACKS if deed.do == "ack" else CODE_FAILS)
        if not ends:
            raise Violation(
                f"the code {deed.do}s input {name}, and {_by_then(seen)}nothing was said of it", by.heard or 0
            )
        if ends[0].line.line != deed.do:
            raise Violation(f"the code {deed.do}s input {name}, which was {_ended_words(ends[0])}", ends[0].index)
        if ends[0].index < by.index:
            raise Violation(
                f"input {name} was {_ended_words(ends[0])} before input {by.id}, at which the code {deed.do}s it, "
                "was given",
                ends[0].index,
            )
        _expect_in_time(ends[0], by.heard or 0, f"the code {deed.do}s input {name}, and ")


ONE_EMISSION = Premise("the code emits")
SEVERAL_EMISSIONS = Premise("the code emits several times for an input")
ODD_TEXT = Premise("the code emits a text with characters that are escaped, or not ASCII")
OTHER_VALUE = Premise("the code emits a value that is no text")


@conversation_rule("ML-10", SAID, ONE_EMISSION, SEVERAL_EMISSIONS, ODD_TEXT, OTHER_VALUE)
def what_the_code_emits_is_said_as_it_is(seen: ConversationChronicle, premise: Premises) -> None:
    """Each emission is sent once, in order, with its task and values."""
    for given in seen.due:
        if seen.is_cut_off(given):
            continue
        if len(given.emits) > 1:
            premise(SEVERAL_EMISSIONS)
        places = [_expect_emission(seen, given, deed, premise) for deed in given.emits]
        for before, after in pairwise(places):
            if after.place < before.place:
                raise Violation(f"emission {_name(after)} was said before {_name(before)}", after.index)


def _expect_emission(seen: ConversationChronicle, given: GivenInput, deed: Deed, premise: Premises) -> LineMoment:
    """Expect an emission to be sent once, as the code made it; return when."""
    plain = deed.text.isalnum() and deed.text.isascii()
    premise(OTHER_VALUE if deed.is_json else ONE_EMISSION if plain else ODD_TEXT)
    moments = seen.emissions.get(deed.name, ())
    if not moments:
        raise Violation(
            f"the code emits {deed.name} at input {given.id}, and {_by_then(seen)}it was not said",
            given.heard or 0,
        )
    if len(moments) > 1:
        raise Violation(f"emission {deed.name} was said {len(moments)} times", moments[1].index)
    (moment,) = moments
    line = moment.line
    if isinstance(line, EmitLine) and (line.text, line.is_json) != (deed.text, deed.is_json):
        raise Violation(
            f"emission {deed.name} has the {_value_words(line)}; the code emits "
            f"{shortened(deed.text if deed.is_json else repr(deed.text))}{_parting(line.text, deed.text)}",
            moment.index,
        )
    if isinstance(line, EmitLine) and line.task != deed.task:
        raise Violation(
            f"emission {deed.name} goes to {_task_words(line.task)}; the code emits it to {_task_words(deed.task)}",
            moment.index,
        )
    return moment


GOT = Premise("the code gets task ids")
GOT_NONE = Premise("the code gets the task ids of an emission that nobody receives")
GOT_BEHIND = Premise("the code gets task ids that came behind inputs")


@conversation_rule("ML-11", EMITTING, GOT, GOT_NONE, GOT_BEHIND)
def the_task_ids_are_those_of_the_emission(seen: ConversationChronicle, premise: Premises) -> None:
    """Task ids come in the order of emissions, with inputs and heartbeats in between.

    A direct emission gets none. After it the code may have no ids, or still those of the last emission that was not
    direct: the rule allows both.
    """
    for given in seen.inputs.values():
        before: EmitLine | None = None
        direct_between = False
        for deed in given.emits:
            moment = next(iter(seen.emissions.get(deed.name, ())), None)
            if moment is None or not isinstance(moment.line, EmitLine):
                break
            line = moment.line
            if before is not None and before.given is not None:
                premise(GOT if before.given else GOT_NONE)
                if len(moment.held) > 1:
                    premise(GOT_BEHIND)
                if line.heard != before.given and not (direct_between and line.heard is None):
                    raise Violation(
                        f"emission {before.name} went to {_receivers(before.given)}, and the code was told "
                        f"{_told_words(line)}",
                        moment.index,
                    )
            direct_between = deed.task is not None
            before = before if direct_between else line


IN_TURN = Premise("two inputs are begun, one after the other")


@conversation_rule("ML-12", EMITTING, IN_TURN)
def inputs_are_begun_in_the_order_in_which_they_came(seen: ConversationChronicle, premise: Premises) -> None:
    """So the tuples of a component are processed in the order in which they were sent. Acks and fails may wait, so only
    emissions tell.
    """
    if seen.workload.config.holding:
        return
    last: tuple[GivenInput, LineMoment] | None = None
    for given in seen.due:
        begun = min(_emissions_for(seen, given), key=lambda moment: moment.place, default=None)
        if begun is None:
            continue
        if last is not None:
            premise(IN_TURN)
            if begun.place < last[1].place:
                raise Violation(f"input {given.id} was begun before {last[0].id}, which came first", begun.index)
        last = (given, begun)


BEAT = Premise("a heartbeat")
BEAT_WHILE_WAITING = Premise("a heartbeat comes behind inputs")
BEAT_ALONE = Premise("a heartbeat is sent and nothing more until it is answered")


@conversation_rule("ML-13", BEATING, BEAT, BEAT_WHILE_WAITING, BEAT_ALONE)
def a_heartbeat_is_answered(seen: ConversationChronicle, premise: Premises) -> None:
    """It is answered by a sync. Otherwise the worker takes the bolt for dead and is ended. A process that ends leaves
    some unanswered; it may do so after an error in the code, or after the end of its input.
    """
    waiting = False
    for index, (step, result) in enumerate(zip(seen.workload.steps, seen.results, strict=True)):
        if isinstance(step, Give):
            waiting = True
        if not result.heartbeats:
            continue
        asked = seen.heartbeats(index)
        for _ in range(asked):
            premise(BEAT_WHILE_WAITING if waiting else BEAT)
        answers = len([line for line in result.said if isinstance(line, SyncLine)])
        if asked > answers and not (result.ended and seen.may_have_ended(index)):
            ended = ", and the process has ended" if result.ended else ""
            raise Violation(f"{asked} heartbeats were sent, and {answers} answered{ended}", index)
        if isinstance(step, Listen) and step.patient:
            premise(BEAT_ALONE)
        if result.overdue:
            raise Violation(
                f"{result.overdue} of {asked} heartbeats were not answered, with nothing else to do, until more was "
                "given",
                index,
            )
        waiting = False


ID = Premise("an id of an input is said")
ODD_ID = Premise("an id is said that is zero, at an end of its range, or no double")


@conversation_rule("ML-14", ODD, ID, ODD_ID)
def ids_come_back_as_they_were_given(seen: ConversationChronicle, premise: Premises) -> None:
    """Ids are texts, and ShellBolt looks them up as texts."""
    for moment in seen.moments:
        names = [moment.line.id] if isinstance(moment.line, AckLine | FailLine) else _anchors_of(moment)
        for name in names:
            given = seen.inputs.get(name)
            if given is None or given.index > moment.index:
                raise Violation(f"{line_words(moment.line)}, which names {name!r}, an input of nobody", moment.index)
            premise(ODD_ID if float(name) != int(name) or abs(int(name)) <= 1 else ID)


PRINTED = Premise("the code prints")


@conversation_rule("ML-15", PRINTING, PRINTED)
def what_the_code_prints_is_no_message(seen: ConversationChronicle, premise: Premises) -> None:
    """A print for debugging should not break the protocol."""
    for given in seen.due:
        if any(deed.do == "print" for deed in given.give.deeds):
            premise(PRINTED)
    for moment in seen.moments:
        if isinstance(moment.line, StrayLine):
            wrote = shortened(repr(moment.line.text))
            raise Violation(f"the bolt wrote {wrote}, which is no message of its own", moment.index)


ENDED = Premise("the input of the bolt ends")
ENDED_WHILE_HOLDING = Premise("the input of the bolt ends while its code holds inputs")
CUT_OFF = Premise("the input of the bolt ends behind inputs that may not have been processed")


@conversation_rule("ML-16", ENDING, ENDED, ENDED_WHILE_HOLDING, CUT_OFF)
def nothing_comes_after_the_end(seen: ConversationChronicle, premise: Premises) -> None:
    """Nobody reads any more, and held inputs are not done: the process ends without another message, but of inputs that
    may not have been processed.
    """
    heard = True
    for index, (step, result) in enumerate(zip(seen.workload.steps, seen.results, strict=True)):
        if not isinstance(step, HangUp):
            heard = isinstance(step, Listen | Launch)
            continue
        if heard:
            premise(ENDED if all(seen.ends.values()) else ENDED_WHILE_HOLDING)
            _expect_silence(result, index)
        else:
            premise(CUT_OFF)
        if not result.ended:
            raise Violation("the input of the bolt has ended, and its process goes on", index)


def _expect_silence(result: MultilangResult, index: int) -> None:
    said = [line for line in result.said if isinstance(line, EmitLine | AckLine | FailLine | SyncLine | PidLine)]
    if said:
        raise Violation(f"after the end of its input the bolt said {line_words(said[0])}", index)


LARGE = (
    a_library_lets_go_of_an_input_once,
    an_input_that_was_processed_is_acked,
    what_is_emitted_is_anchored_to_its_input,
    an_anchor_is_still_held,
    anchors_are_those_that_the_code_names,
    inputs_that_the_code_holds_are_let_go_of_by_the_code,
    what_the_code_emits_is_said_as_it_is,
    the_task_ids_are_those_of_the_emission,
    a_heartbeat_is_answered,
    ids_come_back_as_they_were_given,
    nothing_comes_after_the_end,
)
"""The rules that large conversations have to obey, too."""

LET_GO_BY_CODE = Premise("the code lets go of an input")


@sized_rule(
    "ML-17",
    grow=grow_sized_conversation,
    observe=ConversationChronicle,
    premises=[PROCESSED, LET_GO_BY_CODE, GOT],
    scenarios=len(grow_sized_conversation.scenarios),
    dimensions=[dimensions.BURST, dimensions.CODE_EMITS, dimensions.TEXT_LENGTH, dimensions.HELD_BY_CODE],
)
def nothing_changes_with_the_size_of_a_conversation(seen: ConversationChronicle, premise: Premises) -> None:
    """Nor with the size of a text, or the number of inputs that the code holds or of tuples that it emits."""
    met = Premises()
    for check in LARGE:
        check(seen, met)
    for _ in range(met.met[PROCESSED.name]):
        premise(PROCESSED)
    for _ in range(met.met[CODE_ACKS.name] + met.met[CODE_FAILS.name]):
        premise(LET_GO_BY_CODE)
    for _ in range(met.met[GOT.name] + met.met[GOT_NONE.name]):
        premise(GOT)


def _expect_end(seen: ConversationChronicle, given: GivenInput, kind: type[AckLine | FailLine], about: str) -> None:
    """Expect the first ack or fail of an input to be of a kind, and to come in time."""
    ends, heard = seen.ends[given.id], given.heard or 0
    should = "acked" if kind is AckLine else "failed"
    if not ends:
        raise Violation(f"{about}{_by_then(seen)}it was neither acked nor failed; it should be {should}", heard)
    if not isinstance(ends[0].line, kind):
        raise Violation(f"{about}it was {_ended_words(ends[0])}; it should be {should}", ends[0].index)
    _expect_in_time(ends[0], heard, about)


def _expect_in_time(end: LineMoment, heard: int, about: str) -> None:
    """Expect an ack or fail to come before the answer to a heartbeat behind all that was given before a `listen`."""
    if end.index > heard:
        raise Violation(f"{about}it was {_ended_words(end)} only after the next listen had ended", end.index)
    if end.late:
        raise Violation(
            f"{about}it was {_ended_words(end)} only after the answer to a heartbeat that was sent behind it (a sync)",
            end.index,
        )


def _by_then(seen: ConversationChronicle) -> str:
    """Return in words by when something was to be said: a `listen` ends when the bolt has had time for everything."""
    return "the process has ended: " if seen.ended_at is not None else "by the end of the next listen "


def _waits_for_others(seen: ConversationChronicle, given: GivenInput) -> bool:
    """Whether an input came before the task ids of an emission at an input before it."""
    return any(
        other.heard == given.heard and other.place < given.place and any(deed.task is None for deed in other.emits)
        for other in seen.inputs.values()
    )


def _lines_about(seen: ConversationChronicle, given: GivenInput) -> Iterator[LineMoment]:
    yield from _emissions_for(seen, given)
    yield from seen.ends[given.id]


def _emissions_for(seen: ConversationChronicle, given: GivenInput) -> Iterator[LineMoment]:
    for deed in given.emits:
        yield from seen.emissions.get(deed.name, ())


def _anchors_of(moment: LineMoment) -> Sequence[str]:
    return moment.line.anchors if isinstance(moment.line, EmitLine) else ()


def _name(moment: LineMoment) -> str:
    return moment.line.name if isinstance(moment.line, EmitLine) else line_words(moment.line)


def _ended_words(moment: LineMoment) -> str:
    return "failed" if isinstance(moment.line, FailLine) else "acked"


def _task_words(task: int | None) -> str:
    return "whom it may concern" if task is None else f"task {task}"


def _receivers(tasks: Sequence[int]) -> str:
    named = " and ".join(map(str, tasks))
    return f"task{'' if len(tasks) == 1 else 's'} {named}" if tasks else "nobody"


def _value_words(line: EmitLine) -> str:
    if line.is_json:
        return f"value {shortened(line.text)}, which is no text"
    return f"text {shortened(repr(line.text))}"


def _parting(said: str, due: str) -> str:
    """Return where a long value differs from the one that is due; of short ones both are shown whole."""
    if shortened(repr(due)) == repr(due):
        return ""
    return f"; they differ from character {1 + in_common(said, due):,} on"


def _told_words(line: EmitLine) -> str:
    if line.heard is None:
        return "nothing"
    return " and ".join(map(str, line.heard)) or "that it went to nobody"
