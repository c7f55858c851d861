"""Wrong models: each is a change to the model, with the theorem or lemma at which the proofs stop.

That a proof script stops does not prove that the model is wrong. So each names the theorem about the change, and the
file in which the proofs have to stop. Only the file is checked: a lemma before the theorem may be the one that fails.
"""

import shutil
from pathlib import Path

from attrs import frozen

from proofs import coq


@frozen(kw_only=True)
class WrongModel:
    """A change of `right` to `wrong` in `module`. The proofs stop in `file`, which has the theorem `breaks`."""

    name: str
    module: str
    right: str
    wrong: str
    file: str
    breaks: str


def tried(model: WrongModel, compiled: Path, folder: Path) -> coq.Failure | None:
    """Change a copy of the compiled right model; return where its proofs stop, or None if they do not."""
    for path in compiled.iterdir():
        if path.suffix in {".v", ".vo"}:
            shutil.copy(path, folder)
    source = folder / f"{model.module}.v"
    text = source.read_text(encoding="utf-8")
    assert 1 == text.count(model.right), f"{model.name}: {text.count(model.right)} places"
    source.write_text(text.replace(model.right, model.wrong), encoding="utf-8")
    names = coq.modules()
    return coq.compiled(folder, names[names.index(model.module) :])


def _model(name: str, change: tuple[str, str, str], place: tuple[str, str]) -> WrongModel:
    module, right, wrong = change
    file, breaks = place
    return WrongModel(name=name, module=module, right=right, wrong=wrong, file=file, breaks=breaks)


LIFE = "RecordLife"
SUMMARY = (LIFE, "a_record_is_the_summary_of_its_life")
ACK_IFF = (LIFE, "ack_is_said_iff_zero_and_no_fail_and_task_known")
REFRESH = (LIFE, "a_message_refreshes_iff_the_profile_says_so")
STORM2 = (LIFE, "storm2_has_three_buckets_and_refreshes_on_fail_and_reset_timeout")
SYSTEM = ("System", "a_reachable_system_is_consistent")
ROTATION = ("RotatingMap", "rotation_ages_every_key_by_one")
ONE_ROOT = ("OneRoot", "roots_do_not_touch_each_other")
SOURCE = ("AtLeastOnce", "a_message_is_offered_or_waited_for_or_its_spout_was_told")
A_ROUND = ("ARound", "a_round_can_be_had_after_any_history")
AT_MOST_ONCE = ("Callbacks", "each_emission_is_called_back_at_most_once_whatever_died")
FAIR = ("ARound", "a_fair_schedule_reaches_the_end_of_a_round")
TWO_ROUNDS = ("AtLeastOnce", "every_message_is_done_after_two_rounds_without_a_fault")

WRONG_MODELS = [
    _model(
        "zero-first",
        ("Acker", "ZeroFirst => true | FailFirst => false", "ZeroFirst => true | FailFirst => true"),
        ACK_IFF,
    ),
    _model(
        "fail-forgotten",
        ("Acker", "spout_task := spout_task r; failed := true |}", "spout_task := spout_task r; failed := failed r |}"),
        SUMMARY,
    ),
    _model(
        "init-overwrites",
        ("Acker", "| Init v t => {| ack_val := xor (ack_val r) v;", "| Init v t => {| ack_val := v;"),
        SUMMARY,
    ),
    _model(
        "init-forgets-the-fail",
        ("Acker", "spout_task := Some t; failed := failed r |}", "spout_task := Some t; failed := false |}"),
        SUMMARY,
    ),
    _model(
        "ack-ignored",
        ("Acker", "| Ack v => {| ack_val := xor (ack_val r) v;", "| Ack v => {| ack_val := ack_val r;"),
        SUMMARY,
    ),
    _model(
        "ack-forgets-the-task",
        ("Acker", "xor (ack_val r) v; spout_task := spout_task r;", "xor (ack_val r) v; spout_task := None;"),
        SUMMARY,
    ),
    _model("done-is-not-removed", ("Acker", "(if final k then remove root kept else kept,", "(kept,"), ONE_ROOT),
    _model(
        "fail-does-not-refresh",
        ("Acker", "FailAndReset => is_fail m || is_reset m", "FailAndReset => is_reset m"),
        REFRESH,
    ),
    _model(
        "ack-refreshes-in-storm2",
        ("Acker", "{| buckets := 3; refreshed_by := FailAndReset;", "{| buckets := 3; refreshed_by := EveryMessage;"),
        STORM2,
    ),
    _model("two-buckets-in-storm2", ("Acker", "{| buckets := 3;", "{| buckets := 2;"), STORM2),
    _model(
        "reset-timeout-is-not-passed-on",
        ("Acker", "else if is_reset m then Some SaysReset", "else if is_reset m then None"),
        (LIFE, "reset_timeout_is_passed_on_iff_open_and_task_known"),
    ),
    _model("unknown-roots-are-ignored", ("Acker", "| None => put root r pending\n", "| None => pending\n"), ONE_ROOT),
    _model(
        "replace-always",
        (
            "Acker",
            "if refreshes p m then put root r pending else replace",
            "if refreshes p m then replace root r pending else replace",
        ),
        ONE_ROOT,
    ),
    _model(
        "expires-one-early",
        (
            "RotatingMap",
            "(empty :: removelast bs, last bs empty)",
            "(empty :: empty :: removelast (removelast bs), last bs empty)",
        ),
        ROTATION,
    ),
    _model(
        "expires-one-late",
        ("RotatingMap", "(empty :: removelast bs, last bs empty)", "(empty :: bs, last bs empty)"),
        ROTATION,
    ),
    _model(
        "stale-copy",
        ("RotatingMap", "match remove k bs with", "match bs with"),
        ("RotatingMap", "put_makes_a_key_young"),
    ),
    _model(
        "ack-without-children",
        ("System", "(Ack (N.lxor (carried (the_tuple rx) r) (children rx)))", "(Ack (carried (the_tuple rx) r))"),
        ("NoEarlyCompletion", "an_empty_open_set_is_believed"),
    ),
    _model(
        "one-edge-for-all-anchors",
        (
            "System",
            "carried := fun r => edges_of (receipt_belongs s r) (edge_count s) anchors;",
            "carried := fun r => if existsb (receipt_belongs s r) anchors then just (edge_count s) else 0%N;",
        ),
        SYSTEM,
    ),
    _model(
        "emit-after-ack",
        (
            "System",
            "(forall x, In x anchors -> held s x) -> move",
            "(forall x, In x anchors -> exists rx, receipts s x = Some rx) -> move",
        ),
        SYSTEM,
    ),
    _model(
        "ack-twice",
        (
            "System",
            "| AckCall x rx : receipts s x = Some rx -> state_of rx = Held -> move",
            "| AckCall x rx : receipts s x = Some rx -> move",
        ),
        SYSTEM,
    ),
    _model(
        "root-used-again",
        ("System", "| Emission r task n : emissions s r = None -> move", "| Emission r task n : move"),
        SYSTEM,
    ),
    _model(
        "called-back-and-kept",
        ("Spout", "(remove k s, Called i k v)", "(s, Called i k v)"),
        ("Spout", "what_was_emitted_was_called_back_or_is_pending"),
    ),
    _model(
        "size-of-the-nursery-is-forgotten",
        (
            "RotatingMap",
            "fold_right (fun b n => N.add (count b) n) 0%N bs",
            "fold_right (fun b n => N.add (count b) n) 0%N (tl bs)",
        ),
        ("RotatingMap", "size_counts_the_entries"),
    ),
    _model(
        "ack-without-the-own-edge",
        (
            "Anchoring",
            "(fst re, Ack (xor (snd re) (its_children i)))",
            "(fst re, Ack (xor (its_children i) (its_children i)))",
        ),
        ("Anchoring", "the_value_of_an_ack_is_the_own_edge_and_the_edges_of_the_children"),
    ),
    _model(
        "only-the-latest-child-is-remembered",
        ("Anchoring", "its_children := xor (its_children i) edge |}.", "its_children := edge |}."),
        ("Anchoring", "an_input_remembers_the_edges_that_were_taken_for_it"),
    ),
    _model(
        "a-join-keeps-one-edge",
        (
            "Anchoring",
            "add root (xor (match find root id with Some other => other | None => zero end) edge) id.",
            "add root (xor zero edge) id.",
        ),
        ("Anchoring", "a_new_tuple_carries_the_edges_of_the_anchors_of_each_tree"),
    ),
    _model(
        "anchored-to-what-was-let-go-of",
        ("Anchoring", "if forallb (is_held held) anchors then", "if existsb (is_held held) anchors then"),
        ("Anchoring", "nothing_is_anchored_to_an_input_that_is_not_held"),
    ),
    _model(
        "hash-of-the-id-alone",
        ("AckerTask", "(31 + hash_of_id root) mod word", "(hash_of_id root) mod word"),
        ("AckerTask", "roots_go_where_the_specification_says"),
    ),
    _model(
        "init-delivered-again",
        (
            "Topology",
            "inits (m :: life (O := O) p (map event_of (heard t a)) r) <= 1 -> turn t",
            "True -> turn t",
        ),
        ("Topology", "no_acker_task_completes_a_tree_early_whatever_died"),
    ),
    _model(
        "a-word-is-called-and-not-kept",
        (
            "Topology",
            "at_number (its_task w) (Word (its_kind w) (its_root w) :: executor t (its_task w)) (executor t);",
            "executor t;",
        ),
        AT_MOST_ONCE,
    ),
    _model(
        "a-tick-is-called-and-not-kept",
        ("Topology", "at_number task (SpoutTick :: executor t task) (executor t);", "executor t;"),
        AT_MOST_ONCE,
    ),
    _model(
        "emitted-in-the-name-of-another-task",
        ("Topology", "(Emitted r task :: executor t task)", "(Emitted r (S task) :: executor t task)"),
        ("Callbacks", "an_emission_is_called_back_on_the_task_that_emitted_it"),
    ),
    _model(
        "a-tick-calls-for-another-executor",
        (
            "Topology",
            "called_back := what_is_called (executor t task) SpoutTick ++ called_back t",
            "called_back := what_is_called (executor t (S task)) SpoutTick ++ called_back t",
        ),
        ("Callbacks", "while_its_executor_lives_an_emission_is_waited_for_or_called_back"),
    ),
    _model(
        "a-clock-that-ticks-twice-calls-once",
        ("Topology", "(SpoutTick :: executor t task)", "(SpoutTick :: SpoutTick :: executor t task)"),
        ("Callbacks", "every_emission_is_called_back_by_the_second_tick"),
    ),
    _model(
        "another-executor-takes-over-from-a-dead-one",
        (
            "Topology",
            "executor := at_number task [] (executor t);",
            "executor := at_number task [] (at_number (S task) (executor t task ++ executor t (S task)) (executor t));",
        ),
        ("Callbacks", "what_was_waited_for_at_a_death_is_called_back_nevermore"),
    ),
    _model(
        "an-input-is-held-without-its-message-id",
        (
            "Anchoring",
            "add name {| message_id := id; its_children := zero |} held",
            "add name {| message_id := empty; its_children := zero |} held",
        ),
        ("Bolts", "a_bolt_receives_as_a_collector_does"),
    ),
    _model(
        "acked-and-still-held",
        (
            "Anchoring",
            "(fun i => (del name held, map (fun re => (fst re, Ack",
            "(fun i => (held, map (fun re => (fst re, Ack",
        ),
        ("Bolts", "a_bolt_acks_as_a_collector_does"),
    ),
    _model(
        "a-fail-is-told-as-a-reset-timeout",
        (
            "Anchoring",
            "map (fun root => (root, Fail)) (roots_of i)",
            "map (fun root => (root, ResetTimeout)) (roots_of i)",
        ),
        ("Bolts", "a_bolt_fails_as_a_collector_does"),
    ),
    _model(
        "what-was-anchored-is-forgotten",
        ("Anchoring", "(to_each anchors others held')", "(to_each anchors others held)"),
        ("Bolts", "a_bolt_emits_as_a_collector_does"),
    ),
    _model(
        "a-bolt-holds-one-input-at-a-time",
        (
            "Anchoring",
            "if is_held held name then None else Some (add",
            "if match entries held with [] => false | _ => true end then None else Some (add",
        ),
        ("Bolts", "a_system_is_one_of_collectors"),
    ),
    _model(
        "source-forgets-what-failed",
        ("AtLeastOnce", "| Called SaysFail root _ => [root]", "| Called SaysFail root _ => []"),
        SOURCE,
    ),
    _model(
        "source-forgets-what-timed-out",
        ("AtLeastOnce", "| Expired dead => map fst (entries dead)", "| Expired dead => []"),
        SOURCE,
    ),
    _model(
        "source-forgets-what-a-dead-spout-waited-for",
        ("AtLeastOnce", "messages_of w (roots_of w task) ++ offered w.", "offered w."),
        SOURCE,
    ),
    _model(
        "no-clock-ticks-in-a-round",
        ("AtLeastOnce", "1 <= passed later;", "0 <= passed later;"),
        TWO_ROUNDS,
    ),
    _model(
        "more-time-is-given-in-a-round",
        ("AtLeastOnce", "its_kind s <> SaysReset ->", "True ->"),
        TWO_ROUNDS,
    ),
    _model(
        "heard-twice-in-a-round",
        ("AtLeastOnce", "~ In o (heard_of (top w) r) ->", "True ->"),
        TWO_ROUNDS,
    ),
    _model(
        "stale-record-of-a-new-root",
        ("AtLeastOnce", "heard_of (top w) r = [] ->", "True ->"),
        TWO_ROUNDS,
    ),
    _model(
        "no-ack-is-heard-in-a-round",
        ("AtLeastOnce", "its_kind s <> SaysReset ->", "its_kind s = SaysFail ->"),
        A_ROUND,
    ),
    _model(
        "a-round-has-two-ticks-of-each-spout",
        ("AtLeastOnce", "1 <= passed later;", "2 <= passed later;"),
        A_ROUND,
    ),
    _model(
        "a-schedule-does-other-things-for-ever",
        (
            "ARound",
            "SomethingElse w w' else_ : goes_well w w' -> step (w, S else_) (w', else_)",
            "SomethingElse w w' else_ : goes_well w w' -> step (w, S else_) (w', S else_)",
        ),
        ("ARound", "there_is_an_end"),
    ),
    _model(
        "a-word-is-told-again-and-again",
        (
            "ARound",
            "~ In (Word (its_kind s) (its_root s)) (executor (top w) (its_task s)) ->",
            "True ->",
        ),
        ("ARound", "there_is_an_end"),
    ),
    _model(
        "nobody-acks-in-a-schedule",
        (
            "ARound",
            "| InputAcked x rx : receipts (sys (top w)) x = Some rx -> state_of rx = Held ->",
            "| InputAcked x rx : receipts (sys (top w)) x = Some rx -> state_of rx = Failed ->",
        ),
        FAIR,
    ),
    _model(
        "a-schedule-rests-for-ever",
        (
            "ARound",
            "exists later, n <= later /\\ step (f later) (f (S later)) }.",
            "exists later, n <= later /\\ f (S later) = f later }.",
        ),
        FAIR,
    ),
    _model(
        "acker-ticks-as-often-as-it-has-buckets",
        ("AtLeastOnce", "ticked later < buckets p }.", "ticked later <= buckets p }."),
        TWO_ROUNDS,
    ),
    _model(
        "acker-covers-two-periods-with-all-its-buckets",
        (
            "LastMessage",
            "(2 * spout_period <= (Z.of_nat (buckets p) - 1) * acker_period)%Z",
            "(2 * spout_period <= Z.of_nat (buckets p) * acker_period)%Z",
        ),
        ("LastMessage", "an_acker_remembers_across_two_clocks"),
    ),
]
