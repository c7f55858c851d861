(** * The acker

    Function by function as [acking.messages], [acking.profiles] and [acking.acker]. Nothing is proved here: this is what
    the theorems are about, and what is extracted to the program [proved]. Rules: [ACK-01] onwards. *)

From Coq Require Import Bool List.
From Ackproof Require Import Ids RotatingMap.
Import ListNotations.

(** ** Profiles: [acking.profiles] *)

(** Which messages give a record that is there its full lifetime again. *)
Inductive refresh := EveryMessage | FailAndReset.

(** Which question is asked first of a record that is both failed and at zero. *)
Inductive order := FailFirst | ZeroFirst.

Record profile := { buckets : nat; refreshed_by : refresh; asks_first : order }.

Definition storm1 := {| buckets := 2; refreshed_by := EveryMessage; asks_first := FailFirst |}.
Definition storm2 := {| buckets := 3; refreshed_by := FailAndReset; asks_first := FailFirst |}.

(** ** Messages: [acking.messages]

    The root stands beside the message. [A] is the type of values, [T] of spout tasks, [K] of roots. *)

Inductive message (A T : Type) := Init (value : A) (task : T) | Ack (value : A) | Fail | ResetTimeout.
Arguments Init {A T}. Arguments Ack {A T}. Arguments Fail {A T}. Arguments ResetTimeout {A T}.

(** What happens to an acker: it is told a message of a root, or a tick passes. *)
Inductive event (K A T : Type) := Told (root : K) (m : message A T) | Tick.
Arguments Told {K A T}. Arguments Tick {K A T}.

Inductive kind := SaysAck | SaysFail | SaysReset.

Record notification (K T : Type) := Notify { its_kind : kind; its_root : K; its_task : T }.
Arguments Notify {K T}. Arguments its_kind {K T}. Arguments its_root {K T}. Arguments its_task {K T}.

(** Ack and fail are final: with them the record is gone. *)
Definition final (k : kind) : bool := match k with SaysReset => false | _ => true end.

(** ** One record *)

Record record (A T : Type) := { ack_val : A; spout_task : option T; failed : bool }.
Arguments ack_val {A T}. Arguments spout_task {A T}. Arguments failed {A T}.

Section OneRecord.
  Context {A T : Type} {X : Xor A}.
  Implicit Types (r : record A T) (m : message A T).

  Definition fresh : record A T := {| ack_val := zero; spout_task := None; failed := false |}.

  (** What each message does to a record: [_after]. *)
  Definition after r m : record A T :=
    match m with
    | Init v t => {| ack_val := xor (ack_val r) v; spout_task := Some t; failed := failed r |}
    | Ack v => {| ack_val := xor (ack_val r) v; spout_task := spout_task r; failed := failed r |}
    | Fail => {| ack_val := ack_val r; spout_task := spout_task r; failed := true |}
    | ResetTimeout => r
    end.

  Definition is_fail m : bool := match m with Fail => true | _ => false end.
  Definition is_reset m : bool := match m with ResetTimeout => true | _ => false end.
  Definition zero_is_first (o : order) : bool := match o with ZeroFirst => true | FailFirst => false end.

  (** What a spout task should hear of this record now: [_verdict]. *)
  Definition verdict (o : order) r m : option kind :=
    let done := is_zero (ack_val r) in
    if failed r && negb (done && zero_is_first o) then Some SaysFail
    else if done then Some SaysAck
    else if is_reset m then Some SaysReset
    else None.

  (** The verdict with the task that hears it. Nobody hears it while the task is not known. *)
  Definition says (p : profile) r m : option (kind * T) :=
    match verdict (asks_first p) r m, spout_task r with
    | Some k, Some t => Some (k, t)
    | _, _ => None
    end.

  (** Which messages refresh a record that is there: [_refreshes]. *)
  Definition refreshes (p : profile) m : bool :=
    match refreshed_by p with EveryMessage => true | FailAndReset => is_fail m || is_reset m end.
End OneRecord.

(** ** One acker task *)

Section OneAcker.
  Context {K A T M : Type} {X : Xor A} {O : MapOps K (record A T) M}.

  Definition new (p : profile) : list M := make (buckets p).

  (** The record is put into the nursery if it is new or refreshed, and changed where it stands otherwise: [Acker._keep]. *)
  Definition keep (p : profile) (pending : list M) (root : K) (m : message A T) (r : record A T) : list M :=
    match get root pending with
    | None => put root r pending
    | Some _ => if refreshes p m then put root r pending else replace root r pending
    end.

  (** The acker after a message, and nothing or one notification: [Acker._act_on]. *)
  Definition receive (p : profile) (pending : list M) (root : K) (m : message A T)
      : list M * option (notification K T) :=
    let r := after (match get root pending with Some r => r | None => fresh end) m in
    let kept := keep p pending root m r in
    match says p r m with
    | Some (k, t) => (if final k then remove root kept else kept, Some (Notify k root t))
    | None => (kept, None)
    end.

  Definition step (p : profile) (pending : list M) (e : event K A T) : list M * option (notification K T) :=
    match e with
    | Told root m => receive p pending root m
    | Tick => (fst (rotate pending), None)
    end.

  (** ** Histories

      A history is written _latest first_: [e :: h] is [h], and then [e]. *)

  Fixpoint run (p : profile) (h : list (event K A T)) : list M :=
    match h with
    | [] => new p
    | e :: before => fst (step p (run p before) e)
    end.

  (** What the acker says to [e] when [h] is behind it. *)
  Definition answer (p : profile) (h : list (event K A T)) (e : event K A T) : option (notification K T) :=
    snd (step p (run p h) e).

  Fixpoint answers (p : profile) (h : list (event K A T)) : list (option (notification K T)) :=
    match h with
    | [] => []
    | e :: before => answer p before e :: answers p before
    end.

  (** What an acker that was told [h] has of a root: its record, and the record's age in rotations. *)
  Definition at_root (p : profile) (h : list (event K A T)) (k : K) : option (nat * record A T) := age k (run p h).
End OneAcker.
