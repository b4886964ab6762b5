/** A memory that is stored between two starts, without the parts that are zero. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepMemory, openMemory, openPlace, partsOf } from "../../../src/damaci/pocket/static/pocket/memory_file.js";

const PAGE = 4096;
const HEAD = new Uint8Array([1, 2, 3]);

/** A file of the origin's private file system, as far as the tests need it. */
class File {
  bytes = new Uint8Array();
  /** How many bytes can still be written. */
  room = Number.POSITIVE_INFINITY;
  locked = false;

  async createSyncAccessHandle() {
    if (this.locked) throw new Error("locked");
    this.locked = true;
    return this;
  }

  async getFile() {
    return new Blob([this.bytes]);
  }

  truncate(size) {
    this.bytes = this.bytes.slice(0, size);
  }

  write(data, { at }) {
    const part = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.room -= part.length;
    if (this.room < 0) throw new Error("no room");
    const grown = new Uint8Array(Math.max(this.bytes.length, at + part.length));
    grown.set(this.bytes);
    grown.set(part, at);
    this.bytes = grown;
    return part.length;
  }

  read(to, { at }) {
    to.set(this.bytes.subarray(at, at + to.length));
  }

  flush() {}

  close() {
    this.locked = false;
  }
}

/** @returns {File} where memories are stored from now on */
function disk() {
  const file = new File();
  const folder = { getFileHandle: async () => file };
  const navigator = { storage: { getDirectory: async () => folder } };
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  return file;
}

function someMemory() {
  const memory = new Uint8Array(8 * PAGE);
  memory[PAGE] = 1;
  memory[3 * PAGE - 1] = 2;
  memory[6 * PAGE + 7] = 3;
  return memory;
}

/**
 * @param {string} key
 * @param {unknown} about
 */
async function keep(key, about) {
  const place = await openPlace();
  keepMemory(place, key, about, HEAD, someMemory());
  place.close();
}

test("the parts that are not zero", () => {
  assert.deepEqual(partsOf(someMemory()), [
    [PAGE, 2 * PAGE],
    [6 * PAGE, PAGE],
  ]);
});

test("a memory comes back, also into one that is not empty and larger", async () => {
  const file = disk();
  await keep("one", ["library"]);
  assert.ok(file.bytes.length < 4 * PAGE);
  const kept = await openMemory("one");
  assert.deepEqual([kept.about, kept.size, kept.head], [["library"], 8 * PAGE, HEAD]);
  const memory = new Uint8Array(9 * PAGE).fill(9);
  kept.fill(memory);
  kept.close();
  assert.deepEqual(memory, new Uint8Array([...someMemory(), ...new Uint8Array(PAGE)]));
  assert.equal(file.locked, false);
});

test("where another worker has the file, its copy is read", async () => {
  const file = disk();
  await keep("one", null);
  file.locked = true;
  const memory = new Uint8Array(8 * PAGE);
  (await openMemory("one")).fill(memory);
  assert.deepEqual(memory, someMemory());
});

test("that of another version is none", async () => {
  const file = disk();
  await keep("one", null);
  assert.equal(await openMemory("two"), null);
  assert.equal(file.locked, false);
});

test("one that was not written to its end is none", async () => {
  const file = disk();
  await keep("one", null);
  file.room = 2 * PAGE;
  await keep("one", null);
  assert.equal(await openMemory("one"), null);
  assert.equal(file.locked, false);
});

test("one whose memory was damaged fills nothing without saying so", async () => {
  const file = disk();
  for (const damage of [
    (bytes) => bytes.slice(0, -PAGE),
    (bytes) => bytes.fill(7, -1),
    (bytes) => bytes.fill(7, -3 * PAGE - 1, -3 * PAGE),
  ]) {
    await keep("one", null);
    file.bytes = damage(file.bytes);
    const kept = await openMemory("one");
    assert.throws(() => kept.fill(new Uint8Array(8 * PAGE)), /damaged/);
    kept.close();
  }
});

test("one whose index was damaged is none, and can be replaced", async () => {
  const file = disk();
  await keep("one", null);
  file.bytes.fill(7, 12, 20);
  assert.equal(await openMemory("one"), null);
  assert.equal(file.locked, false);
});

test("without a place for it, every start is a first one", async () => {
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  assert.equal(await openPlace(), null);
  assert.equal(await openMemory("one"), null);
});

test("while another worker writes, there is no place", async () => {
  const file = disk();
  file.locked = true;
  assert.equal(await openPlace(), null);
});
