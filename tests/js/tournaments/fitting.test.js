import assert from "node:assert/strict";
import { test } from "node:test";

import { largest, pagesOf, placeOf, thatFit } from "../../../src/damaci/site/static/tournaments/fitting.js";

const LAPTOP = { width: 1400, height: 770 };
const PHONE = { width: 328, height: 480 };

test("many boards fit on a wall, and one on a phone", () => {
  assert.equal(thatFit(LAPTOP, 48), 12);
  assert.equal(thatFit({ width: 1880, height: 950 }, 48), 27);
  assert.equal(thatFit(PHONE, 48), 1);
  assert.equal(thatFit({ width: 100, height: 60 }, 48), 1);
  assert.equal(thatFit({ width: 7680, height: 4320 }, 48), 48);
});

test("few boards are as large as the window allows", () => {
  assert.deepEqual(largest(LAPTOP, 1), { columns: 1, side: 606 });
  assert.deepEqual(largest(LAPTOP, 2), { columns: 2, side: 606 });
  assert.equal(largest(LAPTOP, 12).columns, 6);
  assert.equal(largest(PHONE, 2).columns, 1);
  assert.deepEqual(largest(PHONE, 0), { columns: 1, side: 328 });
});

test("the pages of each section begin with its first board", () => {
  assert.equal(pagesOf(0, 48, 12), 0);
  assert.equal(pagesOf(250, 48, 12), 21);
  assert.equal(pagesOf(50, 48, 20), 4);
  assert.deepEqual(placeOf(0, 48, 20), { section: 1, first: 0 });
  assert.deepEqual(placeOf(2, 48, 20), { section: 1, first: 40 });
  assert.deepEqual(placeOf(3, 48, 20), { section: 2, first: 0 });
});
