/** Archives of the site without a server, as tools/site/bundle.py makes them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { unzip } from "../../../src/damaci/pocket/static/pocket/unzip.js";

/** Made by tools.site.bundle.archive({"a/b.txt": b"hello", "ş.txt": b""}). */
const ARCHIVE = Uint8Array.from(
  atob(
    "UEsDBBQAAAAAAAAAIQCGphA2BQAAAAUAAAAHAAAAYS9iLnR4dGhlbGxvUEsDBBQAAAgAAAAAIQAAAAAAAAAAAAAAAAAGAAAAxZ8udHh0UEsBAhQDFAAAAAAAAAAhAIamEDYFAAAABQAAAAcAAAAAAAAAAAAAAIABAAAAAGEvYi50eHRQSwECFAMUAAAIAAAAACEAAAAAAAAAAAAAAAAABgAAAAAAAAAAAAAAgAEqAAAAxZ8udHh0UEsFBgAAAAACAAIAaQAAAE4AAAAAAA==",
  ),
  (letter) => letter.charCodeAt(0),
);

test("the files of an archive", () => {
  const files = unzip(ARCHIVE).map(({ name, content }) => [name, new TextDecoder().decode(content)]);
  assert.deepEqual(files, [
    ["a/b.txt", "hello"],
    ["ş.txt", ""],
  ]);
});

test("an archive within other bytes", () => {
  const around = new Uint8Array([1, 2, 3, ...ARCHIVE]).subarray(3);
  assert.equal(unzip(around).length, 2);
});

test("what is no archive is refused", () => {
  assert.throws(() => unzip(new Uint8Array(40)), /no archive|not an archive/);
  const packed = ARCHIVE.slice();
  packed[78 + 10] = 8;
  assert.throws(() => unzip(packed), /compressed/);
});
