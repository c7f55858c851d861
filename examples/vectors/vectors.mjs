// Runs an acker through the vectors of ackproof: node vectors.mjs acker-storm2.jsonl
// It lies beside acker.mjs, which `ackproof init --language javascript` writes.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Acker } from "./acker.mjs";

function answer(acker, { op, root, value, task }) {
  const id = root === undefined ? undefined : BigInt(root);
  switch (op) {
    case "init": return acker.init(id, BigInt(value), task);
    case "ack": return acker.ack(id, BigInt(value));
    case "fail": return acker.fail(id);
    case "reset-timeout": return acker.resetTimeout(id);
    case "tick": return acker.tick();
    default: throw new Error(`no operation ${op}`);
  }
}

const vectors = readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
if (!vectors.length) throw new Error("no vectors in the file");
let failed = 0;
for (const vector of vectors) {
  const acker = new Acker(vector.config.profile);
  const got = vector.operations.map((operation) => {
    const said = answer(acker, operation).map(({ kind, root, task }) => ({ kind, root: String(root), task }));
    return said.length ? { notifications: said } : {};
  });
  if (![vector.expected, ...(vector.allowed ?? [])].some((right) => isDeepStrictEqual(got, right))) {
    failed += 1;
    console.log(`${vector.id} (${vector.why}): got ${JSON.stringify(got)}, expected ${JSON.stringify(vector.expected)}`);
  }
}
console.log(`${vectors.length} vectors, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
