/** A problem is put into a link, and read from it again, also within a message. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { linkTo, problemIn } from "../../src/damaci/site/static/linked.js";

const PDN = '[FEN "B:We6:Bg5,f2"]\n[Result "0-1"]\n\n{Black plays & wins: 100 % + more.}\n1... f2-f1 0-1\n';

const at = (address) => Object.defineProperty(globalThis, "location", { value: new URL(address), configurable: true });

afterEach(() => Reflect.deleteProperty(globalThis, "location"));

test("a problem comes out of a link as it was put in", () => {
  at("https://dama.example/en/analysis.html?fen=W:Wa1:Bh8#board");
  const link = linkTo(PDN);
  assert.match(link, /^https:\/\/dama\.example\/en\/analysis\.html#problem=\S+$/);
  assert.equal(problemIn(link), PDN);
  assert.equal(problemIn(new URL(link).hash), PDN);
  assert.equal(problemIn(`Look at this:\n${link} !`), PDN);
});

test("nothing else is a problem", () => {
  for (const text of ["", PDN, "#board", "W:Wa1:Bh8", "https://dama.example/problem=1", "{problem=1} 1. d3-d4 *"])
    assert.equal(problemIn(text), "");
});
