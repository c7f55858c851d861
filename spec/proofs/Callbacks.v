(** * Callbacks

    Theorem 8 for every spout task of a topology, whatever was lost or doubled, and whoever died: each emission is called back at
    most once, on the task that emitted it, and by the second tick of that task's clock after it was emitted or was given more
    time. If the executor dies before that, it is not called back at all: neither ack nor fail comes later, and it is left to the
    source to offer the message again.

    Theory. That an ack that is called is of a finished tree was shown in Topology.v. The rest is bookkeeping. A root is emitted once,
    by one task, so at most one executor waits for it, and a word about it finds that executor or nobody. What is called back was
    waited for, and is not waited for after that ([keeps_account]). The two-line table of Spout.v says when a wait ends, so it is
    enough to follow one root through the turns in which its executor has a part. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets Parity System NoEarlyCompletion LastMessage Spout Topology.
Import ListNotations.

Section Callbacks.
  Context {K M MS : Type} {O : MapOps K (record N nat) M} {L : MapLaws K (record N nat) M}
    {OS : MapOps K nat MS} {LS : MapLaws K nat MS}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.

  Notation root_eq := (@same_key K (record N nat) M O L).
  Notation topology := (@topology K).
  Notation turn := (@turn K M MS O L OS p).
  Notation comes_about := (@comes_about K M MS O L OS p).
  Notation spout_event := (@spout_event K nat).
  Notation what_is_called := (@what_is_called K nat MS OS).
  Notation wait := (@wait K nat MS OS).
  Notation life := (@life K N nat M xor_N O L p).
  Notation answer := (@answer K N nat M xor_N O p).
  Notation sound := (@sound K M O L).

  (** ** What a topology remembers

      In which order a spout executor meets what concerns a root, and that nothing is said without being kept. *)

  Record remembers (t : topology) : Prop := {
    who_emitted_is_known : forall task r v, In (Emitted r v) (executor t task) ->
      v = task /\ exists x, emissions (sys t) r = Some (x, task);
    a_word_goes_to_who_emitted : forall w, In w (words t) ->
      exists x, emissions (sys t) (its_root w) = Some (x, its_task w);
    what_is_heard_was_said : forall task k r, In (Word k r) (executor t task) -> In (Notify k r task) (words t);
    an_emission_is_first_of_its_root : forall task later r v before, executor t task = later ++ Emitted r v :: before ->
      forall x, In x before -> (forall v', x <> Emitted r v') /\ (forall k, x <> Word k r);
    what_was_answered_was_said : forall a later r o m before w, heard t a = later ++ Delivered r o m :: before ->
      answer (map event_of before) (Told r m) = Some w -> In w (words t) }.

  Lemma who_is_answered_has_emitted t a r o m w :
    sound t -> deliverable (sys t) (Delivered r o m) -> answer (map event_of (heard t a)) (Told r m) = Some w ->
    exists x, emissions (sys t) (its_root w) = Some (x, its_task w).
  Proof.
    intros W D A. destruct w as [k root task].
    destruct (what_is_said_is_about_the_root_of_the_message _ _ _ _ A) as (m' & J). cbn [its_root its_task] in *.
    injection J as -> <-. rewrite (what_is_said_is_a_function_of_the_summary (LA := xor_N_laws) p two) in A.
    assert (Tk : task_of (m :: life (map event_of (heard t a)) root) = Some task).
    { destruct (verdict _ _ _); [|discriminate]. destruct (task_of _); congruence. }
    destruct (the_task_is_that_of_an_init _ _ Tk) as (v & [->|I]); [inversion D; eauto|].
    destruct (a_life_is_what_came_of_late p (map event_of (heard t a)) root) as (h1 & h2 & E & F). rewrite F in I.
    apply map_eq_app in E. destruct E as (l1 & l2 & E & <- & _).
    destruct (a_message_of_a_root_was_delivered _ _ _ I) as (o' & J).
    assert (D' : deliverable (sys t) (Delivered root o' (Init v task))).
    { apply (what_was_heard_was_said t W a). rewrite E. apply in_or_app. left. exact J. }
    inversion D'; eauto.
  Qed.

  Lemma what_comes_about_is_remembered t : comes_about t -> remembers t.
  Proof.
    intros C. induction C as [|t t' C IH V].
    { constructor; cbn; try easy; intros; destruct later; discriminate. }
    pose proof (what_comes_about_is_sound p two t C) as W. destruct IH as [J1 J2 J3 J4 J5].
    destruct V as [s V E|r task n Z|a r o m D I|a|a|w I|task|task].
    - constructor; cbn [working sys words executor heard]; rewrite ?E; eauto.
    - constructor; cbn [spout_emits sys words executor heard emission emissions].
      + intros task' r' v. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; intros J.
        * destruct J as [[= <- <-]|J].
          -- split; [reflexivity|]. unfold is_root. destruct (root_eq r r); [eauto|easy].
          -- destruct (J1 _ _ _ J) as (-> & x & X). split; [reflexivity|]. unfold is_root.
             destruct (root_eq r r') as [->|]; [congruence|eauto].
        * destruct (J1 _ _ _ J) as (-> & x & X). split; [reflexivity|]. unfold is_root.
          destruct (root_eq r r') as [->|]; [congruence|eauto].
      + intros w J. destruct (J2 _ J) as (x & X). unfold is_root. destruct (root_eq r (its_root w)); [congruence|eauto].
      + intros task' k r'. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; [|apply J3].
        intros [J|J]; [discriminate|auto].
      + intros task' later r' v before. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; [|apply J4].
        destruct later as [|y later]; [|intros [= _ Q]; eapply J4, Q]. intros [= <- _ <-] x J. split.
        * intros v' ->. destruct (J1 _ _ _ J) as (_ & y & Y). congruence.
        * intros k ->. destruct (J2 _ (J3 _ _ _ J)) as (y & Y). cbn in Y. congruence.
      + exact J5.
    - constructor; unfold acker_hears; cbn [sys words executor heard].
      + exact J1.
      + intros w. destruct (answer (map event_of (heard t a)) (Told r m)) as [w'|] eqn:A; [|apply J2].
        intros [->|J]; [eapply who_is_answered_has_emitted; eauto|auto].
      + intros task k r' J. destruct (answer (map event_of (heard t a)) (Told r m)); [right|]; auto.
      + exact J4.
      + intros b later r' o' m' before w. rewrite what_is_at_a_number. destruct (Nat.eqb_spec b a) as [->|N].
        * destruct later as [|y later].
          -- intros [= <- <- <- <-] ->. left. reflexivity.
          -- intros [= _ Q] A. destruct (answer (map event_of (heard t a)) (Told r m)); [right|]; eauto.
        * intros Q A. destruct (answer (map event_of (heard t a)) (Told r m)); [right|]; eauto.
    - constructor; cbn [acker_ticks sys words executor heard]; auto. intros b later r' o' m' before w.
      rewrite what_is_at_a_number. destruct (Nat.eqb_spec b a) as [->|N]; [|apply J5].
      destruct later as [|y later]; [discriminate|]. intros [= _ Q]. eapply J5, Q.
    - constructor; cbn [acker_dies sys words executor heard]; auto. intros b later r' o' m' before w.
      rewrite what_is_at_a_number. destruct (Nat.eqb_spec b a) as [->|N]; [|apply J5]. destruct later; discriminate.
    - constructor; cbn [spout_hears sys words executor heard]; auto.
      + intros task r v. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task (its_task w)) as [->|N]; [|apply J1].
        intros [J|J]; [discriminate|auto].
      + intros task k r. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task (its_task w)) as [->|N]; [|apply J3].
        intros [[= <- <-]|J]; [destruct w; exact I|auto].
      + intros task later r v before. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task (its_task w)) as [->|N]; [|apply J4].
        destruct later as [|y later]; [discriminate|]. intros [= _ Q]. eapply J4, Q.
    - constructor; cbn [spout_ticks sys words executor heard]; auto.
      + intros task' r v. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; [|apply J1].
        intros [J|J]; [discriminate|auto].
      + intros task' k r. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; [|apply J3].
        intros [J|J]; [discriminate|auto].
      + intros task' later r v before. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; [|apply J4].
        destruct later as [|y later]; [discriminate|]. intros [= _ Q]. eapply J4, Q.
    - constructor; cbn [spout_dies sys words executor heard]; auto.
      + intros task' r v. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; [easy|apply J1].
      + intros task' k r. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; [easy|apply J3].
      + intros task' later r v before. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|N]; [|apply J4].
        destruct later; discriminate.
  Qed.

  (** ** What is called back *)

  Record keeps_account (t : topology) : Prop := {
    who_waits_has_emitted : forall task r ticks v, wait r (executor t task) = Some (ticks, v) ->
      v = task /\ exists x, emissions (sys t) r = Some (x, task);
    who_is_called_has_emitted : forall c, In c (called_back t) -> exists x, emissions (sys t) (its_root c) = Some (x, its_task c);
    who_waits_was_not_called : forall task r, wait r (executor t task) <> None -> ~ In r (map its_root (called_back t));
    nobody_was_called_twice : NoDup (map its_root (called_back t));
    who_emitted_waits_or_was_called : forall task r v, In (Emitted r v) (executor t task) ->
      wait r (executor t task) <> None \/ In r (map its_root (called_back t)) }.

  (** Most turns have nothing to do with spout executors. *)
  Lemma an_account_is_kept_apart_from_spouts t t' :
    emissions (sys t') = emissions (sys t) -> executor t' = executor t -> called_back t' = called_back t ->
    keeps_account t -> keeps_account t'.
  Proof. intros Em Ex Ca []. constructor; rewrite ?Em, ?Ex, ?Ca; assumption. Qed.

  (** Something happens to one of them: it hears a word, or its clock ticks. *)
  Lemma an_account_is_kept_by_an_executor t t' task e :
    keeps_account t -> (forall r v, e <> Emitted r v) ->
    emissions (sys t') = emissions (sys t) -> executor t' = at_number task (e :: executor t task) (executor t) ->
    called_back t' = what_is_called (executor t task) e ++ called_back t -> keeps_account t'.
  Proof.
    intros [A1 A2 A3 A4 A5] No_emission Em Ex Ca.
    assert (Before : forall task' r ticks v, wait r (executor t' task') = Some (ticks, v) ->
              exists before, wait r (executor t task') = Some (before, v)).
    { intros task' r ticks v. rewrite Ex, what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|]; [|eauto].
      apply who_is_waited_for_was_waited_for_before, No_emission. }
    assert (Called : forall r, In r (map its_root (called_back t')) <->
              In r (map its_root (what_is_called (executor t task) e)) \/ In r (map its_root (called_back t))).
    { intros r. rewrite Ca, map_app. apply in_app_iff. }
    constructor.
    - intros task' r ticks v Waits. rewrite Em. destruct (Before _ _ _ _ Waits) as (before & Waited). exact (A1 _ _ _ _ Waited).
    - rewrite Em, Ca. intros c [I|I]%in_app_or; [|exact (A2 c I)].
      destruct (who_is_called_back_was_waited_for _ _ _ I) as (ticks & Waited & _).
      destruct (A1 _ _ _ _ Waited) as (-> & Emitted_by). exact Emitted_by.
    - intros task' r Waits. destruct (wait r (executor t' task')) as [[ticks v]|] eqn:Now; [|easy].
      destruct (Before _ _ _ _ Now) as (before & Waited). rewrite Called. intros [I|I].
      + apply in_map_iff in I. destruct I as (c & <- & I).
        destruct (who_is_called_back_was_waited_for _ _ _ I) as (ticks' & Waited' & Ended).
        destruct (A1 _ _ _ _ Waited) as (_ & x & X), (A1 _ _ _ _ Waited') as (_ & x' & X').
        assert (task' = task) as -> by congruence. rewrite Ex, what_is_at_a_number, Nat.eqb_refl in Now. congruence.
      + apply (A3 task' r); [congruence|exact I].
    - rewrite Ca, map_app. apply joined_names_are_named_once; [apply each_root_is_called_back_once_at_a_time|exact A4|].
      intros r I J. apply in_map_iff in I. destruct I as (c & <- & I).
      destruct (who_is_called_back_was_waited_for _ _ _ I) as (ticks & Waited & _). apply (A3 task (its_root c)); [congruence|exact J].
    - intros task' r v I. rewrite Called.
      assert (Old : In (Emitted r v) (executor t task')).
      { revert I. rewrite Ex, what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|]; [|auto].
        intros [Q|I]; [destruct (No_emission r v Q)|exact I]. }
      destruct (A5 _ _ _ Old) as [Waited|J]; [|auto]. rewrite Ex, what_is_at_a_number.
      destruct (Nat.eqb_spec task' task) as [->|]; [|auto].
      destruct (wait r (executor t task)) as [[ticks w]|] eqn:Was; [|easy].
      destruct (wait r (e :: executor t task)) eqn:Now; [left; easy|]. right. left.
      destruct (who_is_waited_for_no_more_was_called_back _ _ _ _ _ Was Now) as (k & J).
      apply in_map_iff. exists (Notify k r w). easy.
  Qed.

  Lemma an_account_is_kept_by_an_emission t r task n :
    emissions (sys t) r = None -> keeps_account t -> keeps_account (spout_emits (L := L) t r task n).
  Proof.
    intros New [A1 A2 A3 A4 A5].
    assert (Stays : forall r' x, emissions (sys t) r' = Some x -> emissions (emission root_eq (sys t) r task n) r' = Some x).
    { intros r' x. apply (what_was_emitted_stays root_eq (sys t)), Emission, New. }
    assert (Own : exists x, emissions (emission root_eq (sys t) r task n) r = Some (x, task)).
    { cbn. unfold is_root. destruct (root_eq r r); [eauto|easy]. }
    (* Its executor waits for this root now, and else for what it has waited for. *)
    assert (Waits : forall task' r' ticks v, wait r' (executor (spout_emits (L := L) t r task n) task') = Some (ticks, v) ->
              wait r' (executor t task') = Some (ticks, v) \/ (r' = r /\ v = task /\ task' = task)).
    { intros task' r' ticks v. cbn [spout_emits executor]. rewrite what_is_at_a_number.
      destruct (Nat.eqb_spec task' task) as [->|]; [|auto]. rewrite the_wait_after_an_event.
      destruct (wait r' (executor t task)) as [[b u]|]; cbn [wait_after]; [auto|].
      destruct (same_key r r') as [->|]; [|discriminate]. intros [= _ <-]. auto. }
    constructor; cbn [spout_emits sys called_back].
    - intros task' r' ticks v W. destruct (Waits _ _ _ _ W) as [Was|(-> & -> & ->)]; [|easy].
      destruct (A1 _ _ _ _ Was) as (-> & x & X). split; [reflexivity|]. exists x. exact (Stays _ _ X).
    - intros c I. destruct (A2 c I) as (x & X). exists x. exact (Stays _ _ X).
    - intros task' r' W I. destruct (wait r' _) as [[ticks v]|] eqn:Now; [|easy].
      destruct (Waits _ _ _ _ Now) as [Was|(-> & _)]; [apply (A3 task' r'); [congruence|exact I]|].
      apply in_map_iff in I. destruct I as (c & <- & I). destruct (A2 c I) as (x & X). congruence.
    - exact A4.
    - intros task' r' v. cbn [spout_emits executor]. rewrite what_is_at_a_number.
      destruct (Nat.eqb_spec task' task) as [->|]; [|apply A5]. rewrite the_wait_after_an_event. intros [[= <- <-]|I].
      + left. destruct (wait r (executor t task)) as [[b u]|]; cbn; [|destruct (same_key r r)]; easy.
      + destruct (A5 _ _ _ I) as [Was|J]; [left|auto]. destruct (wait r' (executor t task)) as [[b u]|]; easy.
  Qed.

  Lemma an_account_is_kept_by_a_death t task : keeps_account t -> keeps_account (spout_dies t task).
  Proof.
    intros [A1 A2 A3 A4 A5].
    assert (Dead : forall r, wait r [] = None) by (intros r; apply (age_in_a_new_map r 2)).
    constructor; cbn [spout_dies sys executor called_back]; try assumption; intros task'; rewrite what_is_at_a_number;
      destruct (Nat.eqb_spec task' task) as [->|]; try apply A1; try apply A3; try apply A5.
    - intros r ticks v. rewrite Dead. discriminate.
    - intros r. rewrite Dead. easy.
    - easy.
  Qed.

  Lemma whatever_comes_about_keeps_account t : comes_about t -> keeps_account t.
  Proof.
    induction 1 as [|t t' _ Before V].
    - assert (Nothing_yet : forall r, wait r [] = None) by (intros r; apply (age_in_a_new_map r 2)).
      constructor; cbn [empty_topology executor called_back map]; try easy; [|constructor].
      intros task r ticks v. rewrite Nothing_yet. discriminate.
    - destruct V as [s V E|r task n Z|a r o m D I|a|a|w I|task|task].
      + exact (an_account_is_kept_apart_from_spouts t (working t s) E eq_refl eq_refl Before).
      + exact (an_account_is_kept_by_an_emission t r task n Z Before).
      + apply (an_account_is_kept_apart_from_spouts t); easy.
      + apply (an_account_is_kept_apart_from_spouts t); easy.
      + apply (an_account_is_kept_apart_from_spouts t); easy.
      + apply (an_account_is_kept_by_an_executor t _ (its_task w) (Word (its_kind w) (its_root w))); easy.
      + apply (an_account_is_kept_by_an_executor t _ task SpoutTick); easy.
      + exact (an_account_is_kept_by_a_death t task Before).
  Qed.

  (** ** Theorem 8, of all spout tasks *)

  (** [SPT-03], [SYS-02]: whatever happens, an emission is called back at most once, by whichever executor, in whichever of its
      lives. *)
  Theorem each_emission_is_called_back_at_most_once_whatever_died t : comes_about t -> NoDup (map its_root (called_back t)).
  Proof. intros C. exact (nobody_was_called_twice t (whatever_comes_about_keeps_account t C)). Qed.

  (** And on the task that emitted it: no other task hears of it. *)
  Theorem an_emission_is_called_back_on_the_task_that_emitted_it t c :
    comes_about t -> In c (called_back t) -> exists x, emissions (sys t) (its_root c) = Some (x, its_task c).
  Proof. intros C. exact (who_is_called_has_emitted t (whatever_comes_about_keeps_account t C) c). Qed.

  (** While its executor lives, an emission is waited for or was called back: it is not forgotten. *)
  Theorem while_its_executor_lives_an_emission_is_waited_for_or_called_back t task r v :
    comes_about t -> In (Emitted r v) (executor t task) ->
    wait r (executor t task) <> None \/ exists k, In (Notify k r task) (called_back t).
  Proof.
    intros C I. destruct (whatever_comes_about_keeps_account t C) as [_ A2 _ _ A5].
    destruct (who_emitted_is_known t (what_comes_about_is_remembered t C) _ _ _ I) as (_ & x & X).
    destruct (A5 _ _ _ I) as [W|J]; [left; exact W|right]. apply in_map_iff in J. destruct J as ([k r' task'] & <- & J).
    exists k. destruct (A2 _ J) as (x' & X'). cbn in *. assert (task = task') as -> by congruence. exact J.
  Qed.

  (** [SPT-05], [SYS-03]: and it is called back by the second tick after it was emitted, or was given more time: [later] is what its
      executor met since. *)
  Theorem every_emission_is_called_back_by_the_second_tick t task r v later earlier :
    comes_about t -> executor t task = later ++ earlier -> In (Emitted r v) earlier ->
    ~ In (Word SaysReset r) later -> 2 <= passed later -> exists k, In (Notify k r task) (called_back t).
  Proof.
    intros C Parts I No_more_time Ticks.
    destruct (while_its_executor_lives_an_emission_is_waited_for_or_called_back t task r v C) as [W|J];
      [rewrite Parts; apply in_or_app; right; exact I| |exact J].
    destruct W. rewrite Parts. apply two_ticks_end_the_wait; [|exact No_more_time|exact Ticks].
    intros v' Again. apply in_split in Again. destruct Again as (l1 & l2 & ->). rewrite <- app_assoc in Parts. cbn [app] in Parts.
    destruct (an_emission_is_first_of_its_root t (what_comes_about_is_remembered t C) _ _ _ _ _ Parts (Emitted r v)) as (Once & _);
      [apply in_or_app; right; exact I|]. exact (Once v eq_refl).
  Qed.

  (** *** After a death *)

  Inductive follows (t : topology) : topology -> Prop :=
  | Itself : follows t t
  | AndOn t1 t2 : follows t t1 -> turn t1 t2 -> follows t t2.

  Lemma what_follows_comes_about t t' : comes_about t -> follows t t' -> comes_about t'.
  Proof. intros C. induction 1 as [|t1 t2 _ IH V]; [exact C|exact (Then _ _ _ IH V)]. Qed.

  (** What its executor does not know of, because it died and began again, is called back nevermore, be it with ack or with fail: whatever
      happens afterwards, nothing about that root is in the log that was not there before. *)
  Theorem what_was_waited_for_at_a_death_is_called_back_nevermore t t' r x task c :
    comes_about t -> emissions (sys t) r = Some (x, task) -> ~ In (Emitted r task) (executor t task) ->
    follows t t' -> its_root c = r -> In c (called_back t') -> In c (called_back t).
  Proof.
    intros C E Gone F R. revert R. revert c.
    enough (G : (emissions (sys t') r = Some (x, task) /\ ~ In (Emitted r task) (executor t' task)) /\
                forall c, its_root c = r -> In c (called_back t') -> In c (called_back t)) by apply G.
    induction F as [|t1 t2 F ((E1 & Gone1) & Old) V]; [auto|].
    pose proof (what_follows_comes_about t t1 C F) as C1.
    (* Nobody waits for it, so nobody is called. *)
    assert (Silent : forall task' e c, its_root c = r -> ~ In c (what_is_called (executor t1 task') e)).
    { intros task' e c <- I. destruct (who_is_called_back_was_waited_for _ _ _ I) as (ticks & W & _).
      destruct (what_is_waited_for_was_emitted (its_root c) (executor t1 task')) as (v & J); [congruence|].
      destruct (who_emitted_is_known t1 (what_comes_about_is_remembered t1 C1) _ _ _ J) as (-> & x' & X).
      assert (task' = task) as -> by congruence. exact (Gone1 J). }
    destruct V as [s V Em|r' task' n Z|a r' o m D I|a|a|w I|task'|task'];
      cbn [working spout_emits acker_hears acker_ticks acker_dies spout_hears spout_ticks spout_dies sys executor called_back].
    - rewrite Em. auto.
    - split; [split|exact Old].
      + apply (what_was_emitted_stays root_eq (sys t1)); [apply Emission, Z|exact E1].
      + rewrite what_is_at_a_number. destruct (Nat.eqb_spec task task') as [<-|]; [|exact Gone1].
        intros [[= -> ]|I]; [congruence|exact (Gone1 I)].
    - auto.
    - auto.
    - auto.
    - split; [split; [exact E1|]|].
      + rewrite what_is_at_a_number. destruct (Nat.eqb_spec task (its_task w)) as [->|]; [|exact Gone1].
        intros [Q|J]; [discriminate Q|exact (Gone1 J)].
      + intros c R [J|J]%in_app_or; [destruct (Silent _ _ c R J)|exact (Old c R J)].
    - split; [split; [exact E1|]|].
      + rewrite what_is_at_a_number. destruct (Nat.eqb_spec task task') as [->|]; [|exact Gone1].
        intros [Q|J]; [discriminate Q|exact (Gone1 J)].
      + intros c R [J|J]%in_app_or; [destruct (Silent _ _ c R J)|exact (Old c R J)].
    - split; [split; [exact E1|]|exact Old].
      rewrite what_is_at_a_number. destruct (Nat.eqb_spec task task'); [easy|exact Gone1].
  Qed.
End Callbacks.
