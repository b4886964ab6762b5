/** Texts of files in the encodings of PDN files. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { textOf } from "../../src/damaci/site/static/texts.js";

const TEXT = '[White "Ömer Ağa Şişli"]\n1. d3-d4 *';
const read = (/** @type {number[]} */ ...bytes) => textOf(new Blob([new Uint8Array(bytes)]));
const wide = [...TEXT].map((letter) => letter.charCodeAt(0));
const little = wide.flatMap((code) => [code & 255, code >> 8]);
const big = wide.flatMap((code) => [code >> 8, code & 255]);

test("UTF-8 is read with and without a byte order mark", async () => {
  assert.equal(await textOf(new Blob([TEXT])), TEXT);
  assert.equal(await textOf(new Blob(["\ufeff", TEXT])), TEXT);
});

test("what is not UTF-8 is Turkish Windows", async () => {
  assert.equal(await read(0xd6, 0x6d, 0x65, 0x72, 0x20, 0xde, 0xfe, 0xf0), "Ömer Şşğ");
});

test("UTF-16 is read in either order, with and without a byte order mark", async () => {
  assert.equal(await read(...little), TEXT);
  assert.equal(await read(...big), TEXT);
  assert.equal(await read(0xff, 0xfe, ...little), TEXT);
  assert.equal(await read(0xfe, 0xff, ...big), TEXT);
});

test("an empty file is an empty text", async () => {
  assert.equal(await read(), "");
});
