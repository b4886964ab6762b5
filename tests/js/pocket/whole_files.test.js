/** Files that are fetched when they are needed, and kept. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { WholeFiles } from "../../../src/damaci/pocket/static/pocket/whole_files.js";

const FOLDER = "https://example.org/whole/one/";

/** What the host has, by address. */
const host = new Map();
/** @type {[string, RequestCache | undefined][]} the fetches, with how they use the browser's own cache */
let fetched = [];
/** What the browser keeps. */
let kept = new Map();

const cache = {
  keys: async () => [...kept.keys()].map((url) => ({ url })),
  match: async (address) => kept.get(address)?.clone(),
  put: async (address, response) => kept.set(address, response),
  delete: async ({ url }) => kept.delete(url),
};

beforeEach(() => {
  kept = new Map();
  fetched = [];
  host.set(`${FOLDER}a.book`, [1, 2]);
  Object.assign(globalThis, {
    self: globalThis,
    caches: { open: async () => cache },
    fetch: async (address, options) => {
      fetched.push([address, options?.cache]);
      return new Response(Uint8Array.from(host.get(address) ?? []), { status: host.has(address) ? 200 : 404 });
    },
  });
});

const read = async (name, again) => [...((await new WholeFiles(FOLDER).read(name, again)) ?? ["nothing"])];

test("a file is fetched once and kept", async () => {
  assert.deepEqual(await read("a.book"), [1, 2]);
  host.clear();
  assert.deepEqual(await read("a.book"), [1, 2]);
  assert.equal(fetched.length, 1);
  assert.deepEqual(await read("b.book"), ["nothing"]);
});

test("one that was damaged is fetched from the host again, and kept in its place", async () => {
  host.set(`${FOLDER}a.book`, [1]);
  assert.deepEqual(await read("a.book"), [1]);
  host.set(`${FOLDER}a.book`, [1, 2]);
  assert.deepEqual(await read("a.book", true), [1, 2]);
  assert.deepEqual(fetched.at(-1), [`${FOLDER}a.book`, "reload"]);
  assert.deepEqual(await read("a.book"), [1, 2]);
});

test("files of another version go", async () => {
  kept.set("https://example.org/whole/zero/a.book", new Response());
  await read("a.book");
  assert.deepEqual([...kept.keys()], [`${FOLDER}a.book`]);
});
