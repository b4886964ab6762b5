/** Times in the style of the visitor's region. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { localeOf } from "../../src/damaci/site/static/times.js";

test("the visitor's own region counts for the language of the page", () => {
  assert.equal(localeOf("en", ["tr-TR", "en-GB", "en-US"]), "en-GB");
  assert.equal(localeOf("tr", ["tr"]), "tr");
});

test("a visitor who reads a page in another language keeps the style of his region", () => {
  assert.equal(localeOf("en", ["tr-TR", "tr"]), "tr-TR");
});

test("without wishes the language of the page decides", () => {
  assert.equal(localeOf("bg", []), "bg");
});
