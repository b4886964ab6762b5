/** The state of the board. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyBoard, isOwn, moved } from "../../../src/damaci/site/static/board/state.js";

const white = { color: "white", king: false };
const black = { color: "black", king: false };

test("nobody owns a piece of an empty board", () => {
  assert.equal(isOwn(emptyBoard(), "a1"), false);
});

test("a viewer owns the pieces of the side that he may move", () => {
  const state = {
    ...emptyBoard(),
    pieces: new Map([
      ["a2", white],
      ["a7", black],
    ]),
    side: "white",
  };
  assert.equal(isOwn(state, "a2"), true);
  assert.equal(isOwn(state, "a7"), false);
  assert.equal(isOwn(state, "a3"), false);
  assert.equal(isOwn({ ...state, side: null }, "a2"), false);
});

test("a capture removes what it captures", () => {
  const before = new Map([
    ["a3", white],
    ["a4", black],
    ["b5", black],
    ["h8", black],
  ]);
  const after = moved(before, { path: ["a3", "a5", "c5"], captured: ["a4", "b5"] });
  assert.deepEqual(
    after,
    new Map([
      ["h8", black],
      ["c5", white],
    ]),
  );
  assert.equal(before.size, 4);
});

test("a capture may end where it began", () => {
  const king = { color: "white", king: true };
  assert.deepEqual(
    moved(
      new Map([
        ["d4", king],
        ["d6", black],
      ]),
      { path: ["d4", "d7", "d4"], captured: ["d6"] },
    ),
    new Map([["d4", king]]),
  );
});
