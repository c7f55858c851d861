(** * The system

    Spout tasks that emit, bolts that emit anchored to several inputs of several trees and ack or fail what they received,
    and what is delivered to an acker. What a transport may do is all in the model: any message may be delivered at any
    time, in any order, never, or again; a tuple may be received several times, each time as a receipt of its own; a bolt
    may die, which is to say that it never acks what it holds. What the model does not allow is what spouts and bolts must
    not do: an emit anchored to a receipt that was let go ([ANC-10]), and a second ack of one receipt ([ANC-11]). What they
    are needed for is in Holes.v.

    Values are sets of edges. So a message says which edges it tells of, and the open set can be followed.

    Theory. A system is a state and the moves that lead to the next. The proofs of the next files follow edges, so the state
    has two notes that no program has: who made an edge, and which tuple carries it. What they need of a reachable system
    is the record [consistent]: the notes, the message ids of tuples and the children of receipts agree; a tuple comes after
    those that it is anchored to; it has an edge to each of them; and what was delivered was said by whoever has said it, and
    could be delivered again. It holds at first, and a lemma for each move ([..._stays_consistent]) says that it stays. The
    moves that make no edge and no tuple share one lemma, [consistent_if_nothing_is_made]. The two that do share another,
    [what_makes_new_things_stays_consistent], by which it is enough to look at what is new.

    First come lemmas on sets, then the system, then what holds in every reachable system. *)

From Coq Require Import Bool Arith NArith Ndigits List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets.
Import ListNotations.

(** * Sets of edges *)

Definition just (e : nat) : N := N.pow 2 (N.of_nat e).

Lemma edges_in_just e k : has_edge (just e) k = (e =? k).
Proof.
  unfold just. rewrite <- Ntestbit_Nbit, N.pow2_bits_eqb.
  destruct (N.eqb_spec (N.of_nat e) (N.of_nat k)) as [E|E], (Nat.eqb_spec e k) as [F|F]; lia.
Qed.

(** The edges e, e+1, ... stand for the members of a list; these are the edges of those that [f] picks. *)
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

Section System.
  Context {K T : Type} (root_dec : forall k k' : K, {k = k'} + {k <> k'}).

  (** Where a tuple comes from: the emission for a root, or an emit anchored to receipts. *)
  Inductive origin := Spout (r : K) | Anchored (to : list nat).

  (** A tuple under way: the trees that it belongs to, and its message id in each. *)
  Record tuple := { belongs : K -> bool; carried : K -> N; origin_of : origin }.

  Inductive status := Held | Acked | Failed.

  (** A tuple as a bolt task holds it: [acking.anchoring.HeldInput]. *)
  Record receipt := { tuple_number : nat; the_tuple : tuple; children : N; state_of : status }.

  (** Who made an edge. *)
  Inductive maker := ByEmission (r : K) | ByReceipt (x : nat).

  (** Who says a message to the acker: the spout task of the root, the holder of a receipt, or anybody. *)
  Inductive sender := FromSpout | From (x : nat) | Anybody.

  Inductive delivery := Delivered (r : K) (by_ : sender) (m : message N T) | Ticked.

  Record system := {
    edge_count : nat; edges : nat -> option (maker * nat);      (* for the proof: who made an edge, and which tuple carries it *)
    tuple_count : nat; tuples : nat -> option tuple;
    receipt_count : nat; receipts : nat -> option receipt;
    emissions : K -> option (N * T);                    (* the init of each root that was emitted *)
    delivered : list delivery }.                            (* all that was delivered to the acker, latest first *)

  Definition empty_system : system := {|
    edge_count := 0; edges := fun _ => None; tuple_count := 0; tuples := fun _ => None; receipt_count := 0; receipts := fun _ => None;
    emissions := fun _ => None; delivered := [] |}.

  Definition is_root (r r' : K) : bool := if root_dec r r' then true else false.

  Definition receipt_belongs (s : system) (r : K) (x : nat) : bool :=
    match receipts s x with Some rx => belongs (the_tuple rx) r | None => false end.

  Definition held (s : system) (x : nat) : Prop :=
    exists rx, receipts s x = Some rx /\ state_of rx = Held.

  (** A spout task emits a tuple for a fresh root to each of n receiving tasks: [SpoutExecutor.emit]. *)
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

  (** A bolt task receives a tuple. Nothing keeps it from being received again. *)
  Definition receive_tuple (s : system) (t : nat) (tp : tuple) : system := {|
    edge_count := edge_count s; edges := edges s; tuple_count := tuple_count s; tuples := tuples s;
    receipt_count := S (receipt_count s);
    receipts := fun x => if x =? receipt_count s then Some {| tuple_number := t; the_tuple := tp; children := 0; state_of := Held |}
                         else receipts s x;
    emissions := emissions s; delivered := delivered s |}.

  (** An emit to one receiving task, with a fresh edge per anchor: [BoltTask.emit]. To several tasks it is done several
      times. *)
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

  Definition let_go (s : system) (x : nat) (rx : receipt) (how : status) : system := {|
    edge_count := edge_count s; edges := edges s; tuple_count := tuple_count s; tuples := tuples s; receipt_count := receipt_count s;
    receipts := fun y => if y =? x then Some {| tuple_number := tuple_number rx; the_tuple := the_tuple rx; children := children rx; state_of := how |}
                         else receipts s y;
    emissions := emissions s; delivered := delivered s |}.

  Definition deliver (s : system) (d : delivery) : system := {|
    edge_count := edge_count s; edges := edges s; tuple_count := tuple_count s; tuples := tuples s; receipt_count := receipt_count s; receipts := receipts s;
    emissions := emissions s; delivered := d :: delivered s |}.

  (** What may be delivered: what was said, by whom it was said, as often as one likes. *)
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

  (** * What always holds *)

  Definition maker_belongs (s : system) (r : K) (mk : maker) : Prop :=
    match mk with ByEmission r' => r' = r | ByReceipt x => receipt_belongs s r x = true end.

  Record consistent (s : system) : Prop := {
    edges_none : forall e, edge_count s <= e -> edges s e = None;
    tuples_none : forall t, tuple_count s <= t -> tuples s t = None;
    receipts_none : forall x, receipt_count s <= x -> receipts s x = None;
    receipt_tuple : forall x rx, receipts s x = Some rx -> tuples s (tuple_number rx) = Some (the_tuple rx);
    (* edges, and whom they are written down with *)
    children_iff : forall x rx e, receipts s x = Some rx -> (holds (children rx) e <-> exists t, edges s e = Some (ByReceipt x, t));
    own_iff : forall t tp r e, tuples s t = Some tp ->
      (holds (carried tp r) e <-> exists mk, edges s e = Some (mk, t) /\ maker_belongs s r mk);
    init_iff : forall r e, (match emissions s r with Some (v, _) => holds v e | None => False end) <->
      exists t, edges s e = Some (ByEmission r, t);
    (* no tuple is its own anchor *)
    older : forall e x t, edges s e = Some (ByReceipt x, t) -> t < tuple_count s /\ exists rx, receipts s x = Some rx /\ tuple_number rx < t;
    emitted : forall e r t, edges s e = Some (ByEmission r, t) -> t < tuple_count s;
    (* tuples have an edge to each anchor *)
    spout_edge : forall t tp r, tuples s t = Some tp -> origin_of tp = Spout r ->
      (forall r', belongs tp r' = is_root r r') /\ exists e, edges s e = Some (ByEmission r, t);
    edge_tuple : forall e mk t, edges s e = Some (mk, t) ->
      exists tp, tuples s t = Some tp /\
        match mk with ByEmission r => origin_of tp = Spout r | ByReceipt x => exists l, origin_of tp = Anchored l /\ In x l end;
    anchor_edge : forall t tp l x, tuples s t = Some tp -> origin_of tp = Anchored l -> In x l ->
      exists e, edges s e = Some (ByReceipt x, t);
    anchored_belongs : forall t tp l r, tuples s t = Some tp -> origin_of tp = Anchored l -> belongs tp r = existsb (receipt_belongs s r) l;
    (* what was heard was said, and still stands *)
    what_was_delivered_was_said : forall d, In d (delivered s) -> deliverable s d }.

  Lemma the_empty_system_is_consistent : consistent empty_system.
  Proof. constructor; cbn; try easy. intros r e; split; [easy|]. intros (t & H). easy. Qed.

  Lemma no_edges_where_none_is_picked {B} (f : B -> bool) e l : (forall x, In x l -> f x = false) -> edges_of f e l = 0%N.
  Proof.
    revert e. induction l as [|x l IH]; intros e H; cbn; [reflexivity|].
    rewrite H by (left; reflexivity). apply IH. intros y I. apply H. right. exact I.
  Qed.

  Lemma existsb_same {B} (f g : B -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
  Proof.
    induction l as [|x l IH]; intros H; cbn; [reflexivity|].
    rewrite H by (left; reflexivity). rewrite IH; [reflexivity|]. intros y I. apply H. right. exact I.
  Qed.

  Lemma an_edge_is_below_the_count s e p : consistent s -> edges s e = Some p -> e < edge_count s.
  Proof. intros W E. destruct (le_lt_dec (edge_count s) e) as [H|H]; [|exact H]. rewrite (edges_none s W e H) in E. easy. Qed.

  Lemma a_tuple_is_below_the_count s t p : consistent s -> tuples s t = Some p -> t < tuple_count s.
  Proof. intros W E. destruct (le_lt_dec (tuple_count s) t) as [H|H]; [|exact H]. rewrite (tuples_none s W t H) in E. easy. Qed.

  Lemma a_receipt_is_below_the_count s x p : consistent s -> receipts s x = Some p -> x < receipt_count s.
  Proof. intros W E. destruct (le_lt_dec (receipt_count s) x) as [H|H]; [|exact H]. rewrite (receipts_none s W x H) in E. easy. Qed.

  Lemma a_carrier_is_below_the_count s e mk t : consistent s -> edges s e = Some (mk, t) -> t < tuple_count s.
  Proof. intros W E. destruct mk as [r|x]; [eapply emitted, E; auto|]. destruct (older s W _ _ _ E). easy. Qed.

  (** Receipts stay, and what they are receipts of. *)
  Definition keeps (s s' : system) : Prop :=
    forall x rx, receipts s x = Some rx -> exists rx', receipts s' x = Some rx' /\ the_tuple rx' = the_tuple rx /\ tuple_number rx' = tuple_number rx.

  Lemma its_trees_are_kept s s' r x rx : keeps s s' -> receipts s x = Some rx -> receipt_belongs s' r x = receipt_belongs s r x.
  Proof. intros H E. unfold receipt_belongs. destruct (H _ _ E) as (rx' & E' & F & _). rewrite E, E', F. reflexivity. Qed.

  Lemma its_maker_is_kept s s' r e mk t :
    consistent s -> keeps s s' -> edges s e = Some (mk, t) -> (maker_belongs s' r mk <-> maker_belongs s r mk).
  Proof.
    intros W H E. destruct mk as [r'|x]; cbn; [easy|].
    destruct (older s W _ _ _ E) as (_ & rx & R & _). rewrite (its_trees_are_kept _ _ _ _ _ H R). easy.
  Qed.

  Lemma an_anchor_stays_older s s' e x t :
    consistent s -> keeps s s' -> tuple_count s <= tuple_count s' -> edges s e = Some (ByReceipt x, t) ->
    t < tuple_count s' /\ exists rx, receipts s' x = Some rx /\ tuple_number rx < t.
  Proof.
    intros W H N E. destruct (older s W _ _ _ E) as (B & rx & R & L). split; [lia|].
    destruct (H _ _ R) as (rx' & R' & _ & F). exists rx'. split; [exact R'|lia].
  Qed.

  Lemma its_anchors_are_kept s s' t tp l r :
    consistent s -> keeps s s' -> tuples s t = Some tp -> origin_of tp = Anchored l -> belongs tp r = existsb (receipt_belongs s' r) l.
  Proof.
    intros W H E F. rewrite (anchored_belongs s W _ _ _ r E F). apply existsb_same. intros x I.
    destruct (anchor_edge s W _ _ _ _ E F I) as (e & G). destruct (older s W _ _ _ G) as (_ & rx & R & _).
    symmetry. eapply its_trees_are_kept; eauto.
  Qed.

  (** The moves that make no edge and no tuple. *)
  Lemma consistent_if_nothing_is_made s s' :
    consistent s -> keeps s s' -> edge_count s' = edge_count s -> tuple_count s' = tuple_count s -> edges s' = edges s -> tuples s' = tuples s ->
    emissions s' = emissions s ->
    (forall x, receipt_count s' <= x -> receipts s' x = None) ->
    (forall x rx, receipts s' x = Some rx -> tuples s (tuple_number rx) = Some (the_tuple rx)) ->
    (forall x rx e, receipts s' x = Some rx -> (holds (children rx) e <-> exists t, edges s e = Some (ByReceipt x, t))) ->
    (forall d, In d (delivered s') -> deliverable s' d) -> consistent s'.
  Proof.
    intros W H N1 N2 E1 E2 E3 R1 R2 R3 D.
    constructor; rewrite ?N1, ?N2, ?E1, ?E2, ?E3.
    - apply W.
    - apply W.
    - exact R1.
    - exact R2.
    - exact R3.
    - intros t tp r e E. rewrite (own_iff s W _ _ _ _ E). split; intros (mk & G & F); exists mk; split; auto;
        eapply (its_maker_is_kept s s'); eauto.
    - apply W.
    - intros e x t E. rewrite <- N2. eapply an_anchor_stays_older; eauto. lia.
    - apply W.
    - apply W.
    - apply W.
    - apply W.
    - intros t tp l r E F. eapply its_anchors_are_kept; eauto.
    - exact D.
  Qed.

  Lemma what_can_be_delivered_is_kept s s' d :
    (forall r v, emissions s r = Some v -> emissions s' r = Some v) ->
    (forall x rx, receipts s x = Some rx -> state_of rx <> Held -> receipts s' x = Some rx) ->
    deliverable s d -> deliverable s' d.
  Proof.
    intros H1 H2 [r v t E|r x rx E S B|r x rx E S B|r|]; econstructor; eauto; apply H2; auto; congruence.
  Qed.

  Lemma deliver_stays_consistent s d : consistent s -> deliverable s d -> consistent (deliver s d).
  Proof.
    intros W D. apply (consistent_if_nothing_is_made s); try reflexivity; auto.
    - intros x rx E. exists rx. auto.
    - apply (receipts_none s W).
    - apply (receipt_tuple s W).
    - apply (children_iff s W).
    - intros d' [<-|I]; apply (what_can_be_delivered_is_kept s); auto. apply (what_was_delivered_was_said s W), I.
  Qed.

  Lemma let_go_stays_consistent s x rx how : consistent s -> receipts s x = Some rx -> state_of rx = Held -> consistent (let_go s x rx how).
  Proof.
    intros W E S. apply (consistent_if_nothing_is_made s); try reflexivity; auto; cbn.
    - intros y ry F. cbn. destruct (Nat.eqb_spec y x) as [->|N]; [|eauto].
      rewrite E in F. injection F as <-. eexists. split; [reflexivity|easy].
    - intros y B. destruct (Nat.eqb_spec y x) as [->|N]; [|apply W, B].
      apply a_receipt_is_below_the_count in E; auto. lia.
    - intros y ry. destruct (Nat.eqb_spec y x) as [->|N]; [|apply W].
      intros [= <-]. cbn. apply (receipt_tuple s W _ _ E).
    - intros y ry e. destruct (Nat.eqb_spec y x) as [->|N]; [|apply (children_iff s W)].
      intros [= <-]. cbn. apply (children_iff s W _ _ _ E).
    - intros d I. apply (what_can_be_delivered_is_kept s); auto; [|apply (what_was_delivered_was_said s W), I].
      intros y ry F G. cbn. destruct (Nat.eqb_spec y x) as [->|N]; [|exact F]. congruence.
  Qed.

  Lemma receive_stays_consistent s t tp : consistent s -> tuples s t = Some tp -> consistent (receive_tuple s t tp).
  Proof.
    intros W E. apply (consistent_if_nothing_is_made s); try reflexivity; auto; cbn.
    - intros y ry F. cbn. destruct (Nat.eqb_spec y (receipt_count s)) as [->|N]; [|eauto].
      apply a_receipt_is_below_the_count in F; auto. lia.
    - intros y B. destruct (Nat.eqb_spec y (receipt_count s)) as [->|N]; [lia|]. apply W. lia.
    - intros y ry. destruct (Nat.eqb_spec y (receipt_count s)) as [->|N]; [|apply W]. intros [= <-]. exact E.
    - intros y ry e. destruct (Nat.eqb_spec y (receipt_count s)) as [->|N]; [|apply (children_iff s W)].
      intros [= <-]. cbn. split; [easy|]. intros (t' & F). exfalso.
      destruct (older s W _ _ _ F) as (_ & rx & R & _). apply a_receipt_is_below_the_count in R; auto. lia.
    - intros d I. apply (what_can_be_delivered_is_kept s); auto; [|apply (what_was_delivered_was_said s W), I].
      intros y ry F _. cbn. destruct (Nat.eqb_spec y (receipt_count s)) as [->|N]; [|exact F].
      apply a_receipt_is_below_the_count in F; auto. lia.
  Qed.

  (** *** Moves that make something

      An emission and an emit make edges and tuples. What is new is told of by [made] and [arose]; all that is old stays, and
      it is enough to look at what is new. *)

  Record makes (s s' : system) (made : nat -> maker -> nat -> Prop) (arose : nat -> tuple -> Prop) : Prop := {
    its_edges : forall e mk t, edges s' e = Some (mk, t) <-> edges s e = Some (mk, t) \/ made e mk t;
    its_tuples : forall t tp, tuples s' t = Some tp <-> tuples s t = Some tp \/ arose t tp;
    its_receipts : receipt_count s' = receipt_count s /\
      forall x, match receipts s x, receipts s' x with
                | Some rx, Some rx' => the_tuple rx' = the_tuple rx /\ tuple_number rx' = tuple_number rx /\
                    forall e, holds (children rx') e <-> holds (children rx) e \/ exists t, made e (ByReceipt x) t
                | None, None => True
                | _, _ => False
                end;
    its_emissions : forall r e,
      (match emissions s' r with Some (v, _) => holds v e | None => False end) <->
      (match emissions s r with Some (v, _) => holds v e | None => False end) \/ exists t, made e (ByEmission r) t;
    its_deliveries : delivered s' = delivered s /\ forall d, deliverable s d -> deliverable s' d;
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
    nothing_is_unmade : edge_count s <= edge_count s' /\ tuple_count s <= tuple_count s' }.

  Lemma what_makes_new_things_stays_consistent s s' made arose : consistent s -> makes s s' made arose -> consistent s'.
  Proof.
    intros W Mk. pose proof Mk as [Es Ts (Rc & Rs) Is (Ds & Dl) Ne Nt (Ce & Ct)].
    assert (H : keeps s s').
    { intros x rx R. specialize (Rs x). rewrite R in Rs. destruct (receipts s' x) as [rx'|]; [|easy]. exists rx'. easy. }
    assert (Back : forall x rx', receipts s' x = Some rx' -> exists rx, receipts s x = Some rx /\
              the_tuple rx' = the_tuple rx /\ tuple_number rx' = tuple_number rx /\
              forall e, holds (children rx') e <-> holds (children rx) e \/ exists t, made e (ByReceipt x) t).
    { intros x rx' R. specialize (Rs x). rewrite R in Rs. destruct (receipts s x) as [rx|]; [|easy]. exists rx. easy. }
    assert (Old : forall e mk t, made e mk t -> tuple_count s <= t < tuple_count s').
    { intros e mk t N. destruct (Ne _ _ _ N) as (_ & tp & A & _). apply (Nt _ _ A). }
    assert (Anchors : forall t tp l x, arose t tp -> origin_of tp = Anchored l -> In x l -> exists rx, receipts s x = Some rx).
    { intros t tp l x A F I. destruct (Nt _ _ A) as (_ & _ & Q). rewrite F in Q. destruct (proj2 Q x I) as (e & N).
      destruct (Ne _ _ _ N) as (_ & _ & _ & R & _). exact R. }
    constructor.
    - intros e B. destruct (edges s' e) as [[mk t]|] eqn:E; [|reflexivity]. exfalso. apply Es in E. destruct E as [E|N].
      + apply an_edge_is_below_the_count in E; auto. lia.
      + destruct (Ne _ _ _ N). lia.
    - intros t B. destruct (tuples s' t) as [tp|] eqn:E; [|reflexivity]. exfalso. apply Ts in E. destruct E as [E|A].
      + apply a_tuple_is_below_the_count in E; auto. lia.
      + destruct (Nt _ _ A). lia.
    - intros x B. specialize (Rs x). rewrite (receipts_none s W x) in Rs by lia. destruct (receipts s' x); easy.
    - intros x rx' R. destruct (Back _ _ R) as (rx & R' & U & V & _). rewrite U, V. apply Ts. left. apply (receipt_tuple s W _ _ R').
    - intros x rx' e R. destruct (Back _ _ R) as (rx & R' & _ & _ & C). rewrite C, (children_iff s W _ _ _ R'). split.
      + intros [(t & E)|(t & N)]; exists t; apply Es; auto.
      + intros (t & E). apply Es in E. destruct E as [E|N]; eauto.
    - intros t tp r e E. apply Ts in E. destruct E as [E|A].
      + rewrite (own_iff s W _ _ _ _ E). apply a_tuple_is_below_the_count in E; auto. split.
        * intros (mk & F & G). exists mk. split; [apply Es; auto|]. eapply its_maker_is_kept; eauto.
        * intros (mk & F & G). apply Es in F. destruct F as [F|N]; [|apply Old in N; lia].
          exists mk. split; [exact F|]. exact (proj1 (its_maker_is_kept s s' r e mk t W H F) G).
      + destruct (Nt _ _ A) as (B & C & _). rewrite C.
        assert (Same : forall mk, made e mk t -> (maker_belongs s' r mk <-> maker_belongs s r mk)).
        { intros [r'|x] N; cbn; [reflexivity|]. destruct (Ne _ _ _ N) as (_ & _ & _ & (rx & R) & _).
          rewrite (its_trees_are_kept _ _ _ _ _ H R). reflexivity. }
        split; intros (mk & N & G); exists mk.
        * split; [apply Es; auto|]. apply Same; assumption.
        * apply Es in N. destruct N as [F|N]; [apply a_carrier_is_below_the_count in F; auto; lia|]. split; [exact N|]. apply Same; assumption.
    - intros r e. rewrite Is, (init_iff s W). split.
      + intros [(t & E)|(t & N)]; exists t; apply Es; auto.
      + intros (t & E). apply Es in E. destruct E; eauto.
    - intros e x t E. apply Es in E. destruct E as [E|N]; [eapply an_anchor_stays_older; eauto|].
      destruct (Ne _ _ _ N) as (_ & _ & _ & (rx & R) & _). pose proof (Old _ _ _ N). split; [lia|].
      destruct (H _ _ R) as (rx' & R' & _ & U). exists rx'. split; [exact R'|].
      pose proof (a_tuple_is_below_the_count s _ _ W (receipt_tuple s W _ _ R)). lia.
    - intros e r t E. apply Es in E. destruct E as [E|N]; [|apply Old in N; lia].
      apply a_carrier_is_below_the_count in E; auto. lia.
    - intros t tp r E F. apply Ts in E. destruct E as [E|A].
      + destruct (spout_edge s W _ _ _ E F) as (G & e & G'). split; [exact G|]. exists e. apply Es. auto.
      + destruct (Nt _ _ A) as (_ & _ & Q). rewrite F in Q. destruct Q as (G & e & N). split; [exact G|]. exists e. apply Es. auto.
    - intros e mk t E. apply Es in E. destruct E as [E|N].
      + destruct (edge_tuple s W _ _ _ E) as (tp & G & F). exists tp. split; [apply Ts; auto|exact F].
      + destruct (Ne _ _ _ N) as (_ & tp & A & F). exists tp. split; [apply Ts; auto|]. destruct mk; [exact F|apply F].
    - intros t tp l x E F I. apply Ts in E. destruct E as [E|A].
      + destruct (anchor_edge s W _ _ _ _ E F I) as (e & G). exists e. apply Es. auto.
      + destruct (Nt _ _ A) as (_ & _ & Q). rewrite F in Q. destruct (proj2 Q x I) as (e & N). exists e. apply Es. auto.
    - intros t tp l r E F. apply Ts in E. destruct E as [E|A]; [eapply its_anchors_are_kept; eauto|].
      destruct (Nt _ _ A) as (_ & _ & Q). rewrite F in Q. rewrite (proj1 Q r). apply existsb_same. intros x I.
      destruct (Anchors _ _ _ _ A F I) as (rx & R). symmetry. eapply its_trees_are_kept; eauto.
    - intros d I. rewrite Ds in I. apply Dl, (what_was_delivered_was_said s W), I.
  Qed.

  Lemma emit_stays_consistent s anchors : consistent s -> (forall x, In x anchors -> held s x) -> consistent (emit s anchors).
  Proof.
    intros W A.
    apply (what_makes_new_things_stays_consistent s _
             (fun e mk t => edge_count s <= e /\ t = tuple_count s /\
                exists x, nth_error anchors (e - edge_count s) = Some x /\ mk = ByReceipt x)
             (fun t tp => t = tuple_count s /\ Some tp = tuples (emit s anchors) t)); [exact W|]. constructor.
    - intros e mk t. cbn [edges emit]. destruct (Nat.leb_spec (edge_count s) e) as [B|B].
      + rewrite (edges_none s W e B). destruct (nth_error anchors (e - edge_count s)) as [x|]; split.
        * intros [= <- <-]. right. eauto.
        * intros [F|(_ & -> & y & [= <-] & ->)]; easy.
        * easy.
        * intros [F|(_ & _ & y & F & _)]; easy.
      + split; [auto|]. intros [F|(F & _)]; [exact F|lia].
    - intros t tp. cbn [tuples emit]. destruct (Nat.eqb_spec t (tuple_count s)) as [->|N].
      + rewrite (tuples_none s W) by lia. intuition easy.
      + intuition easy.
    - split; [reflexivity|]. intros x. cbn [receipts emit]. destruct (receipts s x) as [rx|] eqn:R; [|exact I].
      split; [reflexivity|]. split; [reflexivity|]. intros e. cbn [children].
      rewrite in_the_xor_of_disjoint_sets, in_the_edges_of_a_list.
      + assert (Q : (edge_count s <= e /\ exists y, nth_error anchors (e - edge_count s) = Some y /\ (x =? y) = true) <->
                    (exists t, edge_count s <= e /\ t = tuple_count s /\
                       exists y, nth_error anchors (e - edge_count s) = Some y /\ ByReceipt x = ByReceipt y)).
        { split.
          - intros (B & y & F & G). apply Nat.eqb_eq in G. subst y. exists (tuple_count s). eauto 6.
          - intros (t & B & _ & y & F & [= <-]). split; [exact B|]. exists x. rewrite Nat.eqb_refl. auto. }
        rewrite Q. reflexivity.
      + rewrite (children_iff s W _ _ _ R), in_the_edges_of_a_list. intros (t & F) (B & _).
        apply an_edge_is_below_the_count in F; auto. lia.
    - intros r e. cbn [emissions emit]. split; [auto|]. intros [F|(t & _ & _ & x & _ & F)]; easy.
    - split; [reflexivity|]. intros d. apply what_can_be_delivered_is_kept; [auto|]. intros x rx R S. cbn [receipts emit]. rewrite R.
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
    apply (what_makes_new_things_stays_consistent s _
             (fun e mk t => edge_count s <= e < edge_count s + n /\ mk = ByEmission r /\ t = tuple_count s + (e - edge_count s))
             (fun t tp => tuple_count s <= t < tuple_count s + n /\ Some tp = tuples (emission s r task n) t));
      [exact W|]. constructor.
    - intros e mk t. cbn [edges emission]. destruct (Nat.leb_spec (edge_count s) e) as [B|B]; cbn [andb].
      + rewrite (edges_none s W e B). destruct (Nat.ltb_spec e (edge_count s + n)); split.
        * intros [= <- <-]. right. auto.
        * intros [F|(_ & -> & ->)]; easy.
        * easy.
        * intros [F|(F & _)]; [easy|lia].
      + split; [auto|]. intros [F|(F & _)]; [exact F|lia].
    - intros t tp. cbn [tuples emission]. destruct (Nat.leb_spec (tuple_count s) t) as [B|B]; cbn [andb].
      + rewrite (tuples_none s W t B). destruct (Nat.ltb_spec t (tuple_count s + n)); split.
        * intros ->. auto.
        * intros [F|(_ & F)]; easy.
        * easy.
        * intros [F|(F & _)]; [easy|lia].
      + split; [auto|]. intros [F|(F & _)]; [exact F|lia].
    - split; [reflexivity|]. intros x. cbn [receipts emission]. destruct (receipts s x) as [rx|]; [|exact I].
      split; [reflexivity|]. split; [reflexivity|]. intros e. split; [auto|]. intros [F|(t & _ & F & _)]; easy.
    - intros r' e. cbn [emissions emission]. unfold is_root. destruct (root_dec r r') as [<-|D].
      + rewrite Z, in_the_edges_of_a_list. split.
        * intros (B & u & F & _). right. exists (tuple_count s + (e - edge_count s)). split; [|easy].
          assert (N : nth_error (repeat tt n) (e - edge_count s) <> None) by congruence.
          apply nth_error_Some in N. rewrite repeat_length in N. lia.
        * intros [[]|(t & B & _)]. split; [lia|]. exists tt. split; [apply nth_error_repeat; lia|reflexivity].
      + split; [auto|]. intros [F|(t & _ & [= ->] & _)]; easy.
    - split; [reflexivity|]. intros d. apply what_can_be_delivered_is_kept; [|auto]. intros r' v E. cbn. unfold is_root.
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

      A receipt that was let go of stays as it is, and what can be delivered can always be delivered again. *)

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
