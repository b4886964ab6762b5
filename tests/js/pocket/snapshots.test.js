/** The game that a page caches follows the host's messages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { after } from "../../../src/damaci/pocket/static/pocket/snapshots.js";

const move = (ply) => ({ ply, color: ply % 2 ? "white" : "black", text: `move ${ply}` });
const snapshot = { type: "snapshot", game: "g", version: 3, played: [move(1), move(2)], now: { ply: 2 } };

test("a snapshot is remembered", () => {
  assert.equal(after(null, snapshot), snapshot);
  assert.equal(after(snapshot, { ...snapshot }), snapshot);
});

test("an update goes on from it", () => {
  const update = { type: "update", version: 4, events: [{ event: "moved" }], played: [move(3)], now: { ply: 3 } };
  assert.deepEqual(after(snapshot, update), { ...snapshot, version: 4, played: [1, 2, 3].map(move), now: { ply: 3 } });
  assert.equal(after(null, update), null);
});

test("moves are taken back", () => {
  const back = { type: "update", version: 4, events: [{ event: "taken-back" }], now: { ply: 1 } };
  assert.deepEqual(after(snapshot, back).played, [move(1)]);
});

test("an old update changes nothing, and after a missing one nothing is known", () => {
  const update = { type: "update", events: [{ event: "moved" }], played: [move(3)], now: { ply: 3 } };
  assert.equal(after(snapshot, { ...update, version: 3 }), snapshot);
  assert.equal(after(snapshot, { ...update, version: 5 }), null);
});

test("other messages change nothing", () => {
  assert.equal(after(snapshot, { type: "done", id: "x", version: 3 }), snapshot);
});
