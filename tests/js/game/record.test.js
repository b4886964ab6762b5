/** The game as received from the host. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Record } from "../../../src/damaci/site/static/game/record.js";

const played = [
  { ply: 0, color: "white", text: "a7a8", path: ["a7", "a8"], promoted: ["a8"] },
  { ply: 1, color: "black", text: "h3xh1", path: ["h3", "h1"], captured: ["h2"] },
];

const snapshot = (moves = []) => ({
  version: 1 + moves.length,
  settings: {},
  white: { kind: "person" },
  black: { kind: "engine" },
  you: ["white"],
  start_fen: "W:Wa7,h2:Bh3",
  played: moves,
  now: { ply: moves.length },
});

const squares = (pieces) => [...pieces.keys()].sort();

test("a snapshot begins with the start position", () => {
  const record = new Record(snapshot());
  assert.equal(record.first, "white");
  assert.deepEqual(squares(record.piecesAt(0)), ["a7", "h2", "h3"]);
});

test("pieces follow the moves: captured ones leave, promoted ones become kings", () => {
  const record = new Record(snapshot(played));
  assert.deepEqual(record.piecesAt(1).get("a8"), { color: "white", king: true });
  assert.deepEqual(squares(record.piecesAt(2)), ["a8", "h1"]);
  assert.deepEqual(squares(record.piecesAt(0)), ["a7", "h2", "h3"]);
});

test("an update adds its moves", () => {
  const record = new Record(snapshot());
  assert.equal(record.update({ version: 2, events: [{}], played: played.slice(0, 1), now: { ply: 1 } }), true);
  assert.equal(record.version, 2);
  assert.deepEqual(record.played, played.slice(0, 1));
});

test("an update after a gap changes nothing", () => {
  const record = new Record(snapshot());
  assert.equal(record.update({ version: 3, events: [{}], played, now: { ply: 2 } }), false);
  assert.equal(record.version, 1);
  assert.deepEqual(record.played, []);
});

test("an update that has been seen already changes nothing in the moves", () => {
  const record = new Record(snapshot(played));
  assert.equal(record.update({ version: 3, events: [{}], played: played.slice(1), now: { ply: 2 } }), true);
  assert.deepEqual(record.played, played);
});

test("a take-back removes moves, and the positions after them", () => {
  const record = new Record(snapshot(played));
  record.piecesAt(2);
  record.update({ version: 4, events: [{}], now: { ply: 1 } });
  assert.deepEqual(record.played, played.slice(0, 1));
  const other = { ply: 1, color: "black", text: "h3g3", path: ["h3", "g3"] };
  record.update({ version: 5, events: [{}], played: [other], now: { ply: 2 } });
  assert.deepEqual(squares(record.piecesAt(2)), ["a8", "g3", "h2"]);
});

test("moves that the host does not know yet can be shown after its own", () => {
  const record = new Record(snapshot(played.slice(0, 1)));
  assert.deepEqual(squares(record.piecesAt(2, played.slice(1))), ["a8", "h1"]);
  assert.deepEqual(squares(record.piecesAt(1, played.slice(1))), ["a8", "h2", "h3"]);
});

test("a player who has been deleted has no name", () => {
  const record = new Record({ ...snapshot(), white: { kind: "person", name: "Ada" } });
  assert.ok(record.update({ version: 2, events: [{ event: "forgotten", by: "white" }], now: { ply: 0 } }));
  assert.deepEqual(record.seats.white, { kind: "person" });
});
