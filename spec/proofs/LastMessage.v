(** * The last message

    Theorem 6: when every tuple of a tree was received once and acked, and every message of the tree is delivered once,
    with fewer ticks in between than the acker has buckets, then the last message, whichever it is, makes the acker say
    ack, and no other does. Without refresh a record lives that long, so what refreshes does not matter.

    Theory. When all is told, each edge was told of by two: its maker, and the receipt of its carrier
    ([the_open_set_is_empty_when_all_is_told]). So the last message is answered with ack, if the record life has all the
    messages. It has ([the_life_does_not_end_before]): a life ends by age, for which there were too few ticks; or by a fail,
    which nobody said; or by an ack, and by theorem 5 an ack before the last message would mean that the tree was finished
    without the receipt that had yet to speak. *)

From Coq Require Import Bool Arith NArith ZArith Ndigits List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets Parity System NoEarlyCompletion.
Import ListNotations.

Lemma empty_set (a : N) : (forall e, has_edge a e = false) -> a = 0%N.
Proof.
  intros H. apply N.bits_inj_0. intros n. rewrite <- (Nnat.N2Nat.id n), Ntestbit_Nbit. apply H.
Qed.

(** * Two clocks

    A clock that ticks at [phase], [phase + period], and so on has ticked so often after [from] and until [to]: *)

Definition ticks_between (period phase from to : Z) : Z := ((to - phase) / period - (from - phase) / period)%Z.

(** A stretch of time is shorter than one period more than it has ticks, and longer than one period less. *)
Lemma a_stretch_of_time_is_as_long_as_its_ticks period phase from to :
  (0 < period ->
   period * (ticks_between period phase from to - 1) < to - from < period * (ticks_between period phase from to + 1))%Z.
Proof.
  intros H. unfold ticks_between.
  pose proof (Z.div_mod (to - phase) period ltac:(lia)). pose proof (Z.mod_pos_bound (to - phase) period H).
  pose proof (Z.div_mod (from - phase) period ltac:(lia)). pose proof (Z.mod_pos_bound (from - phase) period H).
  lia.
Qed.

(** In any stretch of time, one clock has at most one tick more than another of the same period, whatever their phases. *)
Theorem clocks_of_one_period_are_at_most_one_tick_apart period acker spout from to :
  (0 < period -> ticks_between period acker from to <= ticks_between period spout from to + 1)%Z.
Proof.
  intros H. pose proof (a_stretch_of_time_is_as_long_as_its_ticks period acker from to H).
  pose proof (a_stretch_of_time_is_as_long_as_its_ticks period spout from to H). nia.
Qed.

(** [SYS-16] with periods that differ. A spout task waits for less than two of its periods. So an acker has not had as many
    ticks as it has buckets, if all its periods but one are as long, *)
Theorem an_acker_that_covers_two_periods_of_the_spout_outlasts_it buckets acker_period spout_period acker spout from to :
  (0 < acker_period -> 0 < spout_period -> 2 * spout_period <= (buckets - 1) * acker_period ->
   ticks_between spout_period spout from to < 2 -> ticks_between acker_period acker from to < buckets)%Z.
Proof.
  intros H1 H2 C S. pose proof (a_stretch_of_time_is_as_long_as_its_ticks acker_period acker from to H1).
  pose proof (a_stretch_of_time_is_as_long_as_its_ticks spout_period spout from to H2). nia.
Qed.

(** and if they are shorter, by two units of time or more, there are phases in which it has. *)
Theorem an_acker_that_covers_less_may_forget_first buckets acker_period spout_period :
  (0 < acker_period -> 0 < spout_period -> (buckets - 1) * acker_period + 2 <= 2 * spout_period ->
   exists acker spout from to, from <= to /\ ticks_between spout_period spout from to < 2 /\
     buckets <= ticks_between acker_period acker from to)%Z.
Proof.
  intros H1 H2 C. exists 1%Z, 0%Z, 0%Z, (2 * spout_period - 1)%Z. unfold ticks_between. split; [lia|]. split.
  - rewrite (Z.div_small (0 - 0)) by lia. enough ((2 * spout_period - 1 - 0) / spout_period < 2)%Z by lia.
    apply Z.div_lt_upper_bound; lia.
  - replace ((0 - 1) / acker_period)%Z with (-1)%Z by (apply Z.div_unique with (acker_period - 1)%Z; lia).
    enough (buckets - 1 <= (2 * spout_period - 1 - 1) / acker_period)%Z by lia. apply Z.div_le_lower_bound; lia.
Qed.

Lemma the_task_is_that_of_an_init {A T} (l : list (message A T)) t : task_of l = Some t -> exists v, In (Init v t) l.
Proof.
  induction l as [|[v t'| | |] l IH]; cbn; try discriminate.
  - intros [= ->]. exists v. left. reflexivity.
  - intros E. destruct (IH E) as (v' & I). eauto.
  - intros E. destruct (IH E) as (v' & I). eauto.
  - intros E. destruct (IH E) as (v' & I). eauto.
Qed.

Section Completion.
  Context {K T M : Type} {O : MapOps K (record N T) M} {L : MapLaws K (record N T) M}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.

  Notation system := (@system K T).
  Notation root_eq := (@same_key K (record N T) M O L).
  Notation reachable := (@reachable K T root_eq).
  Notation consistent := (@consistent K T root_eq).
  Notation history := (@history K T).
  Notation about := (@about K N T M O L).
  Notation senders := (@senders K T M O L).
  Notation answer := (@answer K N T M xor_N O p).
  Notation at_root := (@at_root K N T M xor_N O p).
  Notation life := (@life K N T M xor_N O L p).

  (** The work on the tree is done: there is one receipt of each of its tuples, and it is acked. *)
  Definition all_acked (s : system) (r : K) : Prop :=
    received_once s r /\ forall t tp, tuples s t = Some tp -> belongs tp r = true -> acked s t.

  (** An acker has heard from everybody who has a part in the tree, from each once, and from nobody else about its root. *)
  Definition each_once (s : system) (r : K) (l : list (@delivery K T)) : Prop :=
    NoDup (senders r l) /\
    forall o, In o (senders r l) <->
      o = FromSpout \/ exists x rx, o = From x /\ receipts s x = Some rx /\ belongs (the_tuple rx) r = true.

  Section Tree.
    Variables (s : system) (r : K) (v : N) (task : T).
    Hypothesis W : consistent s.
    Hypothesis E : emissions s r = Some (v, task).
    Hypothesis A : all_acked s r.

    Lemma every_receipt_of_the_tree_is_acked x rx : receipts s x = Some rx -> belongs (the_tuple rx) r = true -> state_of rx = Acked.
    Proof.
      intros F B. destruct (proj2 A _ _ (a_receipt_is_of_its_tuple s W _ _ F) B) as (y & ry & G & U & S).
      assert (y = x) as -> by (eapply (proj1 A); eauto). congruence.
    Qed.

    (** Receipts that bear out a finished tree are all that it has. *)
    Lemma what_is_finished_has_every_receipt D x rx :
      finished s r D -> receipts s x = Some rx -> belongs (the_tuple rx) r = true -> D x.
    Proof.
      intros (F1 & F2 & F3).
      assert (G : forall n t tp, t < n -> tuples s t = Some tp -> belongs tp r = true ->
                  exists y ry, D y /\ receipts s y = Some ry /\ tuple_number ry = t).
      { induction n as [|n IH]; intros t tp Lt Et B; [lia|]. destruct (origin_of tp) as [r'|to] eqn:Fr.
        - destruct (an_emitted_tuple_is_of_one_tree s W _ _ _ Et Fr) as (H & _). rewrite H in B. unfold is_root in B.
          destruct (same_key r' r) as [->|]; [|discriminate]. eauto.
        - rewrite (it_belongs_where_its_anchors_do s W _ _ _ r Et Fr) in B. apply existsb_exists in B. destruct B as (y & I & B).
          destruct (each_anchor_made_an_edge s W _ _ _ _ Et Fr I) as (e & G).
          destruct (an_anchor_is_older s W _ _ _ G) as (_ & ry & Ry & Ly). unfold receipt_belongs in B. rewrite Ry in B.
          destruct (IH (tuple_number ry) (the_tuple ry)) as (z & rz & Dz & Rz & U); [lia|apply (a_receipt_is_of_its_tuple s W _ _ Ry)|exact B|].
          assert (z = y) as -> by (eapply (proj1 A); eauto). eauto. }
      intros Rx B. destruct (G (S (tuple_number rx)) (tuple_number rx) (the_tuple rx)) as (y & ry & Dy & Ry & U);
        [lia|apply (a_receipt_is_of_its_tuple s W _ _ Rx)|exact B|].
      assert (y = x) as -> by (eapply (proj1 A); eauto). exact Dy.
    Qed.

    (** *** All is told *)

    Lemma the_carrier_of_an_edge_was_acked e mk t :
      edges s e = Some (mk, t) -> maker_belongs s r mk -> exists y ry, acked_in s r y ry /\ tuple_number ry = t.
    Proof.
      intros F G. destruct (an_edge_has_its_carrier s W _ _ _ F) as (tp & Et & Fr).
      assert (B : belongs tp r = true).
      { destruct mk as [r'|x]; cbn in G.
        - subst r'. rewrite (proj1 (an_emitted_tuple_is_of_one_tree s W _ _ _ Et Fr)). unfold is_root. destruct (root_eq r r); easy.
        - destruct Fr as (to & Fr & I). rewrite (it_belongs_where_its_anchors_do s W _ _ _ r Et Fr). apply existsb_exists. eauto. }
      destruct (proj2 A _ _ Et B) as (y & ry & Ry & U & Sy). exists y, ry. split; [|exact U].
      assert (What : the_tuple ry = tp) by (pose proof (a_receipt_is_of_its_tuple s W _ _ Ry); congruence).
      split; [exact Ry|]. split; [exact Sy|]. rewrite What. exact B.
    Qed.

    (** All messages together leave nothing open: an edge that is told of is told of by two, its maker and the receipt of its
        carrier. *)
    Lemma the_open_set_is_empty_when_all_is_told l :
      (forall d, In d l -> deliverable s d) -> each_once s r l -> total (about r (map event_of l)) = 0%N.
    Proof.
      intros D (N1 & N2). apply empty_set. intros e. rewrite (an_edge_is_open_iff_it_was_told_oddly s) by exact D.
      destruct (parity (tells s r e) (senders r l)) eqn:P; [exfalso|reflexivity].
      destruct (what_holds_oddly_holds_of_something_odd sender_dec _ _ P) as (o & V & _).
      destruct (what_is_told_of_was_made s r e o W V) as (mk & t & F & G).
      destruct (the_carrier_of_an_edge_was_acked e mk t F G) as (y & ry & Ay & U).
      assert (Maker : In (spokesman mk) (senders r l)).
      { apply N2. destruct mk as [r'|x]; [left; reflexivity|right]. cbn in G. unfold receipt_belongs in G.
        destruct (receipts s x) as [rx|] eqn:Rx; [|discriminate]. exists x, rx. easy. }
      assert (Carrier : In (From y) (senders r l)) by (apply N2; right; exists y, ry; repeat split; apply Ay).
      assert (Apart : spokesman mk <> From y).
      { destruct mk as [r'|x]; cbn; [easy|]. intros [= ->]. destruct (an_anchor_is_older s W _ _ _ F) as (_ & rx & Rx & Lt).
        destruct Ay as (Ry & _). assert (rx = ry) as -> by congruence. lia. }
      assert (Q : parity (tells s r e) (senders r l)
                  = parity (fun q => xorb (same sender_dec (spokesman mk) q) (same sender_dec (From y) q)) (senders r l)).
      { apply equal_questions_have_equal_parities. intros q Iq. apply eq_true_iff_eq. rewrite (who_tells_of_an_edge s r e mk t q W F G).
        assert (Sp : spoke s r q).
        { apply N2 in Iq. destruct Iq as [->|(x & rx & -> & Rx & Bx)]; cbn; [congruence|]. exists rx.
          repeat split; auto. apply (every_receipt_of_the_tree_is_acked x rx); assumption. }
        assert (Only : (exists x rx, q = From x /\ acked_in s r x rx /\ tuple_number rx = t) <-> q = From y).
        { split; [|intros ->; exists y, ry; auto]. intros (x & rx & -> & (Rx & _ & _) & Ux). f_equal.
          apply (proj1 A x y rx ry Rx (proj1 Ay) (proj2 (proj2 Ay))). congruence. }
        rewrite Only. unfold same.
        destruct (sender_dec (spokesman mk) q), (sender_dec (From y) q); cbn; intuition congruence. }
      rewrite Q, parity_of_two_questions in P. fold (odd sender_dec (spokesman mk) (senders r l)) in P.
      fold (odd sender_dec (From y) (senders r l)) in P.
      rewrite !what_is_there_once_is_there_oddly in P by assumption. discriminate P.
    Qed.

    Lemma no_fail_is_told l : (forall d, In d l -> deliverable s d) -> has_fail (about r (map event_of l)) = false.
    Proof.
      intros D. destruct (has_fail (about r (map event_of l))) eqn:F; [exfalso|reflexivity].
      apply existsb_exists in F. destruct F as (m & I & F). destruct m; try discriminate F.
      destruct (a_message_of_a_root_was_delivered _ _ _ I) as (o & J). specialize (D _ J).
      inversion D as [| |? x rx R S B| |]; subst.
      rewrite (every_receipt_of_the_tree_is_acked x rx R B) in S. discriminate S.
    Qed.

    Lemma a_task_is_told_by_the_spout l t :
      (forall d, In d l -> deliverable s d) -> task_of (about r (map event_of l)) = Some t -> In FromSpout (senders r l).
    Proof.
      intros D Tk. destruct (the_task_is_that_of_an_init _ _ Tk) as (v' & I).
      destruct (a_message_of_a_root_was_delivered _ _ _ I) as (o & J). pose proof (D _ J) as Dj.
      inversion Dj; subst. exact (who_delivered_is_a_sender _ _ _ _ J).
    Qed.

    Lemma the_spout_tells_its_task l :
      (forall d, In d l -> deliverable s d) -> In FromSpout (senders r l) -> task_of (about r (map event_of l)) = Some task.
    Proof.
      intros D. induction l as [|[r' o m|] l IH]; cbn [NoEarlyCompletion.senders RecordLife.about noted map event_of]; [easy| |];
        specialize (IH (fun d I => D d (or_intror I))); [|exact IH].
      destruct (same_key r' r) as [->|]; [|exact IH]. specialize (D _ (or_introl eq_refl)).
      inversion D as [? v' t' E'|? x rx R S B|? x rx R S B|?|]; subst; cbn [task_of]; intros [I|I]; try easy; auto; congruence.
    Qed.

    (** *** The life goes on until the last message *)

    Lemma a_life_ends_with_a_final_word h m :
      at_root (Told r m :: h) r = None ->
      exists k t, final k = true /\ answer h (Told r m) = Some (Notify k r t).
    Proof.
      rewrite at_root_after_its_message, answer_to_a_message by exact two. unfold cell_step.
      destruct (cell_says p (at_root h r) m) as [[k t]|]; cbn [forgets]; [|discriminate].
      destruct (final k) eqn:Final; [exists k, t; auto|discriminate].
    Qed.

    Lemma a_fail_is_said_of_a_life_with_a_fail h m t :
      answer h (Told r m) = Some (Notify SaysFail r t) -> has_fail (m :: life h r) = true.
    Proof.
      rewrite (what_is_said_is_a_function_of_the_summary (LA := xor_N_laws) p two). unfold verdict. cbn [failed summary].
      destruct (has_fail (m :: life h r)); [reflexivity|]. cbn [andb].
      destruct (is_zero _), (is_reset m), (task_of (m :: life h r)); easy.
    Qed.

    Lemma no_record_without_messages h : about r h = [] -> at_root h r = None.
    Proof.
      induction h as [|[k m|] h IH]; cbn [RecordLife.about noted]; intros Q.
      - apply at_root_in_the_beginning.
      - destruct (same_key k r) as [->|N]; [discriminate|].
        rewrite a_message_leaves_other_roots_alone by auto. exact (IH Q).
      - rewrite at_root_after_a_tick, (IH Q) by exact two. reflexivity.
    Qed.

    Lemma no_life_without_a_record h : at_root h r = None -> life h r = [].
    Proof.
      intros N. pose proof (a_record_is_the_summary_of_its_life (LA := xor_N_laws) p two h r) as Z. rewrite N in Z. exact Z.
    Qed.

    Lemma nobody_spoke_of_what_nothing_was_said_of (l : list (@delivery K T)) : senders r l = [] -> about r (map event_of l) = [].
    Proof. induction l as [|[r' o m|] l IH]; cbn; [easy| |exact IH]. destruct (same_key r' r); easy. Qed.

    (** How often the acker's clock ticked. *)
    Definition ticked (l : list (@delivery K T)) : nat := ticks (map event_of l).

    Lemma ticked_app l l' : ticked (l ++ l') = ticked l + ticked l'.
    Proof. unfold ticked. induction l as [|[] l IH]; cbn; auto. Qed.

    (** The record is no older than there were ticks. *)
    Definition as_young_as (n : nat) h : Prop := match at_root h r with Some (a, _) => a <= n | None => True end.

    Lemma a_message_makes_no_record_older n h k m : as_young_as n h -> as_young_as n (Told k m :: h).
    Proof.
      unfold as_young_as. intros Y. destruct (same_key r k) as [<-|N].
      - rewrite at_root_after_its_message by exact two. unfold cell_step, cell_age.
        destruct (forgets _); [exact Logic.I|]. destruct (refreshes p m), (at_root h r) as [[a ?]|]; lia.
      - rewrite a_message_leaves_other_roots_alone by exact N. exact Y.
    Qed.

    (** A life that begins with [new] has all messages, if none of them ends it, and there are too few ticks to. *)
    Lemma a_life_that_no_message_ends_has_them_all old new :
      senders r old = [] -> ticked new < buckets p ->
      (forall later o m before, new = later ++ Delivered r o m :: before ->
         life (map event_of (before ++ old)) r = about r (map event_of (before ++ old)) ->
         at_root (Told r m :: map event_of (before ++ old)) r <> None) ->
      life (map event_of (new ++ old)) r = about r (map event_of (new ++ old)) /\
      as_young_as (ticked new) (map event_of (new ++ old)).
    Proof.
      intros Old. apply nobody_spoke_of_what_nothing_was_said_of in Old.
      induction new as [|d new IH]; intros Tk Goes_on; cbn [app].
      - pose proof (no_record_without_messages _ Old) as N. unfold as_young_as. rewrite (no_life_without_a_record _ N), N, Old. auto.
      - assert (Fewer : ticked new <= ticked (d :: new)) by (destruct d; unfold ticked; cbn; lia).
        destruct IH as (Li & Y); [lia|intros later o m before ->; exact (Goes_on (d :: later) o m before eq_refl)|].
        set (h := map event_of (new ++ old)) in *. destruct d as [r' o m|]; cbn [map event_of]; fold h.
        + split; [|apply a_message_makes_no_record_older, Y]. cbn [RecordLife.life RecordLife.about noted].
          destruct (same_key r' r) as [->|Nr].
          * destruct (at_root (Told r m :: h) r) eqn:At; [rewrite Li; reflexivity|].
            destruct (Goes_on [] o m new eq_refl Li At).
          * rewrite a_message_leaves_other_roots_alone by auto. destruct (at_root h r) eqn:At; [exact Li|].
            rewrite <- Li. symmetry. apply no_life_without_a_record, At.
        + change (ticked (Ticked :: new)) with (S (ticked new)) in *. unfold as_young_as in *.
          cbn [RecordLife.life RecordLife.about noted]. rewrite at_root_after_a_tick by exact two. unfold cell_tick.
          destruct (at_root h r) as [[a rec]|] eqn:At.
          * destruct (Nat.ltb_spec (S a) (buckets p)); [|lia]. split; [exact Li|lia].
          * split; [|exact Logic.I]. rewrite <- Li. symmetry. apply no_life_without_a_record, At.
    Qed.

    (** No message before the last ends the life: a fail is not told, and by theorem 5 an ack would mean that the last message
        was counted already. *)
    Lemma the_life_does_not_end_before old new o m :
      (forall d, In d (Delivered r o m :: new ++ old) -> deliverable s d) ->
      each_once s r (Delivered r o m :: new ++ old) ->
      senders r old = [] -> ticked new < buckets p ->
      life (map event_of (new ++ old)) r = about r (map event_of (new ++ old)).
    Proof.
      intros D (N1 & N2) Old Tk. apply a_life_that_no_message_ends_has_them_all; [exact Old|exact Tk|].
      intros later o' m' before Eq Li At. set (l := Delivered r o' m' :: before ++ old).
      assert (All : new ++ old = later ++ l) by (rewrite Eq, <- app_assoc; reflexivity). rewrite All in *.
      assert (Dl : forall d, In d l -> deliverable s d) by (intros d I; apply D; right; apply in_or_app; right; exact I).
      assert (It_is_next : senders r (Delivered r o m :: later ++ l) = o :: senders r later ++ senders r l).
      { cbn [NoEarlyCompletion.senders]. rewrite senders_app. destruct (same_key r r); easy. }
      rewrite It_is_next in N1. apply NoDup_cons_iff in N1. destruct N1 as (Not_yet & N1). apply Not_yet, in_or_app. right.
      assert (Once : NoDup (senders r l)).
      { clear -N1. induction (senders r later) as [|q qs IH]; [exact N1|]. apply IH. exact (proj2 (proj1 (NoDup_cons_iff _ _) N1)). }
      assert (Q : about r (map event_of l) = m' :: life (map event_of (before ++ old)) r).
      { rewrite Li. cbn. destruct (same_key r r); easy. }
      destruct (a_life_ends_with_a_final_word _ _ At) as (k & t & Final & An). destruct k; [| |discriminate Final].
      - destruct (an_ack_needs_a_zero (LA := xor_N_laws) p two _ _ _ _ An) as (Z & Tsk). rewrite <- Q in Z, Tsk.
        assert (Init : In FromSpout (senders r l)) by exact (a_task_is_told_by_the_spout l t Dl Tsk).
        assert (F : finished s r (counted s r l)).
        { apply an_empty_open_set_is_believed; auto. apply what_is_there_once_is_there_oddly; auto. }
        assert (Io : In o (senders r (Delivered r o m :: later ++ l))) by (rewrite It_is_next; left; reflexivity).
        apply N2 in Io. destruct Io as [->|(x & rx & -> & Rx & Bx)]; [exact Init|].
        apply (what_is_there_oddly_is_there sender_dec). apply (what_is_finished_has_every_receipt _ x rx F Rx Bx).
      - apply a_fail_is_said_of_a_life_with_a_fail in An. rewrite <- Q, no_fail_is_told in An; [discriminate An|exact Dl].
    Qed.

    (** *** The last message *)

    (** Lemma 2, as an acker sees it. The work is done, and all that is to be heard is heard by one acker, which has not had so many
        ticks since the first of it that the record is gone. Then the last that it hears makes it say ack to the task that
        emitted, be that the init or an ack. *)
    Theorem the_last_message_that_is_heard_of_a_tree_acks_it old new o m :
      (forall d, In d (Delivered r o m :: new ++ old) -> deliverable s d) -> senders r old = [] -> ticked new < buckets p ->
      each_once s r (Delivered r o m :: new ++ old) ->
      answer (map event_of (new ++ old)) (Told r m) = Some (Notify SaysAck r task).
    Proof.
      intros D Old Tk On.
      rewrite (what_is_said_is_a_function_of_the_summary (LA := xor_N_laws) p two).
      rewrite (the_life_does_not_end_before old new o m D On Old Tk).
      assert (Q : m :: about r (map event_of (new ++ old)) = about r (map event_of (Delivered r o m :: new ++ old))).
      { cbn. destruct (same_key r r); easy. }
      rewrite Q. unfold verdict. cbn [failed ack_val summary].
      rewrite (no_fail_is_told _ D), (the_open_set_is_empty_when_all_is_told _ D On). cbn [andb].
      rewrite (the_spout_tells_its_task _ D); [reflexivity|].
      apply (proj2 (proj2 On FromSpout)). left. reflexivity.
    Qed.

    (** For the acker that hears all that is delivered. *)
    Theorem the_last_message_of_a_tree_acks_it old new o m :
      delivered s = new ++ old -> senders r old = [] -> ticked new < buckets p ->
      deliverable s (Delivered r o m) ->
      each_once s r (Delivered r o m :: delivered s) ->
      answer (history s) (Told r m) = Some (Notify SaysAck r task).
    Proof.
      intros H Old Tk Dm On. unfold NoEarlyCompletion.history. rewrite H in *.
      apply (the_last_message_that_is_heard_of_a_tree_acks_it old new o m); auto.
      intros d [<-|I]; [exact Dm|]. apply (what_was_delivered_was_said s W). rewrite H. exact I.
    Qed.

    Lemma a_life_is_no_longer_than_what_came_since later h :
      at_root h r = None -> length (life (later ++ h) r) <= length (about r later).
    Proof.
      intros N. induction later as [|e later IH]; cbn [app].
      - pose proof (a_record_is_the_summary_of_its_life (LA := xor_N_laws) p two h r) as Z. rewrite N in Z. rewrite Z. auto.
      - cbn [RecordLife.life RecordLife.about]. destruct (at_root (e :: later ++ h) r); [|cbn; lia].
        destruct e as [k m|]; cbn [noted]; [destruct (same_key k r); cbn; lia|exact IH].
    Qed.

    (** And no message before the last one does. *)
    Theorem no_message_before_the_last_acks_it old new o m latest o' m' earlier t :
      delivered s = new ++ old -> senders r old = [] -> ticked new < buckets p ->
      deliverable s (Delivered r o m) ->
      each_once s r (Delivered r o m :: delivered s) ->
      new = latest ++ Delivered r o' m' :: earlier ->
      answer (map event_of (earlier ++ old)) (Told r m') <> Some (Notify SaysAck r t).
    Proof.
      intros H Old Tk Dm On New An. rewrite H in On.
      assert (D : forall d, In d (Delivered r o m :: new ++ old) -> deliverable s d).
      { intros d [<-|I]; [exact Dm|]. apply (what_was_delivered_was_said s W). rewrite H. exact I. }
      assert (Gone : at_root (Told r m' :: map event_of (earlier ++ old)) r = None).
      { rewrite at_root_after_its_message by exact two. rewrite answer_to_a_message in An. unfold cell_step.
        destruct (cell_says _ _ _) as [[[] ?]|]; cbn; congruence. }
      pose proof (the_life_does_not_end_before old new o m D On Old Tk) as Li.
      rewrite New, <- app_assoc, map_app in Li. cbn [app map event_of] in Li.
      pose proof (a_life_is_no_longer_than_what_came_since (map event_of latest) _ Gone) as Short.
      rewrite Li, about_joined_histories, app_length in Short. cbn [RecordLife.about noted] in Short.
      destruct (same_key r r); [cbn in Short; lia|easy].
    Qed.

    (** [SYS-16]. Three buckets are enough for an acker that has had at most one tick more than the spout task, while the
        spout task has not had its second. *)
    Theorem an_acker_remembers_for_as_long_as_the_spout_waits old new o m spout_ticks :
      buckets p = 3 -> spout_ticks < 2 -> ticked new <= S spout_ticks ->
      delivered s = new ++ old -> senders r old = [] ->
      deliverable s (Delivered r o m) ->
      each_once s r (Delivered r o m :: delivered s) ->
      answer (history s) (Told r m) = Some (Notify SaysAck r task).
    Proof. intros B Sp Le H Old Dm On. apply (the_last_message_of_a_tree_acks_it old new o m); auto. lia. Qed.

    (** [SYS-16] across two clocks, of whatever periods and phases: while the spout task has not had its second tick since
        [from], an acker of N buckets remembers, if N-1 of its periods are as long as two of the spout task's. With one
        period that is so of three buckets. *)
    Theorem an_acker_remembers_across_two_clocks old new o m acker_period spout_period acker spout from to :
      (0 < acker_period)%Z -> (0 < spout_period)%Z -> (2 * spout_period <= (Z.of_nat (buckets p) - 1) * acker_period)%Z ->
      (Z.of_nat (ticked new) <= ticks_between acker_period acker from to)%Z ->
      (ticks_between spout_period spout from to < 2)%Z ->
      delivered s = new ++ old -> senders r old = [] ->
      deliverable s (Delivered r o m) ->
      each_once s r (Delivered r o m :: delivered s) ->
      answer (history s) (Told r m) = Some (Notify SaysAck r task).
    Proof.
      intros H1 H2 C Tk S H Old Dm On. apply (the_last_message_of_a_tree_acks_it old new o m); auto.
      pose proof (an_acker_that_covers_two_periods_of_the_spout_outlasts_it _ _ _ acker spout from to H1 H2 C S). lia.
    Qed.
  End Tree.
End Completion.
