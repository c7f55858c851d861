// An acker: whether a tuple tree is done, in one number per tree. Root ids and values are BigInts of 64 bits.

const PROFILES = {
  storm1: { buckets: 2, everyMessageRefreshes: true },
  storm2: { buckets: 3, everyMessageRefreshes: false },
};

export class Acker {
  #buckets; // records by root id, in maps that expire together; the first takes what is new
  #everyMessageRefreshes;

  constructor(profile) {
    if (!Object.hasOwn(PROFILES, profile)) {
      throw new Error(`no profile ${profile}; there are ${Object.keys(PROFILES).join(" and ")}`);
    }
    const { buckets, everyMessageRefreshes } = PROFILES[profile];
    this.#buckets = Array.from({ length: buckets }, () => new Map());
    this.#everyMessageRefreshes = everyMessageRefreshes;
  }

  /** A tree begins: `value` is the xor of its first edges, `task` the spout task to tell of its end. */
  init(root, value, task) {
    const record = this.#record(root, this.#everyMessageRefreshes);
    record.ackVal ^= value;
    record.task = task;
    return this.#verdict(root, record);
  }

  /** A tuple is done: `value` is the xor of its edge and the edges of its children. */
  ack(root, value) {
    const record = this.#record(root, this.#everyMessageRefreshes);
    record.ackVal ^= value;
    return this.#verdict(root, record);
  }

  /** A tuple was given up, and the tree with it. */
  fail(root) {
    const record = this.#record(root, true);
    record.failed = true;
    return this.#verdict(root, record);
  }

  /** The tree gets its full time again: here and, once its task is known, in the spout. */
  resetTimeout(root) {
    const { task } = this.#record(root, true);
    return task === undefined ? [] : [{ kind: "reset-timeout", root, task }];
  }

  /** The oldest bucket is forgotten, in silence: the spout has a clock of its own. */
  tick() {
    this.#buckets.pop();
    this.#buckets.unshift(new Map());
    return [];
  }

  /** The number of records. */
  get pending() {
    return this.#buckets.reduce((count, bucket) => count + bucket.size, 0);
  }

  // Any message makes a record: an ack or a fail may overtake the init of its tree.
  #record(root, refresh) {
    const bucket = this.#buckets.find((each) => each.has(root));
    const record = bucket?.get(root) ?? { ackVal: 0n, task: undefined, failed: false };
    if (bucket === undefined || refresh) {
      bucket?.delete(root);
      this.#buckets[0].set(root, record);
    }
    return record;
  }

  // Fail is asked for first: see rule ACK-08. Task 0 is an ordinary task, so "no task yet" is undefined.
  #verdict(root, { ackVal, task, failed }) {
    if (task === undefined || (!failed && ackVal !== 0n)) {
      return [];
    }
    this.#buckets.forEach((bucket) => bucket.delete(root));
    return [{ kind: failed ? "fail" : "ack", root, task }];
  }
}
