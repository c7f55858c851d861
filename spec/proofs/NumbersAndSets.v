(** * Numbers and edge sets

    Theorem 4: the acker that keeps a number and the acker that keeps the open set itself say the same, as long as the
    ids are _faithful_: no number is zero while the set that it stands for is not empty.

    Theory. Take any map of values that turns xor into xor. Then whatever is told or kept in the one values has an image
    in the other, and each step of an acker leads from images to images, but for one question: whether the ack val is
    zero. A set that is empty has the number zero; the other direction is what has to be assumed. *)

From Coq Require Import Arith Bool Lia List NArith.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife.
Import ListNotations.

(** ** Images *)

Section Images.
  Context {K A B T : Type}.
  Variable f : A -> B.

  Definition map_message (m : message A T) : message B T :=
    match m with
    | Init v t => Init (f v) t
    | Ack v => Ack (f v)
    | Fail => Fail
    | ResetTimeout => ResetTimeout
    end.

  Definition map_event (e : event K A T) : event K B T :=
    match e with
    | Told k m => Told k (map_message m)
    | Tick => Tick
    end.

  Definition image_of_record (r : record A T) : record B T :=
    {| ack_val := f (ack_val r); spout_task := spout_task r; failed := failed r |}.

  Definition image_of_cell (c : cell) : cell :=
    match c with Some (a, r) => Some (a, image_of_record r) | None => None end.
End Images.

Section TwoAckers.
  (** Two ackers over the same roots and tasks, with values in [A] and in [B], in any two finite maps. *)
  Context {K A B T MA MB : Type} {XA : Xor A} {XB : Xor B} {LA : XorLaws A} {LB : XorLaws B}
    {OA : MapOps K (record A T) MA} {LMA : MapLaws K (record A T) MA}
    {OB : MapOps K (record B T) MB} {LMB : MapLaws K (record B T) MB}.
  Variable f : A -> B.
  Hypothesis f_preserves : preserves f.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.
  Implicit Types (h : list (event K A T)) (k : K) (m : message A T) (r : record A T) (a : A).

  (** *** One step leads from images to images *)

  (** Whoever sees only the image of a value is not deceived by a zero. *)
  Definition undeceived a : Prop := f a = zero -> a = zero.

  Lemma an_image_after_a_message r m : after (image_of_record f r) (map_message f m) = image_of_record f (after r m).
  Proof.
    destruct f_preserves as [_ Sums]. unfold image_of_record.
    destruct m; cbn; try rewrite Sums; reflexivity.
  Qed.

  (** A root without a record begins at zero, and zero has the image zero. *)
  Lemma a_cell_image_after_a_message (c : cell) m :
    cell_after (image_of_cell f c) (map_message f m) = image_of_record f (cell_after c m).
  Proof.
    unfold cell_after. rewrite <- an_image_after_a_message. f_equal. destruct c as [[a r]|]; [reflexivity|].
    destruct f_preserves as [Zero _]. unfold image_of_record, fresh. cbn. rewrite Zero. reflexivity.
  Qed.

  (** The one place that asks for more than [preserves]. *)
  Lemma an_undeceiving_image_is_zero_when_its_value_is a : undeceived a -> is_zero (f a) = is_zero a.
  Proof.
    intros Honest. destruct (is_zero a) eqn:Zero.
    - apply is_zero_tells_zero in Zero as ->. apply is_zero_tells_zero, f_preserves.
    - apply not_true_iff_false. intros Image. apply is_zero_tells_zero, Honest, is_zero_tells_zero in Image. congruence.
  Qed.

  Lemma the_same_is_said_of_an_image r m :
    undeceived (ack_val r) -> says p (image_of_record f r) (map_message f m) = says p r m.
  Proof.
    intros Honest. unfold says, verdict. cbn [ack_val spout_task failed image_of_record].
    rewrite an_undeceiving_image_is_zero_when_its_value_is by exact Honest. destruct m; reflexivity.
  Qed.

  Lemma a_message_leads_from_image_to_image (c : cell) m :
    undeceived (ack_val (cell_after c m)) ->
    cell_step p (image_of_cell f c) (map_message f m) = image_of_cell f (cell_step p c m).
  Proof.
    intros Honest.
    assert (Age : cell_age p (image_of_cell f c) (map_message f m) = cell_age p c m)
      by (destruct c as [[? ?]|], m; reflexivity).
    unfold cell_step, cell_says.
    rewrite Age, a_cell_image_after_a_message, the_same_is_said_of_an_image by exact Honest.
    destruct (forgets _); reflexivity.
  Qed.

  Lemma a_tick_leads_from_image_to_image (c : cell (A := A) (T := T)) :
    cell_tick p (image_of_cell f c) = image_of_cell f (cell_tick p c).
  Proof. unfold cell_tick, image_of_cell. destruct c as [[a r]|]; [destruct (_ <? _)|]; reflexivity. Qed.

  (** *** Faithful ids, along a history *)

  Notation at_A := (@at_root K A T MA XA OA p).
  Notation at_B := (@at_root K B T MB XB OB p).
  Notation life_A := (@life K A T MA XA OA LMA p).

  (** The ids are _faithful_ along a history, for a root: at each of its messages, what its record life amounts to is
      zero in [B] only if it is zero in [A]. *)
  Fixpoint faithful k h : Prop :=
    match h with
    | [] => True
    | e :: before => (forall m, e = Told k m -> undeceived (total (m :: life_A before k))) /\ faithful k before
    end.

  Lemma what_is_judged_does_not_deceive k m h :
    faithful k (Told k m :: h) -> undeceived (ack_val (cell_after (at_A h k) m)).
  Proof. intros [Honest _]. rewrite judged_by_the_life by exact two. apply Honest. reflexivity. Qed.

  Lemma a_root_has_the_image_of_its_record k h :
    faithful k h -> at_B (map (map_event f) h) k = image_of_cell f (at_A h k).
  Proof.
    induction h as [|e h IH]; [intros _; cbn [map]; rewrite !at_root_in_the_beginning; reflexivity|].
    intros Faithful. specialize (IH (proj2 Faithful)). destruct e as [k' m|]; cbn [map map_event].
    - destruct (same_key k k') as [<-|Other].
      + rewrite !at_root_after_its_message, IH by exact two.
        apply a_message_leads_from_image_to_image, what_is_judged_does_not_deceive, Faithful.
      + rewrite !a_message_leaves_other_roots_alone by exact Other. exact IH.
    - rewrite !at_root_after_a_tick, IH by exact two. apply a_tick_leads_from_image_to_image.
  Qed.

  (** What is said of a root whose ids are faithful, whatever the ids of other roots are. *)
  Theorem numbers_and_edge_sets_say_the_same_of_a_root k m h :
    faithful k (Told k m :: h) ->
    answer (M := MB) p (map (map_event f) h) (Told k (map_message f m)) = answer (M := MA) p h (Told k m).
  Proof.
    intros Faithful. rewrite !answer_to_a_message, (a_root_has_the_image_of_its_record _ _ (proj2 Faithful)).
    unfold cell_says. rewrite a_cell_image_after_a_message, the_same_is_said_of_an_image; [reflexivity|].
    apply what_is_judged_does_not_deceive, Faithful.
  Qed.

  (** What is said of all roots, if the ids of each are faithful. *)
  Theorem numbers_and_edge_sets_say_the_same h :
    (forall k, faithful k h) -> answers (M := MB) p (map (map_event f) h) = answers (M := MA) p h.
  Proof.
    induction h as [|e h IH]; cbn [map answers]; intros Faithful; f_equal.
    - destruct e as [k m|]; [apply numbers_and_edge_sets_say_the_same_of_a_root, Faithful|reflexivity].
    - apply IH. intros k. apply (Faithful k).
  Qed.

  (** *** The image of what was told *)

  Lemma what_is_about_a_root_in_an_image h k :
    about (A := B) (O := OB) k (map (map_event f) h) = map (map_message f) (about (A := A) (O := OA) k h).
  Proof.
    induction h as [|[k' m|] h IH]; cbn; [reflexivity| |exact IH].
    (* each of the two maps has a way of its own to tell keys apart *)
    destruct (same_key (MapLaws := LMB) k' k), (same_key (MapLaws := LMA) k' k); cbn; congruence.
  Qed.

  Lemma the_total_of_an_image (l : list (message A T)) : total (map (map_message f) l) = f (total l).
  Proof.
    destruct f_preserves as [Zero Sums]. induction l as [|m l IH]; cbn; [auto|].
    rewrite Sums, IH. destruct m; cbn; rewrite ?Zero; reflexivity.
  Qed.

  (** *** A map that sends only zero to zero, on the values that occur, is faithful

      What occurs has to be closed under xor, since an acker keeps xors of what it was told. *)

  Variable occurs : A -> Prop.
  Hypothesis zero_occurs : occurs zero.
  Hypothesis xor_occurs : forall a b, occurs a -> occurs b -> occurs (xor a b).

  Lemma a_total_occurs (l : list (message A T)) : (forall m, In m l -> occurs (value_of m)) -> occurs (total l).
  Proof. induction l as [|m l IH]; cbn; auto. Qed.

  Lemma what_is_about_a_root_was_told h k m : In m (about k h) -> In (Told k m) h.
  Proof.
    induction h as [|[k' m'|] h IH]; cbn; [auto| |auto]. destruct (same_key k' k) as [->|_]; [|auto].
    intros [->|Before]; auto.
  Qed.

  Lemma what_is_in_a_life_was_told h k m : In m (life_A h k) -> In (Told k m) h.
  Proof.
    destruct (a_life_is_what_came_of_late p h k) as (late & before & -> & ->). intros Late.
    apply in_or_app. left. apply what_is_about_a_root_was_told, Late.
  Qed.

  Lemma what_occurs_is_faithful_if_only_its_zero_has_image_zero h :
    (forall k m, In (Told k m) h -> occurs (value_of m)) -> (forall a, occurs a -> undeceived a) ->
    forall k, faithful k h.
  Proof.
    intros Occur Honest k. induction h as [|e h IH]; [exact I|]. split.
    - intros m ->. apply Honest, a_total_occurs. intros m' [->|Life]; apply (Occur k); [left; reflexivity|right].
      apply what_is_in_a_life_was_told, Life.
    - apply IH. intros k' m Told. apply (Occur k'). right. exact Told.
  Qed.
End TwoAckers.

(** ** Sets of edges, and the xors of their ids *)

Section Ledger.
  Context {K B T MA MB : Type} {XB : Xor B} {LB : XorLaws B}
    {OA : MapOps K (record N T) MA} {LMA : MapLaws K (record N T) MA}
    {OB : MapOps K (record B T) MB} {LMB : MapLaws K (record B T) MB}.
  Variables (p : profile) (id_of : nat -> B) (n : nat) (h : list (event K N T)).

  (** No set of the first [n] edges but the empty one has xor zero. *)
  Hypothesis ids_are_independent : independent id_of n.

  (** An edge beyond them has no id, and would be left out of the number. *)
  Hypothesis told_edges_have_ids : forall k m, In (Told k m) h -> within n (value_of m).

  (** The map of theorem 4 is the xor of the ids of a set of edges. Independent ids are faithful along every history. *)
  Theorem independent_ids_are_faithful k : faithful (MA := MA) (image id_of n) p k h.
  Proof.
    apply what_occurs_is_faithful_if_only_its_zero_has_image_zero with (occurs := within n);
      auto using within_empty, within_xor.
  Qed.

  (** So with independent ids, numbers say what edge sets say of every history that tells only of edges that have an
      id. *)
  Theorem independent_ids_say_what_edge_sets_say :
    2 <= buckets p -> answers (M := MB) p (map (map_event (image id_of n)) h) = answers (M := MA) p h.
  Proof.
    intros two.
    exact (numbers_and_edge_sets_say_the_same _ (image_preserves_xor id_of n) p two h independent_ids_are_faithful).
  Qed.
End Ledger.
