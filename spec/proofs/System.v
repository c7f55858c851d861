(** * The system

    What spouts and bolts do to tuples, and what an acker is told of it. Here are the moves that can be made, as an acker would
    like to know them and cannot, and what is true after any number of them.

    A transport is an adversary in this model. It hands over what was said in any order, twice, ten times, or not at all, and so
    it does with tuples: each time that one arrives is a _receipt_ of its own, with edges of its own. To die is to make no move
    any more, so there is no move for it. Spouts and bolts are no adversaries. A root is emitted once, nothing is anchored to a
    receipt that was let go of ([ANC-10]), and a receipt is let go of once ([ANC-11]): these are the conditions of [move], and
    Holes.v shows why they are there.

    Values are sets of edges here, and not numbers. A set of edges is a number too, whose bit k says whether edge k is in it, so
    that xor is the symmetric difference.

    Theory. The state has a register of edges, which no program has: who made an edge, and which tuple carries it. Everything
    that is written elsewhere, in message ids, in receipts and in inits, is what this register says ([consistent]). A move may
    write a new edge into the register, or a new tuple, or a new receipt; nothing is ever taken out. So one lemma serves all
    moves, [what_is_new_agrees]: if what is new agrees with the register, everything does. For each move it is then enough to
    name what it makes. *)

From Coq Require Import Bool Arith NArith Ndigits List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets.
Import ListNotations.

(** * Sets of edges *)

Definition just (e : nat) : N := N.pow 2 (N.of_nat e).

Lemma edges_in_just e k : has_edge (just e) k = (e =? k).
Proof.
  unfold just. rewrite <- Ntestbit_Nbit, N.pow2_bits_eqb. apply eq_true_iff_eq. rewrite N.eqb_eq, Nat.eqb_eq. lia.
Qed.

(** One new edge for each member of a list, numbered from [e] on: those whose members [f] picks. *)
Fixpoint edges_of {B} (f : B -> bool) (e : nat) (l : list B) : N :=
  match l with
  | [] => 0%N
  | x :: l' => if f x then N.lxor (just e) (edges_of f (S e) l') else edges_of f (S e) l'
  end.

Definition holds (edges : N) (e : nat) : Prop := has_edge edges e = true.

Lemma in_the_set_of_one_edge e k : holds (just e) k <-> e = k.
Proof. unfold holds. rewrite edges_in_just. apply Nat.eqb_eq. Qed.

Lemma in_the_xor_of_disjoint_sets a b e : (holds a e -> holds b e -> False) -> (holds (N.lxor a b) e <-> holds a e \/ holds b e).
Proof.
  unfold holds. rewrite xor_of_sets_is_symmetric_difference.
  destruct (has_edge a e), (has_edge b e); cbn; intuition easy.
Qed.

Lemma in_the_edges_of_a_list {B} (f : B -> bool) e l k :
  holds (edges_of f e l) k <-> e <= k /\ exists x, nth_error l (k - e) = Some x /\ f x = true.
Proof.
  revert e. induction l as [|y l IH]; intros e; cbn [edges_of].
  - split; [discriminate|]. intros (_ & x & H & _). destruct (k - e); discriminate H.
  - assert (Others : holds (edges_of f (S e) l) k <-> e < k /\ exists x, nth_error (y :: l) (k - e) = Some x /\ f x = true).
    { rewrite IH. split; intros (Lt & x & H); (split; [lia|]); exists x;
        [replace (k - e) with (S (k - S e)) by lia|replace (k - e) with (S (k - S e)) in H by lia]; exact H. }
    assert (Own : (exists x, nth_error (y :: l) (e - e) = Some x /\ f x = true) <-> f y = true).
    { rewrite Nat.sub_diag. cbn. split; [intros (x & [= ->] & H); exact H|eauto]. }
    destruct (Nat.eq_dec e k) as [<-|N].
    + rewrite Own. destruct (f y).
      * rewrite in_the_xor_of_disjoint_sets, in_the_set_of_one_edge; [|intros _ H; apply Others in H; lia]. intuition lia.
      * rewrite Others. intuition (try lia; try discriminate).
    + assert (E : (e <= k /\ exists x, nth_error (y :: l) (k - e) = Some x /\ f x = true) <-> holds (edges_of f (S e) l) k)
        by (rewrite Others; intuition lia).
      rewrite E. destruct (f y); [|reflexivity].
      rewrite in_the_xor_of_disjoint_sets, in_the_set_of_one_edge by (rewrite in_the_set_of_one_edge; intros; lia).
      intuition lia.
Qed.

Lemma no_edges_where_none_is_picked {B} (f : B -> bool) e l : (forall x, In x l -> f x = false) -> edges_of f e l = 0%N.
Proof. intros H. revert e. induction l as [|x l IH]; intros e; cbn; [|rewrite H, IH]; auto using in_eq, in_cons. Qed.

Lemma existsb_alike {B} (f g : B -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. intros H. induction l as [|x l IH]; cbn; [|rewrite H, IH]; auto using in_eq, in_cons. Qed.

Section System.
  Context {K T : Type} (root_dec : forall k k' : K, {k = k'} + {k <> k'}).

  Definition is_root (r r' : K) : bool := if root_dec r r' then true else false.

  (** ** Tuples and receipts *)

  (** A tuple was emitted by a spout task, under a root; or by a bolt task, anchored to some of the receipts that it held. *)
  Inductive origin := Spout (r : K) | Anchored (to : list nat).

  (** On its way a tuple has a message id: whether it is of a tree, and with which edges. *)
  Record tuple := { belongs : K -> bool; carried : K -> N; origin_of : origin }.

  Inductive status := Held | Acked | Failed.

  (** What a bolt task knows of an input: the tuple, and the edges that it took for it when it emitted. In the reference it is
      [acking.anchoring.HeldInput], for as long as it is held. *)
  Record receipt := { tuple_number : nat; the_tuple : tuple; children : N; state_of : status }.

  (** ** The state *)

  (** An edge is made by the emission of a root, or for an anchor. *)
  Inductive maker := ByEmission (r : K) | ByReceipt (x : nat).

  (** A message comes from the spout task that emitted the root, or from the bolt task that had a receipt. A reset-timeout may
      come from anybody: it has no edges, so it does not matter. *)
  Inductive sender := FromSpout | From (x : nat) | Anybody.

  Inductive delivery := Delivered (r : K) (by_ : sender) (m : message N T) | Ticked.

  (** Edges, tuples and receipts are numbered in the order in which they come. *)
  Record system := {
    edge_count : nat; edges : nat -> option (maker * nat);      (* the register: its maker, and the tuple that carries it *)
    tuple_count : nat; tuples : nat -> option tuple;
    receipt_count : nat; receipts : nat -> option receipt;
    emissions : K -> option (N * T);                    (* by root: what its init tells, the edges and the task *)
    delivered : list delivery }.                        (* what one acker was told, the last thing first *)

  Definition empty_system : system := {|
    edge_count := 0; edges := fun _ => None; tuple_count := 0; tuples := fun _ => None; receipt_count := 0; receipts := fun _ => None;
    emissions := fun _ => None; delivered := [] |}.

  Definition receipt_belongs (s : system) (r : K) (x : nat) : bool :=
    match receipts s x with Some rx => belongs (the_tuple rx) r | None => false end.

  Definition held (s : system) (x : nat) : Prop := exists rx, receipts s x = Some rx /\ state_of rx = Held.

  (** ** The moves *)

  (** [SpoutExecutor.emit]: a root is emitted to [n] tasks. Each is sent a tuple of its own, which carries one edge. *)
  Definition emission (s : system) (r : K) (task : T) (n : nat) : system := {|
    edge_count := edge_count s + n;
    edges := fun e => if (edge_count s <=? e) && (e <? edge_count s + n) then Some (ByEmission r, tuple_count s + (e - edge_count s)) else edges s e;
    tuple_count := tuple_count s + n;
    tuples := fun t => if (tuple_count s <=? t) && (t <? tuple_count s + n)
                       then Some {| belongs := is_root r; origin_of := Spout r;
                                    carried := fun r' => if is_root r r' then just (edge_count s + (t - tuple_count s)) else 0%N |}
                       else tuples s t;
    receipt_count := receipt_count s; receipts := receipts s;
    emissions := fun r' => if is_root r r' then Some (edges_of (fun _ => true) (edge_count s) (repeat tt n), task) else emissions s r';
    delivered := delivered s |}.

  (** [BoltTask.receive]: a tuple arrives, be it again. *)
  Definition receive_tuple (s : system) (t : nat) (tp : tuple) : system := {|
    edge_count := edge_count s; edges := edges s; tuple_count := tuple_count s; tuples := tuples s;
    receipt_count := S (receipt_count s);
    receipts := fun x => if x =? receipt_count s then Some {| tuple_number := t; the_tuple := tp; children := 0; state_of := Held |}
                         else receipts s x;
    emissions := emissions s; delivered := delivered s |}.

  (** [BoltTask.emit], to one task; an emit to more of them is more such moves. The new tuple carries a new edge for each of its
      anchors, in the trees of that anchor, and the anchor remembers it. *)
  Definition emit (s : system) (anchors : list nat) : system := {|
    edge_count := edge_count s + length anchors;
    edges := fun e => match (if edge_count s <=? e then nth_error anchors (e - edge_count s) else None) with
                      | Some x => Some (ByReceipt x, tuple_count s) | None => edges s e end;
    tuple_count := S (tuple_count s);
    tuples := fun t => if t =? tuple_count s
                       then Some {| belongs := fun r => existsb (receipt_belongs s r) anchors;
                                    carried := fun r => edges_of (receipt_belongs s r) (edge_count s) anchors;
                                    origin_of := Anchored anchors |}
                       else tuples s t;
    receipt_count := receipt_count s;
    receipts := fun x => match receipts s x with
                         | Some rx => Some {| tuple_number := tuple_number rx; the_tuple := the_tuple rx; state_of := state_of rx;
                                              children := N.lxor (children rx) (edges_of (Nat.eqb x) (edge_count s) anchors) |}
                         | None => None end;
    emissions := emissions s; delivered := delivered s |}.

  (** [BoltTask.ack] and [BoltTask.fail]. *)
  Definition let_go (s : system) (x : nat) (rx : receipt) (how : status) : system := {|
    edge_count := edge_count s; edges := edges s; tuple_count := tuple_count s; tuples := tuples s; receipt_count := receipt_count s;
    receipts := fun y => if y =? x then Some {| tuple_number := tuple_number rx; the_tuple := the_tuple rx; children := children rx; state_of := how |}
                         else receipts s y;
    emissions := emissions s; delivered := delivered s |}.

  (** The acker is told something, or its clock ticks. *)
  Definition deliver (s : system) (d : delivery) : system := {|
    edge_count := edge_count s; edges := edges s; tuple_count := tuple_count s; tuples := tuples s; receipt_count := receipt_count s; receipts := receipts s;
    emissions := emissions s; delivered := d :: delivered s |}.

  (** What is in the world to be told. It stays there, so it can be told again. *)
  Inductive deliverable (s : system) : delivery -> Prop :=
  | init_delivered r v t : emissions s r = Some (v, t) -> deliverable s (Delivered r FromSpout (Init v t))
  | ack_delivered r x rx : receipts s x = Some rx -> state_of rx = Acked -> belongs (the_tuple rx) r = true ->
      deliverable s (Delivered r (From x) (Ack (N.lxor (carried (the_tuple rx) r) (children rx))))
  | fail_delivered r x rx : receipts s x = Some rx -> state_of rx = Failed -> belongs (the_tuple rx) r = true ->
      deliverable s (Delivered r (From x) Fail)
  | reset_delivered r : deliverable s (Delivered r Anybody ResetTimeout)
  | ticked : deliverable s Ticked.

  Inductive move (s : system) : system -> Prop :=
  | Emission r task n : emissions s r = None -> move s (emission s r task n)
  | Receive t tp : tuples s t = Some tp -> move s (receive_tuple s t tp)
  | Emit anchors : (forall x, In x anchors -> held s x) -> move s (emit s anchors)
  | AckCall x rx : receipts s x = Some rx -> state_of rx = Held -> move s (let_go s x rx Acked)
  | FailCall x rx : receipts s x = Some rx -> state_of rx = Held -> move s (let_go s x rx Failed)
  | Deliver d : deliverable s d -> move s (deliver s d).

  Inductive reachable : system -> Prop :=
  | Start : reachable empty_system
  | Step s s' : reachable s -> move s s' -> reachable s'.

  (** ** The register is right

      Whether the maker of an edge has to do with a tree: *)
  Definition maker_belongs (s : system) (r : K) (mk : maker) : Prop :=
    match mk with ByEmission r' => r' = r | ByReceipt x => receipt_belongs s r x = true end.

  Notation init_holds s r e := (match emissions s r with Some (v, _) => holds v e | None => False end).

  Record consistent (s : system) : Prop := {
    no_edge_is_beyond_the_count : forall e, edge_count s <= e -> edges s e = None;
    no_tuple_is_beyond_the_count : forall t, tuple_count s <= t -> tuples s t = None;
    no_receipt_is_beyond_the_count : forall x, receipt_count s <= x -> receipts s x = None;
    a_receipt_is_of_its_tuple : forall x rx, receipts s x = Some rx -> tuples s (tuple_number rx) = Some (the_tuple rx);

    (* What is written of edges elsewhere is what the register says: in receipts, message ids, and inits. *)
    its_children_are_the_edges_made_by_it : forall x rx e, receipts s x = Some rx ->
      (holds (children rx) e <-> exists t, edges s e = Some (ByReceipt x, t));
    it_carries_the_edges_made_for_it : forall t tp r e, tuples s t = Some tp ->
      (holds (carried tp r) e <-> exists mk, edges s e = Some (mk, t) /\ maker_belongs s r mk);
    an_init_has_the_edges_of_its_emission : forall r e, init_holds s r e <-> exists t, edges s e = Some (ByEmission r, t);

    (* An edge leads from something older to a tuple, and the tuple knows of it. *)
    an_anchor_is_older : forall e x t, edges s e = Some (ByReceipt x, t) ->
      t < tuple_count s /\ exists rx, receipts s x = Some rx /\ tuple_number rx < t;
    an_edge_has_its_carrier : forall e mk t, edges s e = Some (mk, t) ->
      exists tp, tuples s t = Some tp /\
        match mk with ByEmission r => origin_of tp = Spout r | ByReceipt x => exists l, origin_of tp = Anchored l /\ In x l end;

    (* And a tuple has an edge for each reason that it is there, and is of the trees of those. *)
    an_emitted_tuple_is_of_one_tree : forall t tp r, tuples s t = Some tp -> origin_of tp = Spout r ->
      (forall r', belongs tp r' = is_root r r') /\ exists e, edges s e = Some (ByEmission r, t);
    each_anchor_made_an_edge : forall t tp l x, tuples s t = Some tp -> origin_of tp = Anchored l -> In x l ->
      exists e, edges s e = Some (ByReceipt x, t);
    it_belongs_where_its_anchors_do : forall t tp l r, tuples s t = Some tp -> origin_of tp = Anchored l ->
      belongs tp r = existsb (receipt_belongs s r) l;

    what_was_delivered_was_said : forall d, In d (delivered s) -> deliverable s d }.

  Lemma the_empty_system_is_consistent : consistent empty_system.
  Proof. constructor; try (intros; discriminate); try reflexivity; [|intros d []]. split; [intros []|intros (t & H); discriminate H]. Qed.

  Lemma an_edge_is_below_the_count s e p : consistent s -> edges s e = Some p -> e < edge_count s.
  Proof. intros W E. apply Nat.nle_gt. intros B. rewrite (no_edge_is_beyond_the_count s W e B) in E. discriminate E. Qed.

  Lemma a_tuple_is_below_the_count s t p : consistent s -> tuples s t = Some p -> t < tuple_count s.
  Proof. intros W E. apply Nat.nle_gt. intros B. rewrite (no_tuple_is_beyond_the_count s W t B) in E. discriminate E. Qed.

  Lemma a_receipt_is_below_the_count s x p : consistent s -> receipts s x = Some p -> x < receipt_count s.
  Proof. intros W E. apply Nat.nle_gt. intros B. rewrite (no_receipt_is_beyond_the_count s W x B) in E. discriminate E. Qed.

  Lemma a_carrier_is_below_the_count s e mk t : consistent s -> edges s e = Some (mk, t) -> t < tuple_count s.
  Proof.
    intros W E. destruct (an_edge_has_its_carrier s W _ _ _ E) as (tp & F & _). exact (a_tuple_is_below_the_count s t tp W F).
  Qed.

  Lemma who_made_an_edge_as_an_anchor_is_there s e x t :
    consistent s -> edges s e = Some (ByReceipt x, t) -> exists rx, receipts s x = Some rx.
  Proof. intros W E. destruct (an_anchor_is_older s W _ _ _ E) as (_ & rx & R & _). exists rx. exact R. Qed.

  (** ** What a move makes

      What was there stays: an edge and a tuple as they are, a receipt with its tuple, an emission, and what can be delivered. What
      is new is [made], edges, and [arose], tuples; a receipt that was there has got the edges that were made by it, and a new one
      has none. *)
  Record makes (s s' : system) (made : nat -> maker -> nat -> Prop) (arose : nat -> tuple -> Prop) : Prop := {
    its_edges : forall e mk t, edges s' e = Some (mk, t) <-> edges s e = Some (mk, t) \/ made e mk t;
    its_tuples : forall t tp, tuples s' t = Some tp <-> tuples s t = Some tp \/ arose t tp;
    its_old_receipts : forall x rx, receipts s x = Some rx -> exists rx', receipts s' x = Some rx' /\
      the_tuple rx' = the_tuple rx /\ tuple_number rx' = tuple_number rx /\
      forall e, holds (children rx') e <-> holds (children rx) e \/ exists t, made e (ByReceipt x) t;
    its_new_receipts : forall x rx', receipts s' x = Some rx' -> receipts s x = None ->
      x < receipt_count s' /\ tuples s (tuple_number rx') = Some (the_tuple rx') /\ children rx' = 0%N;
    its_emissions : forall r e, init_holds s' r e <-> init_holds s r e \/ exists t, made e (ByEmission r) t;
    its_deliveries : forall d, In d (delivered s') -> deliverable s' d;
    a_new_edge : forall e mk t, made e mk t -> edge_count s <= e < edge_count s' /\ exists tp, arose t tp /\
      match mk with
      | ByEmission r => origin_of tp = Spout r
      | ByReceipt x => (exists rx, receipts s x = Some rx) /\ exists l, origin_of tp = Anchored l /\ In x l
      end;
    a_new_tuple : forall t tp, arose t tp -> tuple_count s <= t < tuple_count s' /\
      (forall r e, holds (carried tp r) e <-> exists mk, made e mk t /\ maker_belongs s r mk) /\
      match origin_of tp with
      | Spout r => (forall r', belongs tp r' = is_root r r') /\ exists e, made e (ByEmission r) t
      | Anchored l => (forall r, belongs tp r = existsb (receipt_belongs s r) l) /\
                      forall x, In x l -> exists e, made e (ByReceipt x) t
      end;
    nothing_is_unmade : edge_count s <= edge_count s' /\ tuple_count s <= tuple_count s' /\ receipt_count s <= receipt_count s' }.

  Section WhatIsNew.
    Variables (s s' : system) (made : nat -> maker -> nat -> Prop) (arose : nat -> tuple -> Prop).
    Hypothesis W : consistent s.
    Hypothesis Mk : makes s s' made arose.

    Lemma a_receipt_that_was_there_has_its_trees r x rx : receipts s x = Some rx -> receipt_belongs s' r x = receipt_belongs s r x.
    Proof.
      intros R. destruct (its_old_receipts _ _ _ _ Mk x rx R) as (rx' & R' & U & _). unfold receipt_belongs. rewrite R, R', U. reflexivity.
    Qed.

    Lemma anchors_that_were_there_have_their_trees r l :
      (forall x, In x l -> exists rx, receipts s x = Some rx) -> existsb (receipt_belongs s' r) l = existsb (receipt_belongs s r) l.
    Proof. intros H. apply existsb_alike. intros x I. destruct (H x I) as (rx & R). eapply a_receipt_that_was_there_has_its_trees, R. Qed.

    Lemma a_maker_that_was_there_has_its_trees r mk :
      (forall x, mk = ByReceipt x -> exists rx, receipts s x = Some rx) -> (maker_belongs s' r mk <-> maker_belongs s r mk).
    Proof.
      intros H. destruct mk as [r'|x]; cbn; [reflexivity|]. destruct (H x eq_refl) as (rx & R).
      rewrite (a_receipt_that_was_there_has_its_trees r x rx R). reflexivity.
    Qed.

    Lemma the_maker_of_an_edge_was_there e mk t x : edges s' e = Some (mk, t) -> mk = ByReceipt x -> exists rx, receipts s x = Some rx.
    Proof.
      intros E ->. apply (its_edges _ _ _ _ Mk) in E. destruct E as [E|N]; [eapply who_made_an_edge_as_an_anchor_is_there; eauto|].
      destruct (a_new_edge _ _ _ _ Mk _ _ _ N) as (_ & _ & _ & R & _). exact R.
    Qed.

    Lemma a_new_edge_has_a_new_carrier e mk t : made e mk t -> tuple_count s <= t < tuple_count s'.
    Proof. intros N. destruct (a_new_edge _ _ _ _ Mk _ _ _ N) as (_ & tp & A & _). apply (a_new_tuple _ _ _ _ Mk _ _ A). Qed.

    (** A receipt is an old one with what was made by it, or a new one. *)
    Lemma a_receipt_is_old_or_new x rx' : receipts s' x = Some rx' ->
      (exists rx, receipts s x = Some rx /\ the_tuple rx' = the_tuple rx /\ tuple_number rx' = tuple_number rx /\
         forall e, holds (children rx') e <-> holds (children rx) e \/ exists t, made e (ByReceipt x) t) \/
      (receipts s x = None /\ x < receipt_count s' /\ tuples s (tuple_number rx') = Some (the_tuple rx') /\ children rx' = 0%N).
    Proof.
      intros R'. destruct (receipts s x) as [rx|] eqn:R; [left|right; split; [reflexivity|apply (its_new_receipts _ _ _ _ Mk); assumption]].
      destruct (its_old_receipts _ _ _ _ Mk x rx R) as (rx'' & Q & H). rewrite R' in Q. injection Q as <-. exists rx. easy.
    Qed.

    Lemma what_is_new_agrees : consistent s'.
    Proof.
      pose proof (nothing_is_unmade _ _ _ _ Mk) as (Ce & Ct & Cr). constructor.
      - intros e B. destruct (edges s' e) as [[mk t]|] eqn:E; [exfalso|reflexivity]. apply (its_edges _ _ _ _ Mk) in E.
        destruct E as [E|N]; [apply an_edge_is_below_the_count in E; [lia|exact W]|destruct (a_new_edge _ _ _ _ Mk _ _ _ N); lia].
      - intros t B. destruct (tuples s' t) as [tp|] eqn:E; [exfalso|reflexivity]. apply (its_tuples _ _ _ _ Mk) in E.
        destruct E as [E|A]; [apply a_tuple_is_below_the_count in E; [lia|exact W]|destruct (a_new_tuple _ _ _ _ Mk _ _ A); lia].
      - intros x B. destruct (receipts s' x) as [rx'|] eqn:R'; [exfalso|reflexivity].
        destruct (a_receipt_is_old_or_new x rx' R') as [(rx & R & _)|(_ & Lt & _)]; [|lia].
        apply a_receipt_is_below_the_count in R; [lia|exact W].
      - intros x rx' R'. apply (its_tuples _ _ _ _ Mk). left. destruct (a_receipt_is_old_or_new x rx' R') as [(rx & R & U & V & _)|(_ & _ & E & _)];
          [rewrite U, V; apply (a_receipt_is_of_its_tuple s W _ _ R)|exact E].
      - intros x rx' e R'. destruct (a_receipt_is_old_or_new x rx' R') as [(rx & R & _ & _ & C)|(Z & _ & _ & C)].
        + rewrite C, (its_children_are_the_edges_made_by_it s W _ _ _ R). split.
          * intros [(t & E)|(t & N)]; exists t; apply (its_edges _ _ _ _ Mk); [left; exact E|right; exact N].
          * intros (t & E). apply (its_edges _ _ _ _ Mk) in E. destruct E as [E|N]; [left|right]; exists t; assumption.
        + rewrite C. split; [discriminate|]. intros (t & E).
          destruct (the_maker_of_an_edge_was_there _ _ _ x E eq_refl) as (rx & R). congruence.
      - intros t tp r e E. apply (its_tuples _ _ _ _ Mk) in E.
        assert (Same : forall mk, edges s' e = Some (mk, t) -> (maker_belongs s' r mk <-> maker_belongs s r mk)).
        { intros mk G. apply a_maker_that_was_there_has_its_trees. intros x Q. exact (the_maker_of_an_edge_was_there e mk t x G Q). }
        assert (By_part : holds (carried tp r) e <-> exists mk, edges s' e = Some (mk, t) /\ maker_belongs s r mk).
        { destruct E as [E|A].
          - rewrite (it_carries_the_edges_made_for_it s W _ _ _ _ E). apply a_tuple_is_below_the_count in E; [|exact W].
            split; intros (mk & F & G); exists mk; (split; [|exact G]); [apply (its_edges _ _ _ _ Mk); left; exact F|].
            apply (its_edges _ _ _ _ Mk) in F. destruct F as [F|N]; [exact F|]. apply a_new_edge_has_a_new_carrier in N. lia.
          - destruct (a_new_tuple _ _ _ _ Mk _ _ A) as (B & C & _). rewrite C.
            split; intros (mk & F & G); exists mk; (split; [|exact G]); [apply (its_edges _ _ _ _ Mk); right; exact F|].
            apply (its_edges _ _ _ _ Mk) in F. destruct F as [F|N]; [|exact N]. apply a_carrier_is_below_the_count in F; [lia|exact W]. }
        rewrite By_part. split; intros (mk & F & G); exists mk; (split; [exact F|apply (Same mk F), G]).
      - intros r e. rewrite (its_emissions _ _ _ _ Mk), (an_init_has_the_edges_of_its_emission s W). split.
        + intros [(t & E)|(t & N)]; exists t; apply (its_edges _ _ _ _ Mk); [left; exact E|right; exact N].
        + intros (t & E). apply (its_edges _ _ _ _ Mk) in E. destruct E as [E|N]; [left|right]; exists t; assumption.
      - intros e x t E. destruct (the_maker_of_an_edge_was_there _ _ _ x E eq_refl) as (rx & R).
        destruct (its_old_receipts _ _ _ _ Mk x rx R) as (rx' & R' & _ & V & _). apply (its_edges _ _ _ _ Mk) in E.
        pose proof (a_tuple_is_below_the_count s _ _ W (a_receipt_is_of_its_tuple s W _ _ R)) as B. destruct E as [E|N].
        + destruct (an_anchor_is_older s W _ _ _ E) as (Lt & ox & Ro & Lo). assert (ox = rx) as -> by congruence.
          split; [lia|]. exists rx'. split; [exact R'|lia].
        + apply a_new_edge_has_a_new_carrier in N. split; [lia|]. exists rx'. split; [exact R'|lia].
      - intros e mk t E. apply (its_edges _ _ _ _ Mk) in E. destruct E as [E|N].
        + destruct (an_edge_has_its_carrier s W _ _ _ E) as (tp & G & F). exists tp. split; [apply (its_tuples _ _ _ _ Mk); left; exact G|exact F].
        + destruct (a_new_edge _ _ _ _ Mk _ _ _ N) as (_ & tp & A & F). exists tp. split; [apply (its_tuples _ _ _ _ Mk); right; exact A|].
          destruct mk; [exact F|apply F].
      - intros t tp r E F. apply (its_tuples _ _ _ _ Mk) in E. destruct E as [E|A].
        + destruct (an_emitted_tuple_is_of_one_tree s W _ _ _ E F) as (G & e & H). split; [exact G|]. exists e.
          apply (its_edges _ _ _ _ Mk). left. exact H.
        + destruct (a_new_tuple _ _ _ _ Mk _ _ A) as (_ & _ & Q). rewrite F in Q. destruct Q as (G & e & N). split; [exact G|].
          exists e. apply (its_edges _ _ _ _ Mk). right. exact N.
      - intros t tp l x E F I. apply (its_tuples _ _ _ _ Mk) in E. destruct E as [E|A].
        + destruct (each_anchor_made_an_edge s W _ _ _ _ E F I) as (e & G). exists e. apply (its_edges _ _ _ _ Mk). left. exact G.
        + destruct (a_new_tuple _ _ _ _ Mk _ _ A) as (_ & _ & Q). rewrite F in Q. destruct (proj2 Q x I) as (e & N). exists e.
          apply (its_edges _ _ _ _ Mk). right. exact N.
      - intros t tp l r E F.
        assert (There : forall x, In x l -> exists rx, receipts s x = Some rx).
        { intros x I. apply (its_tuples _ _ _ _ Mk) in E. destruct E as [E|A].
          - destruct (each_anchor_made_an_edge s W _ _ _ _ E F I) as (e & G). eapply who_made_an_edge_as_an_anchor_is_there; eassumption.
          - destruct (a_new_tuple _ _ _ _ Mk _ _ A) as (_ & _ & Q). rewrite F in Q. destruct (proj2 Q x I) as (e & N).
            destruct (a_new_edge _ _ _ _ Mk _ _ _ N) as (_ & _ & _ & R & _). exact R. }
        rewrite (anchors_that_were_there_have_their_trees r l There). apply (its_tuples _ _ _ _ Mk) in E. destruct E as [E|A].
        + exact (it_belongs_where_its_anchors_do s W _ _ _ r E F).
        + destruct (a_new_tuple _ _ _ _ Mk _ _ A) as (_ & _ & Q). rewrite F in Q. exact (proj1 Q r).
      - exact (its_deliveries _ _ _ _ Mk).
    Qed.
  End WhatIsNew.

  (** ** Each move *)

  Lemma what_can_be_delivered_is_kept s s' d :
    (forall r init, emissions s r = Some init -> emissions s' r = Some init) ->
    (forall x rx, receipts s x = Some rx -> state_of rx <> Held -> receipts s' x = Some rx) ->
    deliverable s d -> deliverable s' d.
  Proof.
    intros Em Re D. destruct D as [r v t E|r x rx R S B|r x rx R S B|r|];
      [apply init_delivered, Em, E|apply (ack_delivered s' r x rx)|apply (fail_delivered s' r x rx)|apply reset_delivered|apply ticked];
      try assumption; apply Re; congruence.
  Qed.

  (** A move that makes neither edges nor tuples. *)
  Lemma what_makes_only_receipts_agrees s s' :
    consistent s -> edge_count s' = edge_count s -> edges s' = edges s -> tuple_count s' = tuple_count s -> tuples s' = tuples s ->
    emissions s' = emissions s -> receipt_count s <= receipt_count s' ->
    (forall x rx, receipts s x = Some rx -> exists rx', receipts s' x = Some rx' /\
       the_tuple rx' = the_tuple rx /\ tuple_number rx' = tuple_number rx /\ children rx' = children rx) ->
    (forall x rx', receipts s' x = Some rx' -> receipts s x = None ->
       x < receipt_count s' /\ tuples s (tuple_number rx') = Some (the_tuple rx') /\ children rx' = 0%N) ->
    (forall d, In d (delivered s') -> deliverable s' d) -> consistent s'.
  Proof.
    intros W Ec Es Tc Ts Em Rc Old New Dl. apply (what_is_new_agrees s s' (fun _ _ _ => False) (fun _ _ => False) W).
    assert (Same : forall (P : Prop), P <-> P \/ False) by (intros P; tauto). constructor; rewrite ?Ec, ?Tc; auto.
    - intros e mk t. rewrite Es. apply Same.
    - intros t tp. rewrite Ts. apply Same.
    - intros x rx R. destruct (Old x rx R) as (rx' & R' & U & V & C). exists rx'. repeat split; auto; rewrite C; [auto|].
      intros [H|(t & [])]; exact H.
    - intros r e. rewrite Em. split; [auto|]. intros [H|(t & [])]; exact H.
    - intros e mk t [].
    - intros t tp [].
  Qed.

  Lemma deliver_stays_consistent s d : consistent s -> deliverable s d -> consistent (deliver s d).
  Proof.
    intros W D. apply (what_makes_only_receipts_agrees s); auto; cbn [deliver receipts].
    - intros x rx R. exists rx. auto.
    - congruence.
    - intros d' I. apply (what_can_be_delivered_is_kept s); [auto|auto|]. cbn in I. destruct I as [<-|I]; [exact D|].
      exact (what_was_delivered_was_said s W d' I).
  Qed.

  Lemma let_go_stays_consistent s x rx how : consistent s -> receipts s x = Some rx -> state_of rx = Held -> consistent (let_go s x rx how).
  Proof.
    intros W R H. apply (what_makes_only_receipts_agrees s); auto; cbn [let_go receipts].
    - intros y ry Ry. destruct (Nat.eqb_spec y x) as [->|N]; [|exists ry; auto]. assert (ry = rx) as -> by congruence.
      eexists. split; [reflexivity|]. auto.
    - intros y ry. destruct (Nat.eqb_spec y x) as [->|N]; congruence.
    - intros d I. apply (what_can_be_delivered_is_kept s); [auto| |exact (what_was_delivered_was_said s W d I)].
      intros y ry Ry Free. cbn. destruct (Nat.eqb_spec y x) as [->|N]; [congruence|exact Ry].
  Qed.

  Lemma receive_stays_consistent s t tp : consistent s -> tuples s t = Some tp -> consistent (receive_tuple s t tp).
  Proof.
    intros W E. pose proof (no_receipt_is_beyond_the_count s W (receipt_count s) (le_n _)) as New.
    apply (what_makes_only_receipts_agrees s); auto; cbn [receive_tuple receipts receipt_count].
    - apply le_S, le_n.
    - intros y ry Ry. exists ry. destruct (Nat.eqb_spec y (receipt_count s)) as [->|N]; [congruence|auto].
    - intros y ry. destruct (Nat.eqb_spec y (receipt_count s)) as [->|N]; [intros [= <-] _|congruence]. auto.
    - intros d I. apply (what_can_be_delivered_is_kept s); [auto| |exact (what_was_delivered_was_said s W d I)].
      intros y ry Ry _. cbn. destruct (Nat.eqb_spec y (receipt_count s)) as [->|N]; [congruence|exact Ry].
  Qed.

  Lemma emit_stays_consistent s anchors : consistent s -> (forall x, In x anchors -> held s x) -> consistent (emit s anchors).
  Proof.
    intros W A.
    apply (what_is_new_agrees s _
             (fun e mk t => edge_count s <= e /\ t = tuple_count s /\
                exists x, nth_error anchors (e - edge_count s) = Some x /\ mk = ByReceipt x)
             (fun t tp => t = tuple_count s /\ Some tp = tuples (emit s anchors) t)); [exact W|]. constructor.
    - intros e mk t. cbn [edges emit]. destruct (Nat.leb_spec (edge_count s) e) as [B|B].
      + rewrite (no_edge_is_beyond_the_count s W e B). destruct (nth_error anchors (e - edge_count s)) as [x|]; split.
        * intros [= <- <-]. right. eauto.
        * intros [F|(_ & -> & y & [= <-] & ->)]; easy.
        * easy.
        * intros [F|(_ & _ & y & F & _)]; easy.
      + split; [auto|]. intros [F|(F & _)]; [exact F|lia].
    - intros t tp. cbn [tuples emit]. destruct (Nat.eqb_spec t (tuple_count s)) as [->|N].
      + rewrite (no_tuple_is_beyond_the_count s W) by lia. intuition easy.
      + intuition easy.
    - intros x rx R. cbn [receipts emit]. rewrite R.
      eexists. split; [reflexivity|]. split; [reflexivity|]. split; [reflexivity|]. intros e. cbn [children].
      rewrite in_the_xor_of_disjoint_sets, in_the_edges_of_a_list.
      + assert (Q : (edge_count s <= e /\ exists y, nth_error anchors (e - edge_count s) = Some y /\ (x =? y) = true) <->
                    (exists t, edge_count s <= e /\ t = tuple_count s /\
                       exists y, nth_error anchors (e - edge_count s) = Some y /\ ByReceipt x = ByReceipt y)).
        { split.
          - intros (B & y & F & G). apply Nat.eqb_eq in G. subst y. exists (tuple_count s). eauto 6.
          - intros (t & B & _ & y & F & [= <-]). split; [exact B|]. exists x. rewrite Nat.eqb_refl. auto. }
        rewrite Q. reflexivity.
      + rewrite (its_children_are_the_edges_made_by_it s W _ _ _ R), in_the_edges_of_a_list. intros (t & F) (B & _).
        apply an_edge_is_below_the_count in F; auto. lia.
    - intros x rx'. cbn [receipts emit]. destruct (receipts s x); discriminate.
    - intros r e. cbn [emissions emit]. split; [auto|]. intros [F|(t & _ & _ & x & _ & F)]; easy.
    - intros d I. apply (what_can_be_delivered_is_kept s); [auto| |exact (what_was_delivered_was_said s W d I)].
      intros x rx R S. cbn [receipts emit]. rewrite R.
      rewrite no_edges_where_none_is_picked, N.lxor_0_r; [destruct rx; reflexivity|].
      intros y J. apply Nat.eqb_neq. intros <-. destruct (A _ J) as (rx' & R' & S'). congruence.
    - intros e mk t (B & -> & x & F & ->). assert (J : In x anchors) by (eapply nth_error_In, F). split.
      + cbn. assert (N : nth_error anchors (e - edge_count s) <> None) by congruence. apply nth_error_Some in N. lia.
      + eexists. split; [split; [reflexivity|cbn [tuples emit]; rewrite Nat.eqb_refl; reflexivity]|].
        destruct (A _ J) as (rx & R & _). split; [eauto|]. exists anchors. easy.
    - intros t tp (-> & E). cbn [tuples emit] in E. rewrite Nat.eqb_refl in E. injection E as ->. cbn [carried belongs origin_of].
      split; [cbn; lia|]. split; [|split].
      + intros r e. rewrite in_the_edges_of_a_list. split.
        * intros (B & x & F & G). exists (ByReceipt x). split; [eauto 6|exact G].
        * intros (mk & (B & _ & x & F & ->) & G). eauto.
      + reflexivity.
      + intros x J. destruct (In_nth_error _ _ J) as (n & F). exists (edge_count s + n). split; [lia|]. split; [reflexivity|].
        exists x. replace (edge_count s + n - edge_count s) with n by lia. easy.
    - cbn. lia.
  Qed.

  Lemma emission_stays_consistent s r task n : consistent s -> emissions s r = None -> consistent (emission s r task n).
  Proof.
    intros W Z.
    apply (what_is_new_agrees s _
             (fun e mk t => edge_count s <= e < edge_count s + n /\ mk = ByEmission r /\ t = tuple_count s + (e - edge_count s))
             (fun t tp => tuple_count s <= t < tuple_count s + n /\ Some tp = tuples (emission s r task n) t));
      [exact W|]. constructor.
    - intros e mk t. cbn [edges emission]. destruct (Nat.leb_spec (edge_count s) e) as [B|B]; cbn [andb].
      + rewrite (no_edge_is_beyond_the_count s W e B). destruct (Nat.ltb_spec e (edge_count s + n)); split.
        * intros [= <- <-]. right. auto.
        * intros [F|(_ & -> & ->)]; easy.
        * easy.
        * intros [F|(F & _)]; [easy|lia].
      + split; [auto|]. intros [F|(F & _)]; [exact F|lia].
    - intros t tp. cbn [tuples emission]. destruct (Nat.leb_spec (tuple_count s) t) as [B|B]; cbn [andb].
      + rewrite (no_tuple_is_beyond_the_count s W t B). destruct (Nat.ltb_spec t (tuple_count s + n)); split.
        * intros ->. auto.
        * intros [F|(_ & F)]; easy.
        * easy.
        * intros [F|(F & _)]; [easy|lia].
      + split; [auto|]. intros [F|(F & _)]; [exact F|lia].
    - intros x rx R. exists rx. split; [exact R|]. split; [reflexivity|]. split; [reflexivity|]. intros e. split; [auto|].
      intros [F|(t & _ & F & _)]; easy.
    - intros x rx R R'. cbn in R. congruence.
    - intros r' e. cbn [emissions emission]. unfold is_root. destruct (root_dec r r') as [<-|D].
      + rewrite Z, in_the_edges_of_a_list. split.
        * intros (B & u & F & _). right. exists (tuple_count s + (e - edge_count s)). split; [|easy].
          assert (N : nth_error (repeat tt n) (e - edge_count s) <> None) by congruence.
          apply nth_error_Some in N. rewrite repeat_length in N. lia.
        * intros [[]|(t & B & _)]. split; [lia|]. exists tt. split; [apply nth_error_repeat; lia|reflexivity].
      + split; [auto|]. intros [F|(t & _ & [= ->] & _)]; easy.
    - intros d I. apply (what_can_be_delivered_is_kept s); [|auto|exact (what_was_delivered_was_said s W d I)].
      intros r' v E. cbn. unfold is_root.
      destruct (root_dec r r') as [<-|D]; [congruence|exact E].
    - intros e mk t (B & -> & ->). split; [cbn; lia|].
      eexists. split; [split; [lia|]|]; cbn [tuples emission].
      + destruct (Nat.leb_spec (tuple_count s) (tuple_count s + (e - edge_count s))); [|lia].
        destruct (Nat.ltb_spec (tuple_count s + (e - edge_count s)) (tuple_count s + n)); [|lia]. reflexivity.
      + reflexivity.
    - intros t tp (B & E). cbn [tuples emission] in E.
      destruct (Nat.leb_spec (tuple_count s) t); [|lia]. destruct (Nat.ltb_spec t (tuple_count s + n)); [|lia].
      cbn [andb] in E. injection E as ->. cbn [carried belongs origin_of]. split; [cbn; lia|]. split; [|split].
      + intros r' e. unfold is_root. destruct (root_dec r r') as [<-|D].
        * rewrite in_the_set_of_one_edge. split.
          -- intros <-. exists (ByEmission r). split; [|reflexivity]. repeat split; lia.
          -- intros (mk & (B' & _ & E) & _). lia.
        * split; [discriminate|]. intros (mk & (_ & -> & _) & F). cbn in F. easy.
      + reflexivity.
      + exists (edge_count s + (t - tuple_count s)). repeat split; lia.
    - cbn. lia.
  Qed.

  (** All of [consistent] holds at first, and no move breaks it: one lemma for each. *)
  Theorem a_reachable_system_is_consistent s : reachable s -> consistent s.
  Proof.
    induction 1 as [|s s' R IH M]; [apply the_empty_system_is_consistent|]. destruct M.
    - apply emission_stays_consistent; auto.
    - apply receive_stays_consistent; auto.
    - apply emit_stays_consistent; auto.
    - apply let_go_stays_consistent; auto.
    - apply let_go_stays_consistent; auto.
    - apply deliver_stays_consistent; auto.
  Qed.

  (** ** What stays

      Nothing that was said is taken back: what was let go of is as it was, and what can be delivered now can be delivered
      ever after. *)

  Lemma what_was_let_go_of_stays s s' x rx :
    consistent s -> move s s' -> receipts s x = Some rx -> state_of rx <> Held -> receipts s' x = Some rx.
  Proof.
    intros W V E S. destruct V as [r task n Z|t tp F|anchors A|y ry F G|y ry F G|d D]; cbn; try exact E.
    - destruct (Nat.eqb_spec x (receipt_count s)) as [->|N]; [|exact E]. apply a_receipt_is_below_the_count in E; auto. lia.
    - rewrite E. rewrite no_edges_where_none_is_picked, N.lxor_0_r; [destruct rx; reflexivity|].
      intros z I. apply Nat.eqb_neq. intros <-. destruct (A _ I) as (rx' & E' & S'). congruence.
    - destruct (Nat.eqb_spec x y) as [->|N]; [congruence|exact E].
    - destruct (Nat.eqb_spec x y) as [->|N]; [congruence|exact E].
  Qed.

  Lemma what_was_emitted_stays s s' r v : move s s' -> emissions s r = Some v -> emissions s' r = Some v.
  Proof.
    intros V E. destruct V as [r' task n Z|t tp F|anchors A|y ry F G|y ry F G|d D]; cbn; try exact E.
    unfold is_root. destruct (root_dec r' r) as [->|N]; [congruence|exact E].
  Qed.

  Lemma what_is_deliverable_stays_so s s' d : consistent s -> move s s' -> deliverable s d -> deliverable s' d.
  Proof.
    intros W V. apply what_can_be_delivered_is_kept; [intros r v; apply what_was_emitted_stays, V|].
    intros x rx. apply what_was_let_go_of_stays; assumption.
  Qed.
End System.
