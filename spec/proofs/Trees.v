(** * Trees as maps

    The finite map that is extracted: the balanced trees of Coq's library over an ordered type of keys, each with the
    number of its entries, so that a size need not be counted. That the number is right is part of the type. The laws of
    [RotatingMap] are proved for every type of keys whose equality is Coq's; so the theorems are about a program that
    exists. *)

From Coq Require Import Arith NArith List SetoidList FMapAVL OrderedType OrderedTypeEx.
From Ackproof Require Import RotatingMap.
Import ListNotations.

Module Trees (X : UsualOrderedType).
  Module T := FMapAVL.Make X.

  Section Values.
    Variable V : Type.
    Implicit Types (k : X.t) (v : V) (m : T.t V).

    (** ** What is found *)

    Lemma find_in_an_empty_tree k : T.find k (T.empty V) = None.
    Proof.
      destruct (T.find k (T.empty V)) as [v|] eqn:E; [|reflexivity]. apply T.find_2 in E. destruct (T.empty_1 E).
    Qed.

    Lemma found_alike k k' m m' : (forall v, T.MapsTo k v m <-> T.MapsTo k' v m') -> T.find k m = T.find k' m'.
    Proof.
      intros H. destruct (T.find k m) as [v|] eqn:E; [symmetry; apply T.find_1, H, T.find_2, E|].
      destruct (T.find k' m') as [v|] eqn:F; [|reflexivity]. apply T.find_2, H, T.find_1 in F. congruence.
    Qed.

    Lemma find_added k v m : T.find k (T.add k v m) = Some v.
    Proof. apply T.find_1, T.add_1. reflexivity. Qed.

    Lemma find_beside_added k k' v m : k <> k' -> T.find k (T.add k' v m) = T.find k m.
    Proof.
      intros N. apply found_alike. intros u.
      split; [apply T.add_3|apply T.add_2]; intros E; apply N; symmetry; exact E.
    Qed.

    Lemma find_removed k m : T.find k (T.remove k m) = None.
    Proof.
      destruct (T.find k (T.remove k m)) as [v|] eqn:E; [|reflexivity]. apply T.find_2 in E.
      destruct (T.remove_1 (m := m) (eq_refl : X.eq k k)). exists v. exact E.
    Qed.

    Lemma find_beside_removed k k' m : k <> k' -> T.find k (T.remove k' m) = T.find k m.
    Proof.
      intros N. apply found_alike. intros u. split; [apply T.remove_3|apply T.remove_2; intros E; apply N; symmetry; exact E].
    Qed.

    (** ** The entries *)

    Lemma in_elements k v m : In (k, v) (T.elements m) <-> T.find k m = Some v.
    Proof.
      split.
      - intros I. apply T.find_1, T.elements_2, InA_alt. exists (k, v). split; [split; reflexivity|exact I].
      - intros E. apply T.find_2, T.elements_1, InA_alt in E. destruct E as ((k' & v') & (E & E') & I).
        cbn in E, E'. rewrite E, E'. exact I.
    Qed.

    Definition keys m : list X.t := map fst (T.elements m).

    Lemma keys_come_once m : NoDup (keys m).
    Proof.
      unfold keys. pose proof (T.elements_3w m) as D. induction D as [|(k & v) l N D IH]; cbn; constructor; [|exact IH].
      intros I. apply N. apply in_map_iff in I. destruct I as ((k' & v') & E & I). cbn in E. subst k'.
      apply (proj2 (InA_alt _ _ _)). exists (k, v'). split; [reflexivity|exact I].
    Qed.

    Lemma in_keys k m : In k (keys m) <-> T.find k m <> None.
    Proof.
      unfold keys. rewrite in_map_iff. split.
      - intros ((k' & v) & E & I). cbn in E. subst k'. apply in_elements in I. rewrite I. discriminate.
      - destruct (T.find k m) as [v|] eqn:E; [|easy]. intros _. exists (k, v). split; [reflexivity|]. apply in_elements, E.
    Qed.

    Lemma as_long (l l' : list X.t) : NoDup l -> NoDup l' -> (forall k, In k l <-> In k l') -> length l = length l'.
    Proof. intros D D' H. apply Nat.le_antisymm; apply NoDup_incl_length; try assumption; intros k; apply H. Qed.

    Definition cardinal m : N := N.of_nat (length (T.elements m)).

    Lemma cardinal_keys m : cardinal m = N.of_nat (length (keys m)).
    Proof. unfold cardinal, keys. rewrite map_length. reflexivity. Qed.

    Lemma cardinal_after_add k v m :
      cardinal (T.add k v m) = match T.find k m with Some _ => cardinal m | None => N.succ (cardinal m) end.
    Proof.
      assert (A : forall k', T.find k' (T.add k v m) <> None <-> k' = k \/ T.find k' m <> None).
      { intros k'. destruct (X.eq_dec k' k) as [->|N].
        - rewrite find_added. split; [left; reflexivity|discriminate].
        - rewrite find_beside_added by exact N. split; [auto|]. intros [E|E]; [destruct (N E)|exact E]. }
      rewrite !cardinal_keys. destruct (T.find k m) as [u|] eqn:E.
      - f_equal. apply as_long; try apply keys_come_once. intros k'. rewrite !in_keys, A. split; [|auto].
        intros [->|F]; [rewrite E; discriminate|exact F].
      - rewrite <- Nnat.Nat2N.inj_succ. f_equal. change (S (length (keys m))) with (length (k :: keys m)).
        apply as_long; [apply keys_come_once| |].
        + constructor; [rewrite in_keys, E; auto|apply keys_come_once].
        + intros k'. cbn [In]. rewrite !in_keys, A. split; intros [F|F]; auto.
    Qed.

    Lemma cardinal_after_remove k m :
      cardinal (T.remove k m) = match T.find k m with Some _ => N.pred (cardinal m) | None => cardinal m end.
    Proof.
      assert (A : forall k', T.find k' (T.remove k m) <> None <-> k' <> k /\ T.find k' m <> None).
      { intros k'. destruct (X.eq_dec k' k) as [->|N].
        - rewrite find_removed. split; [easy|]. intros [F _]. destruct (F eq_refl).
        - rewrite find_beside_removed by exact N. split; [auto|easy]. }
      rewrite !cardinal_keys. destruct (T.find k m) as [u|] eqn:E.
      - apply N.succ_inj. rewrite N.succ_pred, <- Nnat.Nat2N.inj_succ.
        + f_equal. change (S (length (keys (T.remove k m)))) with (length (k :: keys (T.remove k m))).
          apply as_long; [|apply keys_come_once|].
          * constructor; [rewrite in_keys, find_removed; auto|apply keys_come_once].
          * intros k'. cbn [In]. rewrite !in_keys, A. split.
            -- intros [<-|[_ F]]; [rewrite E; discriminate|exact F].
            -- intros F. destruct (X.eq_dec k k') as [D|D]; [left; exact D|right; auto].
        + intros Z. assert (I : In k (keys m)) by (apply in_keys; rewrite E; discriminate).
          destruct (keys m); [destruct I|discriminate Z].
      - f_equal. apply as_long; try apply keys_come_once. intros k'. rewrite !in_keys, A. split; [easy|].
        intros F. split; [|exact F]. intros ->. rewrite E in F. auto.
    Qed.

    (** ** A tree and the number of its entries *)

    Definition counted := { tree : T.t V * N | snd tree = cardinal (fst tree) }.

    Definition tree (c : counted) : T.t V := fst (proj1_sig c).
    Definition number (c : counted) : N := snd (proj1_sig c).

    Lemma number_is_the_cardinal c : number c = cardinal (tree c).
    Proof. exact (proj2_sig c). Qed.

    Definition number_with k c : N := match T.find k (tree c) with Some _ => number c | None => N.succ (number c) end.
    Definition number_without k c : N := match T.find k (tree c) with Some _ => N.pred (number c) | None => number c end.

    Lemma number_with_is_right k v c : number_with k c = cardinal (T.add k v (tree c)).
    Proof. unfold number_with. rewrite cardinal_after_add, number_is_the_cardinal. reflexivity. Qed.

    Lemma number_without_is_right k c : number_without k c = cardinal (T.remove k (tree c)).
    Proof. unfold number_without. rewrite cardinal_after_remove, number_is_the_cardinal. reflexivity. Qed.

    Definition nothing : counted := exist _ (T.empty V, 0%N) eq_refl.
    Definition insert k v c : counted := exist _ (T.add k v (tree c), number_with k c) (number_with_is_right k v c).
    Definition delete k c : counted := exist _ (T.remove k (tree c), number_without k c) (number_without_is_right k c).

    Definition ops : MapOps X.t V counted :=
      Build_MapOps _ _ _ nothing (fun k c => T.find k (tree c)) insert delete (fun c => T.elements (tree c)) number.

    Lemma laws : @MapLaws X.t V counted ops.
    Proof.
      constructor.
      - exact find_in_an_empty_tree.
      - intros k v c. exact (find_added k v (tree c)).
      - intros k k' v c. exact (find_beside_added k k' v (tree c)).
      - intros k c. exact (find_removed k (tree c)).
      - intros k k' c. exact (find_beside_removed k k' (tree c)).
      - intros k v c. exact (in_elements k v (tree c)).
      - intros c. exact (keys_come_once (tree c)).
      - exact number_is_the_cardinal.
      - exact X.eq_dec.
    Defined.
  End Values.
End Trees.

(** With numbers as keys. *)
Module NTrees := Trees N_as_OT.

#[export] Instance trees_of_numbers V : MapOps N V (NTrees.counted V) := NTrees.ops V.
#[export] Instance trees_of_numbers_are_maps V : MapLaws N V (NTrees.counted V) := NTrees.laws V.
