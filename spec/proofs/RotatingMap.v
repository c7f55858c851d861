(** * The RotatingMap

    The map that forgets, function by function as [acking.rotating_map]: a list of buckets, of which the first is the
    nursery and the last is death row. Then what the functions do to the _age_ of a key, which is the number of the
    bucket in which it stands. Rules: [RM-01] onwards. *)

From Coq Require Import Bool Arith NArith List Lia.
Import ListNotations.

(** ** A finite map

    The buckets are finite maps. Everything holds of every finite map that has these laws. *)

Class MapOps (K V M : Type) := {
  empty : M; find : K -> M -> option V; add : K -> V -> M -> M; del : K -> M -> M;
  entries : M -> list (K * V); count : M -> N }.

Class MapLaws (K V M : Type) {O : MapOps K V M} := {
  find_in_empty : forall k, find k empty = None;
  find_what_was_added : forall k v m, find k (add k v m) = Some v;
  find_beside_what_was_added : forall k k' v m, k <> k' -> find k (add k' v m) = find k m;
  find_what_was_deleted : forall k m, find k (del k m) = None;
  find_beside_what_was_deleted : forall k k' m, k <> k' -> find k (del k' m) = find k m;
  entries_are_what_is_found : forall k v m, In (k, v) (entries m) <-> find k m = Some v;
  entries_name_each_key_once : forall m, NoDup (map fst (entries m));
  count_counts_the_entries : forall m, count m = N.of_nat (length (entries m));
  same_key : forall k k' : K, {k = k'} + {k <> k'} }.

(** ** The functions *)

Section Functions.
  Context {K V M : Type} {O : MapOps K V M}.

  Definition make (buckets : nat) : list M := repeat empty buckets.

  Fixpoint get (k : K) (bs : list M) : option V :=
    match bs with
    | [] => None
    | b :: older => match find k b with Some v => Some v | None => get k older end
    end.

  Fixpoint remove (k : K) (bs : list M) : list M :=
    match bs with
    | [] => []
    | b :: older => match find k b with Some _ => del k b :: older | None => b :: remove k older end
    end.

  (** Change the value of a key where it stands. *)
  Fixpoint replace (k : K) (v : V) (bs : list M) : list M :=
    match bs with
    | [] => []
    | b :: older => match find k b with Some _ => add k v b :: older | None => b :: replace k v older end
    end.

  (** Take the key out of any older bucket, and put it into the nursery. *)
  Definition put (k : K) (v : V) (bs : list M) : list M :=
    match remove k bs with
    | [] => []
    | nursery :: older => add k v nursery :: older
    end.

  (** The buckets afterwards, and death row, which was taken away. *)
  Definition rotate (bs : list M) : list M * M := (empty :: removelast bs, last bs empty).

  Definition size (bs : list M) : N := fold_right (fun b n => N.add (count b) n) 0%N bs.
End Functions.

(** ** Ages *)

Section Ages.
  Context {K V M : Type} {O : MapOps K V M} {L : MapLaws K V M}.

  (** The bucket in which a key stands, and its value. *)
  Fixpoint age (k : K) (bs : list M) : option (nat * V) :=
    match bs with
    | [] => None
    | b :: older =>
        match find k b with
        | Some v => Some (0, v)
        | None => option_map (fun av => (S (fst av), snd av)) (age k older)
        end
    end.

  (** No key stands in two buckets. *)
  Fixpoint once (bs : list M) : Prop :=
    match bs with
    | [] => True
    | b :: older => (forall k v, find k b = Some v -> age k older = None) /\ once older
    end.

  Lemma get_is_the_value_at_its_age k bs : get k bs = option_map snd (age k bs).
  Proof.
    induction bs as [|b r IH]; cbn; [easy|].
    destruct (find k b); cbn; [easy|]. rewrite IH. destruct (age k r); easy.
  Qed.

  Lemma age_is_below_the_buckets k bs a v : age k bs = Some (a, v) -> a < length bs.
  Proof.
    revert a. induction bs as [|b r IH]; cbn; [easy|]. intros a.
    destruct (find k b); [intros [= <- <-]; lia|].
    destruct (age k r) as [[a' v']|] eqn:E; cbn; [|easy].
    intros [= <- <-]. specialize (IH a' eq_refl). lia.
  Qed.

  Lemma age_in_a_new_map k n : age k (make n) = None.
  Proof. unfold make. induction n as [|n IH]; cbn; [easy|]. rewrite find_in_empty, IH. easy. Qed.

  (** *** The number of buckets never changes *)

  Lemma length_remove k bs : length (remove k bs) = length bs.
  Proof. induction bs as [|b r IH]; cbn; [easy|]. destruct (find k b); cbn; congruence. Qed.

  Lemma length_replace k v bs : length (replace k v bs) = length bs.
  Proof. induction bs as [|b r IH]; cbn; [easy|]. destruct (find k b); cbn; congruence. Qed.

  Lemma length_put k v bs : length (put k v bs) = length bs.
  Proof. unfold put. rewrite <- (length_remove k bs). destruct (remove k bs); easy. Qed.

  Lemma length_rotate bs : bs <> [] -> length (fst (rotate bs)) = length bs.
  Proof.
    intros H. destruct (exists_last H) as (r & b & ->). cbn.
    rewrite removelast_last, app_length; cbn; lia.
  Qed.

  (** *** What each function does to an age *)

  Lemma age_of_what_was_removed k bs : once bs -> age k (remove k bs) = None.
  Proof.
    induction bs as [|b r IH]; cbn; [easy|]. intros [H1 H2].
    destruct (find k b) eqn:E; cbn.
    - rewrite find_what_was_deleted, (H1 _ _ E). easy.
    - rewrite E, (IH H2). easy.
  Qed.

  Lemma age_beside_what_was_removed k k' bs : k <> k' -> age k (remove k' bs) = age k bs.
  Proof.
    intros N. induction bs as [|b r IH]; cbn; [easy|].
    destruct (find k' b) eqn:E; cbn.
    - rewrite find_beside_what_was_deleted by easy. easy.
    - rewrite IH. easy.
  Qed.

  (** [RM-02], [RM-03]: a put lands in the nursery, whatever was there before. *)
  Theorem put_makes_a_key_young k v bs : bs <> [] -> age k (put k v bs) = Some (0, v).
  Proof.
    intros H. unfold put. destruct (remove k bs) as [|b r] eqn:E.
    - apply (f_equal (@length M)) in E. rewrite length_remove in E. destruct bs; easy.
    - cbn. rewrite find_what_was_added. easy.
  Qed.

  Lemma age_beside_what_was_put k k' v bs : k <> k' -> age k (put k' v bs) = age k bs.
  Proof.
    intros N. rewrite <- (age_beside_what_was_removed k k' bs N). unfold put.
    destruct (remove k' bs) as [|b r]; [easy|]. cbn. rewrite find_beside_what_was_added by easy. easy.
  Qed.

  (** A change in place, which is what a message that does not refresh does to a record, changes the value and not the
      age. *)
  Theorem replace_keeps_the_age k v bs : age k (replace k v bs) = option_map (fun av => (fst av, v)) (age k bs).
  Proof.
    induction bs as [|b r IH]; cbn; [easy|]. destruct (find k b) eqn:E; cbn.
    - rewrite find_what_was_added. easy.
    - rewrite E, IH. destruct (age k r); easy.
  Qed.

  Lemma age_beside_what_was_replaced k k' v bs : k <> k' -> age k (replace k' v bs) = age k bs.
  Proof.
    intros N. induction bs as [|b r IH]; cbn; [easy|]. destruct (find k' b) eqn:E; cbn.
    - rewrite find_beside_what_was_added by easy. easy.
    - rewrite IH. easy.
  Qed.

  Lemma age_with_one_bucket_more k r b :
    age k (r ++ [b]) =
    match age k r with Some av => Some av | None => option_map (fun v => (length r, v)) (find k b) end.
  Proof.
    induction r as [|c r IH]; cbn.
    - destruct (find k b); easy.
    - destruct (find k c); [easy|]. rewrite IH. destruct (age k r); [easy|]. destruct (find k b); easy.
  Qed.

  (** [RM-05], what stays: a rotation makes every key one older, and what was on death row is gone. *)
  Theorem rotation_ages_every_key_by_one k bs :
    bs <> [] ->
    age k (fst (rotate bs)) =
    match age k bs with Some (a, v) => if S a <? length bs then Some (S a, v) else None | None => None end.
  Proof.
    intros H. destruct (exists_last H) as (r & b & ->). unfold rotate. cbn [fst age].
    rewrite removelast_last, find_in_empty, age_with_one_bucket_more, app_length. cbn [length].
    destruct (age k r) as [[a v]|] eqn:E; cbn [option_map fst snd].
    - apply age_is_below_the_buckets in E. destruct (Nat.ltb_spec (S a) (length r + 1)); [easy|lia].
    - destruct (find k b); cbn [option_map]; [|easy].
      destruct (Nat.ltb_spec (S (length r)) (length r + 1)); [lia|easy].
  Qed.

  Lemma what_is_in_the_last_bucket_is_in_no_other k r b v : once (r ++ [b]) -> find k b = Some v -> age k r = None.
  Proof.
    induction r as [|c r IH]; cbn; [easy|]. intros [H1 H2] E.
    destruct (find k c) eqn:F.
    - specialize (H1 _ _ F). rewrite age_with_one_bucket_more, (IH H2 E), E in H1. easy.
    - rewrite (IH H2 E). easy.
  Qed.

  (** [RM-05], what is taken: the entries of death row with their latest values, and nothing else. *)
  Theorem rotation_takes_exactly_death_row k bs v :
    bs <> [] -> once bs -> (find k (snd (rotate bs)) = Some v <-> age k bs = Some (length bs - 1, v)).
  Proof.
    intros H W. destruct (exists_last H) as (r & b & ->). unfold rotate; cbn [snd].
    rewrite last_last, age_with_one_bucket_more, app_length; cbn [length].
    replace (length r + 1 - 1) with (length r) by lia. split.
    - intros E. rewrite (what_is_in_the_last_bucket_is_in_no_other _ _ _ _ W E), E. easy.
    - destruct (age k r) as [[a w]|] eqn:E.
      + intros [= -> ->]. apply age_is_below_the_buckets in E. lia.
      + destruct (find k b); cbn; [|easy]. intros [= ->]. easy.
  Qed.

  (** *** A key stands in one bucket at most, and stays so *)

  Lemma once_make n : once (make n).
  Proof.
    unfold make. induction n as [|n IH]; cbn; [easy|]. split; [|exact IH]. intros k v. rewrite find_in_empty. easy.
  Qed.

  Lemma once_remove k bs : once bs -> once (remove k bs).
  Proof.
    induction bs as [|b r IH]; cbn; [easy|]. intros [H1 H2]. destruct (find k b) eqn:E; cbn.
    - split; [|easy]. intros k' v'. destruct (same_key k' k) as [->|N].
      + rewrite find_what_was_deleted. easy.
      + rewrite find_beside_what_was_deleted by easy. apply H1.
    - split; [|auto]. intros k' v' E'. destruct (same_key k' k) as [->|N]; [congruence|].
      rewrite age_beside_what_was_removed by easy. eapply H1, E'.
  Qed.

  Lemma once_replace k v bs : once bs -> once (replace k v bs).
  Proof.
    induction bs as [|b r IH]; cbn; [easy|]. intros [H1 H2]. destruct (find k b) eqn:E; cbn.
    - split; [|easy]. intros k' v'. destruct (same_key k' k) as [->|N].
      + intros _. eapply H1, E.
      + rewrite find_beside_what_was_added by easy. apply H1.
    - split; [|auto]. intros k' v' E'. destruct (same_key k' k) as [->|N]; [congruence|].
      rewrite age_beside_what_was_replaced by easy. eapply H1, E'.
  Qed.

  Lemma once_put k v bs : once bs -> once (put k v bs).
  Proof.
    intros W. pose proof (once_remove k bs W) as W'. pose proof (age_of_what_was_removed k bs W) as A. unfold put.
    destruct (remove k bs) as [|b r]; cbn in *; [easy|]. destruct W' as [H1 H2]. split; [|easy].
    intros k' v'. destruct (same_key k' k) as [->|N].
    - intros _. destruct (find k b); [easy|]. destruct (age k r); easy.
    - rewrite find_beside_what_was_added by easy. apply H1.
  Qed.

  Lemma once_without_the_last r b : once (r ++ [b]) -> once r.
  Proof.
    induction r as [|c r IH]; cbn; [easy|]. intros [H1 H2]. split; [|auto].
    intros k v E. specialize (H1 k v E). rewrite age_with_one_bucket_more in H1. destruct (age k r); easy.
  Qed.

  Lemma once_rotate bs : bs <> [] -> once bs -> once (fst (rotate bs)).
  Proof.
    intros H W. destruct (exists_last H) as (r & b & ->). cbn. rewrite removelast_last. split.
    - intros k v. rewrite find_in_empty. easy.
    - eapply once_without_the_last, W.
  Qed.

  (** *** Size

      [RM-07], [ACK-25]: the size is how many keys there are. It is added up of counts, so two theorems say what they
      count: the keys that are found, and each of them once. *)

  Definition all_entries (bs : list M) : list (K * V) := flat_map entries bs.

  (** The size is the number of entries of all buckets. *)
  Theorem size_counts_the_entries bs : size bs = N.of_nat (length (all_entries bs)).
  Proof.
    unfold size, all_entries. induction bs as [|b r IH]; cbn; [easy|].
    rewrite count_counts_the_entries, IH, app_length. lia.
  Qed.

  Lemma a_key_of_an_entry_has_an_age k v bs : In (k, v) (all_entries bs) -> age k bs <> None.
  Proof.
    unfold all_entries. induction bs as [|b r IH]; cbn; [easy|]. intros I. apply in_app_or in I. destruct I as [I|I].
    - apply entries_are_what_is_found in I. rewrite I. easy.
    - destruct (find k b); [easy|]. specialize (IH I). destruct (age k r); easy.
  Qed.

  (** The entries are the keys that are found, with what is found. A stale copy in an older bucket would be an entry that
      is not, so no key may stand in two. *)
  Theorem the_entries_are_what_get_finds k v bs : once bs -> (In (k, v) (all_entries bs) <-> get k bs = Some v).
  Proof.
    unfold all_entries. induction bs as [|b r IH]; cbn; [easy|]. intros [H W]. specialize (IH W).
    rewrite in_app_iff, entries_are_what_is_found, IH. destruct (find k b) as [u|] eqn:E.
    - split; [|auto]. intros [F|F]; [exact F|]. specialize (H k u E).
      rewrite get_is_the_value_at_its_age, H in F. discriminate.
    - split; [|auto]. intros [F|F]; [discriminate|exact F].
  Qed.

  (** And each key is among them once, for the same reason. *)
  Theorem no_key_is_counted_twice bs : once bs -> NoDup (map fst (all_entries bs)).
  Proof.
    unfold all_entries. induction bs as [|b r IH]; cbn; [constructor|]. intros [H W]. specialize (IH W).
    rewrite map_app. pose proof (entries_name_each_key_once b) as D.
    assert (A : forall k, In k (map fst (entries b)) -> ~ In k (map fst (flat_map entries r))).
    { intros k I J. apply in_map_iff in I. destruct I as ((k1 & v1) & <- & I). apply in_map_iff in J.
      destruct J as ((k2 & v2) & E & J). cbn in E. subst k2. apply entries_are_what_is_found in I.
      apply (a_key_of_an_entry_has_an_age k1 v2 r J). exact (H _ _ I). }
    clear H. induction D as [|k l N D ID]; [exact IH|]. cbn. constructor.
    - rewrite in_app_iff. intros [I|I]; [easy|]. apply (A k); [left; reflexivity|exact I].
    - apply ID. intros k' I. apply A. right. exact I.
  Qed.
End Ages.
