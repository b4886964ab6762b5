/** The state of the lobby after its messages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { after, EMPTY, others } from "../../../src/damaci/site/static/lobby/state.js";

/**
 * @param {string} id
 * @param {number} created
 */
const seek = (id, created) => ({ id, name: id, terms: {}, created });

/** @param {string} id */
const game = (id, plies = 1) => ({ id, ruleset: "turkish", white: {}, black: {}, plies });

const whole = after(EMPTY, {
  type: "lobby",
  seeks: [seek("b", 2), seek("a", 1)],
  games: [game("g"), game("h")],
  here: 2,
});

test("the whole state is taken over", () => {
  assert.deepEqual(whole, { seeks: [seek("b", 2), seek("a", 1)], own: [], games: [game("g"), game("h")], here: 2 });
});

test("changes leave the rest as it is", () => {
  const state = after(whole, {
    type: "lobby-changes",
    seeks: { added: [seek("c", 1.5)], removed: ["a"] },
    games: { added: [game("i")], changed: [{ id: "h", plies: 7 }], removed: ["g"] },
  });
  assert.deepEqual(state.seeks, [seek("b", 2), seek("c", 1.5)]);
  assert.deepEqual(state.games, [game("i"), game("h", 7)]);
  assert.equal(state.here, 2);
  assert.equal(state.seeks[0], whole.seeks[0]);
});

test("a seek whose player has another name is replaced", () => {
  const renamed = { ...seek("a", 1), name: "Ada" };
  const state = after(whole, { type: "lobby-changes", seeks: { added: [renamed] } });
  assert.deepEqual(state.seeks, [seek("b", 2), renamed]);
});

test("a game whose player has been deleted is replaced", () => {
  const nameless = { ...game("h"), white: { name: "" } };
  const state = after(whole, { type: "lobby-changes", games: { added: [nameless] } });
  assert.deepEqual(state.games, [nameless, game("g")]);
});

test("only the count may change", () => {
  const state = after(whole, { type: "lobby-changes", here: 5 });
  assert.deepEqual(state, { ...whole, here: 5 });
});

test("the visitor's own seeks are not offered to them, and are known even if nobody else sees them", () => {
  const state = after(whole, { type: "own", seeks: [seek("z", 0), seek("a", 1)] });
  assert.deepEqual(
    others(state).map(({ id }) => id),
    ["b"],
  );
  assert.equal(state.own.length, 2);
});

test("messages of later versions change nothing", () => {
  assert.equal(after(whole, /** @type {any} */ ({ type: "weather" })), whole);
});
