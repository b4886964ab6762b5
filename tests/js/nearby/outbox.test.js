/** Results are stored on the device until they are answered. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Outbox } from "../../../src/damaci/site/static/nearby/outbox.js";

const entry = (board, result, round = 1) => ({ round, board, result, seen: 3 });

beforeEach(() => {
  const texts = new Map();
  const storage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => texts.set(key, text),
    removeItem: (key) => texts.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", { get: () => storage, configurable: true });
});

test("results wait in their order, also when the page is opened again", () => {
  const outbox = new Outbox("key");
  outbox.put(entry(2, "1-0"));
  outbox.put(entry(1, null));
  assert.deepEqual(new Outbox("key").first, entry(2, "1-0"));
  assert.equal(new Outbox("key").size, 2);
  assert.equal(new Outbox("other").size, 0);
  outbox.drop(outbox.first);
  outbox.drop(outbox.first);
  assert.equal(new Outbox("key").size, 0);
});

test("a board waits with one result, the last one", () => {
  const outbox = new Outbox("key");
  const former = entry(1, "1-0");
  outbox.put(former);
  outbox.put(entry(1, "0-1"));
  outbox.put(entry(1, "0-1", 2));
  outbox.drop(former);
  assert.deepEqual(outbox.of(1), [entry(1, "0-1")]);
  assert.equal(outbox.size, 2);
});

test("without storage they wait in the page", () => {
  Object.defineProperty(globalThis, "localStorage", {
    get: () => {
      throw new Error("SecurityError");
    },
    configurable: true,
  });
  const outbox = new Outbox("key");
  outbox.put(entry(1, "1-0"));
  assert.equal(outbox.size, 1);
});
