(** * One root

    Of an acker, one root sees a _cell_: no record, or a record and its age. Every theorem that follows is about cells, and
    the last ones of this file say why that is enough: neither the messages of other roots nor other acker tasks have a part in it.

    Theory. An acker does three things to its buckets: it keeps a record, it removes one, and it rotates. What each does to the age
    of a key is known from RotatingMap.v. So it is enough to write down what a message and a tick do to a cell, and to look
    the three things up. *)

From Coq Require Import Arith Bool Lia List.
From Ackproof Require Import Ids RotatingMap Acker.
Import ListNotations.

(** ** Cells *)

Section Cells.
  Context {A T : Type} {X : Xor A}.
  Implicit Types (p : profile) (m : message A T).

  Definition cell : Type := option (nat * record A T).
  Implicit Type c : cell.

  (** Who has no record begins with a fresh one. *)
  Definition record_in c : record A T := match option_map snd c with Some kept => kept | None => fresh end.

  Definition cell_after c m : record A T := after (record_in c) m.

  Definition cell_says p c m : option (kind * T) := says p (cell_after c m) m.

  (** A record is as young as can be if it is new or refreshed, and else as old as it was. *)
  Definition cell_age p c m : nat := if refreshes p m then 0 else match c with None => 0 | Some (old, _) => old end.

  (** A word that is final is the last of a record. *)
  Definition forgets (said : option (kind * T)) : bool := match said with None => false | Some (word, _) => final word end.

  Definition cell_step p c m : cell := if forgets (cell_says p c m) then None else Some (cell_age p c m, cell_after c m).

  (** At a tick a record stays as it is, and grows older, if there is a bucket for its new age. *)
  Definition cell_tick p c : cell :=
    match c with
    | None => None
    | Some (a, kept) => if S a <? buckets p then Some (S a, kept) else None
    end.
End Cells.

Section OneRoot.
  Context {K A T M : Type} {X : Xor A} {O : MapOps K (record A T) M} {L : MapLaws K (record A T) M}.
  Implicit Types (p : profile) (s : list M) (h : list (event K A T)) (k other : K) (m : message A T) (r : record A T).

  (** ** What is done to the buckets *)

  (** There are as many as the profile has, two or more, and no key stands in two of them. *)
  Record in_order p s : Prop := { as_many_as_the_profile_has : length s = buckets p; each_key_once : once s }.

  Lemma buckets_in_order_are_there p s : 2 <= buckets p -> in_order p s -> s <> [].
  Proof. intros Two [Many _] None_there. rewrite <- Many, None_there in Two. inversion Two. Qed.

  (** A message has a record kept, by a put or by a replacement; and if something final was said, it is removed after all. *)
  Lemma what_is_kept_is_put_or_replaced p s k m r : {keep p s k m r = put k r s} + {keep p s k m r = replace k r s}.
  Proof. unfold keep. destruct (get k s), (refreshes p m); auto. Qed.

  Lemma a_message_keeps_a_record_or_removes_it p s k m :
    fst (receive p s k m) =
    let kept := keep p s k m (cell_after (age k s) m) in
    if forgets (cell_says p (age k s) m) then remove k kept else kept.
  Proof.
    unfold receive, cell_says, cell_after, record_in. rewrite get_is_the_value_at_its_age.
    destruct (says p _ m) as [[word t]|]; cbn; [destruct (final word)|]; reflexivity.
  Qed.

  (** So buckets stay in order. *)
  Lemma keeping_stays_in_order p s k m r : in_order p s -> in_order p (keep p s k m r).
  Proof.
    intros [Many Each]. destruct (what_is_kept_is_put_or_replaced p s k m r) as [-> | ->]; constructor.
    - rewrite put_keeps_the_buckets. exact Many.
    - apply put_keeps_once, Each.
    - rewrite replace_keeps_the_buckets. exact Many.
    - apply replace_keeps_once, Each.
  Qed.

  Lemma removing_stays_in_order p s k : in_order p s -> in_order p (remove k s).
  Proof. intros [Many Each]. constructor; [rewrite remove_keeps_the_buckets; exact Many|apply remove_keeps_once, Each]. Qed.

  Lemma an_acker_is_in_order p h : 2 <= buckets p -> in_order p (run p h).
  Proof.
    intros Two. induction h as [|[k m|] h Before]; cbn [run step fst].
    - constructor; [apply repeat_length|apply make_keeps_once].
    - rewrite a_message_keeps_a_record_or_removes_it. cbn zeta.
      destruct (forgets _); [apply removing_stays_in_order|]; apply keeping_stays_in_order, Before.
    - pose proof (buckets_in_order_are_there p _ Two Before) as There. destruct Before as [Many Each].
      constructor; [rewrite rotate_keeps_the_buckets by exact There; exact Many|exact (rotate_keeps_once _ There Each)].
  Qed.

  Lemma an_acker_has_buckets p h : 2 <= buckets p -> run p h <> [].
  Proof. intros Two. exact (buckets_in_order_are_there p _ Two (an_acker_is_in_order p h Two)). Qed.

  (** ** What a root sees of it *)

  Lemma a_record_that_is_kept_has_the_age_of_the_cell p s k m r :
    s <> [] -> age k (keep p s k m r) = Some (cell_age p (age k s) m, r).
  Proof.
    intros There. unfold keep, cell_age. rewrite get_is_the_value_at_its_age.
    destruct (age k s) as [[old before]|] eqn:Stands, (refreshes p m); cbn; try apply put_makes_a_key_young, There.
    rewrite replace_keeps_the_age, Stands. reflexivity.
  Qed.

  Lemma a_record_that_is_kept_is_beside_others p s k other m r : other <> k -> age other (keep p s k m r) = age other s.
  Proof.
    intros Apart. destruct (what_is_kept_is_put_or_replaced p s k m r) as [-> | ->];
      [apply age_beside_what_was_put|apply age_beside_what_was_replaced]; exact Apart.
  Qed.

  Lemma at_root_in_the_beginning p k : at_root p [] k = None.
  Proof. exact (age_in_a_new_map k (buckets p)). Qed.

  Lemma at_root_after_its_message p h k m : 2 <= buckets p -> at_root p (Told k m :: h) k = cell_step p (at_root p h k) m.
  Proof.
    intros Two. unfold at_root. cbn [run step]. rewrite a_message_keeps_a_record_or_removes_it. unfold cell_step.
    destruct (forgets _).
    - apply age_of_what_was_removed, (each_key_once p), keeping_stays_in_order, an_acker_is_in_order, Two.
    - apply a_record_that_is_kept_has_the_age_of_the_cell, an_acker_has_buckets, Two.
  Qed.

  (** [ACK-22]: a message changes nothing of other roots. *)
  Theorem a_message_leaves_other_roots_alone p h k k' m : k <> k' -> at_root p (Told k' m :: h) k = at_root p h k.
  Proof.
    intros Apart. unfold at_root. cbn [run step]. rewrite a_message_keeps_a_record_or_removes_it. cbn zeta.
    destruct (forgets _); rewrite ?age_beside_what_was_removed by exact Apart; apply a_record_that_is_kept_is_beside_others, Apart.
  Qed.

  Lemma at_root_after_a_tick p h k : 2 <= buckets p -> at_root p (Tick :: h) k = cell_tick p (at_root p h k).
  Proof.
    intros Two. unfold at_root at 1. cbn [run step fst]. rewrite rotation_ages_every_key_by_one by (apply an_acker_has_buckets, Two).
    rewrite (as_many_as_the_profile_has p _ (an_acker_is_in_order p h Two)). reflexivity.
  Qed.

  (** ** What a root hears of it *)

  Lemma answer_to_a_message p h k m :
    answer p h (Told k m) =
    match cell_says p (at_root p h k) m with Some (i, t) => Some (Notify i k t) | None => None end.
  Proof.
    unfold answer, at_root, cell_says, cell_after, record_in. cbn [step]. unfold receive. rewrite get_is_the_value_at_its_age.
    destruct (says p _ m) as [[word t]|]; reflexivity.
  Qed.

  (** [ACK-13]: a tick says nothing. *)
  Theorem a_tick_says_nothing p h : answer p h Tick = None.
  Proof. exact eq_refl. Qed.

  (** [ACK-09]: whatever is said is said of the root of the message. *)
  Theorem what_is_said_is_about_the_root_of_the_message p h e n :
    answer p h e = Some n -> exists m, e = Told (its_root n) m.
  Proof.
    destruct e as [k m|]; [|rewrite a_tick_says_nothing; easy]. rewrite answer_to_a_message.
    destruct (cell_says _ _ _) as [[i t]|]; [|easy]. intros [= <-]. exists m. reflexivity.
  Qed.

  (** ** Roots do not touch each other *)

  (** A choice of events that has all messages of a root, and all ticks. *)
  Definition concerns (k : K) (chosen : event K A T -> bool) : Prop :=
    chosen Tick = true /\ forall m, chosen (Told k m) = true.

  Lemma the_rest_of_a_history_does_not_matter p h k chosen :
    2 <= buckets p -> concerns k chosen -> at_root p (filter chosen h) k = at_root p h k.
  Proof.
    intros H [C1 C2]. induction h as [|e h IH]; [reflexivity|]. cbn [filter]. destruct e as [k' m|].
    - destruct (same_key k k') as [<-|N].
      + rewrite C2, !at_root_after_its_message by exact H. rewrite IH. reflexivity.
      + rewrite (a_message_leaves_other_roots_alone p h k k' m N). destruct (chosen (Told k' m)); [|exact IH].
        rewrite a_message_leaves_other_roots_alone by exact N. exact IH.
    - rewrite C1, !at_root_after_a_tick by exact H. rewrite IH. reflexivity.
  Qed.

  (** What is said of a root is the same with and without all that was told of other roots. *)
  Theorem roots_do_not_touch_each_other p h k m chosen :
    2 <= buckets p -> concerns k chosen -> answer p (filter chosen h) (Told k m) = answer p h (Told k m).
  Proof. intros H C. rewrite !answer_to_a_message, the_rest_of_a_history_does_not_matter by assumption. reflexivity. Qed.

  (** ** Acker tasks do not touch each other

      Several acker tasks share the roots: [task_of_root k] is where the messages of [k] go, and a tick goes to all. Each
      task says of its roots what one acker for all would say. *)

  Definition goes_to (task_of_root : K -> nat) (task : nat) (e : event K A T) : bool :=
    match e with Told k _ => task_of_root k =? task | Tick => true end.

  (** [RTE-01]: an acker task that is told only of its own roots says of each what one acker task for all would say. The
      task has to follow from the root alone, or a tree would be told in two places. *)
  Theorem acker_tasks_do_not_touch_each_other p h k m (task_of_root : K -> nat) :
    2 <= buckets p ->
    answer p (filter (goes_to task_of_root (task_of_root k)) h) (Told k m) = answer p h (Told k m).
  Proof.
    intros H. apply roots_do_not_touch_each_other; [exact H|].
    split; [reflexivity|]. intros m'. cbn. apply Nat.eqb_refl.
  Qed.
End OneRoot.
