/** Pages store texts in the browser's storage, and work without it if it is switched off or full. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { device, tab } from "../../src/damaci/site/static/storage.js";

class FakeStorage {
  #texts = new Map();

  getItem = (key) => this.#texts.get(key) ?? null;
  setItem = (key, text) => this.#texts.set(key, text);
  removeItem = (key) => this.#texts.delete(key);
}

const define = (name, get) => Object.defineProperty(globalThis, name, { get, configurable: true });
const refuse = () => {
  throw new Error("SecurityError");
};

afterEach(() => {
  for (const name of ["localStorage", "sessionStorage"]) define(name, () => undefined);
});

test("a text is kept until it is forgotten", () => {
  const storage = new FakeStorage();
  define("localStorage", () => storage);
  device.keep("key", '{"ply": 3}');
  assert.equal(device.text("key"), '{"ply": 3}');
  assert.deepEqual(device.json("key"), { ply: 3 });
  device.forget("key");
  assert.equal(device.text("key"), null);
  assert.equal(device.json("key"), null);
});

test("damaged JSON counts as nothing", () => {
  const storage = new FakeStorage();
  define("sessionStorage", () => storage);
  tab.keep("key", "{");
  assert.equal(tab.json("key"), null);
});

test("without storage nothing is kept and nothing fails", () => {
  define("localStorage", refuse);
  device.keep("key", "text");
  device.forget("key");
  assert.equal(device.text("key"), null);
});

test("full storage keeps what it has", () => {
  const storage = new FakeStorage();
  define("localStorage", () => storage);
  device.keep("key", "old");
  storage.setItem = refuse;
  device.keep("key", "new");
  assert.equal(device.text("key"), "old");
});
