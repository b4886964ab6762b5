/** The file with everything includes the analyses, and they are merged with those in the browser. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { keepAnalyses, together, withAnalyses } from "../../src/damaci/site/static/everything.js";

const KEY = "damaci-analyses";
const one = { origin: "", data: { nodes: [1] }, at: 0 };
const other = { origin: "game=a", data: { nodes: [2] }, at: -1 };
const file = () => new File(['{"damaci": 1}\n'], "damaci.jsonl", { type: "application/x-ndjson" });

/** @param {Record<string, string>} texts what the browser stores */
function keeping(texts) {
  const storage = {
    getItem: (/** @type {string} */ key) => texts[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => (texts[key] = text),
  };
  Object.defineProperty(globalThis, "localStorage", { get: () => storage, configurable: true });
  return texts;
}

afterEach(() => Object.defineProperty(globalThis, "localStorage", { get: () => undefined, configurable: true }));

test("a file without analyses stays as it is", async () => {
  keeping({});
  assert.equal(await withAnalyses(file()).text(), '{"damaci": 1}\n');
});

test("analyses are a line of the file", async () => {
  keeping({ [KEY]: JSON.stringify([one]) });
  const whole = withAnalyses(file());
  assert.deepEqual([whole.name, whole.type], ["damaci.jsonl", "application/x-ndjson"]);
  assert.equal(await whole.text(), `{"damaci": 1}\n${JSON.stringify({ analyses: [one] })}\n`);
});

test("those of a file are kept beside those that are there", () => {
  const texts = keeping({ [KEY]: JSON.stringify([one]) });
  keepAnalyses([other]);
  assert.deepEqual(JSON.parse(texts[KEY]), [one, other]);
});

test("where the browser keeps nothing, nothing fails", () => keepAnalyses([one]));

test("of two of the same, it is the one that was changed last, or the one that is here", () => {
  const there = { ...one, data: { nodes: [3] } };
  assert.deepEqual(together([one], [there]), [one]);
  assert.deepEqual(together([{ ...one, changed: 5 }], [{ ...there, changed: 6 }]), [{ ...there, changed: 6 }]);
  assert.deepEqual(together([{ ...one, changed: 7 }], [{ ...there, changed: 6 }]), [{ ...one, changed: 7 }]);
});

test("the last changed are kept", () => {
  const many = Array.from({ length: 9 }, (_, number) => ({ ...other, origin: `game=${number}`, changed: number }));
  const found = together(many, [one, { ...other, changed: 100 }]);
  assert.equal(found.length, 10);
  assert.equal(found[0].origin, "game=a");
  assert.ok(!found.includes(one));
});
