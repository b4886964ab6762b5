/** Which move the player means, from the squares chosen so far. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { destinations, meaning, options, part } from "../../../src/damaci/site/static/board/choice.js";

const way = (path, captured = []) => ({ path: path.split(" "), captured });
const step = { text: "d3d4", ways: [way("d3 d4")] };
const aside = { text: "d3c3", ways: [way("d3 c3")] };
const chain = { text: "a3xe5", ways: [way("a3 a5 c5 e5", ["a4", "b5", "d5"])] };
const twoWays = { text: "h1xh7", ways: [way("h1 h4 h7", ["h2", "h5"]), way("h1 h3 h7", ["h2", "h5"])] };

test("options begin with the chosen squares", () => {
  assert.deepEqual(options([step, aside, chain], ["d3"]), [
    { choice: step, way: step.ways[0] },
    { choice: aside, way: aside.ways[0] },
  ]);
  assert.deepEqual(options([chain], ["a3", "a6"]), []);
});

test("a square where one move ends plays it", () => {
  assert.deepEqual(meaning([step, aside], ["d3"], "d4"), { kind: "play", option: { choice: step, way: step.ways[0] } });
});

test("the end of a chain plays it from its first square", () => {
  assert.deepEqual(meaning([chain], ["a3"], "e5"), { kind: "play", option: { choice: chain, way: chain.ways[0] } });
});

test("a landing square of a chain is a step", () => {
  assert.deepEqual(meaning([chain], ["a3"], "a5"), { kind: "step", way: way("a3 a5", ["a4"]) });
});

test("two ways of one move need no choice", () => {
  assert.equal(meaning([twoWays], ["h1"], "h7").kind, "play");
});

test("two captures that end on one square are unclear", () => {
  const other = { text: "a3xb5xe5", ways: [way("a3 b3 e5", ["b2", "d4"])] };
  assert.deepEqual(meaning([chain, other], ["a3"], "e5"), { kind: "unclear" });
});

test("a square of no move means nothing", () => {
  assert.deepEqual(meaning([step], ["d3"], "e4"), { kind: "none" });
});

test("destinations tell ends from steps", () => {
  assert.deepEqual(destinations([step, aside], ["d3"]), { ends: ["d4", "c3"], steps: [] });
  assert.deepEqual(destinations([chain], ["a3"]), { ends: ["e5"], steps: ["a5"] });
  assert.deepEqual(destinations([chain], []), { ends: [], steps: [] });
});

test("a move that ends on the last chosen square has no step after it", () => {
  const stop = { text: "a3a5", ways: [way("a3 a5")] };
  assert.deepEqual(destinations([stop, chain], ["a3", "a5"]), { ends: ["a5", "e5"], steps: ["c5"] });
});

test("a part of a way has the captures between its landings", () => {
  assert.deepEqual(part(chain.ways[0], 1), way("a5 c5 e5", ["b5", "d5"]));
  assert.deepEqual(part(chain.ways[0], 0, 1), way("a3 a5", ["a4"]));
});
