/** The mouse wheel and the touch pad over a board. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { startWheel } from "../../../src/damaci/site/static/board/wheel.js";

/** Turns the wheel over a board with this many moves ahead; returns for each event whether the page does not scroll. */
function turned(ahead, ...pixels) {
  const board = new EventTarget();
  let at = 0;
  startWheel(board, (step) => {
    if (at + step < 0 || at + step > ahead) return false;
    at += step;
    return true;
  });
  return pixels.map((deltaY) => {
    const event = Object.assign(new Event("wheel", { cancelable: true }), { deltaY, ctrlKey: false });
    board.dispatchEvent(event);
    return event.defaultPrevented;
  });
}

test("a notch is a move, and the page scrolls where there is none", () => {
  assert.deepEqual(turned(1, 100, 100, -100, -100), [true, false, true, false]);
});

test("a touch pad's small events make a move together", () => {
  assert.deepEqual(turned(1, 20, 20, 20), [true, true, true]);
});

test("a touch pad scrolls the page from the first notch on that makes no move", () => {
  assert.deepEqual(turned(0, 20, 20, 20, 20, 20, 20, 20), [true, true, false, false, false, false, false]);
  assert.deepEqual(turned(1, 60, 60, 20, -20, -40, 20), [true, false, false, true, true, true]);
});
