/** The texts beside a board. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Sayings } from "../../../src/damaci/site/static/board/sayings.js";

/** A board with the texts beside it. */
function heard() {
  const board = new EventTarget();
  const sayings = new Sayings(board);
  const all = [];
  return {
    all,
    say: (text) => sayings.say(() => all.push(text)),
    refuse: (text) => sayings.refuse(() => all.push(text)),
    touch: () => board.dispatchEvent(new Event("dama-touch")),
  };
}

test("a refusal gives way to what was said before it when the board is touched", () => {
  const { all, say, refuse, touch } = heard();
  say("White to move");
  refuse("No");
  refuse("Nor this");
  touch();
  touch();
  assert.deepEqual(all, ["White to move", "No", "Nor this", "White to move"]);
});

test("what is said after a refusal stays", () => {
  const { all, say, refuse, touch } = heard();
  refuse("No");
  say("Right!");
  touch();
  assert.deepEqual(all, ["No", "Right!"]);
});
