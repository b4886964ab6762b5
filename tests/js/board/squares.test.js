/** Square names and their places on the screen. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { place, SQUARES, squareAt } from "../../../src/damaci/site/static/board/squares.js";

test("each side has its own first rank at the bottom", () => {
  assert.deepEqual(place("a1", "white"), { column: 0, row: 7 });
  assert.deepEqual(place("a1", "black"), { column: 7, row: 0 });
});

test("a place and its square belong together", () => {
  for (const side of ["white", "black"]) {
    for (const square of SQUARES) {
      const { column, row } = place(square, side);
      assert.equal(squareAt(column, row, side), square);
    }
  }
});

test("all squares are listed once, from a8 to h1", () => {
  assert.equal(new Set(SQUARES).size, 64);
  assert.deepEqual([SQUARES[0], SQUARES[63]], ["a8", "h1"]);
});
