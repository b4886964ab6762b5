/** Entered moves wait on the device until they are confirmed. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Outbox } from "../../../src/damaci/site/static/broadcasts/outbox.js";

const move = (ply) => ({ type: "move", ply, move: "d3-d4", color: "white", id: `m${ply}` });

beforeEach(() => {
  const texts = new Map();
  const storage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => texts.set(key, text),
    removeItem: (key) => texts.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", { get: () => storage, configurable: true });
});

test("a move waits under its id, also when the page is opened again, until it is confirmed", () => {
  const outbox = new Outbox("g1");
  outbox.set("m1", move(1));
  const again = new Outbox("g1");
  assert.deepEqual([...again], [["m1", move(1)]]);
  assert.equal(again.moves, 1);
  assert.equal(new Outbox("g2").moves, 0);
  again.delete("m1");
  assert.equal(new Outbox("g1").moves, 0);
});

test("what is not a move is forgotten with the page", () => {
  const outbox = new Outbox("g1");
  outbox.set("t1", { type: "offer-takeback", id: "t1" });
  outbox.set("m1", move(1));
  assert.equal(outbox.size, 2);
  assert.deepEqual([...new Outbox("g1").keys()], ["m1"]);
});

test("damaged storage counts as nothing", () => {
  localStorage.setItem("damaci-entered-g1", "{");
  assert.equal(new Outbox("g1").moves, 0);
});
