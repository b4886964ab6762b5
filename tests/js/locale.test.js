/** Numbers and dates in the style of the visitor's region. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { dateLocaleOf, isLocale, localeOf } from "../../src/damaci/site/static/locale.js";
import { inDigits } from "../../src/damaci/site/static/times.js";

test("the visitor's own region counts for the language of the page", () => {
  assert.equal(localeOf("ar", ["ar-KW", "ar", "en-US"]), "ar-KW");
  assert.equal(localeOf("en", ["tr-TR", "en-GB", "en-US"]), "en-GB");
  assert.equal(dateLocaleOf("en", ["tr-TR", "en-GB", "en-US"]), "en-GB");
  assert.equal(dateLocaleOf("tr", ["tr"]), "tr");
});

test("numbers are in the page's language, as that is written in the visitor's region", () => {
  assert.equal(localeOf("ar", ["fr-LB", "fr"]), "ar-LB");
  assert.equal(localeOf("tr", ["en"]), "tr");
  assert.equal(localeOf("en-US", ["en-GB"]), "en-GB"); // another page, in which a board is embedded
});

test("a visitor who reads a page in another language keeps the dates of his region", () => {
  assert.equal(dateLocaleOf("en", ["tr-TR", "tr"]), "tr-TR");
});

test("dates of the other direction are not mixed into a page", () => {
  assert.equal(dateLocaleOf("ar", ["fr-MA", "fr"]), "ar-MA");
  assert.equal(dateLocaleOf("en", ["ar-KW"]), "en-KW");
});

test("what is no locale is none", () => {
  assert.deepEqual(["C", "tr_TR", "", "tr-TR", "ar"].filter(isLocale), ["tr-TR", "ar"]);
});

test("without wishes the language of the page decides", () => {
  assert.equal(localeOf("bg", []), "bg");
  assert.equal(dateLocaleOf("bg", []), "bg");
});

test("counts are written in the region's digits, squares and results are not", () => {
  const numbers = new Intl.NumberFormat("ar-KW", { useGrouping: false });
  assert.equal(inDigits("الدرس 12 من 23", numbers), "الدرس ١٢ من ٢٣");
  for (const text of ["d3-d4", "1-0", "5+3", "2026-03-01", "5:00", "f3xf5xd5"])
    assert.equal(inDigits(text, numbers), text);
});
