/** Searches in workers, as far as they need no worker. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Searches } from "../../../src/damaci/pocket/static/pocket/search.js";

const EMPTY = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));

Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 4 }, configurable: true });

for (const [what, fetchTogether] of [
  ["is damaged", async () => Uint8Array.of(1, 2, 3)],
  ["cannot be had", async () => undefined],
]) {
  test(`a search does with one thread when the kernel of several ${what}, and asks again`, async () => {
    const asked = [];
    const fetching = (again) => {
      asked.push(again);
      return fetchTogether();
    };
    const search = new Searches(EMPTY, fetching, true).open();
    await search.gather();
    await search.gather();
    assert.deepEqual(asked, [false, what === "is damaged"]);
  });
}

test("without shared memory the kernel of several threads is not asked for", async () => {
  const never = async () => assert.fail("it was asked for");
  await new Searches(EMPTY, never, false).open().gather();
});
