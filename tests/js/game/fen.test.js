/** Positions as the host writes them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseFen, writeFen } from "../../../src/damaci/site/static/game/fen.js";

test("a FEN names the side to move and every piece", () => {
  const { turn, pieces } = parseFen("B:Wa2,Kc3:Ba7,Kh8");
  assert.equal(turn, "black");
  assert.deepEqual(
    pieces,
    new Map([
      ["a2", { color: "white", king: false }],
      ["c3", { color: "white", king: true }],
      ["a7", { color: "black", king: false }],
      ["h8", { color: "black", king: true }],
    ]),
  );
});

test("a side may have no pieces", () => {
  const { turn, pieces } = parseFen("W:Wa2:B");
  assert.equal(turn, "white");
  assert.deepEqual([...pieces.keys()], ["a2"]);
});

test("what was read is written again", () => {
  for (const fen of ["W:Wa2,Kc3:Ba7,Kh8", "B:W:BKd4"]) {
    const { turn, pieces } = parseFen(fen);
    const again = parseFen(writeFen(turn, pieces));
    assert.deepEqual([again.turn, new Set(again.pieces)], [turn, new Set(pieces)]);
  }
  assert.equal(writeFen("black", parseFen("W:Wa2:BKd4").pieces), "B:Wa2:BKd4");
});
