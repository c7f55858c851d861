(** * A round can always be had

    Theorem 9 speaks of rounds, and this says that there are some: after any history, whatever was lost and whoever died, a
    round without a fault can be had, and another after it. So the theorem is not about nothing. The bolts of this round
    take each tuple and ack it, and emit nothing.

    Theory. First all clocks tick, so that what expires is offered again. Then the messages that are offered are done one
    after the other: emitted, heard of, received, acked, heard of again, and told. Each of them leaves what was settled before
    settled, and makes the list of offered messages shorter. What is needed is a root that nobody has used, and of those there
    are enough, since a history is finite. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets Parity System NoEarlyCompletion LastMessage Spout Topology AtLeastOnce.
Import ListNotations.

Section ARound.
  Context {K Msg M MS : Type} {O : MapOps K (record N nat) M} {L : MapLaws K (record N nat) M}
    {OS : MapOps K nat MS} {LS : MapLaws K nat MS}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.
  Variable acker_of : K -> nat.

  (** Roots do not run out. *)
  Hypothesis there_is_another_root : forall used : list K, exists r, ~ In r used.

  Notation root_eq := (@same_key K (record N nat) M O L).
  Notation topology := (@topology K).
  Notation comes_about := (@comes_about K M MS O L OS p).
  Notation senders := (@senders K nat M O L).
  Notation sourced := (@sourced K Msg).
  Notation comes_of := (@comes_of K Msg M MS O L OS p).
  Notation goes_well := (@goes_well K Msg M MS O L OS p acker_of).
  Notation goes_well_from := (@goes_well_from K Msg M MS O L OS p acker_of).
  Notation nothing_is_left := (@nothing_is_left K Msg M O L acker_of).
  Notation round := (@round K Msg M MS O L OS p acker_of).
  Notation answer := (@answer K N nat M xor_N O p).

  Lemma a_history_uses_only_so_much t : comes_about t ->
    exists tasks used, (forall task, tasks <= task -> executor t task = []) /\
      forall r, ~ In r used -> emissions (sys t) r = None /\ forall a, senders r (heard t a) = [].
  Proof.
    induction 1 as [|t t' _ (n & used & E & U) V]; [exists 0, []; easy|].
    destruct V as [s V Em|r task k Z|a r o m D I|a|a|w I|task|task].
    - exists n, used. split; [exact E|]. intros r N. cbn. rewrite Em. apply U, N.
    - exists (max n (S task)), (r :: used). split.
      + intros task' B. cbn. unfold at_number. destruct (Nat.eqb_spec task' task); [lia|]. apply E. lia.
      + intros r' N. destruct (U r') as (U1 & U2); [intros J; apply N; right; exact J|]. split; [|exact U2].
        cbn. unfold is_root. destruct (root_eq r r') as [->|]; [destruct N; left; reflexivity|exact U1].
    - exists n, (r :: used). split; [exact E|]. intros r' N.
      destruct (U r') as (U1 & U2); [intros J; apply N; right; exact J|]. split; [exact U1|]. intros b.
      unfold acker_hears. cbn [heard]. unfold at_number. destruct (b =? a); [|apply U2]. cbn.
      destruct (root_eq r r') as [->|]; [destruct N; left; reflexivity|apply U2].
    - exists n, used. split; [exact E|]. intros r N. destruct (U r N) as (U1 & U2). split; [exact U1|]. intros b.
      cbn [acker_ticks heard]. unfold at_number. destruct (b =? a); cbn; apply U2.
    - exists n, used. split; [exact E|]. intros r N. destruct (U r N) as (U1 & U2). split; [exact U1|]. intros b.
      cbn [acker_dies heard]. unfold at_number. destruct (b =? a); cbn; [reflexivity|apply U2].
    - exists (max n (S (its_task w))), used. split; [|exact U]. intros task B. cbn. unfold at_number.
      destruct (Nat.eqb_spec task (its_task w)); [lia|]. apply E. lia.
    - exists (max n (S task)), used. split; [|exact U]. intros task' B. cbn. unfold at_number.
      destruct (Nat.eqb_spec task' task); [lia|]. apply E. lia.
    - exists n, used. split; [|exact U]. intros task' B. cbn. unfold at_number. destruct (task' =? task); [reflexivity|apply E, B].
  Qed.

  Lemma what_goes_well_goes_on w0 w1 w2 : goes_well_from w0 w1 -> goes_well_from w1 w2 -> goes_well_from w0 w2.
  Proof. intros A. induction 1 as [|w w' _ IH H]; [exact A|]. eapply Well; [exact IH|exact H]. Qed.

  (** ** All clocks tick *)

  Lemma clocks_can_tick w n : exists w', goes_well_from w w' /\ sys (top w') = sys (top w) /\
    heard (top w') = heard (top w) /\ words (top w') = words (top w) /\
    forall task, executor (top w') task = if task <? n then SpoutTick :: executor (top w) task else executor (top w) task.
  Proof.
    induction n as [|n (w' & G & S & H & Wd & E)]; [exists w; split; [constructor|easy]|].
    eexists. split; [eapply Well; [exact G|apply (SpoutTicked _ _ w' n)]|].
    cbn [goes_on top spout_ticks sys heard words executor]. split; [exact S|]. split; [exact H|]. split; [exact Wd|].
    intros task. unfold at_number. destruct (Nat.eqb_spec task n) as [->|N]; rewrite E.
    - destruct (Nat.ltb_spec n n), (Nat.ltb_spec n (Datatypes.S n)); try lia. reflexivity.
    - destruct (Nat.ltb_spec task n), (Nat.ltb_spec task (Datatypes.S n)); try lia; reflexivity.
  Qed.

  (** ** One message is done *)

  (** Nothing is left to do of what began since, but for messages that are offered. *)
  Definition settled (w0 w : sourced) : Prop := nothing_is_left w0 (goes_on w (top w) []).

  Lemma an_ack_gives_nothing_back (w : sourced) task r :
    offered_after_a_fail (MS := MS) w task (Word SaysAck r) = offered w.
  Proof. unfold offered_after_a_fail, fails_of. cbn [spout_step]. destruct (get r _); reflexivity. Qed.

  Lemma a_message_can_be_done messages w0 w m rest :
    comes_of messages w -> settled w0 w -> offered w = m :: rest ->
    exists w', goes_well_from w w' /\ settled w0 w' /\ offered w' = rest /\
      forall a, exists later, heard (top w') a = later ++ heard (top w) a /\ ticked later = 0.
  Proof.
    intros C S F.
    pose proof (what_comes_of_a_source_comes_about p messages w C) as About.
    pose proof (its_system_is_consistent _ (what_comes_about_is_sound p two _ About)) as W.
    destruct (a_history_uses_only_so_much _ About) as (tasks & used & _ & U).
    destruct (there_is_another_root used) as (r & New). destruct (U r New) as (Z & Hd). clear U.
    set (s := sys (top w)) in *. set (a := acker_of r).
    (* the emission *)
    set (w1 := takes (L := L) w m r 0 1 rest).
    set (v := N.lxor (just (edge_count s)) 0%N).
    set (tp := {| belongs := is_root root_eq r; origin_of := Spout r;
                  carried := fun r' => if is_root root_eq r r' then just (edge_count s + (tuple_count s - tuple_count s)) else 0%N |}).
    assert (G1 : goes_well w w1) by (apply (Taken _ _ w m r 0 1 [] rest F Z); apply Hd).
    assert (Own : is_root root_eq r r = true) by (unfold is_root; destruct (root_eq r r); easy).
    assert (Value : N.lxor (carried tp r) 0 = v).
    { cbn [carried tp]. rewrite Own, Nat.sub_diag, Nat.add_0_r. reflexivity. }
    assert (Open : is_zero v = false).
    { unfold v. rewrite N.lxor_0_r. apply N.eqb_neq. intros E. apply (N.pow_nonzero 2 (N.of_nat (edge_count s))); [easy|].
      symmetry. exact E. }
    (* its init is heard, and nothing is said *)
    assert (Before : at_root (M := M) p (map event_of (heard (top w) a)) r = None).
    { apply no_record_without_messages; [exact two|]. apply nobody_spoke_of_what_nothing_was_said_of, Hd. }
    set (first := Delivered r FromSpout (Init v 0)).
    assert (Said_first : answer (map event_of (heard (top w) a)) (Told r (Init v 0)) = None).
    { rewrite answer_to_a_message, Before. unfold cell_says, cell_after, says, verdict.
      cbn [failed fresh after ack_val spout_task andb is_reset]. change (xor zero v) with v. rewrite Open. reflexivity. }
    set (w2 := goes_on w1 (acker_hears (M := M) p (top w1) a r FromSpout (Init v 0)) rest).
    assert (G2 : goes_well w1 w2).
    { apply (HeardOnce p acker_of w1 r FromSpout (Init v 0)).
      - apply init_delivered. cbn. rewrite Own. reflexivity.
      - easy.
      - unfold heard_of. cbn. rewrite Hd. easy.
      - cbn [takes top spout_emits heard w1]. rewrite (no_life_without_a_record p two r _ Before). cbn. lia. }
    (* it is received, *)
    set (w3 := goes_on w2 (working (top w2) (receive_tuple (sys (top w2)) (tuple_count s) tp)) rest).
    assert (G3 : goes_well w2 w3).
    { apply (Received p acker_of w2 (tuple_count s) tp).
      - change (tuples (sys (top w2)) (tuple_count s)) with
          (if (tuple_count s <=? tuple_count s) && (tuple_count s <? tuple_count s + 1) then Some tp else tuples s (tuple_count s)).
        destruct (Nat.leb_spec (tuple_count s) (tuple_count s)), (Nat.ltb_spec (tuple_count s) (tuple_count s + 1)); try lia.
        reflexivity.
      - intros x rx R. pose proof (a_tuple_is_below_the_count root_eq _ _ _ W (receipt_tuple _ W _ _ R)). lia. }
    (* and acked; *)
    set (rx := {| tuple_number := tuple_count s; the_tuple := tp; children := 0%N; state_of := Held |}).
    set (rx' := {| tuple_number := tuple_count s; the_tuple := tp; children := 0%N; state_of := Acked |}).
    set (w4 := goes_on w3 (working (top w3) (let_go (sys (top w3)) (receipt_count s) rx Acked)) rest).
    assert (G4 : goes_well w3 w4).
    { apply (Acks p acker_of w3 (receipt_count s) rx); [|reflexivity].
      cbn. fold s. rewrite Nat.eqb_refl. reflexivity. }
    (* that is heard, and ack is said; *)
    set (o := From (receipt_count s)). set (last := Delivered (T := nat) r o (Ack (N.lxor (carried tp r) 0))).
    assert (Heard4 : heard (top w4) = at_number a (first :: heard (top w) a) (heard (top w))) by reflexivity.
    assert (At_a : heard (top w4) a = first :: heard (top w) a) by (rewrite Heard4; unfold at_number; rewrite Nat.eqb_refl; reflexivity).
    assert (Said_last : answer (map event_of (heard (top w4) a)) (Told r (Ack (N.lxor (carried tp r) 0))) = Some (Notify SaysAck r 0)).
    { rewrite At_a, Value, answer_to_a_message. cbn [map event_of first]. rewrite at_root_after_its_message by exact two.
      rewrite Before. unfold cell_step, cell_says, cell_after, says, verdict.
      cbn [failed fresh after ack_val spout_task andb is_reset]. change (xor zero v) with v. rewrite Open.
      cbn [failed fresh after ack_val spout_task andb is_reset]. change (xor v v) with (N.lxor v v).
      rewrite N.lxor_nilpotent. reflexivity. }
    set (w5 := goes_on w4 (acker_hears (M := M) p (top w4) a r o (Ack (N.lxor (carried tp r) 0))) rest).
    assert (R4 : forall x, receipts (sys (top w4)) x = if x =? receipt_count s then Some rx' else receipts s x).
    { intros x. cbn. fold s. destruct (Nat.eqb_spec x (receipt_count s)); reflexivity. }
    assert (Fresh : heard_of (L := L) acker_of (top w4) r = [FromSpout]).
    { unfold heard_of. fold a. rewrite At_a. cbn. destruct (root_eq r r); [rewrite Hd; reflexivity|easy]. }
    assert (G5 : goes_well w4 w5).
    { apply (HeardOnce p acker_of w4 r o (Ack (N.lxor (carried tp r) 0))).
      - apply (ack_delivered (sys (top w4)) r (receipt_count s) rx'); [|reflexivity|exact Own].
        rewrite R4, Nat.eqb_refl. reflexivity.
      - easy.
      - rewrite Fresh. intros [Q|[]]. discriminate.
      - fold a. pose proof (a_life_has_no_more_inits_than_its_history p two (map event_of (heard (top w4) a)) r) as B.
        rewrite At_a in *. cbn [map event_of first RecordLife.about] in B. destruct (root_eq r r); [|easy].
        rewrite (nobody_spoke_of_what_nothing_was_said_of r _ (Hd a)) in B. exact B. }
    (* and told. *)
    set (word := Notify SaysAck r 0).
    assert (Words5 : words (top w5) = word :: words (top w)).
    { unfold w5, acker_hears. cbn [goes_on top words]. rewrite Said_last. f_equal.
      change (words (top w4)) with (words (top w2)). unfold w2, acker_hears. cbn [goes_on top words].
      change (heard (top w1) a) with (heard (top w) a). rewrite Said_first. reflexivity. }
    set (w6 := goes_on w5 (spout_hears (MS := MS) (top w5) word)
                 (offered_after_a_fail (MS := MS) w5 (its_task word) (Word (its_kind word) (its_root word)))).
    assert (G6 : goes_well w5 w6) by (apply (WordHeard p acker_of w5 word); [rewrite Words5; left; reflexivity|easy]).
    (* what came of it *)
    assert (Em : forall r', emissions (sys (top w6)) r' = if is_root root_eq r r' then Some (v, 0) else emissions s r') by reflexivity.
    assert (Tu : forall t tp', tuples (sys (top w6)) t = Some tp' -> (t = tuple_count s /\ tp' = tp) \/ tuples s t = Some tp').
    { intros t tp'. change (tuples (sys (top w6)) t) with (tuples (emission root_eq s r 0 1) t). cbn [tuples emission].
      destruct (Nat.leb_spec (tuple_count s) t), (Nat.ltb_spec t (tuple_count s + 1)); cbn [andb]; auto.
      intros E. left. assert (t = tuple_count s) as -> by lia. injection E as E. split; [reflexivity|]. rewrite <- E. reflexivity. }
    assert (Re : forall x, receipts (sys (top w6)) x = if x =? receipt_count s then Some rx' else receipts s x) by exact R4.
    assert (He : forall b, heard (top w6) b = (if b =? a then [last; first] else []) ++ heard (top w) b).
    { intros b. change (heard (top w6) b) with (at_number a (last :: heard (top w4) a) (heard (top w4)) b).
      unfold at_number. destruct (Nat.eqb_spec b a) as [->|Nb]; [rewrite At_a; reflexivity|].
      rewrite Heard4. unfold at_number. destruct (Nat.eqb_spec b a); easy. }
    assert (Se : forall r', r' <> r -> heard_of (L := L) acker_of (top w6) r' = heard_of (L := L) acker_of (top w) r').
    { intros r' Nr. unfold heard_of. rewrite He, senders_app. destruct (acker_of r' =? a); [|reflexivity].
      cbn. destruct (root_eq r r'); [congruence|reflexivity]. }
    assert (Other : forall r', r' <> r -> is_root root_eq r r' = false).
    { intros r' Nr. unfold is_root. destruct (root_eq r r'); [congruence|reflexivity]. }
    assert (New_of : forall r', r' <> r -> new_since w0 w6 r' -> new_since w0 (goes_on w (top w) []) r').
    { intros r' Nr (N0 & N6). split; [exact N0|]. rewrite Em, (Other r' Nr) in N6. exact N6. }
    exists w6. split; [|split; [|split]].
    - repeat (eapply Well; [|eassumption]). apply Nothing_yet.
    - constructor.
      + reflexivity.
      + intros r' t tp' Nw E B. apply Tu in E. destruct E as [(-> & ->)|E].
        * exists (receipt_count s), rx'. split; [|reflexivity]. cbn [goes_on top]. rewrite Re, Nat.eqb_refl. reflexivity.
        * destruct (root_eq r' r) as [->|Nr].
          -- rewrite (what_belongs_to_a_tree_came_after_its_emission p two s r W Z (Datatypes.S t) t tp' ltac:(lia) E) in B. discriminate.
          -- destruct (nothing_to_receive _ _ _ S r' t tp' (New_of r' Nr Nw) E B) as (x & ox & Rx & Ux). exists x, ox.
             split; [|exact Ux]. cbn [goes_on top] in *. rewrite Re. fold s in Rx.
             pose proof (a_receipt_is_below_the_count root_eq s x ox W Rx). destruct (Nat.eqb_spec x (receipt_count s)); [lia|exact Rx].
      + intros r' x ox Nw Rx B. cbn [goes_on top] in Rx. rewrite Re in Rx. destruct (Nat.eqb_spec x (receipt_count s)).
        * injection Rx as <-. discriminate.
        * destruct (root_eq r' r) as [->|Nr].
          -- pose proof (receipt_tuple s W _ _ Rx) as E.
             rewrite (what_belongs_to_a_tree_came_after_its_emission p two s r W Z _ _ _ (Nat.lt_succ_diag_r _) E) in B. discriminate.
          -- exact (nothing_to_ack _ _ _ S r' x ox (New_of r' Nr Nw) Rx B).
      + intros r' q m' Nw D No. cbn [goes_on top] in *. destruct (root_eq r' r) as [->|Nr].
        * assert (Q : heard_of (L := L) acker_of (top w6) r = [o; FromSpout]).
          { unfold heard_of. rewrite He, senders_app. fold a. rewrite Nat.eqb_refl, Hd. cbn. destruct (root_eq r r); easy. }
          rewrite Q. inversion D as [? v' t' E|? x ox Rx Sx Bx|? x ox Rx Sx Bx|?|]; subst; [right; left; reflexivity| | |easy];
            rewrite Re in Rx; (destruct (Nat.eqb_spec x (receipt_count s)) as [->|Nx];
              [injection Rx as <-; try discriminate Sx; left; reflexivity|]);
            pose proof (receipt_tuple s W _ _ Rx) as E;
            rewrite (what_belongs_to_a_tree_came_after_its_emission p two s r W Z _ _ _ (Nat.lt_succ_diag_r _) E) in Bx; discriminate Bx.
        * rewrite (Se r' Nr). apply (nothing_to_hear _ _ _ S r' q m' (New_of r' Nr Nw)); [|exact No]. cbn [goes_on top]. fold s.
          inversion D as [? v' t' E|? x ox Rx Sx Bx|? x ox Rx Sx Bx|?|]; subst.
          -- rewrite Em, (Other r' Nr) in E. apply init_delivered, E.
          -- rewrite Re in Rx. destruct (Nat.eqb_spec x (receipt_count s)) as [->|Nx]; [|econstructor; eauto].
             injection Rx as <-. exfalso. pose proof (Other _ Nr) as Q. unfold is_root in Q. cbn in Bx. unfold is_root in Bx.
             rewrite Q in Bx. discriminate.
          -- rewrite Re in Rx. destruct (Nat.eqb_spec x (receipt_count s)) as [->|Nx]; [|econstructor; eauto].
             injection Rx as <-. discriminate Sx.
          -- easy.
      + intros n Nw I. cbn [goes_on top] in *. change (words (top w6)) with (words (top w5)) in I. rewrite Words5 in I.
        change (executor (top w6)) with
          (at_number 0 (Word SaysAck r :: executor (top w1) 0) (executor (top w1))).
        assert (Grow : forall task e, In e (executor (top w) task) ->
                  In e (at_number 0 (Word SaysAck r :: executor (top w1) 0) (executor (top w1)) task)).
        { intros task e J. unfold at_number. cbn [w1 takes top spout_emits executor]. unfold at_number.
          destruct (Nat.eqb_spec task 0) as [->|]; [right; right; exact J|exact J]. }
        destruct I as [<-|I].
        * unfold at_number. cbn [its_task word]. left. reflexivity.
        * apply Grow. destruct (root_eq (its_root n) r) as [Q|Nr].
          -- exfalso. destruct (a_word_goes_to_who_emitted p _ (what_comes_about_is_remembered p two _ About) n I) as (x & E).
             rewrite Q in E. fold s in E. congruence.
          -- exact (nothing_to_tell _ _ _ S n (New_of _ Nr Nw) I).
    - cbn [w6 goes_on offered]. apply an_ack_gives_nothing_back.
    - intros b. exists (if b =? a then [last; first] else []). split; [apply He|]. destruct (b =? a); reflexivity.
  Qed.

  (** ** All messages are done *)

  Lemma all_messages_can_be_done messages w0 w :
    comes_of messages w -> settled w0 w ->
    exists w', goes_well_from w w' /\ nothing_is_left w0 w' /\
      forall a, exists later, heard (top w') a = later ++ heard (top w) a /\ ticked later = 0.
  Proof.
    remember (offered w) as all eqn:F. revert w F. induction all as [|m rest IH]; intros w F C S.
    - exists w. split; [apply Nothing_yet|]. split; [|intros a; exists []; easy].
      destruct S as [_ S2 S3 S4 S5]. constructor; [symmetry; exact F|exact S2|exact S3|exact S4|exact S5].
    - destruct (a_message_can_be_done messages w0 w m rest C S (eq_sym F)) as (w1 & G1 & S1 & F1 & H1).
      destruct (IH w1 (eq_sym F1) (what_goes_well_comes_of_the_source p acker_of _ _ _ C G1) S1) as (w2 & G2 & N2 & H2).
      exists w2. split; [eapply what_goes_well_goes_on; eauto|]. split; [exact N2|]. intros a.
      destruct (H1 a) as (l1 & E1 & T1), (H2 a) as (l2 & E2 & T2). exists (l2 ++ l1). split.
      + rewrite E2, E1. apply app_assoc.
      + rewrite ticked_app. lia.
  Qed.

  (** After whatever history, things can go well for a round: let every clock tick, then let each message be offered,
      taken, received, acked, heard and told. *)
  Theorem a_round_can_be_had_after_any_history messages w0 : comes_of messages w0 -> exists w, round w0 w.
  Proof.
    intros C. pose proof (what_comes_of_a_source_comes_about p messages w0 C) as About.
    destruct (a_history_uses_only_so_much _ About) as (tasks & used & Asleep & _).
    destruct (clocks_can_tick w0 tasks) as (w1 & G1 & S1 & H1 & Wd1 & E1).
    assert (S : settled w0 w1).
    { constructor; [reflexivity|intros r t tp (Z & N)|intros r x rx (Z & N)|intros r o m (Z & N)|intros n (Z & N)];
        destruct N; cbn [goes_on top]; rewrite S1; exact Z. }
    pose proof (what_goes_well_comes_of_the_source p acker_of _ _ _ C G1) as C1.
    destruct (all_messages_can_be_done messages w0 w1 C1 S) as (w2 & G2 & N2 & H2). exists w2. constructor.
    - eapply what_goes_well_goes_on; eauto.
    - exact N2.
    - intros task later Awake Q. destruct (le_lt_dec tasks task) as [B|B]; [destruct (Awake (Asleep _ B))|].
      destruct (executors_go_on _ _ _ (within_a_round p two acker_of _ _ (it_is_consistent_at_first p two _ _ C1) G2) task)
        as (l & E & _). rewrite E, E1 in Q. destruct (Nat.ltb_spec task tasks); [|lia].
      assert (L' : later = l ++ [SpoutTick]).
      { apply (app_inv_tail (executor (top w0) task)). rewrite <- Q, <- app_assoc. reflexivity. }
      rewrite L', passed_app. cbn. lia.
    - intros a later Q. destruct (H2 a) as (l & E & T). rewrite E, H1 in Q. apply app_inv_tail in Q. subst l. lia.
  Qed.

  (** Whatever happened: it can go on well, so that every message is processed and its spout told. *)
  Theorem every_message_can_be_done_after_any_history messages w0 :
    comes_of messages w0 ->
    exists w, goes_well_from w0 w /\
      forall m, In m messages -> exists r D, spout_was_told w m r /\ finished (sys (top w)) r D.
  Proof.
    intros C0. destruct (a_round_can_be_had_after_any_history messages w0 C0) as (w1 & R1).
    pose proof (what_goes_well_comes_of_the_source p acker_of _ _ _ C0 (all_went_well _ _ _ _ R1)) as C1.
    destruct (a_round_can_be_had_after_any_history messages w1 C1) as (w2 & R2). exists w2. split.
    - eapply what_goes_well_goes_on; [exact (all_went_well _ _ _ _ R1)|exact (all_went_well _ _ _ _ R2)].
    - intros m Im. exact (every_message_is_done_after_two_rounds_without_a_fault p two acker_of messages w0 w1 w2 m C0 R1 R2 Im).
  Qed.
End ARound.
