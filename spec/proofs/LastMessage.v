(** * The last message

    Theorem 6: when every tuple of a tree was received once and acked, and every message of the tree is delivered once,
    with fewer ticks in between than the acker has buckets, then the last message, whichever it is, makes the acker say
    ack, and no other does. Without refresh a record lives that long, so what refreshes does not matter.

    Theory. When all is told, each edge was told exactly twice: once by its maker and once by the receipt of its carrier. So
    the open set is empty, and the last message is answered with ack, if the record life has all the messages. It has: a
    life ends by age, for which there were too few ticks; or by a fail, which nobody said; or by an ack, and by theorem 5
    an ack before the last message would mean that the tree was finished without the receipt that had yet to speak. *)

From Coq Require Import Bool Arith NArith ZArith Ndigits List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets System NoEarlyCompletion.
Import ListNotations.

Lemma empty_set (a : N) : (forall e, has_edge a e = false) -> a = 0%N.
Proof.
  intros H. apply N.bits_inj_0. intros n. rewrite <- (Nnat.N2Nat.id n), Ntestbit_Nbit. apply H.
Qed.

Section Odd.
  Context {B : Type} (dec : forall x y : B, {x = y} + {x <> y}).

  Lemma what_is_there_oddly_is_there x l : odd dec x l = true -> In x l.
  Proof.
    unfold odd. induction l as [|y l IH]; [discriminate|]. cbn [parity]. unfold same at 1.
    destruct (dec x y) as [->|]; [left; reflexivity|]. rewrite xorb_false_l. right; auto.
  Qed.

  Lemma what_is_not_there_is_there_evenly x l : ~ In x l -> odd dec x l = false.
  Proof. intros H. destruct (odd dec x l) eqn:E; [|reflexivity]. apply what_is_there_oddly_is_there in E. easy. Qed.

  Lemma what_is_there_once_is_there_oddly x l : NoDup l -> In x l -> odd dec x l = true.
  Proof.
    unfold odd. induction 1 as [|y l N D IH]; [easy|]. cbn [parity]. unfold same at 1. intros [->|I].
    - destruct (dec x x); [|easy]. pose proof (what_is_not_there_is_there_evenly x l N) as E. unfold odd in E. rewrite E. reflexivity.
    - destruct (dec x y) as [->|]; [easy|]. rewrite xorb_false_l. auto.
  Qed.

  Lemma parity_ext_in (f g : B -> bool) l : (forall x, In x l -> f x = g x) -> parity f l = parity g l.
  Proof.
    induction l as [|x l IH]; intros H; [reflexivity|]. cbn.
    rewrite H by (left; reflexivity). rewrite IH; [reflexivity|]. intros y I. apply H. right. exact I.
  Qed.

  Lemma parity_xorb (f g : B -> bool) l : parity (fun x => xorb (f x) (g x)) l = xorb (parity f l) (parity g l).
  Proof.
    induction l as [|x l IH]; [reflexivity|]. cbn. rewrite IH.
    generalize (parity f l) (parity g l). intros [] []; destruct (f x), (g x); reflexivity.
  Qed.
End Odd.

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

  (** Every tuple of the tree was received, once, and acked. *)
  Definition all_acked (s : system) (r : K) : Prop :=
    received_once s r /\ forall t tp, tuples s t = Some tp -> belongs tp r = true -> acked s t.

  (** Each message of the tree is in the list once, and nothing else about its root. *)
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
      intros F B. destruct (proj2 A _ _ (receipt_tuple s W _ _ F) B) as (y & ry & G & U & S).
      assert (y = x) as -> by (eapply (proj1 A); eauto). congruence.
    Qed.

    (** What is finished holds every receipt of the tree. *)
    Lemma what_is_finished_has_every_receipt D x rx :
      finished s r D -> receipts s x = Some rx -> belongs (the_tuple rx) r = true -> D x.
    Proof.
      intros (F1 & F2 & F3).
      assert (G : forall n t tp, t < n -> tuples s t = Some tp -> belongs tp r = true ->
                  exists y ry, D y /\ receipts s y = Some ry /\ tuple_number ry = t).
      { induction n as [|n IH]; intros t tp Lt Et B; [lia|]. destruct (origin_of tp) as [r'|to] eqn:Fr.
        - destruct (spout_edge s W _ _ _ Et Fr) as (H & _). rewrite H in B. unfold is_root in B.
          destruct (same_key r' r) as [->|]; [|discriminate]. eauto.
        - rewrite (anchored_belongs s W _ _ _ r Et Fr) in B. apply existsb_exists in B. destruct B as (y & I & B).
          destruct (anchor_edge s W _ _ _ _ Et Fr I) as (e & G).
          destruct (older s W _ _ _ G) as (_ & ry & Ry & Ly). unfold receipt_belongs in B. rewrite Ry in B.
          destruct (IH (tuple_number ry) (the_tuple ry)) as (z & rz & Dz & Rz & U); [lia|apply (receipt_tuple s W _ _ Ry)|exact B|].
          assert (z = y) as -> by (eapply (proj1 A); eauto). eauto. }
      intros Rx B. destruct (G (S (tuple_number rx)) (tuple_number rx) (the_tuple rx)) as (y & ry & Dy & Ry & U);
        [lia|apply (receipt_tuple s W _ _ Rx)|exact B|].
      assert (y = x) as -> by (eapply (proj1 A); eauto). exact Dy.
    Qed.

    (** All messages together leave nothing open: every edge is told twice. *)
    Lemma the_open_set_is_empty_when_all_is_told l :
      (forall d, In d l -> deliverable s d) -> each_once s r l -> total (about r (map event_of l)) = 0%N.
    Proof.
      intros D (N1 & N2). apply empty_set. intros e. rewrite (an_edge_is_open_iff_it_was_told_oddly s) by exact D.
      assert (Q : (exists mk t, edges s e = Some (mk, t) /\ maker_belongs s r mk) \/
                  ~ (exists mk t, edges s e = Some (mk, t) /\ maker_belongs s r mk)).
      { destruct (edges s e) as [[[r'|x] t]|]; cbn.
        - destruct (root_eq r' r) as [->|Nr]; [left; exists (ByEmission r), t; split; reflexivity|right].
          intros (mk & t' & [= <- <-] & F). easy.
        - destruct (receipt_belongs s r x) eqn:B; [left; exists (ByReceipt x), t; split; [reflexivity|exact B]|right].
          intros (mk & t' & [= <- <-] & F). cbn in F. congruence.
        - right. intros (mk & t & F & _). discriminate. }
      destruct Q as [(mk & t & F & G)|Q].
      - (* the tuple that carries e, and its receipt *)
        destruct (edge_tuple s W _ _ _ F) as (tp & Et & Fr).
        assert (B : belongs tp r = true).
        { destruct mk as [r'|x]; cbn in G.
          - subst r'. rewrite (proj1 (spout_edge s W _ _ _ Et Fr)). unfold is_root. destruct (root_eq r r); easy.
          - destruct Fr as (to & Fr & I). rewrite (anchored_belongs s W _ _ _ r Et Fr). apply existsb_exists. eauto. }
        destruct (proj2 A _ _ Et B) as (y & ry & Ry & U & Sy).
        assert (What : the_tuple ry = tp) by (pose proof (receipt_tuple s W _ _ Ry); congruence).
        set (o1 := match mk with ByEmission _ => FromSpout | ByReceipt x => From x end).
        assert (I1 : In o1 (senders r l)).
        { apply N2. unfold o1. destruct mk as [r'|x]; [auto|right]. cbn in G. unfold receipt_belongs in G.
          destruct (receipts s x) as [rx|] eqn:Rx; [|discriminate]. eauto. }
        assert (I2 : In (From y) (senders r l)) by (apply N2; right; exists y, ry; rewrite What; auto).
        rewrite (parity_ext_in _ (fun o => xorb (same sender_dec o1 o) (same sender_dec (From y) o))).
        + rewrite parity_xorb. fold (odd sender_dec o1 (senders r l)). fold (odd sender_dec (From y) (senders r l)).
          rewrite !what_is_there_once_is_there_oddly by assumption. reflexivity.
        + intros o Io. apply N2 in Io. unfold tells, same. destruct Io as [->|(x & rx & -> & Rx & Bx)].
          * (* the init *)
            cbn [told_by]. pose proof (init_iff s W r e) as V. rewrite E in *. unfold holds in V.
            destruct (sender_dec (From y) FromSpout); [easy|]. rewrite xorb_false_r. apply eq_true_iff_eq. rewrite V.
            unfold o1. split.
            -- intros (t' & F'). rewrite F in F'. injection F' as -> ->. destruct (sender_dec FromSpout FromSpout); easy.
            -- destruct mk as [r'|x]; [|destruct (sender_dec (From x) FromSpout); easy].
               cbn in G. subst r'. eauto.
          * (* an ack *)
            cbn [told_by]. rewrite Rx, (every_receipt_of_the_tree_is_acked _ _ Rx Bx), Bx, xor_of_sets_is_symmetric_difference, xorb_comm.
            assert (C1 : has_edge (children rx) e = if sender_dec o1 (From x) then true else false).
            { apply eq_true_iff_eq. pose proof (children_iff s W _ _ e Rx) as V. unfold holds in V. rewrite V. unfold o1. split.
              - intros (t' & F'). rewrite F in F'. injection F' as -> ->.
                destruct (sender_dec (From x) (From x)); easy.
              - destruct mk as [r'|z]; [destruct (sender_dec FromSpout (From x)); easy|].
                destruct (sender_dec (From z) (From x)) as [[= ->]|]; [|easy]. eauto. }
            assert (C2 : has_edge (carried (the_tuple rx) r) e = if sender_dec (From y) (From x) then true else false).
            { apply eq_true_iff_eq.
              pose proof (own_iff s W _ _ r e (receipt_tuple s W _ _ Rx)) as V. unfold holds in V. rewrite V. split.
              - intros (mk' & F' & _). rewrite F in F'. injection F' as -> Ut.
                assert (y = x) as -> by (eapply (proj1 A); eauto; congruence).
                destruct (sender_dec (From x) (From x)); easy.
              - destruct (sender_dec (From y) (From x)) as [[= ->]|]; [|easy]. intros _.
                rewrite Ry in Rx. injection Rx as <-. rewrite U. eauto. }
            rewrite C1, C2. reflexivity.
      - (* an edge of another tree, or of none *)
        rewrite (parity_ext_in _ (fun _ => false)); [apply parity_of_what_never_holds; reflexivity|].
        intros o Io. destruct (tells s r e o) eqn:V; [|reflexivity]. exfalso. apply Q. unfold tells in V.
        apply N2 in Io. destruct Io as [->|(x & rx & -> & Rx & Bx)]; cbn [told_by] in V.
        + pose proof (proj1 (init_iff s W r e)) as H. rewrite E in *. destruct (H V) as (t & F).
          exists (ByEmission r), t. split; [exact F|reflexivity].
        + rewrite Rx, (every_receipt_of_the_tree_is_acked _ _ Rx Bx), Bx, xor_of_sets_is_symmetric_difference in V.
          destruct (has_edge (children rx) e) eqn:C.
          * apply (children_iff s W _ _ _ Rx) in C. destruct C as (t & C). exists (ByReceipt x), t. split; [exact C|].
            cbn. unfold receipt_belongs. rewrite Rx. exact Bx.
          * rewrite xorb_false_r in V. apply (own_iff s W _ _ _ _ (receipt_tuple s W _ _ Rx)) in V.
            destruct V as (mk & F & G). eauto.
    Qed.

    Lemma no_fail_is_told l : (forall d, In d l -> deliverable s d) -> has_fail (about r (map event_of l)) = false.
    Proof.
      intros D. induction l as [|[r' o m|] l IH]; cbn; [reflexivity| |apply IH; intros d I; apply D; right; exact I].
      assert (D' : forall d, In d l -> deliverable s d) by (intros d I; apply D; right; exact I).
      destruct (same_key r' r) as [->|]; [|auto]. cbn. unfold has_fail in IH. rewrite (IH D'), orb_false_r.
      specialize (D _ (or_introl eq_refl)). inversion D; subst; try reflexivity.
      match goal with F : receipts s ?x = Some _, S : state_of _ = Failed, B : belongs _ r = true |- _ =>
        rewrite (every_receipt_of_the_tree_is_acked _ _ F B) in S; discriminate end.
    Qed.

    Lemma the_task_is_told l :
      (forall d, In d l -> deliverable s d) -> In FromSpout (senders r l) -> task_of (about r (map event_of l)) = Some task.
    Proof.
      intros D. induction l as [|[r' o m|] l IH]; cbn; [easy| |apply IH; intros d I; apply D; right; exact I].
      assert (D' : forall d, In d l -> deliverable s d) by (intros d I; apply D; right; exact I).
      destruct (same_key r' r) as [->|]; [|auto].
      specialize (D _ (or_introl eq_refl)). inversion D; subst; cbn; intros [I|I]; try easy; auto.
      - match goal with F : emissions s r = Some _ |- _ => rewrite E in F; injection F as -> -> end. reflexivity.
      - match goal with F : emissions s r = Some _ |- _ => rewrite E in F; injection F as -> -> end. reflexivity.
    Qed.

    Lemma a_life_ends_with_a_final_word h m :
      at_root (Told r m :: h) r = None ->
      exists k t, final k = true /\ answer h (Told r m) = Some (Notify k r t).
    Proof.
      rewrite at_root_after_its_message by exact two. unfold cell_step. intros F. rewrite answer_to_a_message.
      destruct (cell_says p (at_root h r) m) as [[[] t]|]; try discriminate; [exists SaysAck, t|exists SaysFail, t]; auto.
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
      induction h as [|[k m|] h IH]; cbn [RecordLife.about].
      - intros _. apply at_root_in_the_beginning.
      - destruct (same_key k r) as [->|N]; [discriminate|]. intros Q.
        rewrite a_message_leaves_other_roots_alone by auto. exact (IH Q).
      - intros Q. rewrite at_root_after_a_tick by exact two. rewrite (IH Q). reflexivity.
    Qed.

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
        destruct (cell_says _ _ _) as [[[] ?]|]; try exact Logic.I; destruct (at_root h r) as [[a ?]|];
          try destruct (refreshes p m); lia.
      - rewrite a_message_leaves_other_roots_alone by exact N. exact Y.
    Qed.

    (** The record life does not end before the last message. *)
    Lemma the_life_does_not_end_before old new o m :
      (forall d, In d (Delivered r o m :: new ++ old) -> deliverable s d) ->
      each_once s r (Delivered r o m :: new ++ old) ->
      senders r old = [] -> ticked new < buckets p ->
      life (map event_of (new ++ old)) r = about r (map event_of (new ++ old)).
    Proof.
      intros D (N1 & N2) Old Tk.
      assert (Old' : forall d, about r (map event_of d) = [] <-> senders r d = []).
      { clear. intros d. induction d as [|[r' o m|] d IH]; cbn; [easy| |exact IH]. destruct (same_key r' r); easy. }
      assert (Y : forall l1 l2, new = l1 ++ l2 -> as_young_as (ticked l2) (map event_of (l2 ++ old))).
      { intros l1 l2. revert l1. induction l2 as [|d l2 IH]; intros l1 Eq.
        - unfold as_young_as. cbn [app]. rewrite no_record_without_messages by (apply Old'; exact Old). exact Logic.I.
        - specialize (IH (l1 ++ [d])). rewrite <- app_assoc in IH. specialize (IH Eq). destruct d as [k o' m'|].
          + apply a_message_makes_no_record_older, IH.
          + unfold as_young_as in *. cbn [app map event_of]. rewrite at_root_after_a_tick by exact two. unfold cell_tick.
            destruct (at_root _ r) as [[a ?]|]; [|exact Logic.I]. destruct (S a <? buckets p); [|exact Logic.I].
            change (ticked (Ticked :: l2)) with (S (ticked l2)). lia. }
      assert (G : forall l1 l2, new = l1 ++ l2 -> life (map event_of (l2 ++ old)) r = about r (map event_of (l2 ++ old))).
      { intros l1 l2. revert l1. induction l2 as [|d l2 IH]; intros l1 Eq.
        - cbn [app]. assert (Z : about r (map event_of old) = []) by (apply Old'; exact Old). rewrite Z.
          pose proof (a_record_is_the_summary_of_its_life (LA := xor_N_laws) p two (map event_of old) r) as F.
          rewrite (no_record_without_messages _ Z) in F. exact F.
        - assert (IH' : life (map event_of (l2 ++ old)) r = about r (map event_of (l2 ++ old))).
          { apply (IH (l1 ++ [d])). rewrite <- app_assoc. exact Eq. }
          assert (Sub : forall d', In d' (d :: l2 ++ old) -> deliverable s d').
          { intros d' I. apply D. right. rewrite Eq, <- app_assoc. apply in_or_app. right. exact I. }
          destruct d as [r' o' m'|].
          2: {
            cbn [app map event_of RecordLife.about RecordLife.life]. rewrite at_root_after_a_tick by exact two.
            assert (B : as_young_as (ticked l2) (map event_of (l2 ++ old))).
            { apply (Y (l1 ++ [Ticked])). rewrite <- app_assoc. exact Eq. }
            assert (Le : S (ticked l2) <= ticked new).
            { rewrite Eq, ticked_app. change (ticked (Ticked :: l2)) with (S (ticked l2)). lia. }
            unfold as_young_as in B. unfold cell_tick.
            pose proof (a_record_is_the_summary_of_its_life (LA := xor_N_laws) p two (map event_of (l2 ++ old)) r) as Z.
            destruct (at_root (map event_of (l2 ++ old)) r) as [[a ?]|]; [|rewrite <- IH'; symmetry; exact Z].
            destruct (Nat.ltb_spec (S a) (buckets p)); [exact IH'|lia]. }
          cbn [app map event_of RecordLife.about RecordLife.life]. destruct (same_key r' r) as [->|Nr].
          + destruct (at_root (Told r m' :: map event_of (l2 ++ old)) r) eqn:At; [rewrite IH'; reflexivity|exfalso].
            destruct (a_life_ends_with_a_final_word _ _ At) as (k & t & Fin & An).
            assert (Q : about r (map event_of (Delivered r o' m' :: l2 ++ old)) = m' :: life (map event_of (l2 ++ old)) r).
            { rewrite IH'. cbn. destruct (same_key r r); easy. }
            destruct k; [| |discriminate].
            * (* ack: then all receipts were counted before, and the init too; nothing is left for the last message *)
              destruct (an_ack_needs_a_zero (LA := xor_N_laws) p two _ _ _ _ An) as (Z & Tsk). rewrite <- Q in Z, Tsk.
              assert (Nd : NoDup (senders r (Delivered r o' m' :: l2 ++ old))).
              { cbn [NoEarlyCompletion.senders] in N1. destruct (same_key r r); [|easy]. apply NoDup_cons_iff in N1. destruct N1 as (_ & N1).
                rewrite Eq, <- app_assoc in N1. clear -N1. induction l1 as [|[k0 o0 m0|] l1 IH]; [exact N1| |exact (IH N1)].
                cbn [app NoEarlyCompletion.senders] in N1. destruct (same_key k0 r); [|exact (IH N1)].
                apply IH. apply NoDup_cons_iff in N1. easy. }
              assert (Sp : In FromSpout (senders r (Delivered r o' m' :: l2 ++ old))).
              { clear -Sub Tsk. induction (Delivered r o' m' :: l2 ++ old) as [|[k0 o0 m0|] l IHl]; cbn in *; [discriminate| |auto].
                destruct (same_key k0 r) as [->|]; [|auto].
                pose proof (Sub _ (or_introl eq_refl)) as Dl. inversion Dl; subst; cbn; auto. }
              assert (Fin' : finished s r (counted s r (Delivered r o' m' :: l2 ++ old))).
              { apply an_empty_open_set_is_believed; auto. apply what_is_there_once_is_there_oddly; auto. }
              assert (In o (senders r (Delivered r o' m' :: l2 ++ old))).
              { assert (Io : In o (senders r (Delivered r o m :: new ++ old))).
                { cbn. destruct (same_key r r); [left; reflexivity|easy]. }
                apply N2 in Io. destruct Io as [->|(x & rx & -> & Rx & Bx)]; [exact Sp|].
                apply (what_is_there_oddly_is_there sender_dec). apply (what_is_finished_has_every_receipt _ x rx Fin' Rx Bx). }
              cbn [NoEarlyCompletion.senders] in N1. destruct (same_key r r); [|easy]. apply NoDup_cons_iff in N1. apply (proj1 N1).
              rewrite Eq, <- app_assoc. clear -H. induction l1 as [|[k0 o0 m0|] l1 IH]; [exact H| |exact IH].
              cbn [app NoEarlyCompletion.senders]. destruct (same_key k0 r); [right; exact IH|exact IH].
            * (* fail: there is none *)
              apply a_fail_is_said_of_a_life_with_a_fail in An. rewrite <- Q, no_fail_is_told in An; [discriminate|exact Sub].
          + rewrite a_message_leaves_other_roots_alone by auto. rewrite IH'. destruct (at_root (map event_of (l2 ++ old)) r) eqn:At; [reflexivity|].
            pose proof (a_record_is_the_summary_of_its_life (LA := xor_N_laws) p two (map event_of (l2 ++ old)) r) as Z.
            rewrite At, IH' in Z. rewrite Z. reflexivity. }
      apply (G [] new). reflexivity.
    Qed.

    (** Lemma 2 with what follows from both: when every tuple of a tree was received once and acked, and every message
        of the tree is heard once by an acker, with fewer ticks in between than it has buckets, then the last message,
        whichever it is, makes it say ack to the task that emitted. *)
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
      rewrite the_task_is_told; [reflexivity|exact D|].
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
        destruct e as [k m|]; [destruct (same_key k r); cbn; lia|exact IH].
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
        destruct (cell_says _ _ _) as [[[] ?]|]; congruence. }
      pose proof (the_life_does_not_end_before old new o m D On Old Tk) as Li.
      rewrite New, <- app_assoc, map_app in Li. cbn [app map event_of] in Li.
      pose proof (a_life_is_no_longer_than_what_came_since (map event_of latest) _ Gone) as Short.
      rewrite Li, about_app, app_length in Short. cbn [RecordLife.about] in Short.
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
