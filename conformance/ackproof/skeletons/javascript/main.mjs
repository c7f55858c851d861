// The acker of acker.mjs as a program that ackproof talks to: a JSON object a line, on stdin and stdout.
// There is no need to change this file but for the name, the version and what the acker has (see `start`).

import { Acker } from "./acker.mjs";

const PROTOCOL = 1;

// 64-bit numbers are strings in the protocol. A JavaScript number would lose bits past 2^53, and ^ on numbers keeps 32.
const long = (text) => BigInt.asIntN(64, BigInt(text));

const apply = {
  init: (acker, { root, value, task }) => acker.init(long(root), long(value), task),
  ack: (acker, { root, value }) => acker.ack(long(root), long(value)),
  fail: (acker, { root }) => acker.fail(long(root)),
  "reset-timeout": (acker, { root }) => acker.resetTimeout(long(root)),
  tick: (acker) => acker.tick(),
};

function result(acker, operation) {
  if (!Object.hasOwn(apply, operation.op)) {
    throw new Error(`no operation ${operation.op}`);
  }
  const notifications = apply[operation.op](acker, operation);
  return { notifications: notifications.map((said) => ({ ...said, root: said.root.toString() })) }; // no BigInt in JSON
}

let acker;

const answer = {
  start({ oldest }) {
    if (oldest > PROTOCOL) {
      throw new Error(`this speaks version ${PROTOCOL} of the protocol`);
    }
    return {
      protocol: PROTOCOL, name: "my-acker", version: "1.0", language: "javascript",
      components: ["acker"],
      profiles: ["storm1", "storm2"],
      operations: Object.keys(apply),
      evidence: { node: process.version },
    };
  },
  open({ config }) {
    acker = new Acker(config.profile); // it knows nothing of the one before
    return { ok: true };
  },
  apply({ operations }) {
    if (acker === undefined) {
      throw new Error("nothing is open");
    }
    return { results: operations.map((operation) => result(acker, operation)) };
  },
};

// Stdin comes in chunks that end anywhere, in the middle of a line or of a character. The module readline is no help:
// since Node 24 it takes a U+2028 for the end of a line, which may stand in a JSON string.
async function* lines(stream) {
  stream.setEncoding("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop();
    yield* parts;
  }
}

for await (const line of lines(process.stdin)) {
  const request = JSON.parse(line);
  if (request.cmd === "stop") {
    break; // and no process.exit(), which may cut off what was written and not yet sent
  }
  let reply;
  try {
    if (!Object.hasOwn(answer, request.cmd)) {
      throw new Error(`no command ${request.cmd}`);
    }
    reply = answer[request.cmd](request);
  } catch (error) {
    reply = { error: error.message };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`); // only replies; whatever else there is to say, to console.error
}
