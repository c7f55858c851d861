(** * The spout

    Theorem 8 for one executor, as [acking.spout], whose [pending] is a RotatingMap of two buckets. What the acker says is
    any word at any time here: that it says the right ones is in Topology.v.

    Theory. Seen from one root, an executor is small: it waits for the root or not, and if it does, no tick has passed or
    one. What each event does to that is a table of three lines, [wait_after]; what is called because of it is a table of two,
    [ends_the_wait]. That the map does what the tables say is proved once. After that an emission that was taken is
    waited for until the wait ends, and each end is one callback: so "at most once" is a sum, and "by the second tick" is read
    off the table. *)

From Coq Require Import Bool Arith List Lia.
From Ackproof Require Import Ids RotatingMap Acker.
Import ListNotations.

Section Spout.
  (** For each root that it waits for, an executor keeps a [V]: who emitted, and under which id of the spout's own. *)
  Context {K V M : Type} {O : MapOps K V M} {L : MapLaws K V M}.

  Inductive spout_event := Emitted (root : K) (v : V) | Word (k : kind) (root : K) | SpoutTick.

  (** What is called on spout tasks. A tick calls fail once for each entry that it takes away. *)
  Inductive effect := Called (k : kind) (root : K) (v : V) | Expired (dead : M) | Nothing.

  Definition spout_step (s : list M) (e : spout_event) : list M * effect :=
    match e with
    | Emitted k v => match get k s with Some _ => (s, Nothing) (* refused *) | None => (put k v s, Nothing) end
    | Word i k => match get k s with
                  | None => (s, Nothing)
                  | Some v => if final i then (remove k s, Called i k v) else (put k v s, Nothing)
                  end
    | SpoutTick => (fst (rotate s), Expired (snd (rotate s)))
    end.

  Fixpoint spout (h : list spout_event) : list M :=
    match h with [] => make 2 | e :: h' => fst (spout_step (spout h') e) end.

  (** ** One root *)

  (** How many ticks ago it was emitted or given more time, and what is remembered of it; [None] if it is not waited for. *)
  Definition wait (r : K) (h : list spout_event) : option (nat * V) := age r (spout h).

  Definition wait_after (r : K) (w : option (nat * V)) (e : spout_event) : option (nat * V) :=
    match e, w with
    | Emitted r' v, None => if same_key r' r then Some (0, v) else None
    | Word k r', Some (_, v) => if same_key r' r then if final k then None else Some (0, v) else w
    | SpoutTick, Some (ticks, v) => if ticks =? 0 then Some (1, v) else None
    | _, _ => w
    end.

  Definition ends_the_wait (r : K) (w : option (nat * V)) (e : spout_event) : bool :=
    match e, w with
    | Word k r', Some _ => if same_key r' r then final k else false
    | SpoutTick, Some (ticks, _) => negb (ticks =? 0)
    | _, _ => false
    end.

  Lemma the_buckets_of_a_spout_are_in_order h : length (spout h) = 2 /\ once (spout h).
  Proof.
    induction h as [|e h (E & W)]; [split; [reflexivity|apply (make_keeps_once 2)]|].
    assert (N : spout h <> []) by (intros Z; rewrite Z in E; discriminate).
    destruct e as [r v|k r|]; cbn [spout spout_step]; [destruct (get r (spout h))|destruct (get r (spout h)); [destruct (final k)|]|];
      cbn [fst]; rewrite ?put_keeps_the_buckets, ?remove_keeps_the_buckets, ?rotate_keeps_the_buckets by exact N;
      auto using put_keeps_once, remove_keeps_once, rotate_keeps_once.
  Qed.

  Lemma a_spout_has_buckets h : spout h <> [].
  Proof. intros Z. destruct (the_buckets_of_a_spout_are_in_order h) as (E & _). rewrite Z in E. discriminate. Qed.

  Lemma at_most_one_tick_has_passed r h ticks v : wait r h = Some (ticks, v) -> ticks < 2.
  Proof.
    intros A. apply age_is_below_the_buckets in A. rewrite (proj1 (the_buckets_of_a_spout_are_in_order h)) in A. exact A.
  Qed.

  (** The map does what the table says. *)
  Lemma the_wait_after_an_event r h e : wait r (e :: h) = wait_after r (wait r h) e.
  Proof.
    destruct (the_buckets_of_a_spout_are_in_order h) as (E & W). pose proof (a_spout_has_buckets h) as N.
    unfold wait. destruct e as [r' v|k r'|]; cbn [spout spout_step wait_after].
    - rewrite get_is_the_value_at_its_age. destruct (same_key r' r) as [->|D].
      + destruct (age r (spout h)) as [[a u]|] eqn:A; cbn [option_map fst]; [exact A|apply put_makes_a_key_young, N].
      + destruct (option_map snd (age r' (spout h))); cbn [fst]; rewrite ?age_beside_what_was_put by auto;
          destruct (age r (spout h)); reflexivity.
    - rewrite get_is_the_value_at_its_age. destruct (same_key r' r) as [->|D].
      + destruct (age r (spout h)) as [[a u]|] eqn:A; cbn [option_map snd fst]; [|exact A].
        destruct (final k); cbn [fst]; [apply age_of_what_was_removed, W|apply put_makes_a_key_young, N].
      + destruct (option_map snd (age r' (spout h))); [destruct (final k)|]; cbn [fst];
          rewrite ?age_beside_what_was_removed, ?age_beside_what_was_put by auto;
          destruct (age r (spout h)) as [[a u]|]; reflexivity.
    - cbn [fst]. rewrite rotation_ages_every_key_by_one, E by exact N.
      destruct (age r (spout h)) as [[[|a] u]|]; reflexivity.
  Qed.

  (** How many callbacks about a root an effect is. *)
  Definition calls (x : effect) (r : K) : nat :=
    match x with
    | Called _ r' _ => if same_key r' r then 1 else 0
    | Expired dead => match find r dead with Some _ => 1 | None => 0 end
    | Nothing => 0
    end.

  (** And what is called is what the other table says. *)
  Lemma the_end_of_a_wait_is_called r h e :
    calls (snd (spout_step (spout h) e)) r = Nat.b2n (ends_the_wait r (wait r h) e).
  Proof.
    destruct (the_buckets_of_a_spout_are_in_order h) as (E & W). pose proof (a_spout_has_buckets h) as N.
    unfold wait. destruct e as [r' v|k r'|]; cbn [spout_step ends_the_wait].
    - destruct (get r' (spout h)); reflexivity.
    - rewrite get_is_the_value_at_its_age. destruct (same_key r' r) as [->|D].
      + destruct (age r (spout h)) as [[a u]|]; cbn [option_map snd]; [|reflexivity].
        destruct (final k); cbn [snd calls]; [|reflexivity]. destruct (same_key r r); easy.
      + replace (Nat.b2n (match age r (spout h) with Some _ => false | None => false end)) with 0
          by (destruct (age r (spout h)); reflexivity).
        destruct (option_map snd (age r' (spout h))); [destruct (final k)|]; cbn [snd calls]; try reflexivity.
        destruct (same_key r' r); easy.
    - cbn [snd calls].
      assert (Dead : find r (snd (rotate (spout h))) =
                match age r (spout h) with Some (a, u) => if a =? 0 then None else Some u | None => None end).
      { destruct (find r (snd (rotate (spout h)))) as [u|] eqn:F.
        - apply (rotation_takes_exactly_death_row r (spout h) u N W) in F. rewrite F, E. reflexivity.
        - destruct (age r (spout h)) as [[a u]|] eqn:A; [|reflexivity].
          destruct (Nat.eqb_spec a 0) as [->|P]; [reflexivity|]. exfalso.
          pose proof (at_most_one_tick_has_passed r h a u A) as B. assert (a = length (spout h) - 1) as -> by lia.
          apply (rotation_takes_exactly_death_row r (spout h) u N W) in A. congruence. }
      rewrite Dead. destruct (age r (spout h)) as [[[|a] u]|]; reflexivity.
  Qed.

  (** ** Callbacks *)

  (** How many emissions of a root were taken: those for which nothing was waited for under that root. *)
  Fixpoint taken (h : list spout_event) (r : K) : nat :=
    match h with
    | [] => 0
    | Emitted r' _ :: before =>
        match wait r before with None => if same_key r' r then 1 else 0 | Some _ => 0 end + taken before r
    | _ :: before => taken before r
    end.

  Fixpoint called (h : list spout_event) (r : K) : nat :=
    match h with [] => 0 | e :: before => calls (snd (spout_step (spout before) e)) r + called before r end.

  Definition pending (h : list spout_event) (r : K) : nat := match wait r h with Some _ => 1 | None => 0 end.

  (** SPT-03, SPT-04, SYS-02. Nothing that was taken is lost, and nothing is called twice. *)
  Theorem what_was_emitted_was_called_back_or_is_pending h r : taken h r = called h r + pending h r.
  Proof.
    unfold pending. induction h as [|e h IH].
    - unfold wait. cbn [spout]. rewrite (age_in_a_new_map r 2). reflexivity.
    - rewrite the_wait_after_an_event. cbn [taken called]. rewrite the_end_of_a_wait_is_called.
      destruct e as [r' v|k r'|], (wait r h) as [[[|a] u]|]; cbn [wait_after ends_the_wait Nat.eqb negb Nat.b2n];
        try (destruct (same_key r' r)); try (destruct (final k)); cbn [Nat.b2n]; lia.
  Qed.

  (** [SPT-03]: of a root that is emitted once there is at most one callback. Emitted again after its callback, it would
      have another. *)
  Theorem each_emission_is_called_back_at_most_once h r : taken h r <= 1 -> called h r <= 1.
  Proof. rewrite what_was_emitted_was_called_back_or_is_pending. lia. Qed.

  (** ** When a wait begins and ends *)

  Lemma only_an_emission_begins_the_wait r e h : wait r h = None -> (forall v, e <> Emitted r v) -> wait r (e :: h) = None.
  Proof.
    intros A N. rewrite the_wait_after_an_event, A. destruct e as [r' v|k r'|]; cbn; try reflexivity.
    destruct (same_key r' r) as [->|]; [destruct (N v)|]; reflexivity.
  Qed.

  Lemma without_an_emission_there_is_no_wait r later h :
    wait r h = None -> (forall v, ~ In (Emitted r v) later) -> wait r (later ++ h) = None.
  Proof.
    intros A. induction later as [|e later IH]; intros N; [exact A|]. cbn [app]. apply only_an_emission_begins_the_wait.
    - apply IH. intros v I. apply (N v). right. exact I.
    - intros v ->. apply (N v). left. reflexivity.
  Qed.

  Lemma what_is_waited_for_was_emitted r h : wait r h <> None -> exists v, In (Emitted r v) h.
  Proof.
    induction h as [|e h IH]; intros A; [destruct A; apply (age_in_a_new_map r 2)|].
    destruct (wait r h) eqn:B; [destruct IH as (v & I); [easy|]; exists v; right; exact I|].
    rewrite the_wait_after_an_event, B in A. destruct e as [r' v|k r'|]; try easy. cbn in A.
    destruct (same_key r' r) as [->|]; [exists v; left; reflexivity|easy].
  Qed.

  Lemma a_final_word_ends_the_wait r k h : final k = true -> wait r (Word k r :: h) = None.
  Proof.
    intros F. rewrite the_wait_after_an_event. cbn [wait_after]. rewrite F.
    destruct (wait r h) as [[a u]|]; [destruct (same_key r r)|]; easy.
  Qed.

  Fixpoint passed (h : list spout_event) : nat :=
    match h with [] => 0 | SpoutTick :: before => S (passed before) | _ :: before => passed before end.

  Lemma passed_app later h : passed (later ++ h) = passed later + passed h.
  Proof. induction later as [|[] later IH]; cbn; auto. Qed.

  (** Two ticks end the wait, from whenever one counts, if no more time is given in between. *)
  Lemma two_ticks_end_the_wait r later h :
    (forall v, ~ In (Emitted r v) later) -> ~ In (Word SaysReset r) later -> 2 <= passed later -> wait r (later ++ h) = None.
  Proof.
    intros N1 N2 B.
    assert (G : forall ticks v, wait r (later ++ h) = Some (ticks, v) -> passed later <= ticks).
    { clear B. induction later as [|e later IH]; cbn [app passed]; intros ticks v A; [lia|].
      rewrite the_wait_after_an_event in A. destruct (wait r (later ++ h)) as [[a u]|] eqn:Q.
      - assert (J : passed later <= a).
        { apply (IH ltac:(intros w I; apply (N1 w); right; exact I) ltac:(intros I; apply N2; right; exact I) a u), eq_refl. }
        destruct e as [r' w|k r'|]; cbn [wait_after] in A.
        + injection A as <- <-. exact J.
        + destruct (same_key r' r) as [->|]; [|injection A as <- <-; exact J].
          destruct k; try discriminate A. destruct N2. left. reflexivity.
        + destruct (Nat.eqb_spec a 0) as [->|]; [|discriminate A]. injection A as <- <-. lia.
      - destruct e as [r' w|k r'|]; cbn in A; try discriminate.
        destruct (same_key r' r) as [->|]; [|discriminate]. destruct (N1 w). left. reflexivity. }
    destruct (wait r (later ++ h)) as [[ticks v]|] eqn:A; [|reflexivity].
    pose proof (at_most_one_tick_has_passed _ _ _ _ A). specialize (G _ _ eq_refl). lia.
  Qed.

  (** SPT-05, SYS-03: two ticks after a root was emitted, or was given more time, all its emissions are called back. *)
  Theorem an_emission_is_called_back_by_the_second_tick r later h :
    (forall v, ~ In (Emitted r v) later) -> ~ In (Word SaysReset r) later -> 2 <= passed later ->
    called (later ++ h) r = taken (later ++ h) r.
  Proof.
    intros N1 N2 B. rewrite what_was_emitted_was_called_back_or_is_pending. unfold pending.
    rewrite two_ticks_end_the_wait by assumption. lia.
  Qed.

  (** ** What is called, one by one

      In [called] the callbacks are counted. Here they are written down: what is called, of which root, and what was remembered of
      it. A wait that ends is one of them, and each of them is a wait that ends. *)

  Definition what_is_called (h : list spout_event) (e : spout_event) : list (notification K V) :=
    match snd (spout_step (spout h) e) with
    | Called k r v => [Notify k r v]
    | Expired dead => map (fun entry => Notify SaysFail (fst entry) (snd entry)) (entries dead)
    | Nothing => []
    end.

  Lemma a_word_is_called_as_it_was_said h k r c : In c (what_is_called h (Word k r)) -> its_kind c = k /\ its_root c = r.
  Proof.
    unfold what_is_called. cbn [spout_step]. destruct (get r (spout h)); [destruct (final k)|]; cbn; try easy.
    intros [<-|[]]. easy.
  Qed.

  Lemma a_tick_calls_nothing_but_fail h c : In c (what_is_called h SpoutTick) -> its_kind c = SaysFail.
  Proof. intros I. apply in_map_iff in I. destruct I as (entry & <- & _). reflexivity. Qed.

  Lemma who_is_called_back_was_waited_for h e c :
    In c (what_is_called h e) ->
    exists ticks, wait (its_root c) h = Some (ticks, its_task c) /\ wait (its_root c) (e :: h) = None.
  Proof.
    destruct (the_buckets_of_a_spout_are_in_order h) as (Two & Once). pose proof (a_spout_has_buckets h) as There.
    unfold what_is_called. destruct e as [r v|k r|]; cbn [spout_step].
    - destruct (get r (spout h)); cbn; easy.
    - destruct (get r (spout h)) as [v|] eqn:Kept; [destruct (final k) eqn:Final|]; cbn; try easy.
      intros [<-|[]]. cbn [its_root its_task]. rewrite (a_final_word_ends_the_wait r k h Final).
      rewrite get_is_the_value_at_its_age in Kept. unfold wait. destruct (age r (spout h)) as [[ticks u]|]; [|discriminate].
      injection Kept as ->. exists ticks. easy.
    - cbn [snd]. intros I. apply in_map_iff in I. destruct I as ((r & v) & <- & I). cbn [fst snd its_root its_task].
      apply entries_are_what_is_found, (rotation_takes_exactly_death_row r (spout h) v There Once) in I. rewrite Two in I.
      exists 1. rewrite the_wait_after_an_event. unfold wait. rewrite I. easy.
  Qed.

  Lemma who_is_waited_for_no_more_was_called_back h e r ticks v :
    wait r h = Some (ticks, v) -> wait r (e :: h) = None -> exists k, In (Notify k r v) (what_is_called h e).
  Proof.
    destruct (the_buckets_of_a_spout_are_in_order h) as (Two & Once). pose proof (a_spout_has_buckets h) as There.
    intros Waits Ends. rewrite the_wait_after_an_event, Waits in Ends. unfold what_is_called.
    destruct e as [r' v'|k r'|]; cbn [wait_after] in Ends.
    - discriminate Ends.
    - destruct (same_key r' r) as [->|]; [|discriminate Ends]. destruct (final k) eqn:Final; [|discriminate Ends].
      exists k. unfold wait in Waits. cbn [spout_step]. rewrite get_is_the_value_at_its_age, Waits. cbn [option_map snd].
      rewrite Final. left. reflexivity.
    - destruct (Nat.eqb_spec ticks 0) as [->|Ticked]; [discriminate Ends|]. exists SaysFail. cbn [spout_step snd].
      apply in_map_iff. exists (r, v). split; [reflexivity|].
      apply entries_are_what_is_found, rotation_takes_exactly_death_row; [exact There|exact Once|].
      pose proof (at_most_one_tick_has_passed r h ticks v Waits). unfold wait in Waits. rewrite Waits, Two.
      assert (ticks = 2 - 1) as -> by lia. reflexivity.
  Qed.

  (** A wait that has not begun now has begun before, and nothing changes what is remembered. *)
  Lemma who_is_waited_for_was_waited_for_before r e h ticks v :
    (forall u, e <> Emitted r u) -> wait r (e :: h) = Some (ticks, v) -> exists before, wait r h = Some (before, v).
  Proof.
    intros No_emission. rewrite the_wait_after_an_event.
    destruct e as [r' u|k r'|], (wait r h) as [[before w]|]; cbn [wait_after]; try discriminate.
    - intros [= _ <-]. exists before. reflexivity.
    - destruct (same_key r' r) as [->|]; [destruct (No_emission u eq_refl)|discriminate].
    - destruct (same_key r' r); [destruct (final k); [discriminate|]|]; intros [= _ <-]; exists before; reflexivity.
    - destruct (before =? 0); [|discriminate]. intros [= _ <-]. exists before. reflexivity.
  Qed.

  Lemma each_root_is_called_back_once_at_a_time h e : NoDup (map its_root (what_is_called h e)).
  Proof.
    unfold what_is_called. destruct (snd (spout_step (spout h) e)) as [k r v|dead|].
    - constructor; [easy|constructor].
    - rewrite map_map. exact (entries_name_each_key_once dead).
    - constructor.
  Qed.
End Spout.

(** ** The executor

    What [acking.spout] does around [spout_step]: emissions that need no acker, the tuples and the init that go out, and
    the checks. [T] are spout tasks and [Id] the spout's own message ids. What is refused gives [None]. *)

Section Executor.
  Context {K A T Id M : Type} {X : Xor A} {O : MapOps K (T * Id) M}.
  Variable same_task : T -> T -> bool.
  Variable ackers_are_there : bool.

  Inductive sent := Tuple (receiver : nat) (root_and_edge : option (K * A)) | InitSent (root : K) (value : A) (task : T)
    | Callback (k : kind) (task : T) (id : Id).

  Fixpoint tuples_from (receiver : nat) (root : option K) (edges : list A) : list sent :=
    match edges with
    | [] => []
    | e :: es => Tuple receiver (option_map (fun k => (k, e)) root) :: tuples_from (S receiver) root es
    end.

  Definition total_of (edges : list A) : A := fold_left xor edges zero.

  (** [SpoutExecutor.emit]. An emission that is not tracked, or that needs no acker, waits for nobody. *)
  Definition executor_emit (task : T) (root : K) (id : option Id) (edges : list A) (s : list M)
      : option (list M * list sent) :=
    match get root s, id with
    | Some _, _ => None
    | None, None => Some (s, tuples_from 0 None edges)
    | None, Some i =>
        if ackers_are_there && negb (match edges with [] => true | _ => false end) then
          Some (fst (spout_step s (Emitted root (task, i))),
                tuples_from 0 (Some root) edges ++ [InitSent root (total_of edges) task])
        else Some (s, tuples_from 0 None edges ++ [Callback SaysAck task i])
    end.

  Definition callbacks (x : @effect K (T * Id) M) : list sent :=
    match x with
    | Called k _ (task, id) => [Callback k task id]
    | Expired dead => map (fun e => Callback SaysFail (fst (snd e)) (snd (snd e))) (entries dead)
    | Nothing => []
    end.

  (** [SpoutExecutor.notified]. *)
  Definition executor_hear (k : kind) (root : K) (task : T) (s : list M) : option (list M * list sent) :=
    match get root s with
    | Some (emitter, _) =>
        if same_task emitter task then
          let after := spout_step s (Word k root) in Some (fst after, callbacks (snd after))
        else None
    | None => Some (s, [])
    end.

  (** [SpoutExecutor.tick]. *)
  Definition executor_tick (s : list M) : list M * list sent :=
    let after := spout_step s SpoutTick in (fst after, callbacks (snd after)).
End Executor.
