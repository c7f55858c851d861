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
    could be delivered again. It holds at first, and a lemma for each move ([..._stays_consistent]) says that it stays. Three
    moves make no edge and no tuple, and share one lemma.

    First come lemmas on sets and parities, then the system, then what holds in every reachable system. *)

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

Lemma edges_in_edges_of {B} (f : B -> bool) e l k :
  has_edge (edges_of f e l) k =
  (e <=? k) && match nth_error l (k - e) with Some x => f x | None => false end.
Proof.
  revert e. induction l as [|x l IH]; intros e; cbn [edges_of].
  - rewrite andb_comm. destruct (k - e); reflexivity.
  - assert (R : has_edge (edges_of f (S e) l) k =
                if e =? k then false else (e <=? k) && match nth_error (x :: l) (k - e) with Some y => f y | None => false end).
    { rewrite IH. destruct (Nat.eqb_spec e k) as [->|N].
      - destruct (Nat.leb_spec (S k) k); [lia|reflexivity].
      - destruct (Nat.leb_spec (S e) k), (Nat.leb_spec e k); try lia; try reflexivity.
        replace (k - e) with (S (k - S e)) by lia. reflexivity. }
    assert (Q : e = k -> (e <=? k) && match nth_error (x :: l) (k - e) with Some y => f y | None => false end = f x).
    { intros <-. rewrite Nat.leb_refl, Nat.sub_diag. reflexivity. }
    destruct (f x) eqn:F; [rewrite xor_of_sets_is_symmetric_difference, edges_in_just|]; rewrite R;
      destruct (Nat.eqb_spec e k) as [E|E]; try (rewrite (Q E)); rewrite ?xorb_false_l; reflexivity.
Qed.

Section System.
  Context {K T : Type} (root_dec : forall k k' : K, {k = k'} + {k <> k'}).

  (** Where a tuple comes from: the emission for a root, or an emit anchored to receipts. *)
  Inductive origin := Spout (r : K) | Anchored (to : list nat).

  (** A tuple under way: the trees that it belongs to, and its message id in each. *)
  Record tuple := { belongs : K -> bool; carried : K -> N; origin_of : origin }.

  Inductive status := Held | Acked | Failed.

  (** A tuple as a bolt task holds it: [acking.anchoring._Held]. *)
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

  Definition holds (s : N) (e : nat) : Prop := has_edge s e = true.

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

  Lemma in_the_xor_of_disjoint_sets a b e : (holds a e -> holds b e -> False) -> (holds (N.lxor a b) e <-> holds a e \/ holds b e).
  Proof.
    unfold holds. rewrite xor_of_sets_is_symmetric_difference.
    destruct (has_edge a e), (has_edge b e); cbn; intuition easy.
  Qed.

  Lemma in_the_edges_of_a_list {B} (f : B -> bool) e l k :
    holds (edges_of f e l) k <-> e <= k /\ exists x, nth_error l (k - e) = Some x /\ f x = true.
  Proof.
    unfold holds. rewrite edges_in_edges_of, andb_true_iff, Nat.leb_le. destruct (nth_error l (k - e)) as [x|]; split.
    - intros (H1 & H2). eauto.
    - intros (H1 & y & [= <-] & H2). auto.
    - intros (_ & H). discriminate.
    - intros (_ & y & H & _). discriminate.
  Qed.

  Lemma in_the_set_of_one_edge e k : holds (just e) k <-> e = k.
  Proof. unfold holds. rewrite edges_in_just. apply Nat.eqb_eq. Qed.

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

  Lemma the_edges_after_an_emit s anchors e mk t :
    consistent s ->
    edges (emit s anchors) e = Some (mk, t) <->
    edges s e = Some (mk, t) \/
    (edge_count s <= e /\ exists x, nth_error anchors (e - edge_count s) = Some x /\ mk = ByReceipt x /\ t = tuple_count s).
  Proof.
    intros W. cbn. destruct (Nat.leb_spec (edge_count s) e) as [B|B].
    - rewrite (edges_none s W e B). destruct (nth_error anchors (e - edge_count s)) as [x|]; split.
      + intros [= <- <-]. eauto 6.
      + intros [H|(_ & y & [= <-] & -> & ->)]; easy.
      + easy.
      + intros [H|(_ & y & H & _)]; easy.
    - split; [auto|]. intros [H|(H & _)]; [exact H|lia].
  Qed.

  Lemma emit_stays_consistent s anchors : consistent s -> (forall x, In x anchors -> held s x) -> consistent (emit s anchors).
  Proof.
    intros W A.
    assert (H : keeps s (emit s anchors)).
    { intros x rx E. cbn. rewrite E. eexists. split; [reflexivity|easy]. }
    constructor.
    - cbn. intros e B. destruct (Nat.leb_spec (edge_count s) e); [|lia].
      assert (E : nth_error anchors (e - edge_count s) = None) by (apply nth_error_None; lia).
      rewrite E. apply W. lia.
    - cbn. intros t B. destruct (Nat.eqb_spec t (tuple_count s)); [lia|]. apply W. lia.
    - cbn. intros x B. rewrite (receipts_none s W x B). reflexivity.
    - cbn. intros x rx. destruct (receipts s x) as [ry|] eqn:E; [|easy]. intros [= <-]. cbn.
      pose proof (receipt_tuple s W _ _ E) as F. destruct (Nat.eqb_spec (tuple_number ry) (tuple_count s)); [|exact F].
      apply a_tuple_is_below_the_count in F; auto. lia.
    - intros x rx e. cbn [receipts emit]. destruct (receipts s x) as [ry|] eqn:E; [|easy]. intros [= <-].
      cbn [children]. rewrite in_the_xor_of_disjoint_sets, (children_iff s W _ _ _ E), in_the_edges_of_a_list.
      + split.
        * intros [(t & F)|(B & y & F & G)].
          -- exists t. apply the_edges_after_an_emit; auto.
          -- apply Nat.eqb_eq in G. subst y. exists (tuple_count s). apply the_edges_after_an_emit; eauto 6.
        * intros (t & F). apply the_edges_after_an_emit in F; auto. destruct F as [F|(B & y & F & [= ->] & ->)]; [eauto|].
          right. split; [exact B|]. exists y. rewrite Nat.eqb_refl. auto.
      + rewrite (children_iff s W _ _ _ E), in_the_edges_of_a_list. intros (t & F) (B & _). apply an_edge_is_below_the_count in F; auto. lia.
    - intros t tp r e. cbn [tuples emit]. destruct (Nat.eqb_spec t (tuple_count s)) as [->|N].
      + intros [= <-]. cbn [carried]. rewrite in_the_edges_of_a_list. split.
        * intros (B & x & F & G). exists (ByReceipt x). split; [apply the_edges_after_an_emit; eauto 6|].
          cbn. destruct (A x (nth_error_In _ _ F)) as (rx & R & _). rewrite (its_trees_are_kept _ _ _ _ _ H R). exact G.
        * intros (mk & F & G). apply the_edges_after_an_emit in F; auto. destruct F as [F|(B & x & F & -> & _)].
          -- apply a_carrier_is_below_the_count in F; auto. lia.
          -- split; [exact B|]. exists x. split; [exact F|]. cbn in G.
             destruct (A x (nth_error_In _ _ F)) as (rx & R & _). rewrite (its_trees_are_kept _ _ _ _ _ H R) in G. exact G.
      + intros E. rewrite (own_iff s W _ _ _ _ E). split.
        * intros (mk & F & G). exists mk. split; [apply the_edges_after_an_emit; auto|]. eapply its_maker_is_kept; eauto.
        * intros (mk & F & G). apply the_edges_after_an_emit in F; auto. destruct F as [F|(B & x & F & -> & ->)]; [|easy].
          exists mk. split; [exact F|]. exact (proj1 (its_maker_is_kept s _ r _ mk _ W H F) G).
    - intros r e. change (emissions (emit s anchors)) with (emissions s). rewrite (init_iff s W). split.
      + intros (t & F). exists t. apply the_edges_after_an_emit; auto.
      + intros (t & F). apply the_edges_after_an_emit in F; auto. destruct F as [F|(B & x & _ & F & _)]; [eauto|easy].
    - intros e x t F. apply the_edges_after_an_emit in F; auto. destruct F as [F|(B & y & F & [= ->] & ->)].
      + eapply an_anchor_stays_older; eauto. cbn. lia.
      + cbn [tuple_count emit]. split; [lia|]. destruct (A y (nth_error_In _ _ F)) as (rx & R & _).
        pose proof (receipt_tuple s W _ _ R) as G. apply a_tuple_is_below_the_count in G; auto.
        destruct (H _ _ R) as (rx' & R' & _ & G'). exists rx'. split; [exact R'|lia].
    - intros e r t F. apply the_edges_after_an_emit in F; auto. destruct F as [F|(B & x & _ & F & _)]; [|easy].
      apply a_carrier_is_below_the_count in F; auto. cbn. lia.
    - intros t tp r. cbn [tuples emit]. destruct (Nat.eqb_spec t (tuple_count s)) as [->|N]; [intros [= <-]; easy|].
      intros E F. destruct (spout_edge s W _ _ _ E F) as (G & e & G'). split; [exact G|].
      exists e. apply the_edges_after_an_emit; auto.
    - intros e mk t F. apply the_edges_after_an_emit in F; auto. cbn [tuples emit]. destruct F as [F|(B & x & F & -> & ->)].
      + destruct (edge_tuple s W _ _ _ F) as (tp & E & G). exists tp. split; [|exact G].
        apply a_carrier_is_below_the_count in F; auto. destruct (Nat.eqb_spec t (tuple_count s)); [lia|exact E].
      + rewrite Nat.eqb_refl. eexists. split; [reflexivity|]. exists anchors. split; [reflexivity|].
        apply nth_error_In in F. exact F.
    - intros t tp l x. cbn [tuples emit]. destruct (Nat.eqb_spec t (tuple_count s)) as [->|N].
      + intros [= <-] [= <-] I. destruct (In_nth_error _ _ I) as (n & F). exists (edge_count s + n).
        apply the_edges_after_an_emit; auto. right. split; [lia|]. exists x. replace (edge_count s + n - edge_count s) with n by lia. auto.
      + intros E F I. destruct (anchor_edge s W _ _ _ _ E F I) as (e & G). exists e. apply the_edges_after_an_emit; auto.
    - intros t tp l r. cbn [tuples emit]. destruct (Nat.eqb_spec t (tuple_count s)) as [->|N].
      + intros [= <-] [= <-]. cbn [belongs]. apply existsb_same. intros x I.
        destruct (A x I) as (rx & R & _). symmetry. eapply its_trees_are_kept; eauto.
      + intros E F. eapply its_anchors_are_kept; eauto.
    - intros d I. apply (what_can_be_delivered_is_kept s); auto; [|apply (what_was_delivered_was_said s W), I].
      intros x rx E S. cbn. rewrite E. rewrite no_edges_where_none_is_picked, N.lxor_0_r; [destruct rx; reflexivity|].
      intros y Iy. apply Nat.eqb_neq. intros <-. destruct (A _ Iy) as (rx' & E' & S'). congruence.
  Qed.

  Lemma the_edges_after_an_emission s r task n e mk t :
    consistent s ->
    edges (emission s r task n) e = Some (mk, t) <->
    edges s e = Some (mk, t) \/ (edge_count s <= e < edge_count s + n /\ mk = ByEmission r /\ t = tuple_count s + (e - edge_count s)).
  Proof.
    intros W. cbn [edges emission]. destruct (Nat.leb_spec (edge_count s) e) as [B|B]; cbn [andb].
    - rewrite (edges_none s W e B). destruct (Nat.ltb_spec e (edge_count s + n)); split.
      + intros [= <- <-]. auto.
      + intros [F|(_ & -> & ->)]; easy.
      + easy.
      + intros [F|(F & _)]; [easy|lia].
    - split; [auto|]. intros [F|(F & _)]; [exact F|lia].
  Qed.

  Lemma nth_repeat_tt i n : nth_error (repeat tt n) i = Some tt <-> i < n.
  Proof.
    split.
    - intros H. assert (G : nth_error (repeat tt n) i <> None) by (rewrite H; easy).
      apply nth_error_Some in G. rewrite repeat_length in G. exact G.
    - apply nth_error_repeat.
  Qed.

  Lemma emission_stays_consistent s r task n : consistent s -> emissions s r = None -> consistent (emission s r task n).
  Proof.
    intros W Z.
    assert (H : keeps s (emission s r task n)) by (intros x rx E; cbn; eauto).
    constructor.
    - cbn [edge_count edges emission]. intros e B. destruct (Nat.leb_spec (edge_count s) e), (Nat.ltb_spec e (edge_count s + n)); try lia; cbn [andb]; apply W; lia.
    - cbn [tuple_count tuples emission]. intros t B. destruct (Nat.leb_spec (tuple_count s) t), (Nat.ltb_spec t (tuple_count s + n)); try lia; cbn [andb]; apply W; lia.
    - cbn. apply W.
    - cbn [receipts tuples emission]. intros x rx E. pose proof (receipt_tuple s W _ _ E) as F. pose proof (a_tuple_is_below_the_count _ _ _ W F).
      destruct (Nat.leb_spec (tuple_count s) (tuple_number rx)); [lia|]. exact F.
    - intros x rx e E. rewrite (children_iff s W _ _ _ E). split.
      + intros (t & F). exists t. apply the_edges_after_an_emission; auto.
      + intros (t & F). apply the_edges_after_an_emission in F; auto. destruct F as [F|(_ & F & _)]; [eauto|easy].
    - intros t tp r' e. cbn [tuples emission].
      destruct (Nat.leb_spec (tuple_count s) t) as [B|B], (Nat.ltb_spec t (tuple_count s + n)) as [B'|B']; cbn [andb].
      + intros [= <-]. cbn [carried]. unfold is_root. destruct (root_dec r r') as [<-|D].
        * rewrite in_the_set_of_one_edge. split.
          -- intros <-. exists (ByEmission r). split; [|reflexivity]. apply the_edges_after_an_emission; auto. right. repeat split; lia.
          -- intros (mk & F & G). apply the_edges_after_an_emission in F; auto. destruct F as [F|(F & _ & F')]; [|lia].
             apply a_carrier_is_below_the_count in F; auto. lia.
        * split; [easy|]. intros (mk & F & G). apply the_edges_after_an_emission in F; auto. destruct F as [F|(_ & -> & _)]; [|easy].
          apply a_carrier_is_below_the_count in F; auto. lia.
      + intros E. apply a_tuple_is_below_the_count in E; auto. lia.
      + intros E. rewrite (own_iff s W _ _ _ _ E). split.
        * intros (mk & F & G). exists mk. split; [apply the_edges_after_an_emission; auto|]. eapply its_maker_is_kept; eauto.
        * intros (mk & F & G). apply the_edges_after_an_emission in F; auto. destruct F as [F|(_ & _ & F)]; [|lia].
          exists mk. split; [exact F|]. exact (proj1 (its_maker_is_kept s _ r' _ mk _ W H F) G).
      + lia.
    - intros r' e. cbn [emissions emission]. unfold is_root. destruct (root_dec r r') as [<-|D].
      + rewrite in_the_edges_of_a_list. split.
        * intros (B & u & F & _). destruct u. apply nth_repeat_tt in F. exists (tuple_count s + (e - edge_count s)).
          apply the_edges_after_an_emission; auto. right. repeat split; lia.
        * intros (t & F). apply the_edges_after_an_emission in F; auto. destruct F as [F|(F & _)].
          -- exfalso. pose proof (proj2 (init_iff s W r e)) as G. rewrite Z in G. apply G. eauto.
          -- split; [lia|]. exists tt. split; [|reflexivity]. apply nth_repeat_tt. lia.
      + rewrite (init_iff s W). split.
        * intros (t & F). exists t. apply the_edges_after_an_emission; auto.
        * intros (t & F). apply the_edges_after_an_emission in F; auto. destruct F as [F|(_ & [= ->] & _)]; [eauto|easy].
    - intros e x t F. apply the_edges_after_an_emission in F; auto. destruct F as [F|(_ & F & _)]; [|easy].
      eapply an_anchor_stays_older; eauto. cbn. lia.
    - intros e r' t F. apply the_edges_after_an_emission in F; auto. cbn. destruct F as [F|(B & _ & ->)]; [|lia].
      apply a_carrier_is_below_the_count in F; auto. lia.
    - intros t tp r'. cbn [tuples emission].
      destruct (Nat.leb_spec (tuple_count s) t) as [B|B], (Nat.ltb_spec t (tuple_count s + n)) as [B'|B']; cbn [andb].
      + intros [= <-] [= <-]. cbn [belongs]. split; [reflexivity|]. exists (edge_count s + (t - tuple_count s)). apply the_edges_after_an_emission; auto. right. repeat split; lia.
      + intros E. apply a_tuple_is_below_the_count in E; auto. lia.
      + intros E F. destruct (spout_edge s W _ _ _ E F) as (G & e & G'). split; [exact G|].
        exists e. apply the_edges_after_an_emission; auto.
      + lia.
    - intros e mk t F. apply the_edges_after_an_emission in F; auto. cbn [tuples emission].
      destruct F as [F|(B & -> & ->)].
      + destruct (edge_tuple s W _ _ _ F) as (tp & E & G). exists tp. split; [|exact G].
        apply a_carrier_is_below_the_count in F; auto. destruct (Nat.leb_spec (tuple_count s) t); [lia|exact E].
      + destruct (Nat.leb_spec (tuple_count s) (tuple_count s + (e - edge_count s))), (Nat.ltb_spec (tuple_count s + (e - edge_count s)) (tuple_count s + n)); try lia.
        eexists. split; reflexivity.
    - intros t tp l x. cbn [tuples emission].
      destruct (Nat.leb_spec (tuple_count s) t) as [B|B], (Nat.ltb_spec t (tuple_count s + n)) as [B'|B']; cbn [andb].
      + intros [= <-] F. discriminate F.
      + intros E. apply a_tuple_is_below_the_count in E; auto. lia.
      + intros E F I. destruct (anchor_edge s W _ _ _ _ E F I) as (e & G). exists e. apply the_edges_after_an_emission; auto.
      + lia.
    - intros t tp l r'. cbn [tuples emission].
      destruct (Nat.leb_spec (tuple_count s) t) as [B|B], (Nat.ltb_spec t (tuple_count s + n)) as [B'|B']; cbn [andb].
      + intros [= <-] F. discriminate F.
      + intros E. apply a_tuple_is_below_the_count in E; auto. lia.
      + intros E F. eapply its_anchors_are_kept; eauto.
      + lia.
    - intros d I. apply (what_can_be_delivered_is_kept s); auto; [|apply (what_was_delivered_was_said s W), I].
      intros r' v E. cbn. unfold is_root. destruct (root_dec r r') as [<-|D]; [congruence|exact E].
  Qed.

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
