(** * The false zero

    The last part of theorem 4, by counting. A history is given, over sets of edges. Of all ways to give ids of w bits to
    its edges, at most m in 2^w make the acker with numbers say anything else than the acker with edge sets, where m counts
    the messages.

    Theory. The answers differ only if at one of the m messages an open set that is not empty has xor zero (theorem 4). Fix
    one such set and one edge in it. Whatever the ids of the others are, exactly one id of this edge makes the xor zero: one
    of 2^w. So each of the m messages takes at most that part of all assignments, and m of them at most m times as many. *)

From Coq Require Import Bool Arith NArith List Lia FinFun.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets.
Import ListNotations.

Section Count.
  Context {B : Type} {XB : Xor B} {LB : XorLaws B}.

  (** All ids: for w bits there are 2^w. *)
  Variable range : list B.
  Hypothesis range_nodup : NoDup range.
  Hypothesis range_zero : In zero range.
  Hypothesis range_xor : forall a b, In a range -> In b range -> In (xor a b) range.

  Definition count {C} (f : C -> bool) (l : list C) : nat := length (filter f l).

  Lemma count_app {C} (f : C -> bool) l l' : count f (l ++ l') = count f l + count f l'.
  Proof. unfold count. rewrite filter_app, app_length. reflexivity. Qed.

  Lemma count_ext {C} (f g : C -> bool) l : (forall x, In x l -> f x = g x) -> count f l = count g l.
  Proof.
    unfold count. induction l as [|x l IH]; intros H; [reflexivity|]. cbn. rewrite (H x) by (left; reflexivity).
    destruct (g x); cbn; rewrite IH; auto; intros y I; apply H; right; exact I.
  Qed.

  Lemma count_map {C D} (f : D -> bool) (g : C -> D) l : count f (map g l) = count (fun x => f (g x)) l.
  Proof. unfold count. induction l as [|x l IH]; [reflexivity|]. cbn. destruct (f (g x)); cbn; rewrite IH; reflexivity. Qed.

  Lemma count_flat {C D} (f : D -> bool) (g : C -> list D) l n :
    (forall x, In x l -> count f (g x) = n) -> count f (flat_map g l) = length l * n.
  Proof.
    induction l as [|x l IH]; intros H; [reflexivity|]. cbn [flat_map length Nat.mul].
    rewrite count_app, H by (left; reflexivity).
    rewrite IH; [reflexivity|]. intros y I. apply H. right. exact I.
  Qed.

  Definition equal (a b : B) : bool := is_zero (xor a b).

  Lemma equal_spec a b : equal a b = true <-> a = b.
  Proof.
    unfold equal. rewrite is_zero_tells_zero. split; [|intros ->; apply what_comes_twice_cancels].
    intros E. rewrite <- (zero_changes_nothing_on_the_right a), <- (what_comes_twice_cancels b), xor_is_associative, E. apply zero_changes_nothing.
  Qed.

  Lemma count_one c l : NoDup l -> In c l -> count (equal c) l = 1.
  Proof.
    unfold count. induction 1 as [|x l N D IH]; [easy|]. cbn. intros I.
    destruct (equal c x) eqn:E.
    - apply equal_spec in E. subst x. cbn. f_equal. clear -N LB. induction l as [|y l IH]; [reflexivity|]. cbn.
      destruct (equal c y) eqn:E; [apply equal_spec in E; subst y; exfalso; apply N; left; reflexivity|].
      apply IH. intros J. apply N. right. exact J.
    - destruct I as [->|I]; [|auto]. assert (equal c c = true) by (apply equal_spec; reflexivity). congruence.
  Qed.

  (** All ways to give ids to n edges, as lists. *)
  Fixpoint all_ids (n : nat) : list (list B) :=
    match n with O => [[]] | S m => flat_map (fun v => map (fun x => v ++ [x]) range) (all_ids m) end.

  Definition as_ids (v : list B) (e : nat) : B := nth e v zero.

  Lemma all_ids_length n v : In v (all_ids n) -> length v = n.
  Proof.
    revert v. induction n as [|n IH]; cbn; intros v; [intros [<-|[]]; reflexivity|].
    rewrite in_flat_map. intros (u & I & J). apply in_map_iff in J. destruct J as (x & <- & _).
    rewrite app_length, (IH u I). cbn. lia.
  Qed.

  Lemma all_ids_count n : length (all_ids (S n)) = length (all_ids n) * length range.
  Proof.
    cbn. induction (all_ids n) as [|v l IH]; [reflexivity|]. cbn. rewrite app_length, map_length, IH. reflexivity.
  Qed.

  Lemma image_ext (i j : nat -> B) n s : (forall e, e < n -> i e = j e) -> image i n s = image j n s.
  Proof.
    induction n as [|n IH]; intros H; [reflexivity|]. cbn. rewrite IH by (intros; apply H; lia).
    rewrite (H n) by lia. reflexivity.
  Qed.

  Lemma image_last v x n s : length v = n ->
    image (as_ids (v ++ [x])) (S n) s =
    if has_edge s n then xor x (image (as_ids v) n s) else image (as_ids v) n s.
  Proof.
    intros E. cbn. assert (F : image (as_ids (v ++ [x])) n s = image (as_ids v) n s).
    { apply image_ext. intros e L. unfold as_ids. apply app_nth1. lia. }
    rewrite F. unfold as_ids at 1. rewrite app_nth2, E, Nat.sub_diag by lia. reflexivity.
  Qed.

  Lemma image_range v n s : In v (all_ids n) -> In (image (as_ids v) n s) range.
  Proof.
    revert v. induction n as [|n IH]; intros v; [intros _; exact range_zero|]. intros I. cbn in I.
    apply in_flat_map in I. destruct I as (u & I & J). apply in_map_iff in J. destruct J as (x & <- & J).
    rewrite image_last by (apply all_ids_length, I). destruct (has_edge s n); auto.
  Qed.

  (** The xor of a set of edges with an edge in it is uniform over the ids. *)
  Theorem the_xor_of_edges_is_uniform n s c :
    (exists e, e < n /\ has_edge s e = true) -> In c range ->
    count (fun v => equal c (image (as_ids v) n s)) (all_ids n) * length range = length (all_ids n).
  Proof.
    revert s. induction n as [|n IH]; intros s (e & Lt & Bit) Ic; [lia|].
    rewrite all_ids_count. f_equal. cbn [all_ids].
    destruct (has_edge s n) eqn:T.
    - rewrite count_flat with (n := 1); [lia|]. intros v I. rewrite count_map.
      assert (In (xor c (image (as_ids v) n s)) range) by (apply range_xor; [exact Ic|apply image_range, I]).
      rewrite <- (count_one (xor c (image (as_ids v) n s)) range) by assumption.
      apply count_ext. intros x _. rewrite image_last, T by (apply all_ids_length, I). apply eq_true_iff_eq.
      unfold equal. rewrite (xor_is_commutative x), xor_is_associative. reflexivity.
    - assert (E : exists e, e < n /\ has_edge s e = true).
      { exists e. split; [|exact Bit]. assert (e <> n) by congruence. lia. }
      rewrite <- (IH s E Ic). set (g := fun v => equal c (image (as_ids v) n s)).
      assert (F : forall l, (forall v, In v l -> length v = n) ->
        count (fun v => equal c (image (as_ids v) (S n) s)) (flat_map (fun v => map (fun x => v ++ [x]) range) l)
        = count g l * length range).
      { induction l as [|v l IHl]; intros H; [reflexivity|]. cbn [flat_map]. rewrite count_app, count_map, IHl
          by (intros u I; apply H; right; exact I).
        rewrite (count_ext _ (fun _ => g v)).
        - unfold count at 3. cbn [filter]. destruct (g v); unfold count; cbn [length].
          + clear. induction range; cbn; lia.
          + clear. induction range; cbn; lia.
        - intros x _. rewrite image_last, T by (apply H; left; reflexivity). reflexivity. }
      apply F. intros v. apply all_ids_length.
  Qed.

  (** The chance that one of several sets, fixed before, is zero by accident. *)
  Definition accident (n : nat) (sets : list N) (v : list B) : bool :=
    existsb (fun s => negb (N.eqb s 0) && is_zero (image (as_ids v) n s)) sets.

  Lemma set_has_edge n s : within n s -> s <> 0%N -> exists e, e < n /\ has_edge s e = true.
  Proof.
    intros W H. exists (N.to_nat (N.log2 s)).
    assert (Bit : has_edge s (N.to_nat (N.log2 s)) = true).
    { rewrite <- Ndigits.Ntestbit_Nbit, Nnat.N2Nat.id. apply N.bit_log2, H. }
    auto.
  Qed.

  Lemma count_or {C} (f g : C -> bool) l : count (fun x => f x || g x) l <= count f l + count g l.
  Proof.
    unfold count. induction l as [|x l IH]; [cbn; lia|]. cbn. destruct (f x), (g x); cbn; lia.
  Qed.

  Theorem accidents_are_few n sets :
    (forall s, In s sets -> within n s) ->
    count (accident n sets) (all_ids n) * length range <= length sets * length (all_ids n).
  Proof.
    induction sets as [|s sets IH]; intros W.
    - cbn. unfold count. clear. induction (all_ids n); cbn; auto.
    - unfold accident. cbn [existsb length].
      assert (W' : forall s, In s sets -> within n s) by (intros s' I; apply W; right; exact I).
      pose proof (count_or (fun v => negb (s =? 0)%N && is_zero (image (as_ids v) n s)) (accident n sets) (all_ids n)) as H.
      assert (G : count (fun v => negb (s =? 0)%N && is_zero (image (as_ids v) n s)) (all_ids n) * length range
                  <= length (all_ids n)).
      { destruct (N.eqb_spec s 0) as [->|Nz]; cbn [negb andb].
        - unfold count. clear. induction (all_ids n); cbn; lia.
        - assert (Some_edge : exists e, e < n /\ has_edge s e = true)
            by (apply set_has_edge; [apply W; left; reflexivity|exact Nz]).
          rewrite <- (the_xor_of_edges_is_uniform n s zero Some_edge range_zero).
          apply Nat.mul_le_mono_r. apply Nat.eq_le_incl. apply count_ext. intros v _.
          unfold equal. rewrite zero_changes_nothing. reflexivity. }
      specialize (IH W'). unfold accident in *. nia.
  Qed.

  (** For the acker. [h] is a history over sets of edges: it is fixed before the ids are drawn. *)
  Context {K T MA MB : Type}
    {OA : MapOps K (record N T) MA} {LMA : MapLaws K (record N T) MA}
    {OB : MapOps K (record B T) MB} {LMB : MapLaws K (record B T) MB}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.

  (** The open sets on which the acker decides. *)
  Fixpoint open_sets (h : list (event K N T)) : list N :=
    match h with
    | [] => []
    | Told k m :: h' => total (m :: life (M := MA) p h' k) :: open_sets h'
    | Tick :: h' => open_sets h'
    end.

  Fixpoint messages (h : list (event K N T)) : nat :=
    match h with [] => 0 | Told _ _ :: h' => S (messages h') | Tick :: h' => messages h' end.

  Lemma length_open_sets h : length (open_sets h) = messages h.
  Proof. induction h as [|[k m|] h IH]; cbn; auto. Qed.

  Lemma no_accident n h v :
    accident n (open_sets h) v = false -> forall k, faithful (OA := OA) (image (as_ids v) n) p k h.
  Proof.
    intros A k h2 m h1 -> Z. induction h2 as [|[k' m'|] h2 IH]; cbn [app open_sets] in A.
    - unfold accident in A. cbn [existsb] in A. apply orb_false_elim in A. destruct A as (A & _).
      apply is_zero_tells_zero in Z. rewrite Z, andb_true_r in A. apply negb_false_iff in A. apply N.eqb_eq, A.
    - apply IH. unfold accident in *. cbn [existsb] in A. apply orb_false_elim in A. apply A.
    - apply IH, A.
  Qed.

  Theorem false_zeros_of_a_range n h :
    (forall k m, In (Told k m) h -> within n (value_of m)) ->
    count (accident n (open_sets h)) (all_ids n) * length range <= messages h * length (all_ids n) /\
    forall v, accident n (open_sets h) v = false ->
      answers (M := MB) p (map (map_event (image (as_ids v) n)) h) = answers (M := MA) p h.
  Proof.
    intros W. split.
    - rewrite <- length_open_sets. apply accidents_are_few. induction h as [|[k m|] h IH]; cbn [open_sets]; [easy| |].
      + intros s [<-|I].
        * apply total_occurs; [apply within_empty|apply within_xor|]. intros m' [<-|J]; [eapply W; left; reflexivity|].
          apply what_is_in_a_life_was_told in J. eapply W. right. exact J.
        * apply IH; [|exact I]. intros k' m' J. eapply W. right. exact J.
      + apply IH. intros k' m' J. eapply W. right. exact J.
    - intros v A. apply numbers_and_edge_sets_say_the_same; auto using image_preserves_xor. apply no_accident, A.
  Qed.
End Count.

(** For w bits. *)
Section Bits.
  Variable w : nat.
  Definition bits : list N := map N.of_nat (seq 0 (2 ^ w)).

  Lemma bits_spec a : In a bits <-> (a < 2 ^ N.of_nat w)%N.
  Proof.
    unfold bits. rewrite in_map_iff. assert (P : N.of_nat (2 ^ w) = (2 ^ N.of_nat w)%N).
    { clear. induction w as [|v IH]; [reflexivity|]. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r', <- IH. cbn [Nat.pow]. lia. }
    split.
    - intros (x & <- & I). apply in_seq in I. rewrite <- P. lia.
    - intros H. exists (N.to_nat a). split; [apply Nnat.N2Nat.id|]. apply in_seq. lia.
  Qed.

  Lemma bits_length : length bits = 2 ^ w.
  Proof. unfold bits. rewrite map_length, seq_length. reflexivity. Qed.

  Lemma bits_nodup : NoDup bits.
  Proof. apply Injective_map_NoDup; [intros a b; apply Nnat.Nat2N.inj|apply seq_NoDup]. Qed.

  Lemma bits_zero : In zero bits.
  Proof. apply bits_spec. cbn. assert (2 ^ N.of_nat w <> 0)%N by (apply N.pow_nonzero; easy). lia. Qed.

  Lemma bits_xor a b : In a bits -> In b bits -> In (xor a b) bits.
  Proof.
    rewrite !bits_spec. cbn. intros Ha Hb. destruct (N.eq_dec (N.lxor a b) 0) as [->|Hn].
    - assert (2 ^ N.of_nat w <> 0)%N by (apply N.pow_nonzero; easy). lia.
    - assert (L : forall c, (c < 2 ^ N.of_nat w -> c <> 0 -> N.log2 c < N.of_nat w)%N) by (intros c Hc Nc; apply N.log2_lt_pow2; lia).
      apply N.log2_lt_pow2; [lia|]. eapply N.le_lt_trans; [apply N.log2_lxor|].
      destruct (N.eq_dec a 0) as [->|Na], (N.eq_dec b 0) as [->|Nb]; try (cbn in Hn; congruence).
      + cbn [N.log2]. rewrite N.max_r by lia. auto.
      + rewrite (N.max_l _ (N.log2 0)) by (cbn; lia). auto.
      + apply N.max_lub_lt; auto.
  Qed.

  (** At most m in 2^w. *)
  Theorem false_zeros_are_at_most_one_in_2_to_the_w_for_each_message {K T MA MB : Type}
    {OA : MapOps K (record N T) MA} {LMA : MapLaws K (record N T) MA}
    {OB : MapOps K (record N T) MB} {LMB : MapLaws K (record N T) MB}
    (p : profile) (n : nat) (h : list (event K N T)) :
    2 <= buckets p ->
    (forall k m, In (Told k m) h -> within n (value_of m)) ->
    exists bad : list N -> bool,
      count bad (all_ids bits n) * 2 ^ w <= messages h * length (all_ids bits n) /\
      forall v, bad v = false ->
        answers (M := MB) p (map (map_event (image (as_ids v) n)) h) = answers (M := MA) p h.
  Proof.
    intros two W. rewrite <- bits_length. exists (accident n (open_sets (MA := MA) p h)).
    apply false_zeros_of_a_range; auto using bits_nodup, bits_zero, bits_xor.
  Qed.
End Bits.
