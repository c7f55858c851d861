(** * Record lives

    The rules of the chapter on the acker, as theorems about a _record life_: the messages of a root since it last had
    no record. Theorem numbers are those of spec/proofs.md.

    Theory. What a list of messages amounts to is its _summary_: a xor, a task, and whether there was a fail. A record
    is the summary of its life, so what the acker says of it is read off the summary (theorem 3), and the rules on ack,
    fail and reset-timeout are the cases of one function (theorem 2 among them). Theorem 1 is about ages alone. *)

From Coq Require Import Arith Bool Lia List.
From Ackproof Require Import Ids RotatingMap Acker OneRoot.
Import ListNotations.

(** ** What a list of messages, latest first, amounts to *)

Section Summary.
  Context {A T : Type} {X : Xor A}.
  Implicit Types (m : message A T) (l : list (message A T)).

  Definition value_of m : A :=
    match m with
    | Init v _ | Ack v => v
    | Fail | ResetTimeout => zero
    end.

  (** The xor of all that was told. Over sets of edges this is the open set. *)
  Fixpoint total l : A :=
    match l with
    | [] => zero
    | m :: earlier => xor (total earlier) (value_of m)
    end.

  (** The task that the latest init named. *)
  Fixpoint task_of l : option T :=
    match l with
    | [] => None
    | Init _ t :: _ => Some t
    | _ :: earlier => task_of earlier
    end.

  Definition has_fail l : bool := existsb is_fail l.

  Definition summary l : record A T := {| ack_val := total l; spout_task := task_of l; failed := has_fail l |}.

  Context {LA : XorLaws A}.

  Lemma a_message_adds_itself_to_the_summary l m : after (summary l) m = summary (m :: l).
  Proof.
    unfold summary. destruct m; cbn; try reflexivity;
      rewrite zero_changes_nothing_on_the_right; reflexivity.
  Qed.

  Lemma fail_is_in_the_summary l : In Fail l -> has_fail l = true.
  Proof. intros Failed. apply existsb_exists. exists Fail. split; [exact Failed|reflexivity]. Qed.
End Summary.

(** ** The verdict, case by case *)

Section Verdict.
  Context {A T : Type} {X : Xor A} {LA : XorLaws A}.
  Implicit Types (r : record A T) (m : message A T) (o : order).

  Lemma a_verdict_that_asks_for_a_fail_first r m :
    verdict FailFirst r m =
    if failed r then Some SaysFail
    else if is_zero (ack_val r) then Some SaysAck
    else if is_reset m then Some SaysReset else None.
  Proof. unfold verdict. destruct (failed r), (is_zero (ack_val r)); reflexivity. Qed.

  (** Whichever question comes first. *)
  Lemma a_verdict_of_ack_is_of_a_zero o r m : verdict o r m = Some SaysAck -> ack_val r = zero.
  Proof.
    unfold verdict. rewrite <- is_zero_tells_zero.
    destruct (failed r && _), (is_zero (ack_val r)), (is_reset m); cbn; congruence.
  Qed.

  (** A record is kept if the verdict is not final. *)
  Lemma a_verdict_that_is_not_final_is_of_an_open_record o r m :
    match verdict o r m with Some i => final i = false | None => True end -> ack_val r <> zero /\ failed r = false.
  Proof.
    unfold verdict. rewrite <- is_zero_tells_zero.
    destruct (failed r), (is_zero (ack_val r)), (zero_is_first o), (is_reset m); cbn; easy.
  Qed.

  Lemma nobody_hears_a_verdict_without_a_task p r m : spout_task r = None -> says p r m = None.
  Proof. unfold says. intros ->. destruct (verdict _ _ _); reflexivity. Qed.
End Verdict.

Section Life.
  Context {K A T M : Type} {X : Xor A} {LA : XorLaws A}
    {O : MapOps K (record A T) M} {L : MapLaws K (record A T) M}.
  Variable p : profile.

  (** With one bucket, a record would be gone at the next tick, however young. *)
  Hypothesis two : 2 <= buckets p.

  Implicit Types (h : list (event K A T)) (k : K) (m : message A T) (r : record A T) (t : T).
  Implicit Types (l : list (message A T)) (c : @cell A T).

  Notation at_root := (@at_root K A T M X O p).
  Notation answer := (@answer K A T M X O p).

  (** The messages so far, with that of an event if it is about the root. *)
  Definition noted k (e : event K A T) l : list (message A T) :=
    match e with
    | Told k' m => if same_key k' k then m :: l else l
    | Tick => l
    end.

  (** The messages of the present record life of a root. *)
  Fixpoint life h k : list (message A T) :=
    match h with
    | [] => []
    | e :: before => if at_root (e :: before) k then noted k e (life before k) else []
    end.

  (** All messages of a history that are about a root. *)
  Fixpoint about k h : list (message A T) :=
    match h with
    | [] => []
    | e :: before => noted k e (about k before)
    end.

  Lemma about_joined_histories k later h : about k (later ++ h) = about k later ++ about k h.
  Proof.
    induction later as [|e later IH]; [reflexivity|]. cbn [app about]. rewrite IH.
    destruct e as [k' m|]; [cbn; destruct (same_key k' k)|]; reflexivity.
  Qed.

  (** A life is the messages of the latest part of a history. *)
  Lemma a_life_is_what_came_of_late h k : exists late before, h = late ++ before /\ life h k = about k late.
  Proof.
    induction h as [|e h (late & before & Parts & Life)]; [exists [], []; split; reflexivity|]. cbn [life].
    destruct (at_root (e :: h) k); [exists (e :: late), before|exists [], (e :: h)]; split; try reflexivity.
    - rewrite Parts. reflexivity.
    - cbn [about]. rewrite Life. reflexivity.
  Qed.

  (** ** Theorem 3: what is said is a function of the summary of the life *)

  (** A cell keeps the summary of these messages, and no record stands for no messages. *)
  Definition keeps_summary c l : Prop :=
    match c with
    | Some (_, r) => r = summary l
    | None => l = []
    end.

  Lemma a_message_is_judged_with_its_summary c l m : keeps_summary c l -> cell_after c m = summary (m :: l).
  Proof.
    rewrite <- a_message_adds_itself_to_the_summary. unfold cell_after.
    destruct c as [[a r]|]; cbn; intros ->; reflexivity.
  Qed.

  Lemma a_step_keeps_what_was_judged c m a r : cell_step p c m = Some (a, r) -> r = cell_after c m.
  Proof. unfold cell_step. destruct (forgets _); congruence. Qed.

  Lemma a_tick_keeps_records_as_they_were c a r : cell_tick p c = Some (a, r) -> exists b, c = Some (b, r).
  Proof.
    destruct c as [[b r']|]; unfold cell_tick; [|discriminate].
    destruct (S b <? buckets p); [|discriminate]. intros [= _ ->]. exists b. reflexivity.
  Qed.

  (** [ACK-01], [ACK-02]: two numbers and a flag are the summary of a life, however long it is. *)
  Theorem a_record_is_the_summary_of_its_life h k :
    match at_root h k with Some (_, r) => r = summary (life h k) | None => life h k = [] end.
  Proof.
    change (keeps_summary (at_root h k) (life h k)). induction h as [|e h IH].
    - rewrite at_root_in_the_beginning. reflexivity.
    - cbn [life]. destruct (at_root (e :: h) k) as [[a r]|] eqn:Now; [|reflexivity].
      destruct e as [k' m|]; cbn [noted keeps_summary]; [destruct (same_key k' k) as [->|Other]|].
      + rewrite at_root_after_its_message in Now by exact two. rewrite (a_step_keeps_what_was_judged _ _ _ _ Now).
        apply a_message_is_judged_with_its_summary, IH.
      + rewrite a_message_leaves_other_roots_alone in Now by auto. rewrite Now in IH. exact IH.
      + rewrite at_root_after_a_tick in Now by exact two.
        destruct (a_tick_keeps_records_as_they_were _ _ _ Now) as [b Before]. rewrite Before in IH. exact IH.
  Qed.

  (** The messages from which a message is judged: the life that it falls into, and itself. *)
  Notation life_to h k m := (m :: life h k).

  Lemma judged_by_the_life h k m : cell_after (at_root h k) m = summary (life_to h k m).
  Proof. apply a_message_is_judged_with_its_summary, a_record_is_the_summary_of_its_life. Qed.

  (** Whatever the acker says to a message, it says from the summary of the life that the message falls into, itself
      included. *)
  Theorem what_is_said_is_a_function_of_the_summary h k m :
    answer h (Told k m) =
    match verdict (asks_first p) (summary (life_to h k m)) m, task_of (life_to h k m) with
    | Some i, Some t => Some (Notify i k t)
    | _, _ => None
    end.
  Proof.
    rewrite answer_to_a_message. unfold cell_says, says. rewrite judged_by_the_life. cbn [spout_task summary].
    destruct (verdict _ _ _), (task_of (life_to h k m)); reflexivity.
  Qed.

  Lemma what_is_said_is_a_verdict_to_a_task h k m i t :
    answer h (Told k m) = Some (Notify i k t) <->
    verdict (asks_first p) (summary (life_to h k m)) m = Some i /\ task_of (life_to h k m) = Some t.
  Proof.
    rewrite what_is_said_is_a_function_of_the_summary.
    destruct (verdict _ _ _), (task_of (life_to h k m)); intuition congruence.
  Qed.

  (** Whichever question comes first, an ack needs a zero. *)
  Lemma an_ack_needs_a_zero h k m t :
    answer h (Told k m) = Some (Notify SaysAck k t) ->
    total (life_to h k m) = zero /\ task_of (life_to h k m) = Some t.
  Proof.
    intros [Verdict Task]%what_is_said_is_a_verdict_to_a_task. split; [|exact Task].
    exact (a_verdict_of_ack_is_of_a_zero _ _ _ Verdict).
  Qed.

  (** The rules on what is said hold of an acker that asks for a fail first. *)
  Section FailFirst.
    Hypothesis fail_first : asks_first p = FailFirst.

    (** A word is a case of the verdict: a conjunction of what is asked on the way. *)
    Ltac read_off_the_verdict :=
      rewrite what_is_said_is_a_verdict_to_a_task, fail_first, a_verdict_that_asks_for_a_fail_first;
      cbn [ack_val failed summary]; rewrite <- ?is_zero_tells_zero;
      repeat match goal with |- context [if ?asked then _ else _] => destruct asked end; intuition congruence.

    (** [ACK-02] to [ACK-05], [ACK-12], [ACK-26], [ACK-33]. *)
    Theorem ack_is_said_iff_zero_and_no_fail_and_task_known h k m t :
      answer h (Told k m) = Some (Notify SaysAck k t) <->
      total (life_to h k m) = zero /\ has_fail (life_to h k m) = false /\ task_of (life_to h k m) = Some t.
    Proof. read_off_the_verdict. Qed.

    (** [ACK-06], [ACK-07], [ACK-35]. *)
    Theorem fail_is_said_iff_failed_and_task_known h k m t :
      answer h (Told k m) = Some (Notify SaysFail k t) <->
      has_fail (life_to h k m) = true /\ task_of (life_to h k m) = Some t.
    Proof. read_off_the_verdict. Qed.

    (** [ACK-20]. *)
    Theorem reset_timeout_is_passed_on_iff_open_and_task_known h k m t :
      answer h (Told k m) = Some (Notify SaysReset k t) <->
      m = ResetTimeout /\
      total (life_to h k m) <> zero /\ has_fail (life_to h k m) = false /\ task_of (life_to h k m) = Some t.
    Proof.
      assert (Reset : m = ResetTimeout <-> is_reset m = true) by (destruct m; cbn; split; easy).
      rewrite Reset. read_off_the_verdict.
    Qed.

    (** ** Theorem 2: fail dominates *)

    (** [ACK-06], [ACK-07]: as soon as there is both a fail in the life and an init, fail is said. *)
    Theorem a_life_with_a_fail_ends_in_fail_once_the_task_is_known h k m t :
      In Fail (life_to h k m) -> task_of (life_to h k m) = Some t ->
      answer h (Told k m) = Some (Notify SaysFail k t).
    Proof. intros Failed%fail_is_in_the_summary Task. apply fail_is_said_iff_failed_and_task_known. auto. Qed.

    (** [ACK-08]. *)
    Theorem a_life_with_a_fail_never_ends_in_ack h k m t :
      In Fail (life_to h k m) -> answer h (Told k m) <> Some (Notify SaysAck k t).
    Proof.
      intros Failed Acked. apply an_ack_needs_a_zero in Acked as Zero.
      apply a_life_with_a_fail_ends_in_fail_once_the_task_is_known with (t := t) in Failed; [congruence|apply Zero].
    Qed.
  End FailFirst.

  (** With zero asked for first, as in Storm, theorem 2 is false: three messages end a life with a fail in ack, whatever
      the root, the task, and the value. *)
  Theorem zero_first_acks_a_tree_that_failed k v t :
    asks_first p = ZeroFirst ->
    answers (M := M) p [Told k (Init v t); Told k (Ack v); Told k Fail] = [Some (Notify SaysAck k t); None; None].
  Proof.
    intros zero_first.
    (* without a task nothing is said, so both messages stay in the record *)
    assert (Silent : forall h m, spout_task (cell_after (at_root h k) m) = None ->
                     answer h (Told k m) = None /\ life (Told k m :: h) k = life_to h k m).
    { intros h m Unknown. pose proof (nobody_hears_a_verdict_without_a_task p _ m Unknown) as Nothing. split.
      - rewrite answer_to_a_message. unfold cell_says. rewrite Nothing. reflexivity.
      - cbn [life noted]. rewrite at_root_after_its_message by exact two. unfold cell_step, cell_says. rewrite Nothing.
        destruct (same_key k k); [reflexivity|contradiction]. }
    destruct (Silent [] Fail) as [First One]; [rewrite judged_by_the_life; reflexivity|].
    destruct (Silent [Told k Fail] (Ack v)) as [Second Two]; [rewrite judged_by_the_life, One; reflexivity|].
    cbn [answers]. rewrite First, Second, what_is_said_is_a_function_of_the_summary, Two, One, zero_first.
    assert (Zero : is_zero (total [Init v t; Ack v; Fail]) = true).
    { apply is_zero_tells_zero. cbn. rewrite !zero_changes_nothing. apply what_comes_twice_cancels. }
    unfold verdict. cbn [life summary ack_val failed]. rewrite Zero. reflexivity.
  Qed.

  (** A record that is kept and whose task is known is open, and did not fail. While it is not known, nobody could be
      told, and a record may stand at zero. *)
  Theorem a_record_that_is_kept_is_open_and_not_failed h k a r t :
    at_root h k = Some (a, r) -> spout_task r = Some t -> ack_val r <> zero /\ failed r = false.
  Proof.
    intros Kept Task. revert a Kept. induction h as [|e h IH]; intros a Kept.
    - rewrite at_root_in_the_beginning in Kept. discriminate.
    - destruct e as [k' m|]; [destruct (same_key k k') as [<-|Other]|].
      + rewrite at_root_after_its_message in Kept by exact two.
        apply (a_verdict_that_is_not_final_is_of_an_open_record (asks_first p) r m).
        pose proof (a_step_keeps_what_was_judged _ _ _ _ Kept) as Judged.
        unfold cell_step, cell_says, says in Kept. rewrite <- Judged, Task in Kept.
        destruct (verdict _ _ _) as [[]|]; easy.
      + rewrite a_message_leaves_other_roots_alone in Kept by exact Other. exact (IH _ Kept).
      + rewrite at_root_after_a_tick in Kept by exact two.
        destruct (a_tick_keeps_records_as_they_were _ _ _ Kept) as [b Before]. exact (IH _ Before).
  Qed.

  (** [ACK-20] as it is written: a reset-timeout of a record whose task is known is passed on. *)
  Theorem a_reset_timeout_of_a_known_task_is_passed_on h k a r t :
    at_root h k = Some (a, r) -> spout_task r = Some t ->
    answer h (Told k ResetTimeout) = Some (Notify SaysReset k t).
  Proof.
    intros Kept Task. destruct (a_record_that_is_kept_is_open_and_not_failed _ _ _ _ _ Kept Task) as [Open Good].
    rewrite <- is_zero_tells_zero, not_true_iff_false in Open.
    rewrite answer_to_a_message, Kept. unfold cell_says, cell_after, record_in, says, verdict. cbn.
    rewrite Good, Open, Task. reflexivity.
  Qed.

  (** ** Theorem 1: retention *)

  (** Which messages refresh a record that is there. Without it theorem 1 would speak of whatever [refreshes] says. *)
  Theorem a_message_refreshes_iff_the_profile_says_so m :
    refreshes p m = true <-> refreshed_by p = EveryMessage \/ m = Fail \/ m = ResetTimeout.
  Proof.
    unfold refreshes. destruct (refreshed_by p); [split; auto|].
    destruct m; cbn; split; auto; try discriminate; intros [|[|]]; discriminate.
  Qed.

  Fixpoint ticks h : nat :=
    match h with
    | [] => 0
    | Tick :: before => S (ticks before)
    | Told _ _ :: before => ticks before
    end.

  (** An event after [h] that neither makes the record of [k] young, nor takes it away. *)
  Definition harmless k h (e : event K A T) : Prop :=
    (forall m, e = Told k m -> refreshes p m = false) /\
    (forall n, answer h e = Some n -> its_root n = k -> final (its_kind n) = false).

  (** After [h] came [later], and nothing in it did harm. *)
  Fixpoint left_alone k (later h : list (event K A T)) : Prop :=
    match later with
    | [] => True
    | e :: earlier => harmless k (earlier ++ h) e /\ left_alone k earlier h
    end.

  Lemma a_tick_makes_older h k a r :
    at_root h k = Some (a, r) -> S a < buckets p -> at_root (Tick :: h) k = Some (S a, r).
  Proof.
    intros Kept Room%Nat.ltb_lt. rewrite at_root_after_a_tick, Kept by exact two.
    cbn [cell_tick]. rewrite Room. reflexivity.
  Qed.

  Lemma a_harmless_message_keeps_the_age h k a r k' m :
    at_root h k = Some (a, r) -> harmless k h (Told k' m) -> exists r', at_root (Told k' m :: h) k = Some (a, r').
  Proof.
    intros Kept [Old Stays]. destruct (same_key k k') as [<-|Other].
    - rewrite answer_to_a_message in Stays. rewrite at_root_after_its_message by exact two.
      unfold cell_step, cell_age. rewrite Kept in *. rewrite (Old m eq_refl).
      destruct (cell_says _ _ _) as [[i t]|]; cbn [forgets]; [specialize (Stays _ eq_refl eq_refl); cbn in Stays; rewrite Stays|]; eauto.
    - rewrite a_message_leaves_other_roots_alone by exact Other. eauto.
  Qed.

  Lemma its_age_is_the_number_of_ticks k later h r :
    at_root h k = Some (0, r) -> left_alone k later h -> ticks later < buckets p ->
    exists r', at_root (later ++ h) k = Some (ticks later, r').
  Proof.
    intros Young. induction later as [|e later IH]; [eauto|].
    intros [Harmless Before] Few. destruct e as [k' m|]; cbn [app ticks] in *.
    - destruct (IH Before Few) as [r' Kept]. exact (a_harmless_message_keeps_the_age _ _ _ _ _ _ Kept Harmless).
    - destruct (IH Before) as [r' Kept]; [lia|]. exists r'. apply a_tick_makes_older; assumption.
  Qed.

  (** Whoever is new, or refreshed, is young. *)
  Lemma what_is_new_or_refreshed_is_young h k m :
    at_root h k = None \/ refreshes p m = true -> at_root (Told k m :: h) k <> None ->
    exists r, at_root (Told k m :: h) k = Some (0, r).
  Proof.
    rewrite at_root_after_its_message by exact two. intros Fresh.
    assert (Young : cell_age p (at_root h k) m = 0).
    { unfold cell_age. destruct Fresh as [->| ->]; [destruct (refreshes p m)|]; reflexivity. }
    unfold cell_step. rewrite Young. destruct (forgets _); easy || eauto.
  Qed.

  (** [ACK-14] to [ACK-18]: with N buckets, a record is there through N-1 rotations after the message that made or
      refreshed it, and gone at the N-th. *)
  Theorem a_record_lives_through_one_rotation_less_than_its_buckets h k m later :
    at_root h k = None \/ refreshes p m = true ->
    at_root (Told k m :: h) k <> None ->
    left_alone k later (Told k m :: h) ->
    (ticks later < buckets p -> at_root (later ++ Told k m :: h) k <> None) /\
    (S (ticks later) = buckets p -> at_root (Tick :: later ++ Told k m :: h) k = None).
  Proof.
    intros Fresh There Alone. destruct (what_is_new_or_refreshed_is_young _ _ _ Fresh There) as [r Young].
    pose proof (its_age_is_the_number_of_ticks _ _ _ _ Young Alone) as Age. split; intros Ticks.
    - destruct (Age Ticks) as [r' Kept]. rewrite Kept. discriminate.
    - destruct Age as [r' Kept]; [lia|]. rewrite at_root_after_a_tick, Kept by exact two.
      cbn [cell_tick]. rewrite Ticks, Nat.ltb_irrefl. reflexivity.
  Qed.

  (** [ACK-14]: a record to which no message comes stays as it is. *)
  Theorem a_record_without_messages_stays_as_it_is h k later a r :
    at_root h k = Some (a, r) -> (forall m', ~ In (Told k m') later) -> a + ticks later < buckets p ->
    at_root (later ++ h) k = Some (a + ticks later, r).
  Proof.
    intros Kept. induction later as [|e later IH]; cbn [app]; intros Silent Room.
    - rewrite Kept. cbn. rewrite Nat.add_0_r. reflexivity.
    - assert (Before : forall m', ~ In (Told k m') later) by (intros m' Earlier; exact (Silent m' (or_intror Earlier))).
      destruct e as [k' m'|]; cbn [ticks] in *.
      + assert (Other : k <> k') by (intros ->; exact (Silent m' (or_introl eq_refl))).
        rewrite a_message_leaves_other_roots_alone by exact Other. exact (IH Before Room).
      + rewrite Nat.add_succ_r in *. apply a_tick_makes_older; [apply IH; [exact Before|lia]|exact Room].
  Qed.
End Life.

(** ** What that means in each profile *)

(** Storm 1: two buckets, and every message refreshes. *)
Theorem storm1_has_two_buckets_and_refreshes_on_every_message {A T} (m : message A T) :
  buckets storm1 = 2 /\ asks_first storm1 = FailFirst /\ refreshes storm1 m = true.
Proof. auto. Qed.

(** Storm 2: three buckets, and an init or an ack of a record that is there does not refresh it. *)
Theorem storm2_has_three_buckets_and_refreshes_on_fail_and_reset_timeout {A T} (m : message A T) :
  buckets storm2 = 3 /\ asks_first storm2 = FailFirst /\ (refreshes storm2 m = true <-> m = Fail \/ m = ResetTimeout).
Proof.
  split; [reflexivity|]. split; [reflexivity|].
  rewrite a_message_refreshes_iff_the_profile_says_so. cbn. split; [intros [Every|Either]|]; easy || auto.
Qed.
