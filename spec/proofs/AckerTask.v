(** * Which acker task

    [acking.routing], function by function: the acker task that keeps the record of a root. A root is a 64-bit number
    without a sign here. Rules: [RTE-01] onwards. That it does not matter to a root how many acker tasks there are is
    [acker_tasks_do_not_touch_each_other]. *)

From Coq Require Import NArith ZArith List Lia.
Import ListNotations.

Definition word : N := 2 ^ 32.

Definition hash_of_id (root : N) : N := N.lxor root (N.shiftr root 32) mod word.
Definition hash_of_list (root : N) : N := (31 + hash_of_id root) mod word.
Definition as_java_int (w : N) : Z := if N.testbit w 31 then Z.of_N w - Z.of_N word else Z.of_N w.

(** [acker_index]. The remainder of [Z] is floorMod for a positive divisor. *)
Definition acker_index (root tasks : N) : N := Z.to_N (as_java_int (hash_of_list root) mod Z.of_N tasks).

(** [RTE-01]: an acker task there is. *)
Theorem a_root_goes_to_one_of_the_acker_tasks root tasks : (0 < tasks -> acker_index root tasks < tasks)%N.
Proof.
  intros H. unfold acker_index. pose proof (Z.mod_pos_bound (as_java_int (hash_of_list root)) (Z.of_N tasks)). lia.
Qed.

(** The values of the table in the chapter on routing, for 5 acker tasks. *)
Theorem roots_go_where_the_specification_says :
  List.map (fun root => acker_index root 5)
    [0; 5; 2 ^ 64 - 1; 2 ^ 64 - 5; 4294967296; 2147483647; 9223372036854775807; 9223372036854775808; 123456789012345]%N
  = [1; 1; 1; 0; 2; 2; 3; 3; 1]%N.
Proof. reflexivity. Qed.
