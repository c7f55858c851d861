(** * No early completion

    Theorem 5. If an acker says ack of a tree of which the init was delivered an odd number of times in the record life,
    then there is a set of receipts that are acked, and that is closed from the spout's emission down: it has a receipt of
    each tuple of the emission, and one of each tuple that is anchored to a receipt in it.

    Theory. Who tells of an edge? Its maker, which is the spout or the receipt that it was taken for, and each receipt of the
    tuple that carries it; nobody else ([who_tells_of_an_edge]). If the total of what was told is empty, each edge was told of
    an even number of times. So where a maker spoke an odd number of times, one of the receipts of the carrier did too, and
    that was acked ([the_carrier_was_acked]). From the spout, which spoke oddly, one comes so to an acked receipt of each
    tuple of the emission, and from each of these to one of each child. Nothing is asked about order, loss or repetition: only
    parities count. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets Parity System.
Import ListNotations.

Arguments no_edge_is_beyond_the_count {K T root_dec}.
Arguments no_tuple_is_beyond_the_count {K T root_dec}.
Arguments no_receipt_is_beyond_the_count {K T root_dec}.
Arguments a_receipt_is_of_its_tuple {K T root_dec}.
Arguments its_children_are_the_edges_made_by_it {K T root_dec}.
Arguments it_carries_the_edges_made_for_it {K T root_dec}.
Arguments an_init_has_the_edges_of_its_emission {K T root_dec}.
Arguments an_anchor_is_older {K T root_dec}.
Arguments an_emitted_tuple_is_of_one_tree {K T root_dec}.
Arguments an_edge_has_its_carrier {K T root_dec}.
Arguments each_anchor_made_an_edge {K T root_dec}.
Arguments it_belongs_where_its_anchors_do {K T root_dec}.
Arguments what_was_delivered_was_said {K T root_dec}.

Lemma what_is_among_the_first_is_there {B} n (l : list B) x : In x (firstn n l) -> In x l.
Proof. intros I. rewrite <- (firstn_skipn n l). apply in_or_app. left. exact I. Qed.

Section NoEarlyCompletion.
  Context {K T M : Type} {O : MapOps K (record N T) M} {L : MapLaws K (record N T) M}.

  Notation system := (@system K T).
  Notation delivery := (@delivery K T).
  Notation reachable := (@reachable K T (@same_key K (record N T) M O L)).

  Notation consistent := (@consistent K T (@same_key K (record N T) M O L)).

  Definition event_of (d : delivery) : event K N T := match d with Delivered r _ m => Told r m | Ticked => Tick end.
  Definition history (s : system) : list (event K N T) := map event_of (delivered s).

  Notation about := (@about K N T M O L).

  (** From whom an acker heard of a root, the last first: one entry for each message. *)
  Fixpoint senders (k : K) (l : list delivery) : list sender :=
    match l with
    | [] => []
    | Delivered k' o _ :: l' => if same_key k' k then o :: senders k l' else senders k l'
    | Ticked :: l' => senders k l'
    end.

  Definition sender_dec : forall a b : sender, {a = b} + {a <> b}.
  Proof. decide equality; apply Nat.eq_dec. Defined.

  (** The edges that a sender's message about a root has, if it has sent one. *)
  Definition told_by (s : system) (r : K) (o : sender) : N :=
    match o with
    | FromSpout => match emissions s r with Some (v, _) => v | None => 0%N end
    | From x => match receipts s x with
                | Some rx => match state_of rx with
                             | Acked => if belongs (the_tuple rx) r then N.lxor (carried (the_tuple rx) r) (children rx) else 0%N
                             | _ => 0%N end
                | None => 0%N end
    | Anybody => 0%N
    end.

  Lemma what_is_delivered_is_what_its_sender_tells s r o m : deliverable s (Delivered r o m) -> value_of m = told_by s r o.
  Proof.
    intros D. inversion D as [? v t E|? x rx E S B|? x rx E S B|?|]; subst; cbn; rewrite ?E, ?S, ?B; reflexivity.
  Qed.

  Definition tells (s : system) (r : K) (e : nat) (o : sender) : bool := has_edge (told_by s r o) e.

  (** The edge [e] is open if it was told of an odd number of times. *)
  Lemma an_edge_is_open_iff_it_was_told_oddly s r e l :
    (forall d, In d l -> deliverable s d) ->
    has_edge (total (about r (map event_of l))) e = parity (tells s r e) (senders r l).
  Proof.
    induction l as [|[r' o m|] l IH]; intros D; [reflexivity| |apply IH; intros d I; apply D; right; exact I].
    specialize (IH (fun d I => D d (or_intror I))). cbn [map event_of RecordLife.about noted senders].
    destruct (same_key r' r) as [->|]; [|exact IH]. cbn [total parity].
    rewrite <- IH, (what_is_delivered_is_what_its_sender_tells s r o m (D _ (or_introl eq_refl))), xorb_comm.
    apply xor_of_sets_is_symmetric_difference.
  Qed.

  Lemma senders_app r l l' : senders r (l ++ l') = senders r l ++ senders r l'.
  Proof.
    induction l as [|[r' o m|] l IH]; cbn; [reflexivity| |exact IH].
    destruct (same_key r' r); [rewrite IH; reflexivity|exact IH].
  Qed.

  Lemma who_delivered_is_a_sender r o m l : In (Delivered r o m) l -> In o (senders r l).
  Proof.
    intros I. apply in_split in I. destruct I as (l1 & l2 & ->). rewrite senders_app. apply in_or_app. right.
    cbn. destruct (same_key r r); [left; reflexivity|easy].
  Qed.

  Lemma a_message_of_a_root_was_delivered m r l : In m (about r (map event_of l)) -> exists o, In (Delivered r o m) l.
  Proof.
    induction l as [|[k o m'|] l IH]; cbn; [easy| |intros J; destruct (IH J) as (o & J'); eauto].
    destruct (same_key k r) as [->|]; [intros [->|J]; [eauto|]|intros J]; destruct (IH J) as (o' & J'); eauto.
  Qed.

  (** *** Who tells of an edge *)

  Definition acked_in (s : system) (r : K) (x : nat) (rx : receipt) : Prop :=
    receipts s x = Some rx /\ state_of rx = Acked /\ belongs (the_tuple rx) r = true.

  (** The spout of a root speaks with its emission, and a receipt with its ack. *)
  Definition spoke (s : system) (r : K) (o : sender) : Prop :=
    match o with FromSpout => emissions s r <> None | From x => exists rx, acked_in s r x rx | Anybody => False end.

  Definition spokesman (mk : @maker K) : sender := match mk with ByEmission _ => FromSpout | ByReceipt x => From x end.

  Lemma only_who_spoke_tells s r e o : tells s r e o = true -> spoke s r o.
  Proof.
    unfold tells, told_by, spoke, acked_in. destruct o as [|x|]; [|destruct (receipts s x) as [rx|]|]; try discriminate.
    - destruct (emissions s r); easy.
    - destruct (state_of rx) eqn:S, (belongs (the_tuple rx) r) eqn:B; try discriminate. eauto.
  Qed.

  Lemma an_init_tells_of_the_edges_of_its_emission s r e :
    consistent s -> (tells s r e FromSpout = true <-> exists t, edges s e = Some (ByEmission r, t)).
  Proof.
    intros W. rewrite <- (an_init_has_the_edges_of_its_emission s W r e). unfold tells, told_by, holds. destruct (emissions s r) as [[v ?]|]; easy.
  Qed.

  Lemma an_ack_tells_of_its_own_edges_and_those_of_its_children s r x rx e :
    consistent s -> acked_in s r x rx ->
    (tells s r e (From x) = true <->
     (exists mk, edges s e = Some (mk, tuple_number rx) /\ maker_belongs s r mk) \/
     (exists t, edges s e = Some (ByReceipt x, t))).
  Proof.
    intros W (R & S & B). unfold tells, told_by. rewrite R, S, B.
    change (has_edge ?a e = true) with (holds a e). rewrite in_the_xor_of_disjoint_sets;
      rewrite (it_carries_the_edges_made_for_it s W _ _ _ _ (a_receipt_is_of_its_tuple s W _ _ R)), (its_children_are_the_edges_made_by_it s W _ _ _ R); [reflexivity|].
    intros (mk & E & _) (t & F). destruct (an_anchor_is_older s W _ _ _ F) as (_ & rx' & R' & Lt). assert (rx' = rx) as -> by congruence.
    assert (t = tuple_number rx) by congruence. lia.
  Qed.

  Lemma what_is_told_of_was_made s r e o :
    consistent s -> tells s r e o = true -> exists mk t, edges s e = Some (mk, t) /\ maker_belongs s r mk.
  Proof.
    intros W V. pose proof (only_who_spoke_tells _ _ _ _ V) as Sp. destruct o as [|x|]; [| |easy].
    - apply (an_init_tells_of_the_edges_of_its_emission s r e W) in V. destruct V as (t & V). exists (ByEmission r), t. easy.
    - destruct Sp as (rx & A). apply (an_ack_tells_of_its_own_edges_and_those_of_its_children s r x rx e W A) in V.
      destruct V as [(mk & V)|(t & V)]; [eauto|]. exists (ByReceipt x), t. split; [exact V|].
      cbn. unfold receipt_belongs. destruct A as (R & _ & B). rewrite R. exact B.
  Qed.

  Lemma who_tells_of_an_edge s r e mk t o :
    consistent s -> edges s e = Some (mk, t) -> maker_belongs s r mk ->
    (tells s r e o = true <->
     (o = spokesman mk /\ spoke s r o) \/ (exists x rx, o = From x /\ acked_in s r x rx /\ tuple_number rx = t)).
  Proof.
    intros W E B. split.
    - intros V. pose proof (only_who_spoke_tells _ _ _ _ V) as Sp. destruct o as [|x|]; [| |easy].
      + apply (an_init_tells_of_the_edges_of_its_emission s r e W) in V. destruct V as (t' & V). rewrite E in V.
        injection V as -> _. left. easy.
      + destruct Sp as (rx & A). apply (an_ack_tells_of_its_own_edges_and_those_of_its_children s r x rx e W A) in V.
        destruct V as [(mk' & V & _)|(t' & V)]; rewrite E in V.
        * injection V as _ ->. right. exists x, rx. easy.
        * injection V as -> _. left. split; [reflexivity|]. exists rx. exact A.
    - intros [(-> & Sp)|(x & rx & -> & A & U)].
      + destruct mk as [r'|x]; cbn [spokesman] in *.
        * cbn in B. subst r'. apply (an_init_tells_of_the_edges_of_its_emission s r e W). eauto.
        * destruct Sp as (rx & A). apply (an_ack_tells_of_its_own_edges_and_those_of_its_children s r x rx e W A). eauto.
      + apply (an_ack_tells_of_its_own_edges_and_those_of_its_children s r x rx e W A). left. exists mk. rewrite U. easy.
  Qed.

  (** *** What is finished *)

  (** [D] are receipts that bear out that the tree is finished: whoever had one has acked it, and where the emission or one of them
      led on to a tuple, a receipt of that tuple is in [D] too. *)
  Definition finished (s : system) (r : K) (D : nat -> Prop) : Prop :=
    (forall x, D x -> exists rx, receipts s x = Some rx /\ state_of rx = Acked) /\
    (forall t tp, tuples s t = Some tp -> origin_of tp = Spout r ->
      exists x rx, D x /\ receipts s x = Some rx /\ tuple_number rx = t) /\
    (forall t tp to x, tuples s t = Some tp -> origin_of tp = Anchored to -> In x to -> D x ->
      exists y ry, D y /\ receipts s y = Some ry /\ tuple_number ry = t).

  (** So it is not finished where somebody is still waited for: of the emission, *)
  Lemma a_tree_is_not_finished_before_its_tuples_are_received s r t tp :
    tuples s t = Some tp -> origin_of tp = Spout r -> (forall x rx, receipts s x = Some rx -> tuple_number rx <> t) ->
    ~ exists D, finished s r D.
  Proof.
    intros E F N (D & _ & F2 & _). destruct (F2 t tp E F) as (x & rx & _ & R & U). exact (N x rx R U).
  Qed.

  (** or of what was anchored to its only receipt. *)
  Lemma a_tree_is_not_finished_before_its_children_are_received s r t tp x child ctp to :
    tuples s t = Some tp -> origin_of tp = Spout r ->
    (forall y ry, receipts s y = Some ry -> tuple_number ry = t -> y = x) ->
    tuples s child = Some ctp -> origin_of ctp = Anchored to -> In x to ->
    (forall y ry, receipts s y = Some ry -> tuple_number ry <> child) ->
    ~ exists D, finished s r D.
  Proof.
    intros E F Only Ec Fc I N (D & _ & F2 & F3). destruct (F2 t tp E F) as (y & ry & Dy & R & U).
    assert (y = x) as -> by (exact (Only y ry R U)).
    destruct (F3 child ctp to x Ec Fc I Dy) as (z & rz & _ & Rz & Uz). exact (N z rz Rz Uz).
  Qed.

  (** The receipts that will bear it out: those of which acks came in that xor does not cancel. *)
  Definition counted (s : system) (r : K) (l : list delivery) (x : nat) : Prop :=
    odd sender_dec (From x) (senders r l) = true /\
    exists rx, receipts s x = Some rx /\ state_of rx = Acked /\ belongs (the_tuple rx) r = true.

  Lemma the_carrier_was_acked s r l e mk t :
    consistent s -> edges s e = Some (mk, t) -> maker_belongs s r mk ->
    parity (tells s r e) (senders r l) = false ->          (* the edge is not open *)
    spoke s r (spokesman mk) -> odd sender_dec (spokesman mk) (senders r l) = true ->
    exists x rx, counted s r l x /\ receipts s x = Some rx /\ tuple_number rx = t.
  Proof.
    intros W E B Even Sp Odd.
    assert (V : tells s r e (spokesman mk) = true) by (apply (who_tells_of_an_edge s r e mk t _ W E B); auto).
    destruct (what_is_told_evenly_is_told_by_another sender_dec _ _ _ Even V Odd) as (o & Other & V' & Odd').
    apply (who_tells_of_an_edge s r e mk t o W E B) in V'. destruct V' as [(Same & _)|(x & rx & -> & A & U)]; [easy|].
    exists x, rx. split; [|split; [apply A|exact U]]. split; [exact Odd'|]. exists rx. exact A.
  Qed.

  (** Lemma 1 and its corollary in one. [l] may be anything that was said, in any order, and as often as it was repeated. *)
  Theorem an_empty_open_set_is_believed s r l :
    consistent s -> (forall d, In d l -> deliverable s d) ->
    total (about r (map event_of l)) = 0%N ->              (* the open set is empty *)
    odd sender_dec FromSpout (senders r l) = true ->       (* the init is in *)
    finished s r (counted s r l).
  Proof.
    intros W D Z Init_is_in.
    assert (Even : forall e, parity (tells s r e) (senders r l) = false).
    { intros e. rewrite <- an_edge_is_open_iff_it_was_told_oddly, Z by exact D. reflexivity. }
    split; [|split].
    - intros x (_ & rx & R & S & _). eauto.
    - intros t tp E F. destruct (an_emitted_tuple_is_of_one_tree s W _ _ _ E F) as (_ & e & G).
      apply (the_carrier_was_acked s r l e (ByEmission r) t W G eq_refl (Even e)); [|exact Init_is_in].
      apply (only_who_spoke_tells s r e), (an_init_tells_of_the_edges_of_its_emission s r e W). eauto.
    - intros t tp to x E F J (Odd & rx & A). destruct (each_anchor_made_an_edge s W _ _ _ _ E F J) as (e & G).
      apply (the_carrier_was_acked s r l e (ByReceipt x) t W G); [|apply Even|exists rx; exact A|exact Odd].
      cbn. unfold receipt_belongs. destruct A as (R & _ & B). rewrite R. exact B.
  Qed.

  (** * What the acker says *)

  Variable p : profile.
  Hypothesis two : 2 <= buckets p.

  Definition is_init (m : message N T) : bool := match m with Init _ _ => true | _ => false end.

  Lemma inits_come_from_the_spout s r l :
    (forall d, In d l -> deliverable s d) ->
    odd sender_dec FromSpout (senders r l) = parity is_init (about r (map event_of l)).
  Proof.
    unfold odd. induction l as [|[r' o m|] l IH]; intros D; [reflexivity| |exact (IH (fun d I => D d (or_intror I)))].
    specialize (IH (fun d I => D d (or_intror I))). cbn [map event_of RecordLife.about noted senders].
    destruct (same_key r' r) as [->|]; [|exact IH]. cbn [parity]. rewrite IH. f_equal.
    pose proof (D _ (or_introl eq_refl)) as Dm. inversion Dm; reflexivity.
  Qed.

  (** So no acker is early. It need not have heard all that was said, nor each thing once, nor in order. If it asks what an acker
      asks and says ack, the tree is finished, unless inits in the record life have cancelled. *)
  Theorem no_acker_that_hears_what_was_said_completes_a_tree_early s l r o m t :
    consistent s -> (forall d, In d (Delivered r o m :: l) -> deliverable s d) ->
    answer (M := M) p (map event_of l) (Told r m) = Some (Notify SaysAck r t) ->
    parity is_init (m :: life p (map event_of l) r) = true ->
    exists D, finished s r D.
  Proof.
    intros W Dl A I. apply (an_ack_needs_a_zero (LA := xor_N_laws) p two) in A. destruct A as (A & _).
    destruct (a_life_is_what_came_of_late p (map event_of l) r) as (h1 & h2 & E & F). rewrite F in *.
    apply map_eq_app in E. destruct E as (l1 & l2 & E & <- & _).
    assert (D : forall d, In d (Delivered r o m :: l1) -> deliverable s d).
    { intros d [<-|J]; apply Dl; [left; reflexivity|right]. rewrite E. apply in_or_app. left. exact J. }
    assert (Q : about r (map event_of (Delivered r o m :: l1)) = m :: about r (map event_of l1)).
    { cbn. destruct (same_key r r); [reflexivity|easy]. }
    exists (counted s r (Delivered r o m :: l1)). apply an_empty_open_set_is_believed; auto.
    - rewrite Q. exact A.
    - rewrite (inits_come_from_the_spout s) by exact D. rewrite Q. exact I.
  Qed.

  (** The same for the acker to which the system delivers. *)
  Theorem no_tree_is_completed_early s r o m t :
    reachable s -> deliverable s (Delivered r o m) ->
    answer (M := M) p (history s) (Told r m) = Some (Notify SaysAck r t) ->
    parity is_init (m :: life p (history s) r) = true ->
    exists D, finished s r D.
  Proof.
    intros R Dm A I. pose proof (a_reachable_system_is_consistent _ _ R) as W.
    apply (no_acker_that_hears_what_was_said_completes_a_tree_early s (delivered s) r o m t); auto.
    intros d [<-|J]; [exact Dm|]. apply (what_was_delivered_was_said s W), J.
  Qed.

  (** Where transports keep to [TRN-01], that is so of every ack: an init that was heard once has not cancelled. *)
  Definition inits (l : list (message N T)) : nat := length (filter is_init l).

  Lemma an_odd_number_of_inits l : parity is_init l = Nat.odd (inits l).
  Proof.
    unfold inits. induction l as [|m l IH]; [reflexivity|]. cbn [parity filter]. rewrite IH.
    destruct (is_init m); [|apply xorb_false_l]. cbn [length]. rewrite Nat.odd_succ, <- Nat.negb_odd. apply xorb_true_l.
  Qed.

  Lemma a_task_comes_with_an_init l t : task_of l = Some t -> 1 <= inits l.
  Proof. unfold inits. induction l as [|[] l IH]; cbn; [discriminate|lia|exact IH..]. Qed.

  Lemma one_init_is_an_odd_number l t : inits l <= 1 -> task_of l = Some t -> parity is_init l = true.
  Proof.
    intros B E. apply a_task_comes_with_an_init in E. rewrite an_odd_number_of_inits. assert (inits l = 1) as -> by lia. reflexivity.
  Qed.

  Lemma a_life_has_no_more_inits_than_its_history h k : inits (life p h k) <= inits (about k h).
  Proof.
    destruct (a_life_is_what_came_of_late p h k) as (h1 & h2 & -> & ->). unfold inits.
    induction h1 as [|[k' m|] h1 IH]; cbn; [lia| |exact IH].
    destruct (same_key k' k); [|exact IH]. cbn. destruct (is_init m); cbn; lia.
  Qed.

  (** The same where transports keep [TRN-01]: an ack is said only when the task is known, so one init at most is one. *)
  Theorem no_tree_is_completed_early_if_its_init_comes_once s r o m t :
    reachable s -> deliverable s (Delivered r o m) ->
    inits (about r (history (deliver s (Delivered r o m)))) <= 1 ->
    answer (M := M) p (history s) (Told r m) = Some (Notify SaysAck r t) ->
    exists D, finished s r D.
  Proof.
    intros R Dm I A. apply (no_tree_is_completed_early s r o m t); auto. apply (an_ack_needs_a_zero (LA := xor_N_laws) p two) in A.
    eapply one_init_is_an_odd_number; [|apply A]. revert I. unfold history. cbn [delivered deliver map event_of about noted].
    destruct (same_key r r); [|easy]. pose proof (a_life_has_no_more_inits_than_its_history (history s) r) as J. unfold inits, history in *. cbn.
    destruct (is_init m); cbn; lia.
  Qed.

  (** * Every tuple of the tree *)

  Inductive in_tree (s : system) (r : K) : nat -> Prop :=
  | of_emission t tp : tuples s t = Some tp -> origin_of tp = Spout r -> in_tree s r t
  | of_anchor t tp to x rx : tuples s t = Some tp -> origin_of tp = Anchored to -> In x to ->
      receipts s x = Some rx -> in_tree s r (tuple_number rx) -> in_tree s r t.

  (** No tuple of the tree was received twice. Of other trees nothing is asked. *)
  Definition received_once (s : system) (r : K) : Prop :=
    forall x y rx ry, receipts s x = Some rx -> receipts s y = Some ry -> belongs (the_tuple ry) r = true ->
      tuple_number rx = tuple_number ry -> x = y.

  Definition acked (s : system) (t : nat) : Prop :=
    exists x rx, receipts s x = Some rx /\ tuple_number rx = t /\ state_of rx = Acked.

  Lemma what_is_in_a_tree_belongs_to_it s r t tp :
    consistent s -> in_tree s r t -> tuples s t = Some tp -> belongs tp r = true.
  Proof.
    intros W I. revert tp. induction I as [t tp' E F|t tp' to x rx E F J R I IH]; intros tp E'.
    - assert (tp = tp') as -> by congruence. rewrite (proj1 (an_emitted_tuple_is_of_one_tree s W _ _ _ E F)).
      unfold is_root. destruct (same_key r r); easy.
    - assert (tp = tp') as -> by congruence. rewrite (it_belongs_where_its_anchors_do s W _ _ _ r E F). apply existsb_exists.
      exists x. split; [exact J|]. unfold receipt_belongs. rewrite R. apply IH, (a_receipt_is_of_its_tuple s W _ _ R).
  Qed.

  (** A finished tree has an acked receipt of each of its tuples. If a tuple may be received twice, its other receipt may
      have children that nobody acked; so each is received once here. *)
  Theorem every_tuple_of_a_finished_tree_is_acked s r D t :
    consistent s -> received_once s r -> finished s r D -> in_tree s r t -> acked s t.
  Proof.
    intros W U (F1 & F2 & F3) I.
    assert (G : exists x rx, D x /\ receipts s x = Some rx /\ tuple_number rx = t).
    { induction I as [t tp E F|t tp to x rx E F J R I IH]; [eauto|].
      destruct IH as (y & ry & Dy & Ry & G).
      pose proof (what_is_in_a_tree_belongs_to_it s r _ _ W I (a_receipt_is_of_its_tuple s W _ _ R)) as B.
      assert (y = x) as -> by (eapply U; eauto). eauto. }
    destruct G as (x & rx & Dx & R & G). destruct (F1 x Dx) as (rx' & R' & S). exists x, rx.
    rewrite R in R'. injection R' as <-. auto.
  Qed.

  (** ** An acker with numbers *)

  Section Numbers.
    Context {B MB : Type} {XB : Xor B} {LB : XorLaws B} {OB : MapOps K (record B T) MB} {LMB : MapLaws K (record B T) MB}.

    Lemma what_is_told_is_within_the_edges (s : system) r o m :
      consistent s -> deliverable s (Delivered r o m) -> within (edge_count s) (value_of m).
    Proof.
      intros W D e V. rewrite (what_is_delivered_is_what_its_sender_tells _ _ _ _ D) in V.
      destruct (what_is_told_of_was_made s r e o W V) as (mk & t & E & _).
      destruct (le_lt_dec (edge_count s) e) as [G|G]; [|exact G]. rewrite (no_edge_is_beyond_the_count s W e G) in E. discriminate.
    Qed.

    (** A real acker hears no sets of edges, but the xors of their ids. It is not early either, if it is not deceived: if what it takes
        for nothing open, at this message, is nothing open. Of other messages, and of other roots, nothing is asked. *)
    Theorem no_tree_is_completed_early_by_numbers (ids : nat -> B) (s : system) r o m t :
      reachable s -> deliverable s (Delivered r o m) ->
      inits (about r (history (deliver s (Delivered r o m)))) <= 1 ->
      answer (M := MB) p (map (map_event (image ids (edge_count s))) (history s)) (Told r (map_message (image ids (edge_count s)) m))
        = Some (Notify SaysAck r t) ->
      (let n := length (life (M := MB) p (map (map_event (image ids (edge_count s))) (history s)) r) in
       let l := m :: firstn n (about r (history s)) in
       image ids (edge_count s) (total l) = zero -> total l = zero) ->
      exists D, finished s r D.
    Proof.
      intros R Dm Once A Not_deceived. pose proof (a_reachable_system_is_consistent _ _ R) as W.
      set (f := image ids (edge_count s)) in *. set (told := map (map_event f) (history s)) in *.
      destruct (an_ack_needs_a_zero p two _ _ _ _ A) as (Zero & Task). clear A.
      (* The record life is of some latest deliveries, and what it has of them are images. *)
      destruct (a_life_is_what_came_of_late (M := MB) p told r) as (late & before & Split & Life).
      unfold told, history in Split. rewrite map_map in Split. apply map_eq_app in Split.
      destruct Split as (new & old & All & <- & _). rewrite <- map_map in Life.
      pose proof (what_is_about_a_root_in_an_image (OA := O) (OB := OB) f (map event_of new) r) as Images. rewrite Images in Life.
      assert (Latest : firstn (length (life (M := MB) p told r)) (about r (history s)) = about r (map event_of new)).
      { unfold history. rewrite Life, map_length, All, map_app, about_joined_histories, firstn_app, firstn_all, Nat.sub_diag. apply app_nil_r. }
      cbn zeta in Not_deceived. rewrite Latest in Not_deceived. rewrite Life in Zero, Task.
      pose proof (the_total_of_an_image f (image_preserves_xor ids (edge_count s)) (m :: about r (map event_of new))) as Total.
      cbn [map] in Total. rewrite Zero in Total. symmetry in Total. apply Not_deceived in Total.
      (* So the deliveries, with this one, leave nothing open, and have one init. *)
      assert (Heard : about r (map event_of (Delivered r o m :: new)) = m :: about r (map event_of new))
        by (cbn; destruct (same_key r r); easy).
      assert (Said : forall d, In d (Delivered r o m :: new) -> deliverable s d).
      { intros d [<-|I]; [exact Dm|]. apply (what_was_delivered_was_said s W). rewrite All. apply in_or_app. left. exact I. }
      exists (counted s r (Delivered r o m :: new)). apply an_empty_open_set_is_believed; [exact W|exact Said|rewrite Heard; exact Total|].
      rewrite (inits_come_from_the_spout s) by exact Said. rewrite Heard. apply (one_init_is_an_odd_number _ t).
      - revert Once. unfold history. cbn [delivered deliver map event_of RecordLife.about noted]. destruct (same_key r r); [|easy].
        rewrite All, map_app, about_joined_histories. unfold inits. cbn [filter]. rewrite filter_app.
        destruct (is_init m); cbn [length]; rewrite app_length; lia.
      - revert Task. generalize (about r (map event_of new)). clear. intros l.
        change (map_message f m :: map (map_message f) l) with (map (map_message f) (m :: l)). generalize (m :: l). clear.
        induction l as [|[] l IH]; cbn; auto.
    Qed.

    (** Ids of which no xor is zero deceive nobody. *)
    Theorem no_tree_is_completed_early_by_independent_ids (ids : nat -> B) (s : system) r o m t :
      reachable s -> deliverable s (Delivered r o m) ->
      inits (about r (history (deliver s (Delivered r o m)))) <= 1 ->
      independent ids (edge_count s) ->
      answer (M := MB) p (map (map_event (image ids (edge_count s))) (history s)) (Told r (map_message (image ids (edge_count s)) m))
        = Some (Notify SaysAck r t) ->
      exists D, finished s r D.
    Proof.
      intros R Dm J I A. pose proof (a_reachable_system_is_consistent _ _ R) as W.
      apply (no_tree_is_completed_early_by_numbers ids s r o m t); auto. cbn zeta. apply I.
      apply a_total_occurs; [apply within_empty|apply within_xor|].
      intros m' [<-|Q]; [eapply what_is_told_is_within_the_edges; eauto|]. apply what_is_among_the_first_is_there in Q.
      destruct (a_message_of_a_root_was_delivered _ _ _ Q) as (o' & Q').
      eapply what_is_told_is_within_the_edges; eauto. apply (what_was_delivered_was_said s W), Q'.
    Qed.
  End Numbers.
End NoEarlyCompletion.
