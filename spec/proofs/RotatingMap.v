(** * The RotatingMap

    The map that forgets, function by function as [acking.rotating_map]: a list of buckets, of which the first is the
    nursery and the last is death row. Then what the functions do to the _age_ of a key, which is the number of the
    bucket in which it stands. Rules: [RM-01] onwards. *)

From Coq Require Import Arith Lia List NArith.
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

(** ** Where a key stands

    From here on nothing is extracted: this is what the theorems look at. A bucket _lacks_ a key that it does not
    find. *)

Local Notation lacks k b := (find k b = None).

Section Ages.
  Context {K V M : Type} {O : MapOps K V M}.

  (** The bucket in which a key is found first, with its value. Buckets are numbered from [a]. *)
  Fixpoint age_from (a : nat) (k : K) (bs : list M) : option (nat * V) :=
    match bs with
    | [] => None
    | b :: older => match find k b with Some v => Some (a, v) | None => age_from (S a) k older end
    end.

  (** The age of a key: the nursery is bucket 0. *)
  Definition age (k : K) (bs : list M) : option (nat * V) := age_from 0 k bs.

  Definition nowhere (k : K) (bs : list M) : Prop := Forall (fun b => lacks k b) bs.

  (** Two buckets are _apart_ if no key stands in both. No key stands in two buckets if each is apart from all older
      ones. *)
  Definition apart (younger older : M) : Prop := forall k, lacks k younger \/ lacks k older.

  Definition once : list M -> Prop := ForallOrdPairs apart.

  (** Buckets that have, each, only keys that they had before. *)
  Definition no_new_keys : list M -> list M -> Prop :=
    Forall2 (fun before now => forall k, lacks k before -> lacks k now).

  (** Some function, done to the youngest bucket that has the key. To delete a key and to change its value are both of
      this shape, so what holds of the shape is shown once. *)
  Fixpoint do_where (act : M -> M) (k : K) (bs : list M) : list M :=
    match bs with
    | [] => []
    | b :: older => if find k b then act b :: older else b :: do_where act k older
    end.

  (** The function finds every other key as before. *)
  Definition concerns_only (k : K) (act : M -> M) : Prop := forall k' b, k' <> k -> find k' (act b) = find k' b.
End Ages.

#[global] Arguments age {K V M O} k bs : simpl never.

Section Facts.
  Context {K V M : Type} {O : MapOps K V M}.
  Implicit Types (k : K) (v : V) (b : M) (bs older : list M).

  (** *** Ages of any buckets *)

  Lemma get_is_the_value_at_its_age k bs : get k bs = option_map snd (age k bs).
  Proof.
    unfold age. generalize 0. induction bs as [|b older IH]; intros a; cbn; [reflexivity|].
    destruct (find k b); [reflexivity|apply IH].
  Qed.

  Lemma age_from_counts_the_buckets a k bs n v : age_from a k bs = Some (n, v) -> a <= n < a + length bs.
  Proof.
    revert a. induction bs as [|b older IH]; intros a; cbn; [discriminate|].
    destruct (find k b); [intros [= <- _]|intros Older%IH]; lia.
  Qed.

  Lemma age_is_below_the_buckets k bs a v : age k bs = Some (a, v) -> a < length bs.
  Proof. intros Range%age_from_counts_the_buckets. lia. Qed.

  Lemma age_from_one_more a k bs : age_from (S a) k bs = option_map (fun '(n, v) => (S n, v)) (age_from a k bs).
  Proof.
    revert a. induction bs as [|b older IH]; intros a; cbn; [reflexivity|].
    destruct (find k b); [reflexivity|apply IH].
  Qed.

  Lemma age_from_in_joined_buckets a k bs older :
    age_from a k (bs ++ older) =
    match age_from a k bs with Some found => Some found | None => age_from (a + length bs) k older end.
  Proof.
    revert a. induction bs as [|b bs IH]; intros a; cbn.
    - rewrite Nat.add_0_r. reflexivity.
    - destruct (find k b); [reflexivity|]. rewrite IH, Nat.add_succ_r. reflexivity.
  Qed.

  Lemma what_is_nowhere_has_no_age a k bs : nowhere k bs -> age_from a k bs = None.
  Proof.
    intros Lacking. revert a.
    induction Lacking as [|b older Lack _ IH]; intros a; cbn; [|rewrite Lack]; auto.
  Qed.

  (** *** Keys stay apart *)

  Lemma what_brings_no_key_keeps_apart before now bs :
    (forall k, lacks k before -> lacks k now) -> forall bs', no_new_keys bs bs' ->
    Forall (apart before) bs -> Forall (apart now) bs'.
  Proof.
    intros Fewer bs' Each. induction Each as [|b b' older older' One _ IH]; intros Apart; constructor.
    - intros k. apply Forall_inv in Apart. destruct (Apart k); auto.
    - apply IH, (Forall_inv_tail Apart).
  Qed.

  (** Where no bucket has a new key, no key comes to stand in two. *)
  Lemma what_brings_no_key_keeps_once bs bs' : no_new_keys bs bs' -> once bs -> once bs'.
  Proof.
    intros Each. induction Each as [|b b' older older' One Rest IH]; intros Once; constructor; inversion Once; subst.
    - eapply what_brings_no_key_keeps_apart; eassumption.
    - apply IH. assumption.
  Qed.

  Lemma once_with_an_oldest_bucket bs b : once (bs ++ [b]) <-> once bs /\ Forall (fun younger => apart younger b) bs.
  Proof.
    induction bs as [|c bs IH]; cbn; split.
    - repeat constructor.
    - repeat constructor.
    - intros Once. inversion Once as [|? ? Apart Rest]; subst. apply Forall_app in Apart as [Apart Last].
      apply IH in Rest as [Rest Others]. split; constructor; try assumption. exact (Forall_inv Last).
    - intros [Once Others]. inversion Once; inversion Others; subst.
      constructor; [apply Forall_app; auto|apply IH; auto].
  Qed.
End Facts.

Section Changes.
  Context {K V M : Type} {O : MapOps K V M} {L : MapLaws K V M}.
  Implicit Types (k : K) (v : V) (b : M) (bs older : list M).

  (** *** What is done to one bucket

      Only that the function concerns no other key is asked of it. *)

  Section DoneWhereTheKeyIs.
    Variables (k : K) (act : M -> M).
    Hypothesis only : concerns_only k act.

    Lemma other_ages_stay a k' bs : k' <> k -> age_from a k' (do_where act k bs) = age_from a k' bs.
    Proof.
      intros Other. revert a. induction bs as [|b older IH]; intros a; cbn; [reflexivity|].
      destruct (find k b); cbn; [rewrite only by exact Other|rewrite IH]; reflexivity.
    Qed.

    Lemma no_bucket_gets_a_key bs : no_new_keys bs (do_where act k bs).
    Proof.
      assert (Same : forall older, no_new_keys older older) by (induction older; constructor; auto).
      induction bs as [|b older IH]; cbn; [constructor|]. destruct (find k b) eqn:Here; constructor; auto.
      - intros k' Lack. rewrite only; [exact Lack|]. congruence.
      - apply Same.
    Qed.
  End DoneWhereTheKeyIs.

  Lemma deleting_concerns_one_key k : concerns_only k (del k).
  Proof. intros k' b. apply find_beside_what_was_deleted. Qed.

  Lemma adding_concerns_one_key k v : concerns_only k (add k v).
  Proof. intros k' b. apply find_beside_what_was_added. Qed.

  Lemma remove_deletes_where_the_key_is k bs : remove k bs = do_where (del k) k bs.
  Proof. induction bs as [|b older IH]; cbn; [|rewrite IH]; reflexivity. Qed.

  Lemma replace_adds_where_the_key_is k v bs : replace k v bs = do_where (add k v) k bs.
  Proof. induction bs as [|b older IH]; cbn; [|rewrite IH]; reflexivity. Qed.

  Lemma remove_brings_no_key k bs : no_new_keys bs (remove k bs).
  Proof. rewrite remove_deletes_where_the_key_is. apply no_bucket_gets_a_key, deleting_concerns_one_key. Qed.

  Lemma replace_brings_no_key k v bs : no_new_keys bs (replace k v bs).
  Proof. rewrite replace_adds_where_the_key_is. apply no_bucket_gets_a_key, adding_concerns_one_key. Qed.

  (** *** The number of buckets never changes *)

  Lemma what_is_done_keeps_the_buckets act k bs : length (do_where act k bs) = length bs.
  Proof. induction bs as [|b older IH]; cbn; [|destruct (find k b); cbn; [|rewrite IH]]; reflexivity. Qed.

  Lemma remove_keeps_the_buckets k bs : length (remove k bs) = length bs.
  Proof. rewrite remove_deletes_where_the_key_is. apply what_is_done_keeps_the_buckets. Qed.

  Lemma replace_keeps_the_buckets k v bs : length (replace k v bs) = length bs.
  Proof. rewrite replace_adds_where_the_key_is. apply what_is_done_keeps_the_buckets. Qed.

  Lemma put_keeps_the_buckets k v bs : length (put k v bs) = length bs.
  Proof. rewrite <- (remove_keeps_the_buckets k bs). unfold put. destruct (remove _ _); reflexivity. Qed.

  (** A map has a bucket, or there is nothing to rotate. The same reason holds below. *)
  Lemma rotate_keeps_the_buckets bs : bs <> [] -> length (fst (rotate bs)) = length bs.
  Proof.
    intros Some_bucket. rewrite (app_removelast_last empty Some_bucket) at 2.
    rewrite app_length, Nat.add_comm. reflexivity.
  Qed.

  (** *** Removing *)

  (** It takes one copy away, so it is told that there is no other. *)
  Lemma what_was_removed_is_nowhere k bs : once bs -> nowhere k (remove k bs).
  Proof.
    intros Once. induction Once as [|b older Apart _ IH]; cbn; [constructor|].
    destruct (find k b) eqn:Here; constructor.
    - apply find_what_was_deleted.
    - revert Apart. apply Forall_impl. intros c Either. destruct (Either k); [congruence|assumption].
    - exact Here.
    - exact IH.
  Qed.

  Lemma age_of_what_was_removed k bs : once bs -> age k (remove k bs) = None.
  Proof. intros Once. apply what_is_nowhere_has_no_age, what_was_removed_is_nowhere, Once. Qed.

  Lemma age_beside_what_was_removed k k' bs : k <> k' -> age k (remove k' bs) = age k bs.
  Proof. rewrite remove_deletes_where_the_key_is. apply other_ages_stay, deleting_concerns_one_key. Qed.

  (** *** Replacing *)

  (** A change in place, which is what a message that does not refresh does to a record, changes the value and not the
      age. *)
  Theorem replace_keeps_the_age k v bs : age k (replace k v bs) = option_map (fun av => (fst av, v)) (age k bs).
  Proof.
    unfold age. generalize 0. induction bs as [|b older IH]; intros a; cbn; [reflexivity|].
    destruct (find k b) eqn:Here; cbn; [rewrite find_what_was_added|rewrite Here, IH]; reflexivity.
  Qed.

  Lemma age_beside_what_was_replaced k k' v bs : k <> k' -> age k (replace k' v bs) = age k bs.
  Proof. rewrite replace_adds_where_the_key_is. apply other_ages_stay, adding_concerns_one_key. Qed.

  (** *** Putting *)

  (** [RM-02], [RM-03]: a put lands in the nursery, whatever was there before. Without a bucket there is no nursery. *)
  Theorem put_makes_a_key_young k v bs : bs <> [] -> age k (put k v bs) = Some (0, v).
  Proof.
    intros Some_bucket. pose proof (remove_keeps_the_buckets k bs) as Length. unfold put, age.
    destruct (remove k bs); cbn in *.
    - symmetry in Length. apply length_zero_iff_nil in Length. contradiction.
    - rewrite find_what_was_added. reflexivity.
  Qed.

  Lemma age_beside_what_was_put k k' v bs : k <> k' -> age k (put k' v bs) = age k bs.
  Proof.
    intros Other. transitivity (age k (remove k' bs)); [|apply age_beside_what_was_removed, Other]. unfold put, age.
    destruct (remove k' bs); cbn; [|rewrite find_beside_what_was_added by exact Other]; reflexivity.
  Qed.

  (** *** Rotating *)

  (** [RM-05], what stays: a rotation makes every key one older, and what was on death row is gone. *)
  Theorem rotation_ages_every_key_by_one k bs :
    bs <> [] ->
    age k (fst (rotate bs)) =
    match age k bs with Some (a, v) => if S a <? length bs then Some (S a, v) else None | None => None end.
  Proof.
    intros Some_bucket. unfold rotate, age. cbn [fst age_from]. rewrite find_in_empty, age_from_one_more.
    apply (app_removelast_last empty) in Some_bucket as Parts. revert Parts.
    generalize (removelast bs) as young, (last bs empty) as death_row. intros young death_row ->.
    rewrite app_length, age_from_in_joined_buckets. cbn [length age_from Nat.add].
    destruct (age_from 0 k young) as [[a v]|] eqn:Young; cbn [option_map].
    - apply age_is_below_the_buckets in Young. rewrite (proj2 (Nat.ltb_lt _ _)); [reflexivity|lia].
    - destruct (find k death_row); [|reflexivity]. rewrite (proj2 (Nat.ltb_ge _ _)); [reflexivity|lia].
  Qed.

  (** [RM-05], what is taken: the entries of death row with their latest values, and nothing else. A stale copy there
      would be taken too, so no key may stand in two buckets. *)
  Theorem rotation_takes_exactly_death_row k bs v :
    bs <> [] -> once bs -> (find k (snd (rotate bs)) = Some v <-> age k bs = Some (length bs - 1, v)).
  Proof.
    intros Some_bucket. unfold rotate, age. cbn [snd].
    apply (app_removelast_last empty) in Some_bucket as Parts. revert Parts.
    generalize (removelast bs) as young, (last bs empty) as death_row. intros young death_row ->.
    rewrite app_length, age_from_in_joined_buckets, once_with_an_oldest_bucket, Nat.add_sub. cbn [age_from Nat.add].
    intros [_ Apart]. split.
    - intros Found. rewrite what_is_nowhere_has_no_age, Found; [reflexivity|]. revert Apart. apply Forall_impl.
      intros b Either. destruct (Either k); [assumption|congruence].
    - destruct (age_from 0 k young) as [[a w]|] eqn:Young.
      + intros [= -> _]. apply age_is_below_the_buckets in Young. lia.
      + destruct (find k death_row); [congruence|discriminate].
  Qed.

  (** *** A new map, and a key that stands in one bucket at most *)

  Lemma every_key_is_nowhere_in_a_new_map k n : nowhere k (make n).
  Proof. apply Forall_forall. intros b Made. apply repeat_spec in Made as ->. apply find_in_empty. Qed.

  Lemma age_in_a_new_map k n : age k (make n) = None.
  Proof. apply what_is_nowhere_has_no_age, every_key_is_nowhere_in_a_new_map. Qed.

  Lemma empty_is_apart_from_all bs : Forall (apart empty) bs.
  Proof. apply Forall_forall. intros b _ k. left. apply find_in_empty. Qed.

  Lemma make_keeps_once n : once (make n).
  Proof. induction n; constructor; [apply empty_is_apart_from_all|assumption]. Qed.

  Lemma remove_keeps_once k bs : once bs -> once (remove k bs).
  Proof. apply what_brings_no_key_keeps_once, remove_brings_no_key. Qed.

  Lemma replace_keeps_once k v bs : once bs -> once (replace k v bs).
  Proof. apply what_brings_no_key_keeps_once, replace_brings_no_key. Qed.

  Lemma put_keeps_once k v bs : once bs -> once (put k v bs).
  Proof.
    intros Once. pose proof (what_was_removed_is_nowhere k bs Once) as Gone. apply (remove_keeps_once k) in Once.
    unfold put. destruct Once as [|nursery older Apart Rest]; constructor; [|exact Rest].
    apply Forall_forall. intros b Older k'. apply Forall_inv_tail in Gone.
    rewrite Forall_forall in Apart, Gone. destruct (same_key k' k) as [->|Other].
    - right. exact (Gone b Older).
    - rewrite find_beside_what_was_added by exact Other. exact (Apart b Older k').
  Qed.

  Lemma rotate_keeps_once bs : bs <> [] -> once bs -> once (fst (rotate bs)).
  Proof.
    intros Some_bucket. rewrite (app_removelast_last empty Some_bucket) at 1. rewrite once_with_an_oldest_bucket.
    intros [Young _]. constructor; [apply empty_is_apart_from_all|exact Young].
  Qed.
End Changes.

(** ** Size

    [RM-07], [ACK-25]: the size is how many keys there are. It is added up of counts, so two theorems say what they
    count: the keys that are found, and each of them once. *)

Section Size.
  Context {K V M : Type} {O : MapOps K V M} {L : MapLaws K V M}.
  Implicit Types (k : K) (v : V) (bs older : list M).

  Definition all_entries (bs : list M) : list (K * V) := flat_map entries bs.

  (** The size is the number of entries of all buckets. *)
  Theorem size_counts_the_entries bs : size bs = N.of_nat (length (all_entries bs)).
  Proof.
    induction bs as [|b older IH]; [reflexivity|]. unfold size, all_entries in *. cbn [fold_right flat_map].
    rewrite IH, app_length, Nat2N.inj_add, count_counts_the_entries. reflexivity.
  Qed.

  Lemma an_entry_is_found_in_some_bucket k v bs : In (k, v) (all_entries bs) <-> Exists (fun b => find k b = Some v) bs.
  Proof.
    unfold all_entries. rewrite in_flat_map, Exists_exists.
    split; intros (b & Here & Found); exists b; split; try exact Here; apply entries_are_what_is_found, Found.
  Qed.

  Lemma what_some_bucket_finds_the_others_lack k v b older :
    find k b = Some v -> Forall (apart b) older -> forall w, ~ Exists (fun c => find k c = Some w) older.
  Proof.
    intros Here Apart w Found. apply Exists_exists in Found as (c & Older & There).
    rewrite Forall_forall in Apart. destruct (Apart c Older k); congruence.
  Qed.

  (** The entries are the keys that are found, with what is found. A stale copy in an older bucket would be an entry
      that is not, so no key may stand in two. *)
  Theorem the_entries_are_what_get_finds k v bs : once bs -> (In (k, v) (all_entries bs) <-> get k bs = Some v).
  Proof.
    rewrite an_entry_is_found_in_some_bucket. intros Once. induction Once as [|b older Apart _ IH]; cbn.
    - rewrite Exists_nil. easy.
    - rewrite Exists_cons, IH. destruct (find k b) as [u|] eqn:Here; [|intuition discriminate].
      split; [|auto]. intros [Same|Found%IH]; [exact Same|].
      destruct (what_some_bucket_finds_the_others_lack _ _ _ _ Here Apart _ Found).
  Qed.

  Lemma joined_names_are_named_once (l l' : list K) :
    NoDup l -> NoDup l' -> (forall k, In k l -> ~ In k l') -> NoDup (l ++ l').
  Proof.
    intros First Second. induction First as [|k l New _ IH]; cbn; [auto|]. intros Disjoint. constructor.
    - rewrite in_app_iff. intros [Again|Later]; [contradiction|]. exact (Disjoint k (or_introl eq_refl) Later).
    - apply IH. intros k' Named. exact (Disjoint k' (or_intror Named)).
  Qed.

  (** And each key is among them once, for the same reason. *)
  Theorem no_key_is_counted_twice bs : once bs -> NoDup (map fst (all_entries bs)).
  Proof.
    intros Once. induction Once as [|b older Apart _ IH]; [constructor|]. unfold all_entries. cbn [flat_map].
    rewrite map_app. apply joined_names_are_named_once; [apply entries_name_each_key_once|exact IH|].
    intros k Here There. apply in_map_iff in Here as ((k1 & v) & <- & Here), There as ((k2 & w) & Same & There).
    cbn in Same, There. subst k2. apply entries_are_what_is_found in Here.
    apply an_entry_is_found_in_some_bucket in There.
    exact (what_some_bucket_finds_the_others_lack _ _ _ _ Here Apart _ There).
  Qed.
End Size.
