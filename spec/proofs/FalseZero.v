(** * The false zero

    The last part of theorem 4, by counting. A history is given, over sets of edges, and then ids of w bits are drawn for its
    edges. Of all ways to draw them, at most m in 2^w make the acker with numbers say anything else than the acker with
    edge sets, where m counts the messages.

    Theory. The answers differ only if at one of the m messages an open set that is not empty has xor zero (theorem 4). Take
    one such set, and draw the id of the latest of its edges last. Whatever was drawn before, exactly one of the 2^w ids for
    it makes the xor zero. So that set takes one part in 2^w of all drawings, and m sets take m parts at most.

    Everything is counted by sums of zeros and ones, so first come a few laws of sums. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets.
Import ListNotations.

(** ** Sums *)

Section Sums.
  Context {C : Type}.
  Implicit Types (f g : C -> nat) (l : list C) (n : nat).

  Fixpoint sum f l : nat := match l with [] => 0 | x :: rest => f x + sum f rest end.

  Lemma a_sum_over_two_lists f l l' : sum f (l ++ l') = sum f l + sum f l'.
  Proof. induction l as [|x l IH]; cbn; lia. Qed.

  Lemma sums_of_equal_terms_are_equal f g l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
  Proof. induction l as [|x l IH]; cbn; intros H; [reflexivity|]. rewrite H, IH; auto. Qed.

  Lemma a_sum_of_one_number n l : sum (fun _ => n) l = length l * n.
  Proof. induction l as [|x l IH]; cbn; lia. Qed.

  Lemma a_common_factor_can_be_taken_out f n l : sum (fun x => f x * n) l = sum f l * n.
  Proof. induction l as [|x l IH]; cbn; lia. Qed.

  Lemma a_sum_grows_with_its_terms f g h l : (forall x, f x <= g x + h x) -> sum f l <= sum g l + sum h l.
  Proof. intros H. induction l as [|x l IH]; cbn; [lia|]. specialize (H x). lia. Qed.
End Sums.

(** How many of a list have a property. *)
Definition number_of {C} (q : C -> bool) (l : list C) : nat := sum (fun x => Nat.b2n (q x)) l.

Section Drawing.
  Context {B : Type} {XB : Xor B} {LB : XorLaws B}.

  Definition is (c x : B) : bool := is_zero (xor c x).

  Lemma is_tells_whether_two_are_one c x : is c x = true <-> c = x.
  Proof.
    unfold is. rewrite is_zero_tells_zero. split; intros E; [|rewrite E; apply what_comes_twice_cancels].
    apply (f_equal (fun y => xor y x)) in E.
    rewrite <- xor_is_associative, what_comes_twice_cancels, zero_changes_nothing_on_the_right, zero_changes_nothing in E.
    exact E.
  Qed.

  (** The ids that can be drawn, each of them once. For w bits there are 2^w. *)
  Variable range : list B.
  Hypothesis range_has_zero : In zero range.
  Hypothesis range_has_xors : forall a b, In a range -> In b range -> In (xor a b) range.
  Hypothesis range_has_each_once : forall c, In c range -> number_of (is c) range = 1.

  (** A drawing has an id for each of n edges, the latest first. *)
  Fixpoint drawings (n : nat) : list (list B) :=
    match n with 0 => [[]] | S n => flat_map (fun drawn => map (fun x => x :: drawn) range) (drawings n) end.

  Definition id_in (drawn : list B) (e : nat) : B := nth (length drawn - S e) drawn zero.

  Lemma a_sum_over_drawings f n :
    sum f (drawings (S n)) = sum (fun drawn => sum (fun x => f (x :: drawn)) range) (drawings n).
  Proof.
    cbn [drawings]. induction (drawings n) as [|drawn l IH]; [reflexivity|]. cbn [flat_map sum].
    rewrite a_sum_over_two_lists, IH. f_equal. clear. induction range as [|x r IH]; [reflexivity|]. cbn. rewrite IH. reflexivity.
  Qed.

  Lemma there_are_as_many_times_more_with_one_more_edge n : length (drawings (S n)) = length (drawings n) * length range.
  Proof.
    assert (L : forall l : list (list B), length l = sum (fun _ => 1) l) by (intros l; rewrite a_sum_of_one_number; lia).
    rewrite (L (drawings (S n))), a_sum_over_drawings, !a_sum_of_one_number. lia.
  Qed.

  Lemma a_drawing_has_an_id_for_each_edge n drawn : In drawn (drawings n) -> length drawn = n.
  Proof.
    revert drawn. induction n as [|n IH]; intros drawn; cbn [drawings]; [intros [<-|[]]; reflexivity|].
    intros I. apply in_flat_map in I. destruct I as (before & J & I). apply in_map_iff in I. destruct I as (x & <- & _).
    cbn. rewrite (IH _ J). reflexivity.
  Qed.

  Lemma the_latest_edge_is_added_to_the_others x drawn edges :
    image (id_in (x :: drawn)) (S (length drawn)) edges =
    if has_edge edges (length drawn) then xor x (image (id_in drawn) (length drawn) edges)
    else image (id_in drawn) (length drawn) edges.
  Proof.
    assert (Others : forall n, n <= length drawn -> image (id_in (x :: drawn)) n edges = image (id_in drawn) n edges).
    { induction n as [|n IH]; intros Le; [reflexivity|]. cbn [image]. rewrite IH by lia.
      assert (E : id_in (x :: drawn) n = id_in drawn n).
      { unfold id_in. cbn [length]. replace (S (length drawn) - S n) with (S (length drawn - S n)) by lia. reflexivity. }
      rewrite E. reflexivity. }
    rewrite the_image_with_one_more_edge, Others by auto. unfold id_in at 1. cbn [length]. rewrite Nat.sub_diag. reflexivity.
  Qed.

  Lemma an_xor_of_drawn_ids_could_be_drawn n drawn edges : In drawn (drawings n) -> In (image (id_in drawn) n edges) range.
  Proof.
    revert drawn. induction n as [|n IH]; intros drawn I; [exact range_has_zero|]. cbn [drawings] in I.
    apply in_flat_map in I. destruct I as (before & J & I). apply in_map_iff in I. destruct I as (x & <- & I).
    specialize (IH _ J). rewrite <- (a_drawing_has_an_id_for_each_edge _ _ J) in IH |- *.
    rewrite the_latest_edge_is_added_to_the_others. destruct (has_edge edges (length before)); auto.
  Qed.

  (** The xor of a set of edges that is not empty is uniform: each id c is the xor in one part of all drawings, of as many
      parts as there are ids. *)
  Theorem the_xor_of_edges_is_uniform n edges c :
    (exists e, e < n /\ has_edge edges e = true) -> In c range ->
    number_of (fun drawn => is c (image (id_in drawn) n edges)) (drawings n) * length range = length (drawings n).
  Proof.
    intros Some_edge Ic. induction n as [|n IH]; [destruct Some_edge as (e & Lt & _); lia|].
    rewrite there_are_as_many_times_more_with_one_more_edge. f_equal. unfold number_of. rewrite a_sum_over_drawings.
    assert (Latest : forall drawn x, In drawn (drawings n) ->
              image (id_in (x :: drawn)) (S n) edges =
              if has_edge edges n then xor x (image (id_in drawn) n edges) else image (id_in drawn) n edges).
    { intros drawn x I. rewrite <- (a_drawing_has_an_id_for_each_edge _ _ I). apply the_latest_edge_is_added_to_the_others. }
    destruct (has_edge edges n) eqn:T.
    - (* whatever the others are, one id does it *)
      rewrite (sums_of_equal_terms_are_equal _ (fun _ => 1)); [rewrite a_sum_of_one_number; lia|]. intros drawn I.
      rewrite <- (range_has_each_once (xor c (image (id_in drawn) n edges)))
        by (apply range_has_xors; [exact Ic|apply an_xor_of_drawn_ids_could_be_drawn, I]).
      apply sums_of_equal_terms_are_equal. intros x _. rewrite (Latest drawn x I). unfold is.
      rewrite (xor_is_commutative x), xor_is_associative. reflexivity.
    - (* the id of this edge does not matter *)
      rewrite <- IH.
      + unfold number_of. rewrite <- a_common_factor_can_be_taken_out. apply sums_of_equal_terms_are_equal.
        intros drawn I. rewrite Nat.mul_comm, <- a_sum_of_one_number. apply sums_of_equal_terms_are_equal.
        intros x _. rewrite (Latest drawn x I). reflexivity.
      + destruct Some_edge as (e & Lt & E). exists e. split; [|exact E]. assert (e <> n) by congruence. lia.
  Qed.

  (** ** Accidents *)

  Definition is_false_zero (n : nat) (edges : N) (drawn : list B) : bool :=
    negb (N.eqb edges 0) && is_zero (image (id_in drawn) n edges).

  (** One of several sets, which were fixed before, is not empty and has xor zero. *)
  Definition accident (n : nat) (sets : list N) (drawn : list B) : bool :=
    existsb (fun edges => is_false_zero n edges drawn) sets.

  Lemma a_set_that_is_not_empty_has_an_edge n edges : within n edges -> edges <> 0%N -> exists e, e < n /\ has_edge edges e = true.
  Proof.
    intros W H. assert (E : has_edge edges (N.to_nat (N.log2 edges)) = true).
    { unfold has_edge. rewrite <- Ndigits.Ntestbit_Nbit, Nnat.N2Nat.id. apply N.bit_log2, H. }
    exists (N.to_nat (N.log2 edges)). split; [apply W|]; exact E.
  Qed.

  Lemma false_zeros_of_one_set_are_few n edges :
    within n edges -> number_of (is_false_zero n edges) (drawings n) * length range <= length (drawings n).
  Proof.
    intros W. unfold is_false_zero. destruct (N.eqb_spec edges 0) as [E|E]; cbn [negb andb].
    - unfold number_of. cbn [Nat.b2n]. rewrite a_sum_of_one_number, Nat.mul_0_r. lia.
    - rewrite <- (the_xor_of_edges_is_uniform n edges zero (a_set_that_is_not_empty_has_an_edge n edges W E) range_has_zero).
      apply Nat.mul_le_mono_r, Nat.eq_le_incl, sums_of_equal_terms_are_equal. intros drawn _.
      unfold is. rewrite zero_changes_nothing. reflexivity.
  Qed.

  (** A set that is not empty is a false zero in one of [length range] drawings at most; so some sets have one in at most
      that many for each set. *)
  Theorem accidents_are_few n sets :
    (forall edges, In edges sets -> within n edges) ->
    number_of (accident n sets) (drawings n) * length range <= length sets * length (drawings n).
  Proof.
    induction sets as [|edges sets IH]; intros W.
    - unfold number_of, accident. cbn. rewrite a_sum_of_one_number. lia.
    - pose proof (false_zeros_of_one_set_are_few n edges (W _ (or_introl eq_refl))) as One.
      assert (Others : number_of (accident n sets) (drawings n) * length range <= length sets * length (drawings n))
        by (apply IH; intros s I; apply W; right; exact I).
      assert (Or : number_of (accident n (edges :: sets)) (drawings n)
                   <= number_of (is_false_zero n edges) (drawings n) + number_of (accident n sets) (drawings n)).
      { apply a_sum_grows_with_its_terms. intros drawn. unfold accident. cbn [existsb].
        destruct (is_false_zero n edges drawn), (existsb _ sets); cbn; lia. }
      cbn [length]. nia.
  Qed.

  (** ** The acker

      What is told, [h], is fixed first, as sets of edges, and then ids are drawn for them. *)

  Context {K T MA MB : Type}
    {OA : MapOps K (record N T) MA} {LMA : MapLaws K (record N T) MA}
    {OB : MapOps K (record B T) MB} {LMB : MapLaws K (record B T) MB}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.
  Implicit Types h : list (event K N T).

  (** The open sets on which the acker decides: one for each message, of the life that it falls into. *)
  Fixpoint decided_on h : list N :=
    match h with
    | [] => []
    | Told k m :: before => total (m :: life (M := MA) p before k) :: decided_on before
    | Tick :: before => decided_on before
    end.

  Fixpoint messages h : nat :=
    match h with [] => 0 | Told _ _ :: before => S (messages before) | Tick :: before => messages before end.

  Lemma it_decides_on_one_set_for_each_message h : length (decided_on h) = messages h.
  Proof. induction h as [|[k m|] h IH]; cbn; congruence. Qed.

  Lemma it_decides_on_edges_that_it_was_told_of n h :
    (forall k m, In (Told k m) h -> within n (value_of m)) -> forall edges, In edges (decided_on h) -> within n edges.
  Proof.
    induction h as [|[k m|] h IH]; intros W edges I; cbn [decided_on] in I; [easy| |].
    - assert (W' : forall k' m', In (Told k' m') h -> within n (value_of m')) by (intros k' m' J; apply (W k' m'); right; exact J).
      destruct I as [<-|I]; [|exact (IH W' edges I)]. apply a_total_occurs; [apply within_empty|apply within_xor|].
      intros m' [<-|J]; [apply (W k m); left; reflexivity|]. apply what_is_in_a_life_was_told in J. exact (W' _ _ J).
    - apply IH; [|exact I]. intros k' m' J. apply (W k' m'). right. exact J.
  Qed.

  Lemma ids_are_faithful_but_for_accidents n h drawn k :
    accident n (decided_on h) drawn = false -> faithful (OA := OA) (image (id_in drawn) n) p k h.
  Proof.
    induction h as [|e h IH]; [intros _; exact I|]. intros None_yet. split.
    - intros m -> Image. apply is_zero_tells_zero in Image. apply orb_false_elim in None_yet as [Here _].
      unfold is_false_zero in Here. rewrite Image, andb_true_r in Here. apply negb_false_iff, N.eqb_eq in Here. exact Here.
    - apply IH. destruct e; [apply orb_false_elim in None_yet as [_ Before]; exact Before|exact None_yet].
  Qed.

  (** An acker decides on one open set for each message. So accidents are as few as messages, and without one an acker
      with numbers says what an acker with edge sets says. *)
  Theorem false_zeros_of_a_range n h :
    (forall k m, In (Told k m) h -> within n (value_of m)) ->
    number_of (accident n (decided_on h)) (drawings n) * length range <= messages h * length (drawings n) /\
    forall drawn, accident n (decided_on h) drawn = false ->
      answers (M := MB) p (map (map_event (image (id_in drawn) n)) h) = answers (M := MA) p h.
  Proof.
    intros W. split.
    - rewrite <- it_decides_on_one_set_for_each_message.
      apply accidents_are_few, it_decides_on_edges_that_it_was_told_of, W.
    - intros drawn A. apply numbers_and_edge_sets_say_the_same; auto using image_preserves_xor.
      intros k. apply ids_are_faithful_but_for_accidents, A.
  Qed.
End Drawing.

(** ** Ids of w bits *)

Section Bits.
  Variable w : nat.

  Definition numbers_of_w_bits : list N := map N.of_nat (seq 0 (2 ^ w)).

  Lemma a_number_of_w_bits_is_below_2_to_the_w a : In a numbers_of_w_bits <-> (a < 2 ^ N.of_nat w)%N.
  Proof.
    assert (P : N.of_nat (2 ^ w) = (2 ^ N.of_nat w)%N) by (rewrite Nnat.Nat2N.inj_pow; reflexivity).
    unfold numbers_of_w_bits. rewrite in_map_iff, <- P. split.
    - intros (x & <- & I). apply in_seq in I. lia.
    - intros H. exists (N.to_nat a). split; [apply Nnat.N2Nat.id|]. apply in_seq. lia.
  Qed.

  Lemma there_are_2_to_the_w_of_them : length numbers_of_w_bits = 2 ^ w.
  Proof. unfold numbers_of_w_bits. rewrite map_length. apply seq_length. Qed.

  Lemma zero_is_one_of_them : In (zero : N) numbers_of_w_bits.
  Proof. apply a_number_of_w_bits_is_below_2_to_the_w. apply N.neq_0_lt_0, N.pow_nonzero. discriminate. Qed.

  (** A number has w bits if nothing is left when it is shifted by w, and shifting does not mind xor. *)
  Lemma so_is_the_xor_of_two a b : In a numbers_of_w_bits -> In b numbers_of_w_bits -> In (xor a b) numbers_of_w_bits.
  Proof.
    assert (Nz : (2 ^ N.of_nat w <> 0)%N) by (apply N.pow_nonzero; discriminate).
    rewrite !a_number_of_w_bits_is_below_2_to_the_w, <- !N.div_small_iff, <- !N.shiftr_div_pow2 by exact Nz.
    intros A E. cbn [xor xor_N]. rewrite N.shiftr_lxor, A, E. reflexivity.
  Qed.

  Lemma each_is_there_once c : In c numbers_of_w_bits -> number_of (is c) numbers_of_w_bits = 1.
  Proof.
    assert (Count : forall n start, number_of (is c) (map N.of_nat (seq start n)) =
                      Nat.b2n ((start <=? N.to_nat c) && (N.to_nat c <? start + n))).
    { induction n as [|n IH]; intros start; cbn [seq map].
      - rewrite Nat.add_0_r. unfold number_of. cbn [sum].
        destruct (Nat.leb_spec start (N.to_nat c)), (Nat.ltb_spec (N.to_nat c) start); cbn [andb Nat.b2n]; lia.
      - unfold number_of in *. cbn [sum]. rewrite IH.
        assert (E : is c (N.of_nat start) = (start =? N.to_nat c)).
        { apply eq_true_iff_eq. rewrite is_tells_whether_two_are_one, Nat.eqb_eq. lia. }
        rewrite E. destruct (Nat.eqb_spec start (N.to_nat c)), (Nat.leb_spec start (N.to_nat c)),
          (Nat.leb_spec (S start) (N.to_nat c)), (Nat.ltb_spec (N.to_nat c) (S start + n)),
          (Nat.ltb_spec (N.to_nat c) (start + S n)); cbn [andb Nat.b2n]; lia. }
    intros I. unfold numbers_of_w_bits in *. rewrite Count. apply in_map_iff in I. destruct I as (x & <- & I). apply in_seq in I.
    rewrite Nnat.Nat2N.id. destruct (Nat.leb_spec 0 x), (Nat.ltb_spec x (0 + 2 ^ w)); cbn; lia.
  Qed.

  (** At most m in 2^w. *)
  Theorem false_zeros_are_at_most_one_in_2_to_the_w_for_each_message {K T MA MB : Type}
    {OA : MapOps K (record N T) MA} {LMA : MapLaws K (record N T) MA}
    {OB : MapOps K (record N T) MB} {LMB : MapLaws K (record N T) MB}
    (p : profile) (n : nat) (h : list (event K N T)) :
    2 <= buckets p ->
    (forall k m, In (Told k m) h -> within n (value_of m)) ->
    exists bad : list N -> bool,
      number_of bad (drawings numbers_of_w_bits n) * 2 ^ w <= messages h * length (drawings numbers_of_w_bits n) /\
      forall drawn, bad drawn = false ->
        answers (M := MB) p (map (map_event (image (id_in drawn) n)) h) = answers (M := MA) p h.
  Proof.
    intros two W. rewrite <- there_are_2_to_the_w_of_them. exists (accident n (decided_on (MA := MA) p h)).
    apply false_zeros_of_a_range; auto using zero_is_one_of_them, so_is_the_xor_of_two, each_is_there_once.
  Qed.
End Bits.
