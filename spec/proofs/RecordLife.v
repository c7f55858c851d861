(** * Record lives

    The rules of the chapter on the acker, as theorems about a _record life_: the messages of a root since it last had no
    record. Theorem numbers are those of spec/proofs.md. *)

From Coq Require Import Bool Arith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot.
Import ListNotations.

(** ** What a list of messages, latest first, amounts to *)

Section Summary.
  Context {A T : Type} {X : Xor A}.

  Definition value_of (m : message A T) : A := match m with Init v _ => v | Ack v => v | _ => zero end.

  (** The xor of all that was told. Over sets of edges this is the open set. *)
  Fixpoint total (l : list (message A T)) : A := match l with [] => zero | m :: l' => xor (total l') (value_of m) end.

  (** The task that the latest init named. *)
  Fixpoint task_of (l : list (message A T)) : option T :=
    match l with [] => None | Init _ t :: _ => Some t | _ :: l' => task_of l' end.

  Definition has_fail (l : list (message A T)) : bool := existsb is_fail l.

  Definition summary (l : list (message A T)) : record A T :=
    {| ack_val := total l; spout_task := task_of l; failed := has_fail l |}.

  Context {LA : XorLaws A}.

  Lemma a_message_adds_itself_to_the_summary l m : after (summary l) m = summary (m :: l).
  Proof. destruct m; cbn; unfold summary; cbn; f_equal; symmetry; apply zero_changes_nothing_on_the_right. Qed.

  Lemma fail_is_in_the_summary l : In Fail l -> has_fail l = true.
  Proof. intros I. apply existsb_exists. exists Fail. auto. Qed.
End Summary.

(** Finish a statement about a verdict of which every part is known. *)
Ltac by_cases := intros H; repeat match goal with J : _ /\ _ |- _ => destruct J end;
  try easy; repeat split; try easy; congruence.

Section Life.
  Context {K A T M : Type} {X : Xor A} {LA : XorLaws A}
    {O : MapOps K (record A T) M} {L : MapLaws K (record A T) M}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.
  Implicit Types (h : list (event K A T)) (k : K) (m : message A T) (t : T).

  Notation at_root := (@at_root K A T M X O p).
  Notation answer := (@answer K A T M X O p).

  (** The messages of the present record life of a root. *)
  Fixpoint life h k : list (message A T) :=
    match h with
    | [] => []
    | e :: before =>
        match at_root (e :: before) k with
        | None => []
        | Some _ => match e with
                    | Told k' m => if same_key k' k then m :: life before k else life before k
                    | Tick => life before k
                    end
        end
    end.

  (** All messages of a history that are about a root. *)
  Fixpoint about k h : list (message A T) :=
    match h with
    | [] => []
    | Told k' m :: before => if same_key k' k then m :: about k before else about k before
    | Tick :: before => about k before
    end.

  Lemma about_app k h1 h2 : about k (h1 ++ h2) = about k h1 ++ about k h2.
  Proof.
    induction h1 as [|[k' m|] h1 IH]; cbn; [reflexivity| |exact IH].
    destruct (same_key k' k); [rewrite IH; reflexivity|exact IH].
  Qed.

  (** A life is the messages of the latest part of a history. *)
  Lemma a_life_is_what_came_of_late h k : exists late before, h = late ++ before /\ life h k = about k late.
  Proof.
    induction h as [|e h (h1 & h2 & E & F)]; [exists [], []; auto|]. cbn [life].
    destruct (at_root (e :: h) k).
    - exists (e :: h1), h2. split; [rewrite E; reflexivity|]. destruct e as [k' m|]; cbn; [|exact F].
      destruct (same_key k' k); [rewrite F; reflexivity|exact F].
    - exists [], (e :: h). auto.
  Qed.

  (** ** Theorem 3: what is said is a function of the summary of the life *)

  Lemma its_record_after h k m a r : at_root (Told k m :: h) k = Some (a, r) -> r = cell_after (at_root h k) m.
  Proof.
    rewrite at_root_after_its_message by exact two. unfold cell_step.
    destruct (cell_says _ _ _) as [[[] ?]|]; congruence.
  Qed.

  (** [ACK-01], [ACK-02]: two numbers and a flag are the summary of a life, however long it is. *)
  Theorem a_record_is_the_summary_of_its_life h k :
    match at_root h k with Some (_, r) => r = summary (life h k) | None => life h k = [] end.
  Proof.
    induction h as [|e h IH]; cbn [life].
    - rewrite at_root_in_the_beginning. reflexivity.
    - destruct (at_root (e :: h) k) as [[a r]|] eqn:E; [|reflexivity].
      destruct e as [k' m|].
      + destruct (same_key k' k) as [->|N].
        * rewrite (its_record_after _ _ _ _ _ E). unfold cell_after. rewrite <- a_message_adds_itself_to_the_summary.
          destruct (at_root h k) as [[a' r']|]; rewrite IH; reflexivity.
        * rewrite a_message_leaves_other_roots_alone in E by auto. rewrite E in IH. exact IH.
      + rewrite at_root_after_a_tick in E by exact two. unfold cell_tick in E.
        destruct (at_root h k) as [[a' r']|]; [|easy].
        destruct (S a' <? buckets p); [|easy]. congruence.
  Qed.

  Lemma judged_by_the_life h k m : cell_after (at_root h k) m = summary (m :: life h k).
  Proof.
    pose proof (a_record_is_the_summary_of_its_life h k) as E. unfold cell_after.
    rewrite <- a_message_adds_itself_to_the_summary.
    destruct (at_root h k) as [[a r]|]; rewrite E; reflexivity.
  Qed.

  (** Whatever the acker says to a message, it says from the summary of the life that the message falls into, itself
      included. *)
  Theorem what_is_said_is_a_function_of_the_summary h k m :
    answer h (Told k m) =
    match verdict (asks_first p) (summary (m :: life h k)) m, task_of (m :: life h k) with
    | Some i, Some t => Some (Notify i k t)
    | _, _ => None
    end.
  Proof.
    rewrite answer_to_a_message. unfold cell_says, says. rewrite judged_by_the_life. cbn [spout_task summary].
    destruct (verdict _ _ _); [|reflexivity]. destruct (task_of (m :: life h k)); reflexivity.
  Qed.

  (** Whichever question comes first, an ack needs a zero. *)
  Lemma an_ack_needs_a_zero h k m t :
    answer h (Told k m) = Some (Notify SaysAck k t) -> total (m :: life h k) = zero /\ task_of (m :: life h k) = Some t.
  Proof.
    rewrite what_is_said_is_a_function_of_the_summary. unfold verdict. set (l := m :: life h k).
    cbn [ack_val failed summary]. rewrite <- is_zero_tells_zero.
    destruct (asks_first p), (has_fail l), (is_zero (total l)), (is_reset m), (task_of l); cbn; intros H; try easy;
      split; try easy; congruence.
  Qed.

  Section FailFirst.
    Hypothesis fail_first : asks_first p = FailFirst.

    (** [ACK-02] to [ACK-05], [ACK-12], [ACK-26], [ACK-33]. *)
    Theorem ack_is_said_iff_zero_and_no_fail_and_task_known h k m t :
      answer h (Told k m) = Some (Notify SaysAck k t) <->
      total (m :: life h k) = zero /\ has_fail (m :: life h k) = false /\ task_of (m :: life h k) = Some t.
    Proof.
      rewrite what_is_said_is_a_function_of_the_summary, fail_first. unfold verdict, zero_is_first.
      set (l := m :: life h k). cbn [ack_val failed summary].
      rewrite andb_false_r. cbn [negb]. rewrite andb_true_r. rewrite <- is_zero_tells_zero.
      destruct (has_fail l), (is_zero (total l)), (is_reset m), (task_of l); split; by_cases.
    Qed.

    (** [ACK-06], [ACK-07], [ACK-35]. *)
    Theorem fail_is_said_iff_failed_and_task_known h k m t :
      answer h (Told k m) = Some (Notify SaysFail k t) <->
      has_fail (m :: life h k) = true /\ task_of (m :: life h k) = Some t.
    Proof.
      rewrite what_is_said_is_a_function_of_the_summary, fail_first. unfold verdict, zero_is_first.
      set (l := m :: life h k). cbn [ack_val failed summary].
      rewrite andb_false_r. cbn [negb]. rewrite andb_true_r.
      destruct (has_fail l), (is_zero (total l)), (is_reset m), (task_of l); split; by_cases.
    Qed.

    (** [ACK-20]. *)
    Theorem reset_timeout_is_passed_on_iff_open_and_task_known h k m t :
      answer h (Told k m) = Some (Notify SaysReset k t) <->
      m = ResetTimeout /\ total (m :: life h k) <> zero /\ has_fail (m :: life h k) = false /\
      task_of (m :: life h k) = Some t.
    Proof.
      rewrite what_is_said_is_a_function_of_the_summary, fail_first. unfold verdict, zero_is_first.
      set (l := m :: life h k). cbn [ack_val failed summary].
      rewrite andb_false_r. cbn [negb]. rewrite andb_true_r. rewrite <- is_zero_tells_zero.
      assert (R : m = ResetTimeout <-> is_reset m = true) by (destruct m; cbn; split; easy). rewrite R.
      destruct (has_fail l), (is_zero (total l)), (is_reset m), (task_of l); split; by_cases.
    Qed.

    (** ** Theorem 2: fail dominates *)

    (** [ACK-08]. *)
    Theorem a_life_with_a_fail_never_ends_in_ack h k m t :
      In Fail (m :: life h k) -> answer h (Told k m) <> Some (Notify SaysAck k t).
    Proof.
      intros I E. apply ack_is_said_iff_zero_and_no_fail_and_task_known in E. destruct E as (_ & E & _).
      rewrite fail_is_in_the_summary in E by exact I. discriminate.
    Qed.

    (** [ACK-06], [ACK-07]: as soon as there is both a fail in the life and an init, fail is said. *)
    Theorem a_life_with_a_fail_ends_in_fail_once_the_task_is_known h k m t :
      In Fail (m :: life h k) -> task_of (m :: life h k) = Some t ->
      answer h (Told k m) = Some (Notify SaysFail k t).
    Proof.
      intros I E. apply fail_is_said_iff_failed_and_task_known. split; [apply fail_is_in_the_summary, I|exact E].
    Qed.
  End FailFirst.

  (** With zero asked for first, as in Storm, theorem 2 is false: three messages end a life with a fail in ack, whatever
      the root, the task, and the value. *)
  Theorem zero_first_acks_a_tree_that_failed k v t :
    asks_first p = ZeroFirst -> v <> zero ->
    answers (M := M) p [Told k (Init v t); Told k (Ack v); Told k Fail] = [Some (Notify SaysAck k t); None; None].
  Proof.
    intros o nz. assert (is_zero v = false) as Z.
    { destruct (is_zero v) eqn:E; [|easy]. apply is_zero_tells_zero in E. easy. }
    assert (is_zero (zero : A) = true) as Z0 by (apply is_zero_tells_zero; reflexivity).
    cbn [answers]. rewrite !answer_to_a_message, !at_root_after_its_message, at_root_in_the_beginning by exact two.
    unfold cell_step, cell_says, says, verdict. rewrite o. cbn.
    rewrite ?zero_changes_nothing, ?what_comes_twice_cancels, ?Z, ?Z0. cbn.
    rewrite ?zero_changes_nothing, ?what_comes_twice_cancels, ?Z, ?Z0. cbn.
    rewrite ?zero_changes_nothing, ?what_comes_twice_cancels, ?Z, ?Z0. reflexivity.
  Qed.

  (** A record that is kept and whose task is known is open, and did not fail. *)
  Theorem a_record_that_is_kept_is_open_and_not_failed h k a r t :
    at_root h k = Some (a, r) -> spout_task r = Some t -> ack_val r <> zero /\ failed r = false.
  Proof.
    revert a r. induction h as [|e h IH]; intros a r E F.
    - rewrite at_root_in_the_beginning in E. discriminate.
    - destruct e as [k' m|].
      + destruct (same_key k' k) as [->|N].
        * pose proof (its_record_after _ _ _ _ _ E) as G. rewrite at_root_after_its_message in E by exact two.
          unfold cell_step in E.
          unfold cell_says, says in E. rewrite <- G, F in E. unfold verdict in E.
          rewrite <- is_zero_tells_zero.
          destruct (failed r), (is_zero (ack_val r)), (asks_first p), (is_reset m); cbn in E; try discriminate;
            split; easy.
        * rewrite a_message_leaves_other_roots_alone in E by auto. eauto.
      + rewrite at_root_after_a_tick in E by exact two. unfold cell_tick in E.
        destruct (at_root h k) as [[a' r']|]; [|easy].
        destruct (S a' <? buckets p); [|easy]. injection E as _ ->. eauto.
  Qed.

  (** [ACK-20] as it is written: a reset-timeout of a record whose task is known is passed on. *)
  Theorem a_reset_timeout_of_a_known_task_is_passed_on h k a r t :
    at_root h k = Some (a, r) -> spout_task r = Some t ->
    answer h (Told k ResetTimeout) = Some (Notify SaysReset k t).
  Proof.
    intros E F. destruct (a_record_that_is_kept_is_open_and_not_failed _ _ _ _ _ E F) as (Z & G).
    rewrite answer_to_a_message, E.
    unfold cell_says, cell_after, says, verdict. cbn. rewrite F, G.
    destruct (is_zero (ack_val r)) eqn:H; [apply is_zero_tells_zero in H; easy|reflexivity].
  Qed.

  (** ** Theorem 1: retention *)

  (** Which messages refresh a record that is there. Without it theorem 1 would speak of whatever [refreshes] says. *)
  Theorem a_message_refreshes_iff_the_profile_says_so m :
    refreshes p m = true <-> refreshed_by p = EveryMessage \/ m = Fail \/ m = ResetTimeout.
  Proof. unfold refreshes. destruct (refreshed_by p), m; cbn; intuition congruence. Qed.

  Fixpoint ticks h : nat := match h with [] => 0 | Tick :: before => S (ticks before) | _ :: before => ticks before end.

  (** After [h] came [later], and in it nothing that makes the record of [k] young, or takes it away. *)
  Fixpoint left_alone k (later h : list (event K A T)) : Prop :=
    match later with
    | [] => True
    | e :: earlier =>
        left_alone k earlier h /\
        (forall m, e = Told k m -> refreshes p m = false) /\
        (forall n, answer (earlier ++ h) e = Some n -> its_root n = k -> final (its_kind n) = false)
    end.

  Lemma its_age_is_the_number_of_ticks k later h r :
    at_root h k = Some (0, r) -> left_alone k later h -> ticks later < buckets p ->
    exists r', at_root (later ++ h) k = Some (ticks later, r').
  Proof.
    intros E. induction later as [|e later IH]; cbn [app ticks left_alone]; [eauto|].
    intros (Q & Q1 & Q2) N. destruct e as [k' m|].
    - destruct (IH Q N) as (r' & F). destruct (same_key k' k) as [->|D].
      + rewrite answer_to_a_message in Q2. rewrite at_root_after_its_message by exact two.
        unfold cell_step, cell_age. rewrite F in *.
        rewrite (Q1 m eq_refl). destruct (cell_says _ _ _) as [[i t]|]; [|eauto].
        specialize (Q2 _ eq_refl eq_refl). cbn in Q2. destruct i; try discriminate; eauto.
      + rewrite a_message_leaves_other_roots_alone by auto. eauto.
    - destruct (IH Q ltac:(lia)) as (r' & F). rewrite at_root_after_a_tick by exact two. rewrite F. cbn [cell_tick].
      apply Nat.ltb_lt in N. rewrite N. eauto.
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
    intros C N Q. assert (E : exists r, at_root (Told k m :: h) k = Some (0, r)).
    { rewrite at_root_after_its_message in * by exact two. unfold cell_step, cell_age in *.
      assert (Z : match at_root h k with Some (a, _) => if refreshes p m then 0 else a | None => 0 end = 0).
      { destruct C as [C|C]; rewrite C; [easy|]. destruct (at_root h k) as [[? ?]|]; easy. }
      rewrite Z. destruct (cell_says _ _ _) as [[[] ?]|]; try easy; eauto. }
    destruct E as (r & E). split.
    - intros B. destruct (its_age_is_the_number_of_ticks _ _ _ _ E Q B) as (r' & F). rewrite F. easy.
    - intros B. destruct (its_age_is_the_number_of_ticks _ _ _ _ E Q ltac:(lia)) as (r' & F).
      rewrite at_root_after_a_tick by exact two. rewrite F. cbn [cell_tick]. rewrite B, Nat.ltb_irrefl. easy.
  Qed.

  (** [ACK-14]: a record to which no message comes stays as it is. *)
  Theorem a_record_without_messages_stays_as_it_is h k later a r :
    at_root h k = Some (a, r) -> (forall m', ~ In (Told k m') later) -> a + ticks later < buckets p ->
    at_root (later ++ h) k = Some (a + ticks later, r).
  Proof.
    intros E. induction later as [|e later IH]; cbn [app ticks].
    - rewrite Nat.add_0_r. easy.
    - intros Q N. destruct e as [k' m'|].
      + destruct (same_key k' k) as [->|D]; [exfalso; eapply Q; left; reflexivity|].
        rewrite a_message_leaves_other_roots_alone by auto. apply IH; [|exact N]. intros m'' I. eapply Q. right. exact I.
      + rewrite at_root_after_a_tick by exact two. rewrite IH; [|intros m'' I; eapply Q; right; exact I|lia].
        cbn [cell_tick]. replace (a + S (ticks later)) with (S (a + ticks later)) in * by lia.
        apply Nat.ltb_lt in N. rewrite N. easy.
  Qed.
End Life.

(** What that means in each profile. Storm 1: two buckets, and every message refreshes. *)
Theorem storm1_has_two_buckets_and_refreshes_on_every_message {A T} (m : message A T) :
  buckets storm1 = 2 /\ asks_first storm1 = FailFirst /\ refreshes storm1 m = true.
Proof. repeat split. Qed.

(** Storm 2: three buckets, and an init or an ack of a record that is there does not refresh it. *)
Theorem storm2_has_three_buckets_and_refreshes_on_fail_and_reset_timeout {A T} (m : message A T) :
  buckets storm2 = 3 /\ asks_first storm2 = FailFirst /\ (refreshes storm2 m = true <-> m = Fail \/ m = ResetTimeout).
Proof. repeat split; destruct m; cbn; intuition congruence. Qed.
