// What the acker does in three short histories. "ackproof certify" tries thousands.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Acker } from "./acker.mjs";

for (const profile of ["storm1", "storm2"]) {
  test(`a tree is done when each edge was told of twice, under ${profile}`, () => {
    const acker = new Acker(profile);
    assert.deepEqual(acker.ack(5n, 17n ^ 9n), []); // it overtook the init of its tree
    assert.deepEqual(acker.init(5n, 17n, 7), []);
    assert.deepEqual(acker.ack(5n, 9n), [{ kind: "ack", root: 5n, task: 7 }]);
  });

  test(`a fail before the init is remembered, under ${profile}`, () => {
    const acker = new Acker(profile);
    assert.deepEqual(acker.fail(6n), []);
    assert.deepEqual(acker.init(6n, 3n, 0), [{ kind: "fail", root: 6n, task: 0 }]);
  });

  test(`a record is forgotten after enough ticks, under ${profile}`, () => {
    const acker = new Acker(profile);
    acker.init(8n, 3n, 7);
    acker.tick();
    acker.tick();
    acker.tick();
    assert.deepEqual(acker.ack(8n, 3n), []); // it begins a new record
  });
}
