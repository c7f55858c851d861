(** * Anchoring

    Function by function as [acking.anchoring]: what a bolt task remembers of the inputs that it holds, and what it tells
    the ackers of them. Edge ids are given to it. Rules: [ANC-01] onwards.

    A message id is a finite map from roots to edge ids, and what is held is one from names to inputs. What is refused
    gives [None], and changes nothing. *)

From Coq Require Import Bool List.
From Ackproof Require Import Ids RotatingMap Acker.
Import ListNotations.

(** An input that is held: its message id, and the xor of the edges of all that was anchored to it. *)
Record input (A MI : Type) := { message_id : MI; its_children : A }.
Arguments message_id {A MI}. Arguments its_children {A MI}.

Section Bolt.
  Context {K A T Name MI MH : Type} {X : Xor A} {OI : MapOps K A MI} {OH : MapOps Name (input A MI) MH}.
  Implicit Types (held : MH) (name : Name).

  Definition roots_of (i : input A MI) : list K := map fst (entries (message_id i)).

  Definition is_held held name : bool := match find name held with Some _ => true | None => false end.

  (** [BoltTask.receive]. *)
  Definition receive_input name (id : MI) held : option MH :=
    if is_held held name then None else Some (add name {| message_id := id; its_children := zero |} held).

  (** An edge joins the message id of a new tuple, under one root: xored with what other anchors put there. *)
  Definition join (edge : A) (id : MI) (root : K) : MI :=
    add root (xor (match find root id with Some other => other | None => zero end) edge) id.

  Definition remember (edge : A) (i : input A MI) : input A MI :=
    {| message_id := message_id i; its_children := xor (its_children i) edge |}.

  (** A new tuple gets a fresh edge for each anchor. An anchor without roots is passed over: no tree could ever hear of
      its edge. [_anchored]. *)
  Fixpoint anchored (anchors : list Name) (edges : list A) (id : MI) held : option (MH * MI) :=
    match anchors, edges with
    | [], [] => Some (held, id)
    | name :: others, edge :: rest =>
        match find name held with
        | None => None
        | Some i => match roots_of i with
                    | [] => anchored others rest id held
                    | roots => anchored others rest (fold_left (join edge) roots id) (add name (remember edge i) held)
                    end
        end
    | _, _ => None
    end.

  Fixpoint to_each (anchors : list Name) (rows : list (list A)) held : option (MH * list MI) :=
    match rows with
    | [] => Some (held, [])
    | row :: others =>
        match anchored anchors row empty held with
        | None => None
        | Some (held', id) => option_map (fun r => (fst r, id :: snd r)) (to_each anchors others held')
        end
    end.

  (** A tuple for each receiving task, with a row of edges: one for each anchor. [BoltTask.emit]. *)
  Definition emit_anchored (anchors : list Name) (rows : list (list A)) held : option (MH * list MI) :=
    if forallb (is_held held) anchors then to_each anchors rows held else None.

  (** [BoltTask.ack]: one message for each root, the own edge xor the edges of the children. *)
  Definition ack_input name held : option (MH * list (K * message A T)) :=
    option_map (fun i => (del name held, map (fun re => (fst re, Ack (xor (snd re) (its_children i)))) (entries (message_id i))))
      (find name held).

  (** [BoltTask.fail]. *)
  Definition fail_input name held : option (MH * list (K * message A T)) :=
    option_map (fun i => (del name held, map (fun root => (root, Fail)) (roots_of i))) (find name held).
End Bolt.

Section Rules.
  Context {K A T Name MI MH : Type} {X : Xor A} {LA : XorLaws A} {OI : MapOps K A MI} {LI : MapLaws K A MI}
    {OH : MapOps Name (input A MI) MH} {LH : MapLaws Name (input A MI) MH}.
  Implicit Types (held : MH) (name : Name).

  Notation ack_input := (@ack_input K A T Name MI MH X OI OH).
  Notation fail_input := (@fail_input K A T Name MI MH OI OH).

  (** [ANC-11]: what is not held, because it was acked or failed or never came, is neither acked nor failed. *)
  Theorem an_input_that_is_not_held_is_let_go_of_by_nobody name held :
    find name held = None -> ack_input name held = None /\ fail_input name held = None.
  Proof. unfold Anchoring.ack_input, Anchoring.fail_input. intros ->. easy. Qed.

  (** [ANC-10]: nothing is anchored to what is not held. *)
  Theorem nothing_is_anchored_to_an_input_that_is_not_held name anchors rows held :
    In name anchors -> find name held = None -> emit_anchored anchors rows held = None.
  Proof.
    intros I N. unfold emit_anchored. assert (E : forallb (is_held held) anchors = false).
    { apply not_true_iff_false. rewrite forallb_forall. intros H. specialize (H name I). unfold is_held in H.
      rewrite N in H. discriminate. }
    rewrite E. reflexivity.
  Qed.

  (** What an anchor is told of the edges of a new tuple: the xor of those that are its own. *)
  Fixpoint own_edges name (anchors : list Name) (edges : list A) : A :=
    match anchors, edges with
    | other :: others, edge :: rest =>
        if same_key (M := MH) other name then xor edge (own_edges name others rest) else own_edges name others rest
    | _, _ => zero
    end.

  (** [ANC-03], [ANC-06], [ANC-07]: an input remembers the edges that were taken for it, one for each time that it is an
      anchor, and no others; if it belongs to a tree. *)
  Theorem an_input_remembers_the_edges_that_were_taken_for_it name anchors edges id held held' id' i :
    anchored anchors edges id held = Some (held', id') -> find name held = Some i -> roots_of i <> [] ->
    find name held' = Some {| message_id := message_id i; its_children := xor (its_children i) (own_edges name anchors edges) |}.
  Proof.
    revert edges id held i. induction anchors as [|other others IH]; intros [|edge rest] id held i; cbn; try easy.
    - intros [= <- <-] -> _. rewrite zero_changes_nothing_on_the_right. destruct i; reflexivity.
    - destruct (find other held) as [j|] eqn:Fj; [|easy]. intros E Fi R. destruct (same_key other name) as [->|N].
      + rewrite Fi in Fj. injection Fj as <-. destruct (roots_of i) as [|root roots] eqn:Ri; [easy|].
        specialize (IH _ _ _ (remember edge i) E). rewrite find_what_was_added in IH.
        rewrite (IH eq_refl) by (change (roots_of (remember edge i)) with (roots_of i); rewrite Ri; easy).
        cbn. rewrite xor_is_associative. reflexivity.
      + destruct (roots_of j) as [|root roots]; [apply (IH _ _ _ _ E Fi R)|].
        apply (IH _ _ _ _ E); [|exact R]. rewrite find_beside_what_was_added by auto. exact Fi.
  Qed.

  (** [ANC-03]: the value of an ack is the input's own edge in the tree xor all edges that were taken for it. *)
  Theorem the_value_of_an_ack_is_the_own_edge_and_the_edges_of_the_children name i held held' said root m :
    find name held = Some i -> ack_input name held = Some (held', said) ->
    (In (root, m) said <-> exists edge, find root (message_id i) = Some edge /\ m = Ack (xor edge (its_children i))).
  Proof.
    unfold Anchoring.ack_input. intros ->. cbn. intros [= _ <-]. rewrite in_map_iff. split.
    - intros ((k & e) & [= <- <-] & I). apply entries_are_what_is_found in I. eauto.
    - intros (e & F & ->). exists (root, e). split; [reflexivity|]. apply entries_are_what_is_found, F.
  Qed.

  (** What a tuple carries in a tree: zero if it does not belong to it. *)
  Definition edge_in (root : K) (id : MI) : A := match find root id with Some edge => edge | None => zero end.

  Definition is_in (root : K) (i : input A MI) : bool := match find root (message_id i) with Some _ => true | None => false end.

  (** The xor of the edges of those anchors that belong to a tree. *)
  Fixpoint edges_under (root : K) (anchors : list Name) (edges : list A) held : A :=
    match anchors, edges with
    | name :: others, edge :: rest =>
        if match find name held with Some i => is_in root i | None => false end
        then xor edge (edges_under root others rest held) else edges_under root others rest held
    | _, _ => zero
    end.

  Lemma in_roots root i : In root (roots_of i) <-> is_in root i = true.
  Proof.
    unfold roots_of, is_in. rewrite in_map_iff. split.
    - intros ((k & e) & <- & I). apply entries_are_what_is_found in I. cbn in *. rewrite I. reflexivity.
    - destruct (find root (message_id i)) as [e|] eqn:E; [|discriminate]. intros _. exists (root, e).
      split; [reflexivity|]. apply entries_are_what_is_found, E.
  Qed.

  Lemma edge_in_what_was_joined edge root root' id :
    edge_in root (join edge id root') = if same_key (M := MI) root root' then xor (edge_in root id) edge else edge_in root id.
  Proof.
    unfold edge_in, join. destruct (same_key root root') as [->|N].
    - rewrite find_what_was_added. reflexivity.
    - rewrite find_beside_what_was_added by exact N. reflexivity.
  Qed.

  Lemma edge_in_beside_what_was_joined edge root roots id :
    ~ In root roots -> edge_in root (fold_left (join edge) roots id) = edge_in root id.
  Proof.
    revert id. induction roots as [|other roots IH]; intros id N; cbn; [reflexivity|].
    rewrite IH by (intros I; apply N; right; exact I). rewrite edge_in_what_was_joined.
    destruct (same_key root other) as [->|]; [|reflexivity]. exfalso. apply N. left. reflexivity.
  Qed.

  Lemma edge_in_what_was_joined_to_all edge root roots id :
    NoDup roots -> In root roots -> edge_in root (fold_left (join edge) roots id) = xor (edge_in root id) edge.
  Proof.
    intros D. revert id. induction D as [|other roots N D IH]; intros id; cbn; [easy|]. intros [->|I].
    - rewrite edge_in_beside_what_was_joined by exact N. rewrite edge_in_what_was_joined.
      destruct (same_key root root); [reflexivity|easy].
    - rewrite (IH _ I), edge_in_what_was_joined. destruct (same_key root other) as [->|]; [easy|reflexivity].
  Qed.

  Lemma what_is_remembered_does_not_change_trees root anchors edges name edge i held :
    find name held = Some i -> edges_under root anchors edges (add name (remember edge i) held) = edges_under root anchors edges held.
  Proof.
    intros F. revert edges. induction anchors as [|other others IH]; intros [|e rest]; cbn; try reflexivity. rewrite IH.
    destruct (same_key other name) as [->|N].
    - rewrite find_what_was_added, F. reflexivity.
    - rewrite find_beside_what_was_added by exact N. reflexivity.
  Qed.

  (** [ANC-01], [ANC-06], [ANC-07]: in each tree a new tuple carries the xor of the edges that were taken for the anchors
      of that tree, and it carries nothing in others. *)
  Theorem a_new_tuple_carries_the_edges_of_the_anchors_of_each_tree root anchors edges id held held' id' :
    anchored anchors edges id held = Some (held', id') ->
    edge_in root id' = xor (edge_in root id) (edges_under root anchors edges held).
  Proof.
    revert edges id held. induction anchors as [|name others IH]; intros [|edge rest] id held; cbn; try easy.
    - intros [= <- <-]. rewrite zero_changes_nothing_on_the_right. reflexivity.
    - destruct (find name held) as [i|] eqn:F; [|easy]. pose proof (in_roots root i) as B.
      pose proof (entries_name_each_key_once (message_id i)) as D. fold (roots_of i) in D.
      destruct (roots_of i) as [|first roots] eqn:R; intros E.
      + rewrite (IH _ _ _ E). destruct (is_in root i); [|reflexivity]. exfalso. apply (proj2 B eq_refl).
      + change (fold_left (join edge) roots (join edge id first)) with (fold_left (join edge) (first :: roots) id) in E.
        rewrite (IH _ _ _ E), what_is_remembered_does_not_change_trees by exact F. destruct (is_in root i).
        * rewrite edge_in_what_was_joined_to_all; [|exact D|apply B; reflexivity]. symmetry. apply xor_is_associative.
        * rewrite edge_in_beside_what_was_joined; [reflexivity|]. intros I. apply B in I. discriminate.
  Qed.
End Rules.
