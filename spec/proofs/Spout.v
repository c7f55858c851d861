(** * The spout

    Theorem 8 for one executor, as [acking.spout], whose [pending] is a RotatingMap of two buckets. What the acker says is
    any word at any time here: that it says the right ones is in Topology.v.

    Theory. It is book-keeping. An emission that was taken is in the map, until it is taken out by a word or by the second
    rotation; whatever takes it out calls back, and nothing else does. So emissions taken are callbacks and entries
    together, at each moment, and both "at most once" and "by the second tick" follow. *)

From Coq Require Import Bool Arith List Lia.
From Ackproof Require Import Ids RotatingMap Acker.
Import ListNotations.

Section Spout.
  (** [V] is what is remembered of an emission: its task, and the spout's own message id. *)
  Context {K V M : Type} {O : MapOps K V M} {L : MapLaws K V M}.

  Inductive spout_event := Emitted (root : K) (v : V) | Word (k : kind) (root : K) | SpoutTick.

  (** A callback; or those of a tick, one for each entry of the bucket that expired. *)
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

  Definition pending (h : list spout_event) (k : K) : nat := match age k (spout h) with Some _ => 1 | None => 0 end.

  Definition is_key (a b : K) : bool := if same_key a b then true else false.

  (** How many emissions of a root were taken, and how many callbacks there were about it. *)
  Fixpoint taken (h : list spout_event) (k : K) : nat :=
    match h with
    | [] => 0
    | Emitted k' _ :: h' => (if is_key k' k && (pending h' k =? 0) then 1 else 0) + taken h' k
    | _ :: h' => taken h' k
    end.

  Definition calls (x : effect) (k : K) : nat :=
    match x with
    | Called _ k' _ => if is_key k' k then 1 else 0
    | Expired dead => match find k dead with Some _ => 1 | None => 0 end
    | Nothing => 0
    end.

  Fixpoint called (h : list spout_event) (k : K) : nat :=
    match h with [] => 0 | e :: h' => calls (snd (spout_step (spout h') e)) k + called h' k end.

  Lemma the_buckets_of_a_spout_are_in_order h : length (spout h) = 2 /\ once (spout h).
  Proof.
    induction h as [|e h (E & W)]; [split; [reflexivity|apply (once_make 2)]|].
    assert (N : spout h <> []) by (intros Z; rewrite Z in E; discriminate). cbn [spout].
    destruct e as [k v|i k|]; cbn [spout_step].
    - destruct (get k (spout h)); cbn [fst]; [auto|]. rewrite length_put. auto using once_put.
    - destruct (get k (spout h)); cbn [fst]; [|auto]. destruct (final i); cbn [fst].
      + rewrite length_remove. auto using once_remove.
      + rewrite length_put. auto using once_put.
    - cbn [fst]. rewrite length_rotate by exact N. auto using once_rotate.
  Qed.

  Lemma a_spout_has_buckets h : spout h <> [].
  Proof. intros Z. destruct (the_buckets_of_a_spout_are_in_order h) as (E & _). rewrite Z in E. discriminate. Qed.

  (** SPT-03, SPT-04, SYS-02: what was taken was called back or is pending. *)
  Theorem what_was_emitted_was_called_back_or_is_pending h k : taken h k = called h k + pending h k.
  Proof.
    induction h as [|e h IH].
    - unfold pending. cbn [spout]. rewrite (age_in_a_new_map k 2). reflexivity.
    - destruct (the_buckets_of_a_spout_are_in_order h) as (E & W). pose proof (a_spout_has_buckets h) as N.
      cbn [taken called]. unfold pending in *. cbn [spout]. destruct e as [k' v|i k'|]; cbn [spout_step].
      + rewrite get_is_the_value_at_its_age. unfold is_key. destruct (same_key k' k) as [->|D].
        * destruct (age k (spout h)) as [[a u]|] eqn:A; cbn [option_map fst snd calls andb Nat.eqb].
          -- rewrite A. lia.
          -- rewrite put_makes_a_key_young by exact N. lia.
        * cbn [andb]. destruct (option_map snd (age k' (spout h))); cbn [fst snd calls]; [lia|].
          rewrite age_beside_what_was_put by auto. lia.
      + rewrite get_is_the_value_at_its_age. destruct (same_key k' k) as [->|D].
        * destruct (age k (spout h)) as [[a u]|] eqn:A; cbn [option_map fst snd].
          -- destruct (final i); cbn [fst snd calls].
             ++ rewrite age_of_what_was_removed by exact W. unfold is_key. destruct (same_key k k); [lia|easy].
             ++ rewrite put_makes_a_key_young by exact N. lia.
          -- cbn [calls]. rewrite A. lia.
        * destruct (option_map snd (age k' (spout h))); cbn [fst snd calls]; [|lia].
          destruct (final i); cbn [fst snd calls].
          -- rewrite age_beside_what_was_removed by auto. unfold is_key. destruct (same_key k' k); [easy|lia].
          -- rewrite age_beside_what_was_put by auto. lia.
      + cbn [fst snd calls]. rewrite rotation_ages_every_key_by_one by exact N. rewrite E.
        destruct (age k (spout h)) as [[a u]|] eqn:A.
        * pose proof (age_is_below_the_buckets _ _ _ _ A) as B. rewrite E in B.
          destruct (Nat.ltb_spec (S a) 2) as [C|C].
          -- destruct (find k (snd (rotate (spout h)))) as [u'|] eqn:F; [|lia].
             apply (rotation_takes_exactly_death_row k (spout h) u' N W) in F. rewrite E, A in F. injection F as F _. lia.
          -- assert (F : find k (snd (rotate (spout h))) = Some u).
             { apply (rotation_takes_exactly_death_row k (spout h) u N W). rewrite E, A. repeat f_equal. lia. }
             rewrite F. lia.
        * destruct (find k (snd (rotate (spout h)))) as [u'|] eqn:F; [|lia].
          apply (rotation_takes_exactly_death_row k (spout h) u' N W) in F. rewrite A in F. discriminate.
  Qed.

  Theorem each_emission_is_called_back_at_most_once h k : taken h k <= 1 -> called h k <= 1.
  Proof. rewrite what_was_emitted_was_called_back_or_is_pending. lia. Qed.

  Fixpoint passed (h : list spout_event) : nat :=
    match h with [] => 0 | SpoutTick :: h' => S (passed h') | _ :: h' => passed h' end.

  (** SPT-05, SYS-03: by the second tick after its emission a root is resolved, unless more time was asked for. *)
  Theorem an_emission_is_called_back_by_the_second_tick h k v h2 :
    (forall v', ~ In (Emitted k v') h2) -> ~ In (Word SaysReset k) h2 -> pending h k = 0 -> 2 <= passed h2 ->
    called (h2 ++ Emitted k v :: h) k = taken (h2 ++ Emitted k v :: h) k.
  Proof.
    intros Q1 Q2 P B. rewrite what_was_emitted_was_called_back_or_is_pending.
    assert (G : match age k (spout (h2 ++ Emitted k v :: h)) with Some (a, _) => a = passed h2 /\ a < 2 | None => True end).
    { clear B. induction h2 as [|e h2 IH]; cbn [app spout].
      - cbn [spout_step]. rewrite get_is_the_value_at_its_age. unfold pending in P. destruct (age k (spout h)); [discriminate|]. cbn [option_map fst].
        rewrite put_makes_a_key_young by apply a_spout_has_buckets. cbn. lia.
      - assert (I : match age k (spout (h2 ++ Emitted k v :: h)) with Some (a, _) => a = passed h2 /\ a < 2 | None => True end).
        { apply IH; [intros v' J; apply (Q1 v'); right; exact J|intros J; apply Q2; right; exact J]. }
        clear IH. set (s := spout (h2 ++ Emitted k v :: h)) in *.
        destruct (the_buckets_of_a_spout_are_in_order (h2 ++ Emitted k v :: h)) as (E & W). fold s in E, W.
        assert (N : s <> []) by apply a_spout_has_buckets.
        destruct e as [k' v'|i k'|]; cbn [spout_step passed].
        + assert (k <> k') by (intros <-; apply (Q1 v'); left; reflexivity).
          destruct (get k' s); cbn [fst]; [exact I|]. rewrite age_beside_what_was_put by auto. exact I.
        + destruct (get k' s); cbn [fst]; [|exact I]. destruct (same_key k' k) as [->|D].
          * destruct i; cbn [final fst]; try (rewrite age_of_what_was_removed by exact W; easy).
            exfalso. apply Q2. left. reflexivity.
          * destruct (final i); cbn [fst]; [rewrite age_beside_what_was_removed by auto|rewrite age_beside_what_was_put by auto]; exact I.
        + cbn [fst]. rewrite rotation_ages_every_key_by_one by exact N. rewrite E. destruct (age k s) as [[a u]|]; [|easy].
          destruct (Nat.ltb_spec (S a) 2); [lia|easy]. }
    unfold pending. destruct (age k _) as [[a u]|]; lia.
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
