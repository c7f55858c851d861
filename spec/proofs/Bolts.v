(** * Bolts

    The bolts of System.v are written for the proofs: a tuple says of every root whether it belongs there, with a function, and a receipt
    remembers a set of edges. Those of Anchoring.v are written as the reference is, with finite maps, and are extracted. Here they
    are joined: a bolt of the system does what a collector does, call for call. What it may ack or fail, a collector acks or fails, and
    says so in the same messages; what it may anchor to, a collector anchors to, and the new tuple has the same message id; and what a
    collector refuses, no move of the system does.

    Theory. Beside the system runs a collector: [mirrors] says that it holds what is held, and remembers what is remembered. Each
    call keeps that so. A receipt of a tuple of no tree is left out of one half of it: no acker will ever hear of it, so the collector
    saves itself the trouble of remembering its children.

    [mine] are the receipts that this bolt task has. Those of others it does not hold, and what is done with them is nothing to it. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets System NoEarlyCompletion Anchoring.
Import ListNotations.

Section Bolts.
  (** [MI]: a message id, from roots to edges. [MH]: what is held, from numbers of receipts to inputs. *)
  Context {K T MI MH : Type} {OI : MapOps K N MI} {LI : MapLaws K N MI}
    {OH : MapOps nat (input N MI) MH} {LH : MapLaws nat (input N MI) MH}.

  Notation root_eq := (@same_key K N MI OI LI).
  Notation system := (@system K T).
  Notation tuple := (@tuple K).
  Notation consistent := (@consistent K T root_eq).
  Notation deliverable := (@deliverable K T).
  Notation receive_input := (@receive_input N nat MI MH xor_N OH).
  Notation emit_anchored := (@emit_anchored K N nat MI MH xor_N OI OH).
  Notation anchored := (@anchored K N nat MI MH xor_N OI OH).
  Notation ack_input := (@ack_input K N T nat MI MH xor_N OI OH).
  Notation fail_input := (@fail_input K N T nat MI MH OI OH).
  Implicit Types (s : system) (tp : tuple) (id : MI) (collector : MH) (mine : nat -> Prop) (i : input N MI) (x y : nat) (r : K).

  (** A message id as a finite map says what it says as a function. *)
  Definition spells id tp : Prop := forall r, find r id = if belongs tp r then Some (carried tp r) else None.

  Record mirrors mine s collector : Prop := {
    it_holds_what_is_held : forall x, mine x -> (find x collector <> None <-> System.held s x);
    it_holds_only_its_own : forall x, find x collector <> None -> mine x;
    it_knows_the_tuples_and_their_children : forall x i rx, find x collector = Some i -> receipts s x = Some rx ->
      spells (message_id i) (the_tuple rx) /\ (forall r, belongs (the_tuple rx) r = true -> its_children i = children rx) }.

  (** What is held is an input, and a receipt. *)
  Lemma a_held_receipt_is_an_input mine s collector x :
    mirrors mine s collector -> mine x -> System.held s x ->
    exists i rx, find x collector = Some i /\ receipts s x = Some rx /\ state_of rx = Held /\
      spells (message_id i) (the_tuple rx) /\ (forall r, belongs (the_tuple rx) r = true -> its_children i = children rx).
  Proof.
    intros [H1 _ H3] Mine Hx. pose proof (proj2 (H1 x Mine) Hx) as Found. destruct Hx as (rx & R & S).
    destruct (find x collector) as [i|] eqn:F; [|easy]. exists i, rx. destruct (H3 x i rx F R). auto.
  Qed.

  Lemma an_input_is_a_held_receipt mine s collector x i :
    mirrors mine s collector -> find x collector = Some i -> exists rx, receipts s x = Some rx /\ state_of rx = Held.
  Proof. intros [H1 H2 _] F. apply H1; [apply H2|]; rewrite F; discriminate. Qed.

  Lemma a_root_is_spelt_if_it_belongs id tp i r : message_id i = id -> spells id tp -> is_in r i = belongs tp r.
  Proof. intros <- Sp. unfold is_in. rewrite Sp. destruct (belongs tp r); reflexivity. Qed.

  (** ** Others *)

  (** What is done with receipts of others leaves a collector as it is. *)
  Lemma a_collector_is_left_alone_by_others mine s s' collector :
    (forall x, mine x -> receipts s' x = receipts s x) -> mirrors mine s collector -> mirrors mine s' collector.
  Proof.
    intros Same [H1 H2 H3]. constructor.
    - intros x Mine. rewrite (H1 x Mine). unfold System.held. rewrite Same by exact Mine. reflexivity.
    - exact H2.
    - intros x i rx F. rewrite Same by (apply H2; congruence). exact (H3 x i rx F).
  Qed.

  (** ** Receiving *)

  (** A tuple arrives, and is held as a receipt of its own. *)
  Theorem a_bolt_receives_as_a_collector_does mine s collector t tp id :
    consistent s -> mirrors mine s collector -> tuples s t = Some tp -> spells id tp ->
    exists collector', receive_input (receipt_count s) id collector = Some collector' /\
      mirrors (fun x => mine x \/ x = receipt_count s) (receive_tuple s t tp) collector'.
  Proof.
    intros W Mi E Sp. set (new := receipt_count s).
    assert (New : find new collector = None).
    { destruct (find new collector) as [i|] eqn:F; [|reflexivity]. exfalso.
      destruct (an_input_is_a_held_receipt _ _ _ _ _ Mi F) as (rx & R & _).
      rewrite (no_receipt_is_beyond_the_count s W new) in R by apply le_n. discriminate R. }
    destruct Mi as [H1 H2 H3].
    eexists. split; [unfold Anchoring.receive_input, is_held; rewrite New; reflexivity|].
    constructor; intros x; destruct (Nat.eq_dec x new) as [->|Other].
    - intros _. rewrite find_what_was_added. unfold System.held. cbn [receive_tuple receipts]. fold new. rewrite Nat.eqb_refl.
      split; [intros _; eexists; split; reflexivity|discriminate].
    - intros [Mine|]; [|contradiction]. rewrite find_beside_what_was_added by exact Other. rewrite (H1 x Mine).
      unfold System.held. cbn [receive_tuple receipts]. fold new. destruct (Nat.eqb_spec x new); [contradiction|reflexivity].
    - auto.
    - rewrite find_beside_what_was_added by exact Other. auto.
    - intros i rx. rewrite find_what_was_added. cbn [receive_tuple receipts]. fold new. rewrite Nat.eqb_refl.
      intros [= <-] [= <-]. auto.
    - intros i rx. rewrite find_beside_what_was_added by exact Other. cbn [receive_tuple receipts]. fold new.
      destruct (Nat.eqb_spec x new); [contradiction|]. apply H3.
  Qed.

  (** ** Letting go *)

  Lemma what_was_let_go_of_is_not_mirrored mine s collector x rx how :
    mirrors mine s collector -> how <> Held -> mirrors mine (let_go s x rx how) (del x collector).
  Proof.
    intros [H1 H2 H3] Free. constructor; intros y; destruct (Nat.eq_dec y x) as [->|Other];
      rewrite ?find_what_was_deleted, ?find_beside_what_was_deleted by exact Other; try easy.
    - intros _. unfold System.held. cbn [let_go receipts]. rewrite Nat.eqb_refl. split; [easy|].
      intros (rx' & [= <-] & S). destruct (Free S).
    - intros Mine. rewrite (H1 y Mine). unfold System.held. cbn [let_go receipts].
      destruct (Nat.eqb_spec y x); [contradiction|reflexivity].
    - apply H2.
    - intros i ry. cbn [let_go receipts]. destruct (Nat.eqb_spec y x); [contradiction|]. apply H3.
  Qed.

  (** [ANC-03], [ANC-04]: what is acked in the system a collector acks, and what it says to ackers is what they can be told of that
      ack: the same roots, and the same values. *)
  Theorem a_bolt_acks_as_a_collector_does mine s collector x rx :
    mirrors mine s collector -> mine x -> receipts s x = Some rx -> state_of rx = Held ->
    exists collector' said, ack_input x collector = Some (collector', said) /\
      mirrors mine (let_go s x rx Acked) collector' /\
      forall r m, In (r, m) said <-> deliverable (let_go s x rx Acked) (Delivered r (From x) m).
  Proof.
    intros Mi Mine R S.
    destruct (a_held_receipt_is_an_input _ _ _ _ Mi Mine (ex_intro _ rx (conj R S))) as (i & rx' & F & R' & _ & Sp & Ch).
    assert (rx' = rx) as -> by congruence.
    assert (A : exists said, ack_input x collector = Some (del x collector, said)).
    { unfold Anchoring.ack_input. rewrite F. eexists. reflexivity. }
    destruct A as (said & A). exists (del x collector), said. split; [exact A|].
    split; [apply what_was_let_go_of_is_not_mirrored; [exact Mi|discriminate]|]. intros r m.
    rewrite (the_value_of_an_ack_is_the_own_edge_and_the_edges_of_the_children x i _ _ _ r m F A). rewrite Sp. split.
    - intros (own & Q & ->). destruct (belongs (the_tuple rx) r) eqn:B; [|discriminate]. injection Q as <-. rewrite (Ch r B).
      refine (ack_delivered _ r x {| tuple_number := tuple_number rx; the_tuple := the_tuple rx; children := children rx;
        state_of := Acked |} _ eq_refl B). cbn. rewrite Nat.eqb_refl. reflexivity.
    - intros D. inversion D as [|? ? ry Ry Sy B|? ? ry Ry Sy B| |]; subst;
        cbn [let_go receipts] in Ry; rewrite Nat.eqb_refl in Ry; injection Ry as <-; cbn in *; [|discriminate].
      rewrite B, <- (Ch r B). eauto.
  Qed.

  (** And what is failed in the system a collector fails. *)
  Theorem a_bolt_fails_as_a_collector_does mine s collector x rx :
    mirrors mine s collector -> mine x -> receipts s x = Some rx -> state_of rx = Held ->
    exists collector' said, fail_input x collector = Some (collector', said) /\
      mirrors mine (let_go s x rx Failed) collector' /\
      forall r m, In (r, m) said <-> deliverable (let_go s x rx Failed) (Delivered r (From x) m).
  Proof.
    intros Mi Mine R S.
    destruct (a_held_receipt_is_an_input _ _ _ _ Mi Mine (ex_intro _ rx (conj R S))) as (i & rx' & F & R' & _ & Sp & _).
    assert (rx' = rx) as -> by congruence.
    exists (del x collector), (map (fun root => (root, Fail)) (roots_of i)).
    split; [unfold Anchoring.fail_input; rewrite F; reflexivity|].
    split; [apply what_was_let_go_of_is_not_mirrored; [exact Mi|discriminate]|]. intros r m.
    assert (In_map : In (r, m) (map (fun root => (root, Fail)) (roots_of i)) <-> In r (roots_of i) /\ m = Fail).
    { rewrite in_map_iff. split; [intros (root & [= <- <-] & I); auto|intros (I & ->); eauto]. }
    rewrite In_map, in_roots, (a_root_is_spelt_if_it_belongs _ _ _ _ eq_refl Sp). split.
    - intros (B & ->). refine (fail_delivered _ r x {| tuple_number := tuple_number rx; the_tuple := the_tuple rx;
        children := children rx; state_of := Failed |} _ eq_refl B). cbn. rewrite Nat.eqb_refl. reflexivity.
    - intros D. inversion D as [|? ? ry Ry Sy B|? ? ry Ry Sy B| |]; subst;
        cbn [let_go receipts] in Ry; rewrite Nat.eqb_refl in Ry; injection Ry as <-; cbn in *; [discriminate|auto].
  Qed.

  (** ** Emitting *)

  (** A collector that anchors a tuple to what it holds is not refused, *)
  Lemma what_is_anchored_to_what_is_held_is_not_refused anchors row id collector :
    (forall x, In x anchors -> find x collector <> None) -> length row = length anchors ->
    exists collector' id', anchored anchors row id collector = Some (collector', id').
  Proof.
    revert row id collector. induction anchors as [|x anchors IH]; intros [|edge row] id collector H Len; try discriminate Len.
    - eexists. eexists. reflexivity.
    - injection Len as Len. cbn [Anchoring.anchored]. destruct (find x collector) as [i|] eqn:F; [|destruct (H x (or_introl eq_refl) F)].
      destruct (roots_of i).
      + apply IH; [|exact Len]. intros y I. apply H. right. exact I.
      + apply IH; [|exact Len]. intros y I. destruct (Nat.eq_dec y x) as [->|Other]; [rewrite find_what_was_added; discriminate|].
        rewrite find_beside_what_was_added by exact Other. apply H. right. exact I.
  Qed.

  (** holds afterwards what it held, under the same message ids, and remembers no children of what is of no tree, *)
  Lemma what_is_anchored_lets_go_of_nothing anchors row id collector collector' id' x :
    anchored anchors row id collector = Some (collector', id') ->
    match find x collector with
    | None => find x collector' = None
    | Some i => exists i', find x collector' = Some i' /\ message_id i' = message_id i
    end.
  Proof.
    revert row id collector. induction anchors as [|y anchors IH]; intros [|edge row] id collector; cbn [Anchoring.anchored]; try discriminate.
    - intros [= <- _]. destruct (find x collector) as [i|]; eauto.
    - destruct (find y collector) as [j|] eqn:F; [|discriminate]. destruct (roots_of j); [apply IH|].
      intros A. specialize (IH _ _ _ A). destruct (Nat.eq_dec x y) as [->|Other].
      + rewrite find_what_was_added in IH. rewrite F. exact IH.
      + rewrite find_beside_what_was_added in IH by exact Other. exact IH.
  Qed.

  (** and gives the tuple an edge in the trees of its anchors and in no others. *)
  Definition is_of r id : bool := match find r id with Some _ => true | None => false end.

  Lemma joined_roots_are_there edge roots r id : is_of r (fold_left (join edge) roots id) = true <-> In r roots \/ is_of r id = true.
  Proof.
    revert id. induction roots as [|root roots IH]; intros id; cbn [fold_left In]; [tauto|]. rewrite IH.
    assert (One : is_of r (join edge id root) = true <-> root = r \/ is_of r id = true); [|rewrite One; tauto].
    unfold is_of, join. destruct (root_eq r root) as [->|Other].
    - rewrite find_what_was_added. tauto.
    - rewrite find_beside_what_was_added by exact Other. intuition congruence.
  Qed.

  Lemma a_new_tuple_is_of_the_trees_of_its_anchors anchors row id collector collector' id' r :
    anchored anchors row id collector = Some (collector', id') ->
    (is_of r id' = true <-> is_of r id = true \/ exists x i, In x anchors /\ find x collector = Some i /\ is_in r i = true).
  Proof.
    revert row id collector. induction anchors as [|x anchors IH]; intros [|edge row] id collector; cbn [Anchoring.anchored]; try discriminate.
    - intros [= _ <-]. split; [auto|]. intros [H|(x & i & [] & _)]. exact H.
    - destruct (find x collector) as [j|] eqn:F; [|discriminate]. pose proof (in_roots r j) as B.
      destruct (roots_of j) as [|first roots] eqn:Rj; intros A; rewrite (IH _ _ _ A).
      + split; [intros [H|(y & i & I & H)]; [auto|right; exists y, i; cbn; tauto]|].
        intros [H|(y & i & [<-|I] & Fi & H)]; [auto| |right; exists y, i; auto]. assert (i = j) as -> by congruence.
        destruct (proj2 B H).
      + change (fold_left (join edge) roots (join edge id first)) with (fold_left (join edge) (first :: roots) id).
        rewrite joined_roots_are_there, B.
        assert (Same : forall y, (exists i, find y (add x (remember edge j) collector) = Some i /\ is_in r i = true) <->
                  (exists i, find y collector = Some i /\ is_in r i = true)).
        { intros y. destruct (Nat.eq_dec y x) as [->|Other].
          - rewrite find_what_was_added, F. split; intros (i & [= <-] & H); eexists; (split; [reflexivity|exact H]).
          - rewrite find_beside_what_was_added by exact Other. reflexivity. }
        split.
        * intros [[H|H]|(y & i & I & Fi & H)]; [right; exists x, j; cbn; auto|auto|].
          destruct (proj1 (Same y)) as (i' & Fi' & H'); [eauto|]. right. exists y, i'. cbn. auto.
        * intros [H|(y & i & [<-|I] & Fi & H)]; [auto|left; left; congruence|].
          destruct (proj2 (Same y)) as (i' & Fi' & H'); [eauto|]. right. exists y, i'. auto.
  Qed.

  (** The edges that the system draws for an emit: a new one for each anchor. *)
  Definition new_edges s (anchors : list nat) : list N := map just (seq (edge_count s) (length anchors)).

  Lemma drawn_edges_are_those_of_the_anchor x e anchors :
    own_edges (LH := LH) x anchors (map just (seq e (length anchors))) = edges_of (Nat.eqb x) e anchors.
  Proof.
    revert e. induction anchors as [|y anchors IH]; intros e; [reflexivity|]. cbn [length seq map own_edges edges_of]. rewrite IH.
    destruct (same_key y x) as [->|Other]; [rewrite Nat.eqb_refl; reflexivity|].
    destruct (Nat.eqb_spec x y) as [->|]; [contradiction|reflexivity].
  Qed.

  Lemma drawn_edges_are_those_of_the_tree f r e anchors collector :
    (forall x, In x anchors -> match find x collector with Some i => is_in r i | None => false end = f x) ->
    edges_under r anchors (map just (seq e (length anchors))) collector = edges_of f e anchors.
  Proof.
    revert e. induction anchors as [|x anchors IH]; intros e H; [reflexivity|]. cbn [length seq map edges_under edges_of].
    rewrite IH by (intros y I; apply H; right; exact I). rewrite (H x) by (left; reflexivity). reflexivity.
  Qed.

  (** [ANC-01], [ANC-06], [ANC-07], [ANC-10]: what is emitted in the system a collector emits, if it is given the same edges. It is not
      refused, the tuple gets the same message id, and the anchors remember the same children. *)
  Theorem a_bolt_emits_as_a_collector_does mine s collector anchors :
    mirrors mine s collector -> (forall x, In x anchors -> mine x /\ System.held s x) ->
    exists collector' id tp, emit_anchored anchors [new_edges s anchors] collector = Some (collector', [id]) /\
      mirrors mine (emit s anchors) collector' /\
      tuples (emit s anchors) (tuple_count s) = Some tp /\ spells id tp.
  Proof.
    intros Mi A. pose proof Mi as [H1 H2 H3].
    assert (There : forall x, In x anchors -> exists i rx, find x collector = Some i /\ receipts s x = Some rx /\
              forall r, is_in r i = receipt_belongs s r x).
    { intros x I. destruct (A x I) as (Mine & Hx).
      destruct (a_held_receipt_is_an_input _ _ _ _ Mi Mine Hx) as (i & rx & F & R & _ & Sp & _). exists i, rx.
      split; [exact F|]. split; [exact R|]. intros r. unfold receipt_belongs. rewrite R. exact (a_root_is_spelt_if_it_belongs _ _ _ r eq_refl Sp). }
    assert (All : forallb (is_held collector) anchors = true).
    { apply forallb_forall. intros x I. destruct (There x I) as (i & _ & F & _). unfold is_held. rewrite F. reflexivity. }
    destruct (what_is_anchored_to_what_is_held_is_not_refused anchors (new_edges s anchors) empty collector) as (collector' & id & E).
    { intros x I. destruct (There x I) as (i & _ & F & _). congruence. }
    { unfold new_edges. rewrite map_length, seq_length. reflexivity. }
    exists collector', id. eexists. split; [|split; [|split]].
    - unfold Anchoring.emit_anchored. rewrite All. cbn [to_each]. rewrite E. reflexivity.
    - pose proof (fun x => what_is_anchored_lets_go_of_nothing _ _ _ _ _ _ x E) as Kept. constructor.
      + intros x Mine. specialize (Kept x). pose proof (H1 x Mine) as Hx.
        assert (Hs : System.held (emit s anchors) x <-> System.held s x).
        { unfold System.held. cbn [emit receipts]. destruct (receipts s x) as [rx|]; [|split; intros (? & Q & _); discriminate Q].
          split; intros (ry & [= <-] & S); eexists; (split; [reflexivity|exact S]). }
        rewrite Hs, <- Hx. destruct (find x collector) as [i|]; [|rewrite Kept; reflexivity].
        destruct Kept as (i' & -> & _). split; discriminate.
      + intros x Found. apply H2. specialize (Kept x). destruct (find x collector); [discriminate|]. rewrite Kept in Found. exact Found.
      + intros x i' rx' F'. specialize (Kept x). destruct (find x collector) as [i|] eqn:F; [|congruence].
        destruct Kept as (i'' & F'' & Id). assert (i'' = i') as -> by congruence. cbn [emit receipts].
        destruct (receipts s x) as [rx|] eqn:R; [|discriminate]. intros [= <-]. cbn [the_tuple children].
        destruct (H3 x i rx F R) as (Sp & Ch). split; [rewrite Id; exact Sp|]. intros r B.
        assert (In_tree : roots_of i <> []).
        { intros None_. pose proof (proj2 (in_roots r i)) as I. rewrite (a_root_is_spelt_if_it_belongs _ _ _ r eq_refl Sp), None_ in I.
          exact (I B). }
        pose proof (an_input_remembers_the_edges_that_were_taken_for_it (LA := xor_N_laws) x _ _ _ _ _ _ i E F In_tree) as Now.
        rewrite F' in Now. injection Now as ->. cbn [its_children]. unfold new_edges.
        rewrite drawn_edges_are_those_of_the_anchor, (Ch r B). reflexivity.
    - cbn [emit tuples]. rewrite Nat.eqb_refl. reflexivity.
    - intros r. cbn [belongs carried].
      assert (Trees : is_of r id = existsb (receipt_belongs s r) anchors).
      { apply eq_true_iff_eq. rewrite (a_new_tuple_is_of_the_trees_of_its_anchors _ _ _ _ _ _ r E), existsb_exists.
        unfold is_of. rewrite find_in_empty. split.
        - intros [Q|(x & i & I & F & B)]; [discriminate Q|]. exists x. split; [exact I|].
          destruct (There x I) as (i' & rx & F' & _ & Same). assert (i' = i) as -> by congruence. rewrite <- Same. exact B.
        - intros (x & I & B). right. destruct (There x I) as (i & rx & F & _ & Same). exists x, i. rewrite Same. auto. }
      pose proof (a_new_tuple_carries_the_edges_of_the_anchors_of_each_tree (LA := xor_N_laws) r _ _ _ _ _ _ E) as Edges.
      unfold new_edges in Edges. rewrite (drawn_edges_are_those_of_the_tree (receipt_belongs s r)) in Edges.
      2: { intros x I. destruct (There x I) as (i & rx & F & _ & Same). rewrite F. apply Same. }
      rewrite <- Trees. unfold is_of, edge_in in *. rewrite find_in_empty in Edges.
      destruct (find r id) as [own|]; [|reflexivity]. f_equal. exact Edges.
  Qed.

  (** ** The whole system *)

  (** A tuple that a spout emits has a message id as well, of one entry. *)
  Lemma the_tuple_of_an_emission_is_spelt r edge :
    spells (add r edge empty) {| belongs := is_root root_eq r; origin_of := Spout r;
                                 carried := fun r' => if is_root root_eq r r' then edge else 0%N |}.
  Proof.
    intros r'. cbn [belongs carried]. unfold is_root. destruct (root_eq r r') as [<-|Other].
    - apply find_what_was_added.
    - rewrite find_beside_what_was_added by congruence. apply find_in_empty.
  Qed.

  (** So whatever bolts have done in a system, a collector can have done: there is one that holds what is held, and every tuple has a
      message id that a collector can be given. *)
  Theorem a_system_is_one_of_collectors s : reachable root_eq s ->
    (exists collector, mirrors (fun _ => True) s collector) /\
    forall t tp, tuples s t = Some tp -> exists id, spells id tp.
  Proof.
    induction 1 as [|s s' R ((collector & Mi) & Ids) V].
    - split; [|discriminate]. exists empty. constructor; [|easy|].
      + intros x _. rewrite find_in_empty. unfold System.held. cbn. split; [easy|]. intros (rx & Q & _). discriminate Q.
      + intros x i rx. rewrite find_in_empty. discriminate.
    - pose proof (a_reachable_system_is_consistent root_eq s R) as W.
      destruct V as [r task n New|t tp E|anchors A|x rx Rx S|x rx Rx S|d D].
      + split; [exists collector; apply (a_collector_is_left_alone_by_others _ s); easy|]. intros t tp. cbn [emission tuples].
        destruct ((tuple_count s <=? t) && (t <? tuple_count s + n)); [|apply Ids]. intros [= <-].
        eexists. apply the_tuple_of_an_emission_is_spelt.
      + destruct (Ids t tp E) as (id & Sp). split; [|exact Ids].
        destruct (a_bolt_receives_as_a_collector_does _ _ _ _ _ _ W Mi E Sp) as (collector' & _ & [H1 H2 H3]). exists collector'.
        constructor; [intros y _; apply H1; left; exact Logic.I|easy|exact H3].
      + destruct (a_bolt_emits_as_a_collector_does _ _ _ anchors Mi) as (collector' & id & tp & _ & Mi' & E & Sp);
          [intros y I; split; [exact Logic.I|exact (A y I)]|]. split; [exists collector'; exact Mi'|]. intros t tp'.
        destruct (Nat.eq_dec t (tuple_count s)) as [->|Other].
        * rewrite E. intros [= <-]. exists id. exact Sp.
        * cbn [emit tuples]. destruct (Nat.eqb_spec t (tuple_count s)); [contradiction|apply Ids].
      + destruct (a_bolt_acks_as_a_collector_does _ _ _ x rx Mi Logic.I Rx S) as (collector' & said & _ & Mi' & _).
        split; [exists collector'; exact Mi'|exact Ids].
      + destruct (a_bolt_fails_as_a_collector_does _ _ _ x rx Mi Logic.I Rx S) as (collector' & said & _ & Mi' & _).
        split; [exists collector'; exact Mi'|exact Ids].
      + split; [exists collector; apply (a_collector_is_left_alone_by_others _ s); easy|exact Ids].
  Qed.
End Bolts.
