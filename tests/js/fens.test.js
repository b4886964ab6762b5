/** FENs as people and other programs write them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readFen } from "../../src/damaci/site/static/fens.js";

const PLAIN = "W:WKc3,b2:Bb8,a7";

test("a FEN is read in either case, in either order of the sides, with spaces and a dot", () => {
  for (const text of [PLAIN, " w:wb2,kc3:bb8,a7\n", "W:Bb8,a7:WB2,Kc3.", "W : W Kc3, b2 : B a7, b8 ."])
    assert.equal(readFen(text), PLAIN);
});

test("a side may have no pieces", () => {
  assert.equal(readFen("b:w:bkh8."), "B:W:BKh8");
});

test("other texts are no FEN", () => {
  for (const text of ["", "e4", "W:Wa2:Wb3", "W:Wa9:Bb3", "W:Wa2,a2:Bb3", "W:Wa2:Ba2", "W:Wa2", "1. d3-d4 *"])
    assert.equal(readFen(text), "");
});
