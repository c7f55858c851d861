(* The shell around acker.ml, which was extracted from spec/proofs: it speaks the protocol of spec/protocol.md on stdin
   and stdout, and decides nothing about acking. It is written by hand, and nothing in it is proved: it reads and writes
   JSON, turns decimal numbers and names into the keys of the proofs, keeps one state for each acker task, and hands each
   operation to the extracted function for it. What it is trusted with is listed in spec/proofs.md.

     proved --ids proof     ids are the binary numbers of the proofs
     proved --ids native    ids are OCaml's Int64: trusted to be a group under logxor, and ordered by compare
     proved --check FILE    checks a table of transitions, a JSON object on each line, and says how many there are *)

open Acker
module Json = Yojson.Safe

exception Refused of string

(* ---- Numbers of the proofs *)

let rec positive_of number =
  (* Not zero, and without a sign. *)
  if Int64.equal number 1L then XH
  else
    let rest = positive_of (Int64.shift_right_logical number 1) in
    if Int64.equal (Int64.logand number 1L) 0L then XO rest else XI rest

let n_of_int64 number = if Int64.equal number 0L then N0 else Npos (positive_of number)
let n_of_int number = n_of_int64 (Int64.of_int number)

let rec int64_of_positive = function
  | XH -> 1L
  | XO rest -> Int64.shift_left (int64_of_positive rest) 1
  | XI rest -> Int64.logor (Int64.shift_left (int64_of_positive rest) 1) 1L

let int64_of_n = function N0 -> 0L | Npos positive -> int64_of_positive positive
let int_of_n number = Int64.to_int (int64_of_n number)
let rec nat_of_int number = if number <= 0 then O else S (nat_of_int (number - 1))
let rec int_of_nat = function O -> 0 | S rest -> 1 + int_of_nat rest

(* A name is a key by its bits, with a one in front of them: so different names are different numbers. *)
let n_of_name name =
  let positive = ref XH in
  String.iter
    (fun character ->
      for bit = 7 downto 0 do
        let rest = !positive in
        positive := if (Char.code character lsr bit) land 1 = 1 then XI rest else XO rest
      done)
    name;
  Npos !positive

let name_of_n number =
  let rec bits taken = function
    | XH -> taken
    | XO rest -> bits (0 :: taken) rest
    | XI rest -> bits (1 :: taken) rest in
  let rec characters = function
    | a :: b :: c :: d :: e :: f :: g :: h :: rest ->
      let code = List.fold_left (fun sum bit -> (2 * sum) + bit) 0 [ a; b; c; d; e; f; g; h ] in
      Char.chr code :: characters rest
    | _ -> [] in
  match number with
  | N0 -> ""
  | Npos positive -> String.of_seq (List.to_seq (characters (bits [] positive)))

(* ---- The two variants of ids *)

module type Ids = sig
  type t

  val name : string
  val xor : t xor
  val of_int64 : int64 -> t
  val to_int64 : t -> int64

  module Order : UsualOrderedType with type t = t
end

module Proof_ids = struct
  type t = n

  let name = "proof"
  let xor = xor_N
  let of_int64 = n_of_int64
  let to_int64 = int64_of_n

  module Order = N_as_OT
end

module Native_ids = struct
  type t = int64

  let name = "native"
  let xor = { zero = 0L; xor0 = Int64.logxor; is_zero = (fun id -> Int64.equal id 0L) }
  let of_int64 id = id
  let to_int64 id = id

  module Order = struct
    type t = int64

    let compare a b =
      let order = Int64.compare a b in
      if order < 0 then LT else if order = 0 then EQ else GT

    let eq_dec = Int64.equal
  end
end

(* ---- Fields *)

let field name = function
  | `Assoc fields -> ( match List.assoc_opt name fields with Some value -> value | None -> `Null)
  | _ -> `Null

let refuse words = raise (Refused words)
let text name json = match field name json with `String found -> found | _ -> refuse ("no string " ^ name)
let integer name json = match field name json with `Int found -> found | _ -> refuse ("no whole number " ^ name)
let count_or default name json = match field name json with `Null -> default | _ -> integer name json
let items name json = match field name json with `List found -> found | `Null -> [] | _ -> refuse ("no list " ^ name)
let string_of = function `String found -> found | _ -> refuse "no string in a list"
let profile_of json =
  match text "profile" json with
  | "storm1" -> storm1
  | "storm2" -> storm2
  | other -> refuse ("no profile " ^ other)

let kind_words = [ (SaysAck, "ack"); (SaysFail, "fail"); (SaysReset, "reset-timeout") ]
let word_of kind = List.assoc kind kind_words
let kind_of word =
  match List.find_opt (fun (_, found) -> String.equal word found) kind_words with
  | Some (kind, _) -> kind
  | None -> refuse ("no kind of notification " ^ word)

(* ---- The components. Each is a function from an operation to its result. *)

module Components (Ids : Ids) = struct
  module Trees = Trees (Ids.Order)

  let id_of_text text = Ids.of_int64 (Int64.of_string text)
  let text_of_id id = Int64.to_string (Ids.to_int64 id)
  let id name json = id_of_text (text name json)
  let task_index root tasks = int_of_n (acker_index (n_of_int64 (Ids.to_int64 root)) (n_of_int tasks))

  let message_of operation =
    match text "op" operation with
    | "init" -> Init (id "value" operation, integer "task" operation)
    | "ack" -> Ack (id "value" operation)
    | "fail" -> Fail
    | "reset-timeout" -> ResetTimeout
    | other -> refuse ("no operation " ^ other)

  let notification_json said =
    `Assoc
      [ ("kind", `String (word_of said.its_kind)); ("root", `String (text_of_id said.its_root));
        ("task", `Int said.its_task) ]

  let acker profile config =
    let tasks = count_or 1 "tasks" config in
    let states = Array.init tasks (fun _ -> new0 Trees.ops profile) in
    (* Records of each task, and of all: a message changes those of its own task only. *)
    let sizes = Array.make tasks 0 and records = ref 0 in
    let given task event =
      let state, said = step Ids.xor Trees.ops profile states.(task) event in
      let size = int_of_n (size Trees.ops state) in
      records := !records - sizes.(task) + size;
      states.(task) <- state;
      sizes.(task) <- size;
      said in
    fun operation ->
      let said =
        match text "op" operation with
        | "tick" ->
          ( match field "acker" operation with
            | `Null -> Array.iteri (fun task _ -> ignore (given task Tick)) states
            | `Int task when task >= 0 && task < tasks -> ignore (given task Tick)
            | _ -> refuse "no such acker task" );
          None
        | _ ->
          let root = id "root" operation in
          given (task_index root tasks) (Told (root, message_of operation)) in
      let pending = ("pending", `Int !records) in
      match said with
      | None -> `Assoc [ pending ]
      | Some said -> `Assoc [ ("notifications", `List [ notification_json said ]); pending ]

  let rotating_map profile config =
    let buckets = count_or (int_of_nat profile.buckets) "buckets" config in
    if buckets < 2 then refuse (Printf.sprintf "%d buckets; it takes at least 2" buckets);
    let ops = NTrees.ops in
    let state = ref (make ops (nat_of_int buckets)) in
    let found = function
      | Some value -> `Assoc [ ("found", `Bool true); ("value", value) ]
      | None -> `Assoc [ ("found", `Bool false) ] in
    let entry (key, value) = `Assoc [ ("key", `String (name_of_n key)); ("value", value) ] in
    fun operation ->
      let key () = n_of_name (text "key" operation) in
      match text "op" operation with
      | "put" ->
        state := put ops (key ()) (field "value" operation) !state;
        `Assoc []
      | "get" -> found (get ops (key ()) !state)
      | "contains" -> `Assoc [ ("found", `Bool (Option.is_some (get ops (key ()) !state))) ]
      | "remove" ->
        let key = key () in
        let was = get ops key !state in
        state := remove0 ops key !state;
        found was
      | "size" -> `Assoc [ ("size", `Int (int_of_n (size ops !state))) ]
      | "rotate" ->
        let left, expired = rotate ops !state in
        state := left;
        `Assoc [ ("expired", `List (List.map entry (ops.entries expired))) ]
      | other -> refuse ("no operation " ^ other)

  (* Roots and edges: of trees of ids. *)

  let message_id_of json =
    match json with
    | `Assoc fields ->
      List.fold_left
        (fun made (root, edge) -> Trees.insert (id_of_text root) (id_of_text (string_of edge)) made)
        Trees.nothing fields
    | _ -> Trees.nothing

  let message_id_json made =
    `Assoc (List.map (fun (root, edge) -> (text_of_id root, `String (text_of_id edge))) (Trees.ops.entries made))

  let message_json (root, message) =
    let fields = [ ("root", `String (text_of_id root)) ] in
    match message with
    | Ack value -> `Assoc (("op", `String "ack") :: ("value", `String (text_of_id value)) :: fields)
    | _ -> `Assoc (("op", `String "fail") :: fields)

  let anchoring () =
    let held = ref NTrees.nothing in
    let refused = `Assoc [ ("refused", `String "it names a tuple that is not held, or one that is held already") ] in
    let let_go = function
      | Some (left, said) ->
        held := left;
        `Assoc [ ("messages", `List (List.map message_json said)) ]
      | None -> refused in
    fun operation ->
      let name () = n_of_name (text "tuple" operation) in
      match text "op" operation with
      | "receive" -> (
        match receive_input Ids.xor NTrees.ops (name ()) (message_id_of (field "message_id" operation)) !held with
        | Some left ->
          held := left;
          `Assoc []
        | None -> refused )
      | "emit" -> (
        let names which = List.map (fun each -> n_of_name (string_of each)) (items which operation) in
        let row = function `List edges -> List.map (fun edge -> id_of_text (string_of edge)) edges | _ -> [] in
        let rows = List.map row (items "edges" operation) in
        let receive held (name, id) = Option.bind held (receive_input Ids.xor NTrees.ops name id) in
        match emit_anchored Ids.xor Trees.ops NTrees.ops (names "anchors") rows !held with
        | None -> refused
        | Some (left, ids) -> (
          match List.fold_left receive (Some left) (List.combine (names "tuples") ids) with
          | None -> refused
          | Some left ->
            held := left;
            `Assoc [ ("message_ids", `List (List.map message_id_json ids)) ] ) )
      | "ack" -> let_go (ack_input Ids.xor Trees.ops NTrees.ops (name ()) !held)
      | "fail" -> let_go (fail_input Trees.ops NTrees.ops (name ()) !held)
      | other -> refuse ("no operation " ^ other)

  let effect_json = function
    | Tuple (receiver, at) ->
      let id = match at with Some (root, edge) -> Trees.insert root edge Trees.nothing | None -> Trees.nothing in
      `Assoc
        [ ("effect", `String "sent"); ("receiver", `Int (int_of_nat receiver)); ("message_id", message_id_json id) ]
    | InitSent (root, value, task) ->
      `Assoc
        [ ("effect", `String "init"); ("root", `String (text_of_id root)); ("value", `String (text_of_id value));
          ("task", `Int task) ]
    | Callback (kind, task, message) ->
      `Assoc
        [ ("effect", `String "callback"); ("kind", `String (word_of kind)); ("task", `Int task);
          ("message", `String message) ]

  let spout config =
    let ackers_are_there = count_or 1 "ackers" config > 0 in
    let tasks = items "spout_tasks" config in
    let state = ref (make Trees.ops (nat_of_int 2)) in
    let own task = if List.mem (`Int task) tasks then task else refuse "an emit by a task that is not run here" in
    fun operation ->
      let outcome =
        match text "op" operation with
        | "emit" ->
          let message = match field "message" operation with `String message -> Some message | _ -> None in
          let edges = List.map (fun edge -> id_of_text (string_of edge)) (items "edges" operation) in
          executor_emit Ids.xor Trees.ops ackers_are_there (own (integer "task" operation)) (id "root" operation)
            message edges !state
        | "notify" ->
          executor_hear Trees.ops Int.equal (kind_of (text "kind" operation)) (id "root" operation)
            (integer "task" operation) !state
        | "tick" -> Some (executor_tick Trees.ops !state)
        | other -> refuse ("no operation " ^ other) in
      match outcome with
      | None -> refuse "a root that is pending already, or a word for another task than the one that emitted it"
      | Some (left, effects) ->
        state := left;
        let pending = int_of_n (size Trees.ops left) in
        `Assoc [ ("effects", `List (List.map effect_json effects)); ("pending", `Int pending) ]

  let opened component config =
    let profile = profile_of config in
    match component with
    | "acker" -> acker profile config
    | "rotating-map" -> rotating_map profile config
    | "anchoring" -> anchoring ()
    | "spout" -> spout config
    | other -> refuse ("no component " ^ other)

  (* ---- A table of transitions: what an acker keeps, what it is told, what it says and keeps then *)

  let record_of json =
    let spout_task = match field "task" json with `Int task -> Some task | _ -> None in
    { ack_val = id "value" json; spout_task; failed = field "failed" json = `Bool true }

  let record_json age (root, record) =
    `Assoc
      [ ("root", `String (text_of_id root)); ("age", `Int age); ("value", `String (text_of_id record.ack_val));
        ("task", match record.spout_task with Some task -> `Int task | None -> `Null);
        ("failed", `Bool record.failed) ]

  let agrees row =
    let profile = profile_of row in
    let kept = items "kept" row in
    let bucket age =
      List.fold_left
        (fun made each -> if integer "age" each = age then Trees.insert (id "root" each) (record_of each) made else made)
        Trees.nothing kept in
    let state = List.init (int_of_nat profile.buckets) bucket in
    let told = field "told" row in
    let event =
      if text "op" told = "tick" then Tick else Told (id "root" told, message_of told) in
    let after, said = step Ids.xor Trees.ops profile state event in
    let records = List.concat (List.mapi (fun age made -> List.map (record_json age) (Trees.ops.entries made)) after) in
    let words = match said with Some said -> [ notification_json said ] | None -> [] in
    Json.equal (`List (List.sort compare records)) (`List (List.sort compare (items "kept_then" row)))
    && Json.equal (`List words) (`List (items "says" row))
end

(* ---- The protocol *)

let started ids =
  `Assoc
    [ ("protocol", `Int 1); ("name", `String (if ids = Proof_ids.name then "proved" else "proved-native"));
      ("version", `String "1"); ("language", `String "ocaml");
      ("components", `List (List.map (fun name -> `String name) [ "rotating-map"; "acker"; "anchoring"; "spout" ]));
      ("profiles", `List [ `String "storm1"; `String "storm2" ]);
      ( "capabilities",
        `List
          (List.map (fun name -> `String name) [ "acker-tasks"; "configurable"; "given-edges"; "pending"; "sessions" ])
      );
      ("evidence", `Assoc [ ("ids", `String ids); ("ocaml", `String Sys.ocaml_version) ]) ]

let converse ids opened =
  let sessions = Hashtbl.create 8 in
  let answer request =
    let session = match field "session" request with `String name -> name | _ -> "" in
    match text "cmd" request with
    | "start" -> started ids
    | "open" ->
      Hashtbl.remove sessions session;
      Hashtbl.replace sessions session (opened (text "component" request) (field "config" request));
      `Assoc [ ("ok", `Bool true) ]
    | "apply" -> (
      match Hashtbl.find_opt sessions session with
      | Some apply -> `Assoc [ ("results", `List (List.map apply (items "operations" request))) ]
      | None -> refuse "nothing is open" )
    | other -> refuse ("no command " ^ other) in
  try
    while true do
      let request = Json.from_string (input_line stdin) in
      if field "cmd" request = `String "stop" then raise End_of_file;
      let reply =
        try answer request with
        | Refused words | Failure words | Invalid_argument words -> `Assoc [ ("error", `String words) ] in
      print_string (Json.to_string reply);
      print_char '\n';
      flush stdout
    done
  with End_of_file -> ()

let check ids agrees file =
  let table = open_in file in
  let rows = ref 0 and wrong = ref [] in
  ( try
      while true do
        let line = input_line table in
        incr rows;
        if not (agrees (Json.from_string line)) then wrong := line :: !wrong
      done
    with End_of_file -> close_in table );
  Printf.printf "%d transitions, ids of the kind %s, %d differ\n" !rows ids (List.length !wrong);
  List.iteri (fun index line -> if index < 3 then print_endline line) (List.rev !wrong);
  exit (if !wrong = [] && !rows > 0 then 0 else 1)

let () =
  let native = ref false and table = ref "" in
  let ids = Arg.Symbol ([ Proof_ids.name; Native_ids.name ], fun chosen -> native := chosen = Native_ids.name) in
  Arg.parse
    [ ("--ids", ids, " what ids are"); ("--check", Arg.Set_string table, "FILE check a table of transitions") ]
    (fun other -> raise (Arg.Bad ("what is " ^ other ^ "?")))
    "proved [--ids proof|native] [--check FILE]";
  let module Proved = Components (Proof_ids) in
  let module Native = Components (Native_ids) in
  let name = if !native then Native_ids.name else Proof_ids.name in
  if !table = "" then converse name (if !native then Native.opened else Proved.opened)
  else check name (if !native then Native.agrees else Proved.agrees) !table
