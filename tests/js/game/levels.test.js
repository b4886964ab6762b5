/** Names of levels. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { levelName, levelTitle } from "../../../src/damaci/site/static/game/levels.js";

const KNOWN = {
  levels: [
    { name: "easy", title: "Kolay" },
    { name: "free", title: "Serbest" },
  ],
  styles: [{ name: "bold", title: "Atak" }],
};

test("a level is called by its title, with that of its style", () => {
  assert.equal(levelTitle("easy", KNOWN), "Kolay");
  assert.equal(levelTitle("easy-bold", KNOWN), "Kolay · Atak");
});

test("a free level says its limits", () => {
  assert.equal(levelTitle("free-5s-d8", KNOWN), "Serbest 5s d8");
});

test("what is not known is called by its name", () => {
  assert.equal(levelTitle("old", {}), "old");
});

test("a form asks for a level, and for a style if one is chosen", () => {
  assert.equal(levelName({ level: "easy", style: "bold" }), "easy-bold");
  assert.equal(levelName({ level: "easy", style: "" }), "easy");
  assert.equal(levelName({}), "");
});
