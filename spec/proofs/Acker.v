(** * The acker

    What the theorems are about, and what is extracted to the program [proved]: [acking.profiles], [acking.messages] and
    [acking.acker], function by function, and nothing is proved yet. Rules: [ACK-01] onwards.

    Theory. An acker is a RotatingMap of records. A message changes the record of its root ([after]); the record is kept, young again
    or as old as it was ([keep]); and then the acker may have a word for the spout task ([says]), after which the record is gone if
    the word is final ([receive]). A tick is a rotation. That is all of it.

    In what follows [A] are values, [T] spout tasks, [K] roots, and [M] is the finite map. *)

From Coq Require Import Bool List.
From Ackproof Require Import Ids RotatingMap.
Import ListNotations.

(** ** Profiles *)

(** Does every message make a record young again, or only a fail and a reset-timeout? *)
Variant refresh :=
  | EveryMessage
  | FailAndReset.

(** A record may be both failed and at zero. Which of the two is asked first? *)
Variant order :=
  | FailFirst
  | ZeroFirst.

Record profile := {
  buckets : nat;
  refreshed_by : refresh;
  asks_first : order }.

Definition storm1 : profile := {| buckets := 2; refreshed_by := EveryMessage; asks_first := FailFirst |}.
Definition storm2 : profile := {| buckets := 3; refreshed_by := FailAndReset; asks_first := FailFirst |}.

(** ** Messages, and words *)

(** What is told of a root. The root itself stands beside the message. *)
Variant message (A T : Type) :=
  | Init (value : A) (task : T)      (* a spout task emitted, on these edges *)
  | Ack (value : A)                  (* a bolt let go of an input: its own edge, and those of its children *)
  | Fail                             (* a bolt failed an input *)
  | ResetTimeout.                    (* somebody asks for more time *)
Arguments Init {_ _} value task.
Arguments Ack {_ _} value.
Arguments Fail {_ _}.
Arguments ResetTimeout {_ _}.

(** An acker task meets nothing but messages and ticks of its clock. *)
Variant event (K A T : Type) :=
  | Told (root : K) (m : message A T)
  | Tick.
Arguments Told {_ _ _} root m.
Arguments Tick {_ _ _}.

(** The words of an acker for a spout task, *)
Variant kind :=
  | SaysAck
  | SaysFail
  | SaysReset.

(** which are about a root. *)
Record notification (K T : Type) := Notify {
  its_kind : kind;
  its_root : K;
  its_task : T }.
Arguments Notify {_ _} its_kind its_root its_task.
Arguments its_kind {_ _} _.
Arguments its_root {_ _} _.
Arguments its_task {_ _} _.

(** After an ack or a fail there is no more to say. *)
Definition final (word : kind) : bool :=
  match word with
  | SaysAck | SaysFail => true
  | SaysReset => false
  end.

(** ** A record *)

Record record (A T : Type) := {
  ack_val : A;
  spout_task : option T;
  failed : bool }.
Arguments ack_val {_ _} _.
Arguments spout_task {_ _} _.
Arguments failed {_ _} _.

Section Records.
  Context {A T : Type} {X : Xor A}.
  Implicit Types (r : record A T) (m : message A T).

  Definition fresh : record A T := {| ack_val := zero; spout_task := None; failed := false |}.

  (** Init and ack add a value, an init names the task, and a fail is remembered. *)
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

  (** What there is to say of a record once a message has changed it. *)
  Definition verdict (o : order) r m : option kind :=
    let done := is_zero (ack_val r) in
    if failed r && negb (done && zero_is_first o) then Some SaysFail
    else if done then Some SaysAck
    else if is_reset m then Some SaysReset
    else None.

  (** It is said to the task, if that is known. *)
  Definition says (p : profile) r m : option (kind * T) :=
    match verdict (asks_first p) r m, spout_task r with
    | Some k, Some t => Some (k, t)
    | Some _, None | None, _ => None
    end.

  Definition refreshes (p : profile) m : bool :=
    match refreshed_by p with EveryMessage => true | FailAndReset => is_fail m || is_reset m end.
End Records.

(** ** An acker task *)

Section AckerTask.
  Context {K A T M : Type} {X : Xor A} {O : MapOps K (record A T) M}.
  Implicit Types (p : profile) (pending : list M) (root : K) (m : message A T) (e : event K A T) (h : list (event K A T)).

  Definition new p : list M := make (buckets p).

  (** A record that is new or refreshed goes to the nursery, and another is changed in its place. *)
  Definition keep p pending root m (r : record A T) : list M :=
    match get root pending with
    | None => put root r pending
    | Some _ => if refreshes p m then put root r pending else replace root r pending
    end.

  (** The acker once it has heard a message, and the word that it has for a spout task, if it has one. *)
  Definition receive p pending root m : list M * option (notification K T) :=
    let r := after (match get root pending with None => fresh | Some r => r end) m in
    let kept := keep p pending root m r in
    match says p r m with
    | None => (kept, None)
    | Some (k, t) => (if final k then remove root kept else kept, Some (Notify k root t))
    end.

  Definition step p pending e : list M * option (notification K T) :=
    match e with Told root m => receive p pending root m | Tick => (fst (rotate pending), None) end.

  (** *** Histories

      What an acker met is a list, and the latest comes first: [e :: h] is [e] after [h]. *)

  Fixpoint run p h : list M := match h with [] => new p | e :: earlier => fst (step p (run p earlier) e) end.

  (** Its word on [e], if it had met [h] before. *)
  Definition answer p h e : option (notification K T) := snd (step p (run p h) e).

  (** All its words, and its silences. *)
  Fixpoint answers p h : list (option (notification K T)) :=
    match h with [] => [] | e :: earlier => answer p earlier e :: answers p earlier end.

  (** What it has of a root then: the record, and how many rotations ago that was made or refreshed. *)
  Definition at_root p h root : option (nat * record A T) := age root (run p h).
End AckerTask.
