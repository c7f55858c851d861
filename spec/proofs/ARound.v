(** * Every round comes to its end

    Theorem 9 speaks of rounds, and this says that they end. Whatever happened before, a system that has something to do can
    do it ([something_can_be_done_or_nothing_is_left]), and however it goes about it, there is an end to what it can do
    ([there_is_an_end]). So of a scheduler little is asked. A _fair schedule_ may do what can be done in any order and may rest
    for as long as it likes, but it does not rest for ever while something can be done. It reaches the end of a round
    ([a_fair_schedule_reaches_the_end_of_a_round]).

    What else may happen is not work: a clock ticks, a bolt emits, a word is told again. Of these only so many are allowed
    before the end, any number that is given beforehand. Without that bound there may be no end: a bolt may emit for ever, and a
    clock that ticks faster than trees are done times out each of them, so that its message is offered for ever.

    Theory. Four heaps of work are in order of rank: what is to be emitted, to be received, and, both at once, to be acked and to
    be heard, and last to be told. Each step of work takes one off its heap, and adds only to heaps of lower rank; so the work
    is like a number that goes down at each step. Two things need a look. A message that is heard adds at most one word, so
    that it counts for two. And a word may tell a spout task fail, whose message is offered again: but only of a tree from
    before, since nothing of a new tree fails, and such a tree waits only once. So the first heap is what is offered, together with
    what was waited for at the beginning and still is. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets Parity System NoEarlyCompletion LastMessage Spout Topology Callbacks AtLeastOnce.
Import ListNotations.

(** ** Heaps *)

Definition how_many {B} (f : B -> bool) (l : list B) : nat := length (filter f l).

Lemma no_more_than_before {B} (f g : B -> bool) l :
  (forall x, In x l -> g x = true -> f x = true) -> how_many g l <= how_many f l.
Proof.
  unfold how_many. induction l as [|x l IH]; intros H; cbn; [lia|].
  assert (Q : length (filter g l) <= length (filter f l)) by (apply IH; intros y I; apply H; right; exact I).
  specialize (H x (or_introl eq_refl)). destruct (g x), (f x); cbn; try lia; discriminate (H eq_refl).
Qed.

Lemma one_is_taken_off {B} (f g : B -> bool) l x :
  (forall y, In y l -> g y = true -> f y = true) -> In x l -> f x = true -> g x = false -> how_many g l < how_many f l.
Proof.
  intros H I F G. apply in_split in I. destruct I as (l1 & l2 & ->).
  assert (Q1 : how_many g l1 <= how_many f l1) by (apply no_more_than_before; intros y J; apply H, in_or_app; left; exact J).
  assert (Q2 : how_many g l2 <= how_many f l2) by (apply no_more_than_before; intros y J; apply H, in_or_app; right; right; exact J).
  unfold how_many in *. rewrite !filter_app, !app_length. cbn. rewrite F, G. cbn. lia.
Qed.

Lemma some_or_none {B} (f : B -> bool) l : (exists x, In x l /\ f x = true) \/ forall x, In x l -> f x = false.
Proof.
  destruct (existsb f l) eqn:E; [left; apply existsb_exists, E|right]. intros x I.
  destruct (f x) eqn:F; [|reflexivity]. rewrite <- E. symmetry. apply existsb_exists. eauto.
Qed.

Lemma who_has_a_fail_was_told_one {A T} (l : list (message A T)) : has_fail l = true -> In Fail l.
Proof. induction l as [|[] l IH]; cbn; auto; discriminate. Qed.

Section ARound.
  Context {K Msg M MS : Type} {O : MapOps K (record N nat) M} {L : MapLaws K (record N nat) M}
    {OS : MapOps K nat MS} {LS : MapLaws K nat MS}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.
  Variable acker_of : K -> nat.

  (** Roots do not run out. *)
  Hypothesis there_is_another_root : forall used : list K, exists r, ~ In r used.

  Notation root_eq := (@same_key K (record N nat) M O L).
  Notation topology := (@topology K).
  Notation spout_event := (@spout_event K nat).
  Notation delivery := (@delivery K nat).
  Notation consistent := (@consistent K nat root_eq).
  Notation comes_about := (@comes_about K M MS O L OS p).
  Notation senders := (@senders K nat M O L).
  Notation life := (@life K N nat M xor_N O L p).
  Notation about := (@about K N nat M O L).
  Notation answer := (@answer K N nat M xor_N O p).
  Notation sourced := (@sourced K Msg).
  Notation comes_of := (@comes_of K Msg M MS O L OS p).
  Notation goes_well := (@goes_well K Msg M MS O L OS p acker_of).
  Notation goes_well_from := (@goes_well_from K Msg M MS O L OS p acker_of).
  Notation nothing_is_left := (@nothing_is_left K Msg M O L acker_of).
  Notation heard_of := (@heard_of K M O L acker_of).
  Notation new_since := (@new_since K Msg).
  Notation since := (@since K Msg M O L acker_of).
  Notation round := (@round K Msg M MS O L OS p acker_of).
  Notation wait := (@wait K nat MS OS).

  (** ** Work

      What is to be done in a round: [goes_well] but for clocks, for what bolts emit, and for words that were told before. *)
  Inductive works (w : sourced) : sourced -> Prop :=
  | TupleReceived t tp : tuples (sys (top w)) t = Some tp ->
      (forall x rx, receipts (sys (top w)) x = Some rx -> tuple_number rx <> t) ->
      works w (goes_on w (working (top w) (receive_tuple (sys (top w)) t tp)) (offered w))
  | InputAcked x rx : receipts (sys (top w)) x = Some rx -> state_of rx = Held ->
      works w (goes_on w (working (top w) (let_go (sys (top w)) x rx Acked)) (offered w))
  | MessageHeard r o m : deliverable (sys (top w)) (Delivered r o m) -> o <> Anybody -> ~ In o (heard_of (top w) r) ->
      inits (m :: life (map event_of (heard (top w) (acker_of r))) r) <= 1 ->
      works w (goes_on w (acker_hears (M := M) p (top w) (acker_of r) r o m) (offered w))
  | MessageTaken m r task n l1 l2 : offered w = l1 ++ m :: l2 -> emissions (sys (top w)) r = None -> heard_of (top w) r = [] ->
      works w (takes (L := L) w m r task n (l1 ++ l2))
  | WordTold s : In s (words (top w)) -> its_kind s <> SaysReset ->
      ~ In (Word (its_kind s) (its_root s)) (executor (top w) (its_task s)) ->
      works w (goes_on w (spout_hears (MS := MS) (top w) s)
                 (offered_after_a_fail (MS := MS) w (its_task s) (Word (its_kind s) (its_root s)))).

  Lemma work_goes_well w w' : works w w' -> goes_well w w'.
  Proof. intros []; constructor; assumption. Qed.

  (** A step of a schedule: some work, or one of those things of which only so many may happen. *)
  Inductive step : sourced * nat -> sourced * nat -> Prop :=
  | SomeWork w w' else_ : works w w' -> step (w, else_) (w', else_)
  | SomethingElse w w' else_ : goes_well w w' -> step (w, S else_) (w', else_).

  Lemma what_goes_well_goes_on w0 w1 w2 : goes_well_from w0 w1 -> goes_well_from w1 w2 -> goes_well_from w0 w2.
  Proof. intros A. induction 1 as [|w w' _ IH H]; [exact A|]. eapply Well; [exact IH|exact H]. Qed.

  (** ** What is used

      A history is finite: it has used only so many spout tasks and roots. *)
  Lemma a_history_uses_only_so_much t : comes_about t ->
    exists tasks used, (forall task, tasks <= task -> executor t task = []) /\
      forall r, ~ In r used -> emissions (sys t) r = None /\ forall a, senders r (heard t a) = [].
  Proof.
    induction 1 as [|t t' _ (n & used & E & U) V]; [exists 0, []; easy|].
    destruct V as [s V Em|r task k Z|a r o m D I|a|a|w I|task|task].
    - exists n, used. split; [exact E|]. intros r N. cbn. rewrite Em. apply U, N.
    - exists (max n (S task)), (r :: used). split.
      + intros task' B. cbn. unfold at_number. destruct (Nat.eqb_spec task' task); [lia|]. apply E. lia.
      + intros r' N. destruct (U r') as (U1 & U2); [intros J; apply N; right; exact J|]. split; [|exact U2].
        cbn. unfold is_root. destruct (root_eq r r') as [->|]; [destruct N; left; reflexivity|exact U1].
    - exists n, (r :: used). split; [exact E|]. intros r' N.
      destruct (U r') as (U1 & U2); [intros J; apply N; right; exact J|]. split; [exact U1|]. intros b.
      unfold acker_hears. cbn [heard]. unfold at_number. destruct (b =? a); [|apply U2]. cbn.
      destruct (root_eq r r') as [->|]; [destruct N; left; reflexivity|apply U2].
    - exists n, used. split; [exact E|]. intros r N. destruct (U r N) as (U1 & U2). split; [exact U1|]. intros b.
      cbn [acker_ticks heard]. unfold at_number. destruct (b =? a); cbn; apply U2.
    - exists n, used. split; [exact E|]. intros r N. destruct (U r N) as (U1 & U2). split; [exact U1|]. intros b.
      cbn [acker_dies heard]. unfold at_number. destruct (b =? a); cbn; [reflexivity|apply U2].
    - exists (max n (S (its_task w))), used. split; [|exact U]. intros task B. cbn. unfold at_number.
      destruct (Nat.eqb_spec task (its_task w)); [lia|]. apply E. lia.
    - exists (max n (S task)), used. split; [|exact U]. intros task' B. cbn. unfold at_number.
      destruct (Nat.eqb_spec task' task); [lia|]. apply E. lia.
    - exists n, used. split; [|exact U]. intros task' B. cbn. unfold at_number. destruct (task' =? task); [reflexivity|apply E, B].
  Qed.

  (** ** From some moment on *)

  Section Since.
    Variables (messages : list Msg) (w0 : sourced).
    Hypothesis it_came : comes_of messages w0.

    Lemma it_comes_later w : goes_well_from w0 w -> comes_of messages w.
    Proof. apply what_goes_well_comes_of_the_source, it_came. Qed.

    Lemma it_comes_about_later w : goes_well_from w0 w -> comes_about (top w).
    Proof. intros G. eapply what_comes_of_a_source_comes_about, it_comes_later, G. Qed.

    Lemma it_is_consistent_later w : goes_well_from w0 w -> consistent (sys (top w)).
    Proof. intros G. apply its_system_is_consistent, (what_comes_about_is_sound p two), it_comes_about_later, G. Qed.

    Lemma what_holds_since w : goes_well_from w0 w -> since w0 w.
    Proof. apply (within_a_round p two), it_is_consistent_later, Nothing_yet. Qed.

    Lemma what_belongs_to_a_tree_is_of_this_round w r t tp :
      goes_well_from w0 w -> emissions (sys (top w0)) r = None -> tuples (sys (top w)) t = Some tp -> belongs tp r = true ->
      tuple_count (sys (top w0)) <= t.
    Proof.
      intros G Z E B. destruct (le_lt_dec (tuple_count (sys (top w0))) t) as [Q|Q]; [exact Q|]. exfalso.
      rewrite (proj2 (old_tuples_stay _ _ _ (what_holds_since w G)) _ Q) in E.
      rewrite (what_belongs_to_a_tree_came_after_its_emission p two _ r (it_is_consistent_later _ (Nothing_yet _ _ _)) Z
                 (S t) t tp ltac:(lia) E) in B.
      discriminate.
    Qed.

    Lemma nothing_fails_in_a_new_tree w r x rx :
      goes_well_from w0 w -> emissions (sys (top w0)) r = None -> receipts (sys (top w)) x = Some rx ->
      belongs (the_tuple rx) r = true -> state_of rx <> Failed.
    Proof.
      intros G Z R B. eapply (new_tuples_are_received_once_and_not_failed _ _ _ (what_holds_since w G)); [exact R|].
      eapply what_belongs_to_a_tree_is_of_this_round; eauto. apply (a_receipt_is_of_its_tuple _ (it_is_consistent_later w G) _ _ R).
    Qed.

    (** Of a tree of the round an acker says ack, or nothing. *)
    Lemma of_a_new_tree_only_ack_is_said w s :
      goes_well_from w0 w -> In s (words (top w)) -> emissions (sys (top w0)) (its_root s) = None -> its_kind s = SaysAck.
    Proof.
      intros G. revert s. induction G as [|w w' G IH H]; intros s I Z.
      - destruct (a_word_goes_to_who_emitted p _ (what_comes_about_is_remembered p two _ (it_comes_about_later _ (Nothing_yet _ _ _))) s I)
          as (x & E). congruence.
      - destruct H as [t tp E N|anchors A|x rx E S|r o m D N1 N2 J|a|m r task n l1 l2 F N0 N|s' J N|task];
          try (apply IH; assumption).
        unfold acker_hears in I. cbn [goes_on top words] in I.
        destruct (answer (map event_of (heard (top w) (acker_of r))) (Told r m)) as [s'|] eqn:An; [|apply IH; assumption].
        destruct I as [<-|I]; [|apply IH; assumption]. destruct s' as [k root task]. cbn [its_kind its_root] in *.
        destruct (what_is_said_is_about_the_root_of_the_message _ _ _ _ An) as (m' & Q). cbn in Q. injection Q as -> <-.
        assert (Dl : forall d, In d (Delivered root o m :: heard (top w) (acker_of root)) -> deliverable (sys (top w)) d).
        { intros d [<-|Jd]; [exact D|].
          apply (what_was_heard_was_said _ (what_comes_about_is_sound p two _ (it_comes_about_later w G)) (acker_of root)), Jd. }
        destruct k; [reflexivity|exfalso|exfalso].
        + apply (a_fail_is_said_of_a_life_with_a_fail p two) in An.
          pose proof (who_has_a_fail_was_told_one _ An) as If.
          assert (Df : exists o', deliverable (sys (top w)) (Delivered root o' Fail)).
          { destruct If as [->|If]; [eauto|].
            destruct (a_life_is_what_came_of_late p (map event_of (heard (top w) (acker_of root))) root) as (h1 & h2 & E & F).
            rewrite F in If. apply map_eq_app in E. destruct E as (l1 & l2 & E & <- & _).
            destruct (a_message_of_a_root_was_delivered _ _ _ If) as (o' & Jf). exists o'. apply Dl. right. rewrite E.
            apply in_or_app. left. exact Jf. }
          destruct Df as (o' & Df). inversion Df as [| |? x rx R S B| |]; subst.
          exact (nothing_fails_in_a_new_tree w root x rx G Z R B S).
        + rewrite (what_is_said_is_a_function_of_the_summary (LA := xor_N_laws) p two) in An. unfold verdict in An.
          destruct m as [v t|v| |]; [..|inversion D; subst; easy]; cbn [is_reset] in An;
            repeat match type of An with context [if ?c then _ else _] => destruct c end;
            match type of An with _ = _ => discriminate An | context [task_of ?l] => destruct (task_of l); discriminate An end.
    Qed.

    Lemma who_speaks_has_a_tree w r o m :
      goes_well_from w0 w -> deliverable (sys (top w)) (Delivered r o m) -> o <> Anybody ->
      emissions (sys (top w)) r <> None /\ In o (FromSpout :: map From (seq 0 (receipt_count (sys (top w))))).
    Proof.
      intros G D N. pose proof (it_is_consistent_later w G) as W.
      assert (Q : forall x rx, receipts (sys (top w)) x = Some rx -> belongs (the_tuple rx) r = true ->
                emissions (sys (top w)) r <> None /\ In (From x) (FromSpout :: map From (seq 0 (receipt_count (sys (top w)))))).
      { intros x rx R B. split.
        - intros Z. rewrite (what_belongs_to_a_tree_came_after_its_emission p two _ r W Z _ _ _ (Nat.lt_succ_diag_r _)
                               (a_receipt_is_of_its_tuple _ W _ _ R)) in B. discriminate.
        - right. apply in_map, in_seq. pose proof (a_receipt_is_below_the_count root_eq _ _ _ W R). lia. }
      inversion D as [? v t E|? x rx R S B|? x rx R S B|?|]; subst; eauto.
      - split; [congruence|left; reflexivity].
      - easy.
    Qed.

    Lemma a_new_tree_has_one_init w r o m :
      goes_well_from w0 w -> new_since w0 w r -> deliverable (sys (top w)) (Delivered r o m) -> ~ In o (heard_of (top w) r) ->
      inits (m :: life (map event_of (heard (top w) (acker_of r))) r) <= 1.
    Proof.
      intros G New D N. destruct (new_trees_are_heard_of_once _ _ _ (what_holds_since w G) r New) as (_ & Once & _).
      pose proof (a_life_has_no_more_inits_than_its_history p two (map event_of (heard (top w) (acker_of r))) r) as B1.
      assert (B2 : inits (about r (map event_of (heard (top w) (acker_of r)))) <= count_occ sender_dec (heard_of (top w) r) FromSpout).
      { pose proof (what_was_heard_was_said _ (what_comes_about_is_sound p two _ (it_comes_about_later w G)) (acker_of r)) as Dl.
        unfold AtLeastOnce.heard_of. revert Dl. generalize (heard (top w) (acker_of r)). intros l Dl.
        induction l as [|[k q m'|] l IH]; cbn; [lia| |apply IH; intros d I; apply Dl; right; exact I].
        specialize (IH (fun d I => Dl d (or_intror I))). destruct (root_eq k r) as [->|]; [|exact IH].
        specialize (Dl _ (or_introl eq_refl)). unfold inits in *. cbn [filter]. cbn [count_occ].
        destruct (sender_dec q FromSpout) as [->|Nq]; [destruct (is_init m'); cbn [length]; lia|].
        inversion Dl; subst; cbn [is_init]; solve [exact IH|easy]. }
      pose proof (proj1 (NoDup_count_occ sender_dec _) Once FromSpout) as B3. unfold inits in *. cbn [filter].
      destruct (is_init m) eqn:I; [|lia]. cbn [length].
      assert (o = FromSpout) as -> by (inversion D; subst; easy || discriminate I).
      rewrite (proj1 (count_occ_not_In sender_dec _ _) N) in B2. lia.
    Qed.

    (** ** What can be done is done at last *)

    (** What is waited for at the beginning. *)
    Variable old : list (nat * K).
    Hypothesis old_is_what_is_waited_for : forall task r, wait r (executor (top w0) task) <> None <-> In (task, r) old.

    Definition waits (w : sourced) (tr : nat * K) : bool :=
      match wait (snd tr) (executor (top w) (fst tr)) with Some _ => true | None => false end.
    Definition is_received (w : sourced) (t : nat) : bool :=
      existsb (fun x => match receipts (sys (top w)) x with Some rx => tuple_number rx =? t | None => false end)
        (seq 0 (receipt_count (sys (top w)))).
    Definition is_held (w : sourced) (x : nat) : bool :=
      match receipts (sys (top w)) x with Some rx => match state_of rx with Held => true | _ => false end | None => false end.
    Definition who_may_speak (w : sourced) : list sender := FromSpout :: map From (seq 0 (receipt_count (sys (top w)))).
    Definition is_unheard (w : sourced) (ro : K * sender) : bool :=
      if in_dec sender_dec (snd ro) (heard_of (top w) (fst ro)) then false else true.
    Definition event_dec : forall x y : spout_event, {x = y} + {x <> y}.
    Proof. decide equality; try apply root_eq; try apply Nat.eq_dec; decide equality. Defined.
    Definition is_untold (w : sourced) (s : notification K nat) : bool :=
      if in_dec event_dec (Word (its_kind s) (its_root s)) (executor (top w) (its_task s)) then false else true.

    Definition to_emit (w : sourced) : nat := length (offered w) + how_many (waits w) old.
    Definition to_receive (w : sourced) : nat := how_many (fun t => negb (is_received w t)) (seq 0 (tuple_count (sys (top w)))).
    Definition to_ack (w : sourced) : nat := how_many (is_held w) (seq 0 (receipt_count (sys (top w)))).
    Definition to_hear (used : list K) (w : sourced) : nat := how_many (is_unheard w) (list_prod used (who_may_speak w)).
    Definition to_tell (w : sourced) : nat := how_many (is_untold w) (words (top w)).
    Definition to_answer (used : list K) (w : sourced) : nat := to_ack w + 2 * to_hear used w + to_tell w.

    Definition are_used (used : list K) (w : sourced) : Prop := forall r, emissions (sys (top w)) r <> None -> In r used.

    Lemma it_is_received_iff w t : goes_well_from w0 w ->
      (is_received w t = true <-> exists x rx, receipts (sys (top w)) x = Some rx /\ tuple_number rx = t).
    Proof.
      intros G. unfold is_received. rewrite existsb_exists. split.
      - intros (x & _ & H). destruct (receipts (sys (top w)) x) as [rx|] eqn:R; [|discriminate]. apply Nat.eqb_eq in H. eauto.
      - intros (x & rx & R & U). exists x. split.
        + apply in_seq. pose proof (a_receipt_is_below_the_count root_eq _ _ _ (it_is_consistent_later w G) R). lia.
        + rewrite R. apply Nat.eqb_eq, U.
    Qed.

    (** Each step of work takes one off a heap, and adds to none of a higher rank. *)
    Lemma a_step_of_work_takes_one_off w w' used :
      goes_well_from w0 w -> works w w' -> are_used used w ->
      exists used', are_used used' w' /\
        (to_emit w' < to_emit w \/
         to_emit w' <= to_emit w /\ to_receive w' < to_receive w \/
         to_emit w' <= to_emit w /\ to_receive w' <= to_receive w /\ used' = used /\ to_answer used w' < to_answer used w).
    Proof.
      intros G H U. pose proof (it_is_consistent_later w G) as W.
      pose proof (Well p acker_of w0 w w' G (work_goes_well w w' H)) as G'.
      destruct H as [t tp E N|x rx R S|r o m D N1 N2 I|m r task n l1 l2 F Z N|s I N1 N2].
      - exists used. split; [exact U|]. right. left. split; [apply le_n|].
        apply (one_is_taken_off _ _ _ t).
        + intros y _ H. apply negb_true_iff in H. apply negb_true_iff. destruct (is_received w y) eqn:Q; [|reflexivity].
          rewrite <- H. symmetry. apply (it_is_received_iff _ y G'). apply (it_is_received_iff w y G) in Q.
          destruct Q as (x & rx & R & Y). exists x, rx. split; [|exact Y]. cbn.
          pose proof (a_receipt_is_below_the_count root_eq _ _ _ W R). destruct (Nat.eqb_spec x (receipt_count (sys (top w)))); [lia|exact R].
        + apply in_seq. cbn. pose proof (a_tuple_is_below_the_count root_eq _ _ _ W E). lia.
        + apply negb_true_iff. destruct (is_received w t) eqn:Q; [|reflexivity]. apply (it_is_received_iff w t G) in Q.
          destruct Q as (x & rx & R & Y). destruct (N _ _ R Y).
        + apply negb_false_iff, (it_is_received_iff _ t G'). eexists (receipt_count (sys (top w))), _. cbn. rewrite Nat.eqb_refl.
          split; reflexivity.
      - exists used. split; [exact U|]. right. right. split; [apply le_n|]. split; [|split; [reflexivity|]].
        + apply no_more_than_before. intros y _ H. apply negb_true_iff in H. apply negb_true_iff.
          destruct (is_received w y) eqn:Q; [|reflexivity]. rewrite <- H. symmetry. apply (it_is_received_iff _ y G').
          apply (it_is_received_iff w y G) in Q. destruct Q as (z & rz & Rz & Y). cbn. destruct (Nat.eqb_spec z x) as [->|Nz].
          * assert (rz = rx) as -> by congruence. eexists x, _. rewrite Nat.eqb_refl. split; [reflexivity|exact Y].
          * exists z, rz. destruct (Nat.eqb_spec z x); [easy|]. auto.
        + assert (Q : to_ack (goes_on w (working (top w) (let_go (sys (top w)) x rx Acked)) (offered w)) < to_ack w).
          { apply (one_is_taken_off _ _ _ x).
            - intros y _. unfold is_held. cbn. destruct (y =? x); [discriminate|auto].
            - apply in_seq. cbn. pose proof (a_receipt_is_below_the_count root_eq _ _ _ W R). lia.
            - unfold is_held. rewrite R, S. reflexivity.
            - unfold is_held. cbn. rewrite Nat.eqb_refl. reflexivity. }
          unfold to_answer.
          change (to_hear used (goes_on w (working (top w) (let_go (sys (top w)) x rx Acked)) (offered w))) with (to_hear used w).
          change (to_tell (goes_on w (working (top w) (let_go (sys (top w)) x rx Acked)) (offered w))) with (to_tell w). lia.
      - exists used. split; [exact U|]. right. right. split; [apply le_n|]. split; [apply le_n|]. split; [reflexivity|].
        set (w' := goes_on w (acker_hears (M := M) p (top w) (acker_of r) r o m) (offered w)) in *.
        destruct (who_speaks_has_a_tree w r o m G D N1) as (Em & May).
        assert (Hd : forall a, heard (top w') a = if a =? acker_of r then Delivered r o m :: heard (top w) (acker_of r) else heard (top w) a)
          by reflexivity.
        assert (Q : to_hear used w' < to_hear used w).
        { apply (one_is_taken_off _ _ _ (r, o)).
          - intros (r', o') _. unfold is_unheard. cbn [fst snd]. unfold AtLeastOnce.heard_of. rewrite Hd.
            destruct (Nat.eqb_spec (acker_of r') (acker_of r)) as [Ea|Na]; [|auto]. rewrite Ea. cbn [NoEarlyCompletion.senders].
            destruct (root_eq r r') as [<-|Nr]; [|auto].
            destruct (in_dec sender_dec o' (o :: senders r (heard (top w) (acker_of r)))) as [J|J]; [discriminate|].
            destruct (in_dec sender_dec o' (senders r (heard (top w) (acker_of r)))) as [J'|J']; [|auto]. destruct J. right. exact J'.
          - apply in_prod; [apply U, Em|exact May].
          - unfold is_unheard. cbn [fst snd]. destruct (in_dec _ _ _); easy.
          - unfold is_unheard. cbn [fst snd]. unfold AtLeastOnce.heard_of. rewrite Hd, Nat.eqb_refl. cbn [NoEarlyCompletion.senders].
            destruct (root_eq r r); [|easy]. destruct (in_dec _ _ _) as [J|J]; [reflexivity|]. destruct J. left. reflexivity. }
        assert (T : to_tell w' <= S (to_tell w)).
        { unfold to_tell, w', acker_hears. cbn [goes_on top words].
          destruct (answer (map event_of (heard (top w) (acker_of r))) (Told r m)) as [s|];
            unfold how_many; cbn [filter]; [|apply le_S, le_n].
          destruct (is_untold _ s); cbn [length]; [apply le_n|apply le_S, le_n]. }
        unfold to_answer. change (to_ack w') with (to_ack w). lia.
      - exists (r :: used). split.
        { intros r' Q. cbn in Q. unfold is_root in Q. destruct (root_eq r r') as [->|]; [left; reflexivity|right; apply U, Q]. }
        left. unfold to_emit. cbn [takes offered]. rewrite F, !app_length. cbn [length].
        assert (Q : how_many (waits (takes (L := L) w m r task n (l1 ++ l2))) old <= how_many (waits w) old); [|lia].
        apply no_more_than_before. intros (task', r') Io. unfold waits. cbn [fst snd takes top spout_emits executor].
        unfold at_number. destruct (Nat.eqb_spec task' task) as [->|]; [|auto].
        destruct (wait r' (executor (top w) task)) eqn:A; [auto|].
        rewrite only_an_emission_begins_the_wait; [discriminate|exact A|]. intros v [= <- _].
        apply (no_emission_is_undone _ _ _ (what_holds_since w G) r); [|exact Z].
        apply old_is_what_is_waited_for, what_is_waited_for_was_emitted in Io. destruct Io as (v' & Io).
        destruct (who_emitted_is_known p _ (what_comes_about_is_remembered p two _ (it_comes_about_later _ (Nothing_yet _ _ _))) _ _ _ Io)
          as (_ & x & X). congruence.
      - exists used. split; [exact U|]. right. right.
        set (e := Word (its_kind s) (its_root s)) in *.
        set (w' := goes_on w (spout_hears (MS := MS) (top w) s) (offered_after_a_fail (MS := MS) w (its_task s) e)) in *.
        assert (Ex : forall task, executor (top w') task = if task =? its_task s then e :: executor (top w) (its_task s) else executor (top w) task)
          by reflexivity.
        split; [|split; [apply le_n|split; [reflexivity|]]].
        + assert (Later : forall tr, In tr old -> waits w' tr = true -> waits w tr = true).
          { intros (task, r) _. unfold waits. cbn [fst snd]. rewrite Ex. destruct (Nat.eqb_spec task (its_task s)) as [->|]; [|auto].
            destruct (wait r (executor (top w) (its_task s))) eqn:A; [auto|].
            rewrite only_an_emission_begins_the_wait; [discriminate|exact A|discriminate]. }
          assert (Fewer : how_many (waits w') old <= how_many (waits w) old) by (apply no_more_than_before, Later).
          unfold to_emit. change (offered w') with (offered_after_a_fail (MS := MS) w (its_task s) e).
          unfold offered_after_a_fail, fails_of, e. cbn [spout_step]. rewrite app_length.
          destruct (get (its_root s) (spout (executor (top w) (its_task s)))) as [v|] eqn:Gt; cbn [snd messages_of flat_map length]; [|lia].
          destruct (its_kind s) eqn:Kd; cbn [final snd messages_of flat_map length]; [lia| |easy].
          assert (Io : In (its_task s, its_root s) old).
          { apply old_is_what_is_waited_for. intros A.
            assert (Em : emissions (sys (top w0)) (its_root s) <> None).
            { intros Z. rewrite (of_a_new_tree_only_ack_is_said w s G I Z) in Kd. discriminate. }
            assert (A' : wait (its_root s) (executor (top w) (its_task s)) = None)
              by exact (an_old_tree_is_not_waited_for_anew acker_of w0 w _ _ (what_holds_since w G) Em A).
            rewrite get_is_the_value_at_its_age in Gt. unfold Spout.wait in A'. rewrite A' in Gt. discriminate. }
          assert (One : how_many (waits w') old < how_many (waits w) old).
          { apply (one_is_taken_off _ _ _ (its_task s, its_root s)); [exact Later|exact Io| |].
            - unfold waits, Spout.wait. cbn [fst snd]. rewrite get_is_the_value_at_its_age in Gt.
              destruct (age _ _); [reflexivity|discriminate].
            - unfold waits. cbn [fst snd]. rewrite Ex, Nat.eqb_refl. unfold e. rewrite ?Kd.
              rewrite a_final_word_ends_the_wait; reflexivity. }
          destruct (message_of w (its_root s)); cbn [app length]; lia.
        + assert (T : to_tell w' < to_tell w).
          { apply (one_is_taken_off _ _ _ s); [|exact I| |].
            - intros s' _. unfold is_untold. rewrite Ex. destruct (Nat.eqb_spec (its_task s') (its_task s)) as [Et|]; [|auto].
              rewrite Et. destruct (in_dec _ _ _) as [|J]; [discriminate|].
              destruct (in_dec event_dec (Word (its_kind s') (its_root s')) (executor (top w) (its_task s))) as [J'|]; [|auto].
              destruct J. right. exact J'.
            - unfold is_untold. destruct (in_dec _ _ _); easy.
            - unfold is_untold. rewrite Ex, Nat.eqb_refl. fold e. destruct (in_dec _ _ _) as [|J]; [reflexivity|].
              destruct J. left. reflexivity. }
          unfold to_answer. change (to_ack w') with (to_ack w). change (to_hear used w') with (to_hear used w). lia.
    Qed.

    Definition ends (now : sourced * nat) : Prop := Acc (fun later now => step now later) now.

    Lemma it_ends_if_it_does_after_something_else else_ :
      (forall w less, else_ = S less -> goes_well_from w0 w -> ends (w, less)) ->
      forall a b c used w, goes_well_from w0 w -> are_used used w ->
        to_emit w < a -> to_receive w < b -> to_answer used w < c -> ends (w, else_).
    Proof.
      intros Others. induction a as [|a IHa]; [lia|]. induction b as [|b IHb]; [lia|]. induction c as [|c IHc]; [lia|].
      intros used w G U A B C. constructor. intros (w', e) St. inversion St as [? ? ? H|? ? ? H]; subst.
      - pose proof (Well p acker_of w0 w w' G (work_goes_well w w' H)) as G'.
        destruct (a_step_of_work_takes_one_off w w' used G H U) as (used' & U' & [A'|[(A' & B')|(A' & B' & -> & C')]]).
        + apply (IHa (S (to_receive w')) (S (to_answer used' w')) used' w'); auto; lia.
        + apply (IHb (S (to_answer used' w')) used' w'); auto; lia.
        + apply (IHc used w'); auto; lia.
      - apply Others; [reflexivity|]. eapply Well; eassumption.
    Qed.

    Lemma it_ends_from_here else_ : forall w, goes_well_from w0 w -> ends (w, else_).
    Proof.
      induction else_ as [|less IH]; intros w G;
        destruct (a_history_uses_only_so_much _ (it_comes_about_later w G)) as (tasks & used & _ & U);
        (apply (it_ends_if_it_does_after_something_else _) with
          (a := S (to_emit w)) (b := S (to_receive w)) (c := S (to_answer used w)) (used := used); auto;
          [intros w' less' Q|intros r Z; destruct (in_dec root_eq r used) as [J|J]; [exact J|destruct (Z (proj1 (U r J)))]]).
      - discriminate Q.
      - injection Q as <-. apply IH.
    Qed.
  End Since.

  (** However a schedule goes about it, there is an end to it. *)
  Theorem there_is_an_end messages w0 else_ : comes_of messages w0 -> ends (w0, else_).
  Proof.
    intros C. pose proof (what_comes_of_a_source_comes_about p messages w0 C) as About.
    destruct (a_history_uses_only_so_much _ About) as (tasks & used & Asleep & _).
    apply (it_ends_from_here messages w0 C (flat_map (fun task => map (pair task) (roots_of (MS := MS) w0 task)) (seq 0 tasks)));
      [|apply Nothing_yet].
    intros task r. rewrite in_flat_map.
    assert (Q : In r (roots_of (MS := MS) w0 task) <-> wait r (executor (top w0) task) <> None).
    { unfold roots_of. destruct (the_buckets_of_a_spout_are_in_order (M := MS) (executor (top w0) task)) as (_ & B).
      rewrite in_map_iff. unfold Spout.wait. split.
      - intros ((r' & v) & <- & I). apply (the_entries_are_what_get_finds _ _ _ B) in I.
        rewrite get_is_the_value_at_its_age in I. cbn [fst]. destruct (age r' _); [discriminate|discriminate I].
      - destruct (age r (spout (executor (top w0) task))) as [[a v]|] eqn:A; [intros _|easy]. exists (r, v). split; [reflexivity|].
        apply (the_entries_are_what_get_finds _ _ _ B). rewrite get_is_the_value_at_its_age, A. reflexivity. }
    split.
    - intros A. exists task. split; [|apply in_map, Q, A]. apply in_seq.
      destruct (le_lt_dec tasks task) as [J|J]; [|lia]. rewrite (Asleep task J) in A. destruct A. apply (age_in_a_new_map r 2).
    - intros (task' & _ & I). apply in_map_iff in I. destruct I as (r' & [= -> ->] & I). apply Q, I.
  Qed.

  (** ** What is left can be done *)

  Definition says_now (s : @system K nat) (r : K) (o : sender) : option (message N nat) :=
    match o with
    | FromSpout => option_map (fun init => Init (fst init) (snd init)) (emissions s r)
    | From x => match receipts s x with
                | Some rx => match state_of rx, belongs (the_tuple rx) r with
                             | Acked, true => Some (Ack (N.lxor (carried (the_tuple rx) r) (children rx)))
                             | _, _ => None
                             end
                | None => None
                end
    | Anybody => None
    end.

  Lemma what_is_said_now_is_deliverable s r o m : says_now s r o = Some m -> deliverable s (Delivered r o m) /\ o <> Anybody.
  Proof.
    destruct o as [|x|]; cbn; [| |discriminate].
    - destruct (emissions s r) as [[v t]|] eqn:E; [|discriminate]. intros [= <-]. split; [constructor; exact E|discriminate].
    - destruct (receipts s x) as [rx|] eqn:R; [|discriminate].
      destruct (state_of rx) eqn:S, (belongs (the_tuple rx) r) eqn:B; try discriminate. intros [= <-].
      split; [econstructor; eassumption|discriminate].
  Qed.

  Lemma something_can_be_done_or_nothing_is_left messages w0 w :
    comes_of messages w0 -> goes_well_from w0 w -> (exists w', works w w') \/ nothing_is_left w0 w.
  Proof.
    intros C G. pose proof (it_is_consistent_later messages w0 C w G) as W.
    destruct (a_history_uses_only_so_much _ (it_comes_about_later messages w0 C w G)) as (_ & used & _ & U).
    destruct (offered w) as [|m rest] eqn:F.
    2: { left. destruct (there_is_another_root used) as (r & N). eexists. apply (MessageTaken w m r 0 1 [] rest F); apply U, N. }
    destruct (some_or_none (fun t => match tuples (sys (top w)) t with Some _ => negb (is_received w t) | None => false end)
                (seq 0 (tuple_count (sys (top w))))) as [(t & _ & H)|All_received].
    { left. destruct (tuples (sys (top w)) t) as [tp|] eqn:E; [|discriminate]. eexists. apply (TupleReceived w t tp E).
      intros x rx R Q. apply negb_true_iff in H.
      rewrite (proj2 (it_is_received_iff messages w0 C w t G)) in H; [discriminate|eauto]. }
    destruct (some_or_none (is_held w) (seq 0 (receipt_count (sys (top w))))) as [(x & _ & H)|None_held].
    { left. unfold is_held in H. destruct (receipts (sys (top w)) x) as [rx|] eqn:R; [|discriminate].
      eexists. apply (InputAcked w x rx R). destruct (state_of rx); easy. }
    destruct (some_or_none (fun ro => match emissions (sys (top w0)) (fst ro), says_now (sys (top w)) (fst ro) (snd ro) with
                                      | None, Some _ => is_unheard w ro | _, _ => false end)
                (list_prod used (who_may_speak w))) as [((r, o) & _ & H)|All_heard].
    { left. cbn [fst snd] in H. destruct (emissions (sys (top w0)) r) eqn:Z; [discriminate|].
      destruct (says_now (sys (top w)) r o) as [m|] eqn:D; [|discriminate].
      apply what_is_said_now_is_deliverable in D. destruct D as (D & N).
      destruct (who_speaks_has_a_tree messages w0 C w r o m G D N) as (Em & _).
      assert (Q : ~ In o (heard_of (top w) r)) by (unfold is_unheard in H; cbn [fst snd] in H; destruct (in_dec _ _ _); easy).
      eexists. apply (MessageHeard w r o m D N Q). apply (a_new_tree_has_one_init messages w0 C w r o m G); [split; assumption|exact D|exact Q]. }
    destruct (some_or_none (fun s => match its_kind s with SaysReset => false | _ => is_untold w s end) (words (top w)))
      as [(s & I & H)|All_told].
    { left. eexists. apply (WordTold w s I).
      - intros Q. rewrite Q in H. discriminate.
      - unfold is_untold in H. destruct (in_dec event_dec _ _), (its_kind s); easy. }
    right. constructor.
    - exact F.
    - intros r t tp _ E _. apply (it_is_received_iff messages w0 C w t G).
      specialize (All_received t). rewrite E in All_received. apply negb_false_iff, All_received, in_seq.
      pose proof (a_tuple_is_below_the_count root_eq _ _ _ W E). lia.
    - intros r x rx _ R _ H. specialize (None_held x). unfold is_held in None_held. rewrite R, H in None_held.
      discriminate None_held. apply in_seq. pose proof (a_receipt_is_below_the_count root_eq _ _ _ W R). lia.
    - intros r o m (Z & Z') D N. destruct (who_speaks_has_a_tree messages w0 C w r o m G D N) as (Em & Io).
      assert (Iu : In r used) by (destruct (in_dec root_eq r used) as [J|J]; [exact J|destruct (Em (proj1 (U r J)))]).
      specialize (All_heard (r, o) ltac:(apply in_prod; assumption)). cbn [fst snd] in All_heard. rewrite Z in All_heard.
      assert (Q : says_now (sys (top w)) r o <> None).
      { inversion D as [? v t E|? x rx R S B|? x rx R S B|?|]; subst; cbn; [rewrite E|rewrite R, S, B| |easy]; try discriminate.
        destruct (nothing_fails_in_a_new_tree messages w0 C w r x rx G Z R B S). }
      destruct (says_now (sys (top w)) r o); [|easy]. unfold is_unheard in All_heard. cbn [fst snd] in All_heard.
      destruct (in_dec sender_dec o (heard_of (top w) r)) as [J|J]; [exact J|discriminate].
    - intros s (Z & _) I. specialize (All_told s I).
      rewrite (of_a_new_tree_only_ack_is_said messages w0 C w s G I Z) in All_told |- *.
      unfold is_untold in All_told. destruct (in_dec event_dec _ _) as [J|J]; [|discriminate].
      rewrite (of_a_new_tree_only_ack_is_said messages w0 C w s G I Z) in J. exact J.
  Qed.

  (** ** A round can be had

      All clocks tick, and then there is only work. *)

  Lemma clocks_can_tick w n : exists w', goes_well_from w w' /\ sys (top w') = sys (top w) /\
    heard (top w') = heard (top w) /\
    forall task, executor (top w') task = if task <? n then SpoutTick :: executor (top w) task else executor (top w) task.
  Proof.
    induction n as [|n (w' & G & S & H & E)]; [exists w; split; [constructor|easy]|].
    eexists. split; [eapply Well; [exact G|apply (SpoutTicked _ _ w' n)]|].
    cbn [goes_on top spout_ticks sys heard executor]. split; [exact S|]. split; [exact H|].
    intros task. unfold at_number. destruct (Nat.eqb_spec task n) as [->|N]; rewrite E.
    - destruct (Nat.ltb_spec n n), (Nat.ltb_spec n (Datatypes.S n)); try lia. reflexivity.
    - destruct (Nat.ltb_spec task n), (Nat.ltb_spec task (Datatypes.S n)); try lia; reflexivity.
  Qed.

  Lemma work_ticks_no_acker w w' a : works w w' -> exists later, heard (top w') a = later ++ heard (top w) a /\ ticked later = 0.
  Proof.
    intros []; try (exists []; easy). cbn [goes_on top acker_hears heard]. unfold at_number.
    destruct (Nat.eqb_spec a (acker_of r)) as [->|]; [exists [Delivered r o m]|exists []]; easy.
  Qed.

  Lemma all_that_is_left_can_be_done messages w0 w :
    comes_of messages w0 -> goes_well_from w0 w ->
    exists w', goes_well_from w w' /\ nothing_is_left w0 w' /\
      forall a, exists later, heard (top w') a = later ++ heard (top w) a /\ ticked later = 0.
  Proof.
    intros C G. pose proof (there_is_an_end messages w 0 (it_comes_later messages w0 C w G)) as E.
    remember (w, 0) as now eqn:Q. revert w G Q. induction E as [now _ IH]. intros w G ->.
    destruct (something_can_be_done_or_nothing_is_left messages w0 w C G) as [(w1 & H)|N].
    - destruct (IH (w1, 0) (SomeWork _ _ _ H) w1) as (w2 & G2 & N2 & H2); [eapply Well; [exact G|apply work_goes_well, H]|reflexivity|].
      exists w2. split; [eapply what_goes_well_goes_on; [|exact G2]; eapply Well; [apply Nothing_yet|apply work_goes_well, H]|].
      split; [exact N2|]. intros a. destruct (work_ticks_no_acker w w1 a H) as (l1 & E1 & T1), (H2 a) as (l2 & E2 & T2).
      exists (l2 ++ l1). split; [rewrite E2, E1; apply app_assoc|rewrite ticked_app; lia].
    - exists w. split; [apply Nothing_yet|]. split; [exact N|]. intros a. exists []. easy.
  Qed.

  (** After whatever history, things can go well for a round: let every clock tick, then let each message be offered,
      taken, received, acked, heard and told. *)
  Theorem a_round_can_be_had_after_any_history messages w0 : comes_of messages w0 -> exists w, round w0 w.
  Proof.
    intros C. pose proof (what_comes_of_a_source_comes_about p messages w0 C) as About.
    destruct (a_history_uses_only_so_much _ About) as (tasks & used & Asleep & _).
    destruct (clocks_can_tick w0 tasks) as (w1 & G1 & S1 & H1 & E1).
    destruct (all_that_is_left_can_be_done messages w0 w1 C G1) as (w2 & G2 & N2 & H2). exists w2. constructor.
    - eapply what_goes_well_goes_on; eauto.
    - exact N2.
    - intros task later Awake Q. destruct (le_lt_dec tasks task) as [B|B]; [destruct (Awake (Asleep _ B))|].
      destruct (executors_go_on _ _ _ (what_holds_since messages w1 (it_comes_later messages w0 C w1 G1) w2 G2) task) as (l & E & _).
      rewrite E, E1 in Q. destruct (Nat.ltb_spec task tasks); [|lia].
      assert (L' : later = l ++ [SpoutTick]).
      { apply (app_inv_tail (executor (top w0) task)). rewrite <- Q, <- app_assoc. reflexivity. }
      rewrite L', passed_app. cbn. lia.
    - intros a later Q. destruct (H2 a) as (l & E & T). rewrite E, H1 in Q. apply app_inv_tail in Q. subst l. lia.
  Qed.

  (** Whatever happened: it can go on well, so that every message is processed and its spout told. *)
  Theorem every_message_can_be_done_after_any_history messages w0 :
    comes_of messages w0 ->
    exists w, goes_well_from w0 w /\
      forall m, In m messages -> exists r D, spout_was_told w m r /\ finished (sys (top w)) r D.
  Proof.
    intros C0. destruct (a_round_can_be_had_after_any_history messages w0 C0) as (w1 & R1).
    pose proof (what_goes_well_comes_of_the_source p acker_of _ _ _ C0 (all_went_well _ _ _ _ R1)) as C1.
    destruct (a_round_can_be_had_after_any_history messages w1 C1) as (w2 & R2). exists w2. split.
    - eapply what_goes_well_goes_on; [exact (all_went_well _ _ _ _ R1)|exact (all_went_well _ _ _ _ R2)].
    - intros m Im. exact (every_message_is_done_after_two_rounds_without_a_fault p two acker_of messages w0 w1 w2 m C0 R1 R2 Im).
  Qed.

  (** ** Fair schedules *)

  (** A schedule is what is there at each moment, with how much else than work may still happen. From one moment to the next
      there is a step, or nothing happens. It is fair if it does not rest for ever while something can be done. *)
  Definition schedule : Type := nat -> sourced * nat.
  Definition at_moment (f : schedule) (n : nat) : sourced := fst (f n).

  Record fair (f : schedule) : Prop := {
    it_takes_steps : forall n, step (f n) (f (S n)) \/ f (S n) = f n;
    it_does_not_rest_for_ever : forall n w, works (at_moment f n) w -> exists later, n <= later /\ step (f later) (f (S later)) }.

  Lemma it_rests_until_its_next_step f n later : fair f -> n <= later -> step (f later) (f (S later)) ->
    exists next, n <= next /\ f next = f n /\ step (f next) (f (S next)).
  Proof.
    intros F B St. remember (later - n) as rest eqn:Q. revert n B Q. induction rest as [|rest IH]; intros n B Q.
    - assert (later = n) as -> by lia. exists n. easy.
    - destruct (it_takes_steps f F n) as [Sn|Rn]; [exists n; easy|].
      destruct (IH (S n)) as (next & B' & E & S'); [lia|lia|]. exists next. split; [lia|]. split; [congruence|exact S'].
  Qed.

  Lemma a_step_goes_well w e w' e' : step (w, e) (w', e') -> goes_well w w'.
  Proof. intros St. inversion St; subst; [apply work_goes_well|]; assumption. Qed.

  Lemma a_fair_schedule_goes_well f n later : fair f -> n <= later -> goes_well_from (at_moment f n) (at_moment f later).
  Proof.
    intros F. induction 1 as [|later _ IH]; [apply Nothing_yet|]. unfold at_moment in *.
    destruct (it_takes_steps f F later) as [St|Rest]; [|rewrite Rest; exact IH]. eapply Well; [exact IH|].
    destruct (f later), (f (S later)). eapply a_step_goes_well, St.
  Qed.

  Lemma a_fair_schedule_leaves_nothing messages w0 f n :
    comes_of messages w0 -> fair f -> goes_well_from w0 (at_moment f n) ->
    exists later, n <= later /\ nothing_is_left w0 (at_moment f later).
  Proof.
    intros C F. assert (Now : forall now, ends now -> forall n, f n = now -> goes_well_from w0 (at_moment f n) ->
                                exists later, n <= later /\ nothing_is_left w0 (at_moment f later)).
    { induction 1 as [now _ IH]. intros m Q G.
      destruct (something_can_be_done_or_nothing_is_left messages w0 (at_moment f m) C G) as [(w & H)|N]; [|exists m; easy].
      destruct (it_does_not_rest_for_ever f F m w H) as (later & B & St).
      destruct (it_rests_until_its_next_step f m later F B St) as (next & B1 & E & S1).
      assert (G1 : goes_well_from w0 (at_moment f (S next)))
        by (eapply what_goes_well_goes_on; [exact G|apply a_fair_schedule_goes_well; [exact F|lia]]).
      rewrite E, Q in S1. destruct (IH _ S1 (S next) eq_refl G1) as (last & B2 & N). exists last. split; [lia|exact N]. }
    intros G. apply (Now (f n)); [|reflexivity|exact G]. rewrite (surjective_pairing (f n)).
    eapply there_is_an_end, it_comes_later; [exact C|exact G].
  Qed.

  (** What a round asks of clocks: that of each spout task that ever did anything has ticked by the moment [n], and those of
      acker tasks tick less often than they have buckets. *)
  Record keeps_time (f : schedule) (n : nat) : Prop := {
    its_spouts_tick : forall task later, executor (top (at_moment f 0)) task <> [] ->
      executor (top (at_moment f n)) task = later ++ executor (top (at_moment f 0)) task -> 1 <= passed later;
    its_ackers_tick_not_too_often : forall m a later,
      heard (top (at_moment f m)) a = later ++ heard (top (at_moment f 0)) a -> ticked later < buckets p }.

  (** A schedule that does not rest for ever while some work can be done comes to the end of a round, after any history. *)
  Theorem a_fair_schedule_reaches_the_end_of_a_round messages f n :
    comes_of messages (at_moment f 0) -> fair f -> keeps_time f n ->
    exists later, n <= later /\ round (at_moment f 0) (at_moment f later).
  Proof.
    intros C F Time. set (w0 := at_moment f 0) in *.
    assert (G : goes_well_from w0 (at_moment f n)) by (apply a_fair_schedule_goes_well; [exact F|lia]).
    destruct (a_fair_schedule_leaves_nothing messages w0 f n C F G) as (later & B & N). exists later. split; [exact B|].
    pose proof (a_fair_schedule_goes_well f n later F B) as G'. constructor.
    - eapply what_goes_well_goes_on; eassumption.
    - exact N.
    - intros task l Awake Q.
      destruct (executors_go_on _ _ _ (what_holds_since messages w0 C _ G) task) as (l1 & E1 & _).
      destruct (executors_go_on _ _ _ (what_holds_since messages _ (it_comes_later messages w0 C _ G) _ G') task) as (l2 & E2 & _).
      pose proof (its_spouts_tick f n Time task l1 Awake E1) as T.
      assert (l = l2 ++ l1) as ->.
      { apply (app_inv_tail (executor (top w0) task)). rewrite <- Q, E2, E1. apply app_assoc. }
      rewrite passed_app. lia.
    - intros a l Q. exact (its_ackers_tick_not_too_often f n Time later a l Q).
  Qed.

  (** So two fair schedules, one after the other, are enough for every message. *)
  Theorem every_message_is_done_by_two_fair_schedules messages f n :
    comes_of messages (at_moment f 0) -> fair f -> keeps_time f n ->
    exists end_of_round, forall g n', at_moment g 0 = at_moment f end_of_round -> fair g -> keeps_time g n' ->
      exists last, forall m, In m messages ->
        exists r D, spout_was_told (at_moment g last) m r /\ finished (sys (top (at_moment g last))) r D.
  Proof.
    intros C0 F Ft. destruct (a_fair_schedule_reaches_the_end_of_a_round messages f n C0 F Ft) as (end_ & _ & R1).
    exists end_. intros g n' Q Fg Gt.
    pose proof (what_goes_well_comes_of_the_source p acker_of _ _ _ C0 (all_went_well _ _ _ _ R1)) as C1. rewrite <- Q in C1, R1.
    destruct (a_fair_schedule_reaches_the_end_of_a_round messages g n' C1 Fg Gt) as (last & _ & R2). exists last. intros m Im.
    exact (every_message_is_done_after_two_rounds_without_a_fault p two acker_of messages _ _ _ m C0 R1 R2 Im).
  Qed.

  (** The bound on what else happens is needed: where it is not kept, a bolt may emit for ever, and hold its input. *)
  Theorem a_bolt_that_emits_for_ever_comes_to_no_end w0 w r x rx :
    new_since w0 w r -> receipts (sys (top w)) x = Some rx -> state_of rx = Held -> belongs (the_tuple rx) r = true ->
    exists f : nat -> sourced, f 0 = w /\ (forall n, goes_well (f n) (f (S n))) /\ forall n, ~ nothing_is_left w0 (f n).
  Proof.
    intros New R H B.
    set (f := fix f n := match n with 0 => w | S n => goes_on (f n) (working (top (f n)) (emit (sys (top (f n))) [x])) (offered (f n)) end).
    assert (Q : forall n, new_since w0 (f n) r /\ exists ry, receipts (sys (top (f n))) x = Some ry /\ state_of ry = Held /\
                            belongs (the_tuple ry) r = true).
    { induction n as [|n ((Z & N) & ry & Ry & Hy & By)]; [split; [exact New|exists rx; easy]|]. split; [split; [exact Z|exact N]|].
      cbn [f goes_on top working sys emit receipts]. fold f. rewrite Ry. eexists. split; [reflexivity|]. easy. }
    exists f. split; [reflexivity|]. split.
    - intros n. apply (EmitsAnchored p acker_of (f n)). intros y [<-|[]]. destruct (Q n) as (_ & ry & Ry & Hy & _).
      exists ry. easy.
    - intros n N. destruct (Q n) as (Nw & ry & Ry & Hy & By). exact (nothing_to_ack _ _ _ N r x ry Nw Ry By Hy).
  Qed.
End ARound.
