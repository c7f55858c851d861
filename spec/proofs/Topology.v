(** * The topology

    The system of System.v with several acker tasks, each with a clock of its own, and several spout executors, of which
    any may die at any time and begins again knowing nothing. Theorem 8: whatever dies, an ack that is called on a spout
    task is of a tree that is finished. And theorem 5 for several acker tasks, which is the same: it does not even matter
    which of them hears a message, so no routing is asked for.

    What transports must do is one hypothesis in [turn]: they deliver an init at most once in a record life ([TRN-01]).
    Holes.v has what comes of it otherwise. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets Parity System NoEarlyCompletion LastMessage Spout.
Import ListNotations.

Section Topology.
  (** [M]: the map of an acker. [MS]: that of a spout executor, which remembers the task that emitted. *)
  Context {K M MS : Type} {O : MapOps K (record N nat) M} {L : MapLaws K (record N nat) M}
    {OS : MapOps K nat MS} {LS : MapLaws K nat MS}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.

  Notation root_eq := (@same_key K (record N nat) M O L).
  Notation system := (@system K nat).
  Notation delivery := (@delivery K nat).
  Notation consistent := (@consistent K nat root_eq).
  Notation move := (@move K nat root_eq).
  Notation finished := (@finished K nat).
  Notation spout_event := (@spout_event K nat).
  Notation what_is_called := (@what_is_called K nat MS OS).

  Record topology := {
    sys : system;                                   (* tuples, bolts, and what they said *)
    heard : nat -> list delivery;                   (* what each acker task heard since it began, latest first *)
    words : list (notification K nat);              (* what acker tasks said to spout tasks *)
    executor : nat -> list spout_event;             (* what happened to each spout executor since it began, latest first *)
    called_back : list (notification K nat) }.      (* what was called of which root on which spout task, latest first *)

  Definition empty_topology : topology := {|
    sys := empty_system; heard := fun _ => []; words := []; executor := fun _ => []; called_back := [] |}.

  Definition at_number {B} (n : nat) (b : B) (f : nat -> B) : nat -> B := fun k => if k =? n then b else f k.

  Lemma what_is_at_a_number {B} n (b : B) f k : at_number n b f k = if k =? n then b else f k.
  Proof. reflexivity. Qed.

  (** The roots of which ack was called, and on which task. *)
  Definition acks_called (t : topology) : list (K * nat) :=
    flat_map (fun c => match its_kind c with SaysAck => [(its_root c, its_task c)] | _ => [] end) (called_back t).

  Lemma an_ack_that_was_called_was_called_back t r task : In (r, task) (acks_called t) <-> In (Notify SaysAck r task) (called_back t).
  Proof.
    unfold acks_called. rewrite in_flat_map. split.
    - intros ([k r' task'] & I & J). destruct k; cbn in J; try easy. destruct J as [[= <- <-]|[]]. exact I.
    - intros I. exists (Notify SaysAck r task). split; [exact I|]. left. reflexivity.
  Qed.

  (** *** What happens in a topology *)

  (** Tuples and bolts: the system moves. *)
  Definition working (t : topology) (s : system) : topology := {|
    sys := s; heard := heard t; words := words t; executor := executor t; called_back := called_back t |}.

  Definition spout_emits (t : topology) (r : K) (task n : nat) : topology := {|
    sys := emission root_eq (sys t) r task n; heard := heard t; words := words t;
    executor := at_number task (Emitted r task :: executor t task) (executor t); called_back := called_back t |}.

  Definition acker_hears (t : topology) (a : nat) (r : K) (o : sender) (m : message N nat) : topology := {|
    sys := sys t; heard := at_number a (Delivered r o m :: heard t a) (heard t);
    words := match answer (M := M) p (map event_of (heard t a)) (Told r m) with
             | Some w => w :: words t | None => words t end;
    executor := executor t; called_back := called_back t |}.

  Definition acker_ticks (t : topology) (a : nat) : topology := {|
    sys := sys t; heard := at_number a (Ticked :: heard t a) (heard t); words := words t;
    executor := executor t; called_back := called_back t |}.

  Definition acker_dies (t : topology) (a : nat) : topology := {|
    sys := sys t; heard := at_number a [] (heard t); words := words t; executor := executor t;
    called_back := called_back t |}.

  Definition spout_hears (t : topology) (w : notification K nat) : topology := {|
    sys := sys t; heard := heard t; words := words t;
    executor := at_number (its_task w) (Word (its_kind w) (its_root w) :: executor t (its_task w)) (executor t);
    called_back := what_is_called (executor t (its_task w)) (Word (its_kind w) (its_root w)) ++ called_back t |}.

  Definition spout_ticks (t : topology) (task : nat) : topology := {|
    sys := sys t; heard := heard t; words := words t;
    executor := at_number task (SpoutTick :: executor t task) (executor t);
    called_back := what_is_called (executor t task) SpoutTick ++ called_back t |}.

  Definition spout_dies (t : topology) (task : nat) : topology := {|
    sys := sys t; heard := heard t; words := words t; executor := at_number task [] (executor t);
    called_back := called_back t |}.

  Inductive turn (t : topology) : topology -> Prop :=
  | Work s : move (sys t) s -> emissions s = emissions (sys t) -> turn t (working t s)
  | SpoutEmits r task n : emissions (sys t) r = None -> turn t (spout_emits t r task n)
  | AckerHears a r o m : deliverable (sys t) (Delivered r o m) ->
      inits (m :: life (O := O) p (map event_of (heard t a)) r) <= 1 -> turn t (acker_hears t a r o m)
  | AckerTicks a : turn t (acker_ticks t a)
  | AckerDies a : turn t (acker_dies t a)
  | SpoutHears w : In w (words t) -> turn t (spout_hears t w)
  | SpoutTicks task : turn t (spout_ticks t task)
  | SpoutDies task : turn t (spout_dies t task).

  Inductive comes_about : topology -> Prop :=
  | AtFirst : comes_about empty_topology
  | Then t t' : comes_about t -> turn t t' -> comes_about t'.

  (** ** A finished tree stays finished *)

  Definition done (s : system) (r : K) : Prop := emissions s r <> None /\ exists D, finished s r D.

  Lemma a_finished_tree_stays_finished s s' r : consistent s -> move s s' -> done s r -> done s' r.
  Proof.
    intros W V (Z & D & F1 & F2 & F3). destruct (emissions s r) as [v|] eqn:E; [|easy].
    assert (S : forall x rx, D x -> receipts s x = Some rx -> receipts s' x = Some rx).
    { intros x rx Dx R. apply (what_was_let_go_of_stays root_eq s s' x rx W V R).
      destruct (F1 x Dx) as (rx' & R' & A). congruence. }
    split; [rewrite (what_was_emitted_stays root_eq s s' r v V E); easy|]. exists D. split; [|split].
    - intros x Dx. destruct (F1 x Dx) as (rx & R & A). exists rx. split; [exact (S _ _ Dx R)|exact A].
    - assert (G : forall t tp, tuples s' t = Some tp -> origin_of tp = Spout r -> tuples s t = Some tp).
      { intros t tp. destruct V as [r' task n Z'|t' tp' F|anchors A|y ry F G|y ry F G|d Dd];
          cbn [tuples emission receive_tuple emit let_go deliver]; auto.
        - destruct ((tuple_count s <=? t) && (t <? tuple_count s + n)); [|auto].
          intros [= <-]. cbn. intros [= ->]. congruence.
        - destruct (t =? tuple_count s); [|auto]. intros [= <-]. cbn. discriminate. }
      intros t tp T P. destruct (F2 t tp (G _ _ T P) P) as (x & rx & Dx & R & U). exists x, rx. eauto.
    - assert (G : forall t tp to x, tuples s' t = Some tp -> origin_of tp = Anchored to -> In x to -> D x ->
                    tuples s t = Some tp).
      { intros t tp to x. destruct V as [r' task n Z'|t' tp' F|anchors A|y ry F G|y ry F G|d Dd];
          cbn [tuples emission receive_tuple emit let_go deliver]; auto.
        - destruct ((tuple_count s <=? t) && (t <? tuple_count s + n)); [|auto]. intros [= <-]. cbn. discriminate.
        - destruct (t =? tuple_count s); [|auto]. intros [= <-]. cbn. intros [= <-] I Dx. exfalso.
          destruct (A x I) as (rx & R & H). destruct (F1 x Dx) as (rx' & R' & H'). congruence. }
      intros t tp to x T P I Dx.
      destruct (F3 t tp to x (G _ _ _ _ T P I Dx) P I Dx) as (y & ry & Dy & R & U). exists y, ry. eauto.
  Qed.

  (** ** What always holds *)

  Record sound (t : topology) : Prop := {
    its_system_is_consistent : consistent (sys t);
    what_was_heard_was_said : forall a d, In d (heard t a) -> deliverable (sys t) d;
    an_ack_is_said_of_what_is_done : forall w, In w (words t) -> its_kind w = SaysAck -> done (sys t) (its_root w);
    an_ack_is_called_of_what_is_done : forall c, In c (called_back t) -> its_kind c = SaysAck -> done (sys t) (its_root c) }.

  Lemma a_move_leaves_it_sound t s' e :
    sound t -> move (sys t) s' ->
    sound {| sys := s'; heard := heard t; words := words t; executor := e; called_back := called_back t |}.
  Proof.
    intros [W H Q C] V. constructor; cbn.
    - destruct V; [apply emission_stays_consistent|apply receive_stays_consistent|apply emit_stays_consistent
        |apply let_go_stays_consistent|apply let_go_stays_consistent|apply deliver_stays_consistent]; assumption.
    - intros a d I. apply (what_is_deliverable_stays_so root_eq (sys t)); eauto.
    - intros w I E. apply (a_finished_tree_stays_finished (sys t)); auto.
    - intros c I E. apply (a_finished_tree_stays_finished (sys t)); auto.
  Qed.

  Lemma an_odd_number_of_inits_is_not_none (l : list delivery) r :
    parity is_init (about (O := O) r (map event_of l)) = true -> exists v o task, In (Delivered r o (Init v task)) l.
  Proof.
    induction l as [|[k o m|] l IH]; cbn; [discriminate| |].
    - assert (J : parity is_init (about (O := O) r (map event_of l)) = true ->
                  exists v o' task, In (Delivered r o' (Init v task)) (Delivered k o m :: l)).
      { intros P. destruct (IH P) as (v & o' & task & I). exists v, o', task. right. exact I. }
      destruct (same_key k r) as [->|]; [|exact J]. destruct m as [v task| | |]; cbn [parity is_init]; rewrite ?xorb_false_l;
        try exact J. intros _. exists v, o, task. left. reflexivity.
    - intros P. destruct (IH P) as (v & o & task & I). exists v, o, task. right. exact I.
  Qed.

  (** An ack that an acker task says is of a finished tree. *)
  Lemma an_ack_that_is_said_is_of_a_finished_tree t a r o m w :
    sound t -> deliverable (sys t) (Delivered r o m) -> inits (m :: life (O := O) p (map event_of (heard t a)) r) <= 1 ->
    answer (M := M) p (map event_of (heard t a)) (Told r m) = Some w -> its_kind w = SaysAck -> done (sys t) (its_root w).
  Proof.
    intros [W H _ _] Dm I A E. destruct w as [k root task]. cbn in E. subst k. cbn [its_root].
    destruct (what_is_said_is_about_the_root_of_the_message _ _ _ _ A) as (m' & J). cbn in J. injection J as J _. subst root.
    pose proof (an_ack_needs_a_zero (LA := xor_N_laws) p two _ _ _ _ A) as (_ & B).
    assert (D : forall d, In d (Delivered r o m :: heard t a) -> deliverable (sys t) d).
    { intros d [<-|J]; [exact Dm|eauto]. }
    pose proof (one_init_is_an_odd_number p two _ _ I B) as P. split.
    - destruct (a_life_is_what_came_of_late p (map event_of (heard t a)) r) as (h1 & h2 & F & G).
      assert (X : exists v o' task', In (Delivered r o' (Init v task')) (Delivered r o m :: heard t a)).
      { rewrite G in P. apply map_eq_app in F. destruct F as (l1 & l2 & F & <- & _).
        destruct (an_odd_number_of_inits_is_not_none (Delivered r o m :: l1) r) as (v & o' & task' & X).
        - cbn [map event_of about noted]. destruct (same_key r r); [exact P|easy].
        - exists v, o', task'. rewrite F. destruct X as [X|X]; [left; exact X|right; apply in_or_app; left; exact X]. }
      destruct X as (v & o' & task' & X). specialize (D _ X). inversion D; subst; congruence.
    - exact (no_acker_that_hears_what_was_said_completes_a_tree_early p two (sys t) (heard t a) r o m task W D A P).
  Qed.

  Lemma what_comes_about_is_sound t : comes_about t -> sound t.
  Proof.
    induction 1 as [|t t' _ IH V]; [constructor; cbn; try easy; apply the_empty_system_is_consistent|].
    destruct V as [s V E|r task n Z|a r o m D I|a|a|w I|task|task].
    - apply a_move_leaves_it_sound; assumption.
    - apply a_move_leaves_it_sound; [exact IH|]. apply Emission, Z.
    - pose proof IH as [W H Q C]. constructor; cbn; auto.
      + intros b d. unfold at_number. destruct (b =? a); [|apply H]. intros [<-|J]; [exact D|exact (H _ _ J)].
      + intros w J E. destruct (answer p (map event_of (heard t a)) (Told r m)) as [w'|] eqn:A; [|auto].
        destruct J as [->|J]; [|auto]. eapply an_ack_that_is_said_is_of_a_finished_tree; eauto.
    - destruct IH as [W H Q C]. constructor; cbn; auto. intros b d. unfold at_number.
      destruct (b =? a); [|apply H]. intros [<-|J]; [constructor|exact (H _ _ J)].
    - destruct IH as [W H Q C]. constructor; cbn; auto. intros b d. unfold at_number. destruct (b =? a); [easy|apply H].
    - destruct IH as [W H Q C]. constructor; cbn; auto. intros c J E. apply in_app_or in J. destruct J as [J|J]; [|auto].
      apply a_word_is_called_as_it_was_said in J. destruct J as (J & ->). apply Q; congruence.
    - destruct IH as [W H Q C]. constructor; cbn; auto. intros c J E. apply in_app_or in J. destruct J as [J|J]; [|auto].
      apply a_tick_calls_nothing_but_fail in J. congruence.
    - destruct IH. constructor; cbn; auto.
  Qed.

  (** Theorem 8. Whatever was lost, late, doubled or reordered, and whatever acker tasks and spout executors died and began
      again: an ack that was called on a spout task is of a finished tree. [SYS-04], [ACK-03]. *)
  Theorem an_ack_that_was_called_is_of_a_finished_tree_whatever_died t r task :
    comes_about t -> In (r, task) (acks_called t) -> exists D, finished (sys t) r D.
  Proof.
    intros R I. apply an_ack_that_was_called_was_called_back in I.
    exact (proj2 (an_ack_is_called_of_what_is_done t (what_comes_about_is_sound t R) _ I eq_refl)).
  Qed.

  (** Theorem 5 for several acker tasks. *)
  Theorem no_acker_task_completes_a_tree_early_whatever_died t w :
    comes_about t -> In w (words t) -> its_kind w = SaysAck -> exists D, finished (sys t) (its_root w) D.
  Proof. intros R I E. apply (an_ack_is_said_of_what_is_done t (what_comes_about_is_sound t R) w I E). Qed.

  (** ** A tree that is done is acked

      The other direction, of theorem 6 with the spout. [SYS-12]: every tuple of the tree was received once and acked, and
      all its messages but the last were heard by one acker task, each once, with fewer ticks in between than it has
      buckets. When it hears the last, and then the spout executor hears it while it waits, ack is called on the task. *)

  Lemma a_word_that_is_heard_in_time_is_called e root task a :
    wait (M := MS) root e = Some (a, task) -> what_is_called e (Word SaysAck root) = [Notify SaysAck root task].
  Proof. unfold wait, Spout.what_is_called. intros E. cbn [spout_step]. rewrite get_is_the_value_at_its_age, E. reflexivity. Qed.

  (** [SYS-12]: two more turns, the last message and the word, and ack is called. The acker must not have forgotten the
      tree, and the executor must still wait for it. *)
  Theorem a_tree_that_is_done_is_acked_if_its_spout_hears_it_in_time t a r v task o m new old age_of_it :
    comes_about t ->
    emissions (sys t) r = Some (v, task) -> all_acked (sys t) r ->
    heard t a = new ++ old -> senders (O := O) r old = [] -> ticked new < buckets p ->
    deliverable (sys t) (Delivered r o m) -> each_once (O := O) (sys t) r (Delivered r o m :: heard t a) ->
    inits (m :: life (O := O) p (map event_of (heard t a)) r) <= 1 ->
    wait (M := MS) r (executor t task) = Some (age_of_it, task) ->
    exists t1 t2, turn t t1 /\ turn t1 t2 /\ In (r, task) (acks_called t2).
  Proof.
    intros R E A H Old Tk Dm On I P. pose proof (what_comes_about_is_sound t R) as [W Hd _ _].
    assert (S : answer (M := M) p (map event_of (heard t a)) (Told r m) = Some (Notify SaysAck r task)).
    { rewrite H in *. eapply the_last_message_that_is_heard_of_a_tree_acks_it; eauto.
      intros d [<-|J]; [exact Dm|]. apply (Hd a). rewrite H. exact J. }
    eexists. eexists. split; [apply (AckerHears t a r o m Dm I)|]. split.
    - apply (SpoutHears _ (Notify SaysAck r task)). unfold acker_hears. cbn [words]. rewrite S. left. reflexivity.
    - apply an_ack_that_was_called_was_called_back. cbn [spout_hears called_back executor acker_hears its_kind its_root its_task].
      rewrite (a_word_that_is_heard_in_time_is_called _ _ _ _ P). left. reflexivity.
  Qed.

  (** ** Deaths *)

  (** An acker task that died has no record of anything. *)
  Theorem an_acker_task_that_died_knows_nothing a (f : nat -> list delivery) r :
    at_root (M := M) p (map event_of (at_number a [] f a)) r = None.
  Proof. unfold at_number. rewrite Nat.eqb_refl. apply at_root_in_the_beginning. Qed.

  (** After the death of its executor a spout task is called of nothing that was emitted before: whatever word comes. *)
  Theorem a_spout_executor_that_died_calls_nothing_of_before k root (e : list spout_event) :
    (forall task, ~ In (Emitted root task) e) ->
    snd (spout_step (spout (M := MS) e) (Word k root)) = Nothing.
  Proof.
    intros N. assert (A : wait root e = None).
    { rewrite <- (app_nil_r e). apply without_an_emission_there_is_no_wait; [apply (age_in_a_new_map root 2)|exact N]. }
    unfold wait in A.
    cbn [spout_step]. rewrite get_is_the_value_at_its_age, A. reflexivity.
  Qed.
End Topology.
