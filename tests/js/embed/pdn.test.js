/** Written games, read without rules. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readPdn } from "../../../src/damaci/site/static/embed/pdn.js";

const texts = ({ moves }) => moves.map(({ squares }) => squares.join(""));

test("tags, moves, glyphs, comments and the result are read", () => {
  const game = readPdn(
    `[White "A \\"B\\""]\n[Result "1-0"]\n\n{Before} 1. d3-d4! {Good\nmove} e6e5 $4 2. a3xc5xc7 1-0`,
  );
  assert.deepEqual(game.tags, { White: 'A "B"', Result: "1-0" });
  assert.equal(game.line.comment, "Before");
  assert.deepEqual(texts(game.line), ["d3d4", "e6e5", "a3c5c7"]);
  assert.deepEqual(
    game.line.moves.map(({ nags, comment }) => [nags, comment]),
    [
      [[1], "Good move"],
      [[4], ""],
      [[], ""],
    ],
  );
  assert.equal(game.result, "1-0");
});

test("variations lie in each other", () => {
  const { line } = readPdn("1. d3-d4 (1. c3-c4 {a} 1... f6-f5 (1... g6-g5)) ({b} 1. e3-e4) 1... e6-e5 *");
  const [first, second] = line.moves;
  assert.deepEqual(first.variations.map(texts), [["c3c4", "f6f5"], ["e3e4"]]);
  assert.deepEqual(first.variations[0].moves[1].variations.map(texts), [["g6g5"]]);
  assert.equal(first.variations[1].comment, "b");
  assert.deepEqual(second.variations, []);
});

test("a move may have spaces around its signs, and none between its squares", () => {
  assert.deepEqual(texts(readPdn("d3 - d4 e6e5 a3 x c5xc7").line), ["d3d4", "e6e5", "a3c5c7"]);
});

test("only the first game is read", () => {
  assert.deepEqual(texts(readPdn("1. d3-d4 * 1. e3-e4 *").line), ["d3d4"]);
  assert.deepEqual(readPdn('1. d3-d4 [Event "next"] 1. e3-e4 *').tags, {});
});

for (const [what, text, where] of [
  ["what is no PDN", "1. d3-d4\nxyz", "line 2, column 1"],
  ["a bracket too many", "1. d3-d4 )", "line 1, column 10"],
  ["a bracket too few", "1. d3-d4 (1. e3-e4", "line 1, column 19"],
  ["a variation of nothing", "( d3-d4 )", "line 1, column 1"],
  ["a glyph of nothing", "$1 d3-d4", "line 1, column 1"],
  ["a comment without its end", "1. d3-d4 {never", "line 1, column 10"],
])
  test(`${what} is refused, with its place`, () => {
    assert.throws(() => readPdn(text), { message: new RegExp(`^${where}: `) });
  });
