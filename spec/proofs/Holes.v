(** * The two holes

    Theorem 5 needs its hypotheses. Where an init is delivered twice ([ACK-11]), or an emit is anchored to a receipt that
    was let go ([ANC-10]), a tree is called done of which a tuple was never received. And the hypotheses of theorem 6 can be
    met. The root is 5 and the spout task 7.

    Theory. Both holes are in one small history, which is written out state by state: a tuple is emitted, its init is heard,
    the tuple is received, and acked. The acker of the program, over trees, computes what it says in each. That a tree is
    not finished is seen by looking for a receipt that is not there. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets System NoEarlyCompletion LastMessage Trees Spout Topology.
Import ListNotations.

Notation trees := (NTrees.counted (record N nat)).
Notation same_root := (@same_key N (record N nat) trees _ _).
Notation reachable := (@reachable N nat same_root).
Notation emission := (@emission N nat same_root).
Notation says_ack s m := (answer (M := trees) storm2 (history s) (Told 5%N m)
                          = Some (Notify SaysAck 5%N 7)).

(** A tuple is emitted: it is number 0, and its edge is edge 0. *)
Definition emitted_ := emission empty_system 5%N 7 1.
Definition tuple_0 := {| belongs := is_root same_root 5%N; origin_of := Spout 5%N;
                         carried := fun r => if is_root same_root 5%N r then just (0 + (0 - 0)) else 0%N |}.

(** The init is heard. It tells of the set of edge 0. *)
Definition the_init := Init (A := N) 1%N 7.
Definition init_heard := deliver emitted_ (Delivered 5%N FromSpout the_init).

(** The tuple is received, *)
Definition received := receive_tuple init_heard 0 tuple_0.
Definition held_0 := {| tuple_number := 0; the_tuple := tuple_0; children := 0%N; state_of := Held |}.

(** and acked. *)
Definition done_ := let_go received 0 held_0 Acked.
Definition acked_0 := {| tuple_number := 0; the_tuple := tuple_0; children := 0%N; state_of := Acked |}.
Definition the_ack : message N nat := Ack (N.lxor (carried tuple_0 5%N) 0).

Lemma the_init_can_be_heard : deliverable emitted_ (Delivered 5%N FromSpout the_init).
Proof. apply init_delivered. reflexivity. Qed.

Lemma init_heard_reachable : reachable init_heard.
Proof.
  apply (Step _ emitted_); [|exact (Deliver _ _ _ the_init_can_be_heard)].
  exact (Step _ _ _ (Start _) (Emission _ empty_system 5%N 7 1 eq_refl)).
Qed.

Lemma done_reachable : reachable done_.
Proof.
  apply (Step _ received); [|exact (AckCall _ received 0 held_0 eq_refl eq_refl)].
  exact (Step _ _ _ init_heard_reachable (Receive _ init_heard 0 tuple_0 eq_refl)).
Qed.

(** ACK-11. An acker is told the init again. That cancels it, the task is known, and ack is said of a tuple that lies with the
    transport still. *)
Theorem an_init_delivered_twice_completes_a_tree_early :
  reachable init_heard /\ deliverable init_heard (Delivered 5%N FromSpout the_init) /\ says_ack init_heard the_init /\
  ~ exists D, finished init_heard 5%N D.
Proof.
  split; [exact init_heard_reachable|]. split; [apply init_delivered; reflexivity|]. split; [vm_compute; reflexivity|].
  apply (a_tree_is_not_finished_before_its_tuples_are_received init_heard 5%N 0 tuple_0); [reflexivity|reflexivity|].
  intros x rx R. discriminate R.
Qed.

(** Before the second hole, the same tree as it should be: nobody else has a receipt of its tuple, *)
Lemma its_only_receipt_is_acked : all_acked done_ 5%N.
Proof.
  assert (Only : forall x rx, receipts done_ x = Some rx -> x = 0) by (intros [|x] rx R; [reflexivity|discriminate R]). split.
  - intros x y rx ry Rx Ry _ _. rewrite (Only _ _ Rx), (Only _ _ Ry). reflexivity.
  - intros [|t] tp There _; [exists 0, acked_0; easy|discriminate There].
Qed.

Lemma its_ack_can_be_heard : deliverable done_ (Delivered 5%N (From 0) the_ack).
Proof. exact (ack_delivered done_ 5%N 0 acked_0 eq_refl eq_refl eq_refl). Qed.

(** and when the ack is heard all is heard: the init from the spout, and the ack. *)
Lemma its_init_and_its_ack_are_heard_once : each_once (M := trees) done_ 5%N (Delivered 5%N (From 0) the_ack :: delivered done_).
Proof.
  unfold each_once. change (senders _ _) with [From 0; FromSpout]. split.
  - constructor; [intros [Same|[]]; discriminate Same|constructor; [easy|constructor]].
  - intros o. cbn [In]. split; [intros [<-|[<-|[]]]; [right; exists 0, acked_0; easy|auto]|].
    intros [->|(x & rx & -> & R & _)]; [auto|]. destruct x as [|x]; [auto|discriminate R].
Qed.

(** So [the_last_message_of_a_tree_acks_it] is said of something: here are its hypotheses. *)
Theorem a_tree_of_one_tuple_is_acked : says_ack done_ the_ack.
Proof.
  refine (the_last_message_of_a_tree_acks_it (M := trees) storm2 (le_S _ _ (le_n 2)) done_ 5%N 1%N 7
            (a_reachable_system_is_consistent _ _ done_reachable) eq_refl its_only_receipt_is_acked
            [] (delivered done_) (From 0) the_ack eq_refl eq_refl _ its_ack_can_be_heard its_init_and_its_ack_are_heard_once).
  apply Nat.lt_0_succ.
Qed.

(** ANC-10. The bolt emits once more, anchored to what it has acked. No [move] does so. The ack is out and cannot tell of the new
    edge, so ack is said of a tree with a child on its way. *)
Definition emitted_late := emit done_ [0].

(** Nobody has received the child that was emitted late, and the acker says ack: [ANC-10] is needed. *)
Theorem an_emit_after_the_ack_completes_a_tree_early :
  reachable done_ /\ deliverable done_ (Delivered 5%N (From 0) the_ack) /\ says_ack emitted_late the_ack /\
  ~ exists D, finished emitted_late 5%N D.
Proof.
  repeat apply conj; [exact done_reachable|exact its_ack_can_be_heard|vm_compute; reflexivity|].
  eapply (a_tree_is_not_finished_before_its_children_are_received emitted_late 5%N 0 tuple_0 0 1) with (to := [0]);
    try reflexivity; [|left; reflexivity|]; intros [|y] ry R; try discriminate R; [reflexivity|].
  injection R as <-. discriminate.
Qed.

(** SYS-16 under storm1. Two buckets are too few where the acker's clock ticks twice while the spout's has ticked once: the
    tree of which the init was heard, and then the only ack, is not acked. *)
Theorem two_buckets_forget_a_tree_while_its_spout_waits v :
  answer (M := trees) storm1 [Tick; Tick; Told 5%N (Init v 7)] (Told 5%N (Ack v)) = None
  \/ v = 0%N.
Proof. destruct v; [right; reflexivity|left; reflexivity]. Qed.

(** An ack is called in the topology of Topology.v: what its theorems say of called acks is said of something. *)
Notation topology := (@topology N).
Notation turn := (@turn N trees (NTrees.counted nat) _ _ _ storm2).
Notation comes_about := (@comes_about N trees (NTrees.counted nat) _ _ _ storm2).

Lemma hears (t : topology) r o m said :
  deliverable (sys t) (Delivered r o m) -> inits (m :: life (M := trees) storm2 (map event_of (heard t 0)) r) <= 1 ->
  answer (M := trees) storm2 (map event_of (heard t 0)) (Told r m) = said ->
  turn t {| sys := sys t; heard := at_number 0 (Delivered r o m :: heard t 0) (heard t);
            words := match said with Some w => w :: words t | None => words t end;
            executor := executor t; called_back := called_back t |}.
Proof. intros D I <-. apply AckerHears; assumption. Qed.

Definition executor_of_7 := at_number 7 [Emitted 5%N 7] (fun _ => []).
Definition of_5 (o : sender) (m : message N nat) : @delivery N nat := Delivered 5%N o m.

Definition state (s : @system N nat) l w e c : topology :=
  {| sys := s; heard := l; words := w; executor := e; called_back := c |}.
Definition heard_1 := at_number 0 [of_5 FromSpout the_init] (fun _ => []).
Definition heard_2 := at_number 0 [of_5 (From 0) the_ack; of_5 FromSpout the_init] heard_1.
Definition the_word : notification N nat := Notify SaysAck 5%N 7.
Definition received_ := receive_tuple emitted_ 0 tuple_0.
Definition let_go_of := let_go received_ 0 held_0 Acked.

(** There is a history in which ack is called: so what theorem 8 says of called acks is said of something. *)
Theorem an_ack_is_called_of_a_tree_of_one_tuple :
  exists t : topology, comes_about t /\ acks_called t = [(5%N, 7)].
Proof.
  assert (R1 : comes_about (state emitted_ (fun _ => []) [] executor_of_7 [])).
  { exact (Then _ _ _ (AtFirst _) (SpoutEmits storm2 empty_topology 5%N 7 1 eq_refl)). }
  assert (R2 : comes_about (state emitted_ heard_1 [] executor_of_7 [])).
  { refine (Then _ _ _ R1 (hears _ 5%N FromSpout the_init None _ _ _)).
    - apply init_delivered. reflexivity.
    - vm_compute. repeat constructor.
    - vm_compute. reflexivity. }
  assert (R3 : comes_about (state received_ heard_1 [] executor_of_7 [])).
  { exact (Then _ _ _ R2 (Work storm2 (state emitted_ heard_1 [] executor_of_7 []) _ (Receive _ emitted_ 0 tuple_0 eq_refl) eq_refl)). }
  assert (R4 : comes_about (state let_go_of heard_1 [] executor_of_7 [])).
  { exact (Then _ _ _ R3 (Work storm2 (state received_ heard_1 [] executor_of_7 []) _ (AckCall _ received_ 0 held_0 eq_refl eq_refl) eq_refl)). }
  assert (R5 : comes_about (state let_go_of heard_2 [the_word] executor_of_7 [])).
  { refine (Then _ _ _ R4 (hears _ 5%N (From 0) the_ack (Some the_word) _ _ _)).
    - exact (ack_delivered let_go_of 5%N 0 acked_0 eq_refl eq_refl eq_refl).
    - vm_compute. repeat constructor.
    - vm_compute. reflexivity. }
  eexists. split.
  - exact (Then _ _ _ R5 (SpoutHears storm2 (state let_go_of heard_2 [the_word] executor_of_7 []) the_word (or_introl eq_refl))).
  - vm_compute. reflexivity.
Qed.
