/** The moves with all their variations. The server's answers are given by the tests. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Tree } from "../../../src/damaci/site/static/analysis/tree.js";

const data = (nodes = []) => ({ ruleset: "turkish", start: "W:Wa2:Ba7", nodes, comment: "", tags: {}, result: "*" });
const line = [
  { text: "a2a3", fen: "1" },
  { parent: 0, text: "a7a6", fen: "2" },
  { parent: 0, text: "a7b7", fen: "3" },
];

/** A tree whose server plays every move. */
const playing = (nodes = []) =>
  new Tree(data(nodes), async (what, body) => (what === "move" ? { played: { text: body.move, fen: "new" } } : {}));

const texts = (nodes) => nodes.map(({ text }) => text);

test("a tree is written as it was read", () => {
  const written = playing(line).data;
  assert.deepEqual(
    written.nodes.map(({ parent, text }) => [parent, text]),
    [
      [-1, "a2a3"],
      [0, "a7a6"],
      [0, "a7b7"],
    ],
  );
});

test("the first child continues the main line", () => {
  assert.deepEqual(texts(playing(line).mainLine), ["", "a2a3", "a7a6"]);
});

test("a move that is there is gone to, and a new one begins a variation", async () => {
  const tree = playing(line);
  await tree.play("a2a3");
  assert.equal(tree.place, 0);
  await tree.play("a7b7");
  assert.equal(tree.inVariation, true);
  await tree.play("b2b3");
  assert.deepEqual(texts(tree.root.children[0].children[1].children), ["b2b3"]);
});

test("a refused move changes nothing but the refusal", async () => {
  const refused = { type: "refused", code: "occupied" };
  const tree = new Tree(data(), async (what) => (what === "move" ? { refused } : {}));
  await tree.play("a2a7");
  assert.equal(tree.refusal, refused);
  assert.deepEqual(tree.root.children, []);
});

test("an answer that comes after another move was chosen is dropped", async () => {
  const tree = playing(line);
  const answer = tree.play("c2c3");
  tree.goToEnd();
  await answer;
  assert.deepEqual(texts(tree.root.children), ["a2a3"]);
});

test("a removed move comes back by undo", () => {
  const tree = playing(line);
  tree.place = 1;
  tree.remove();
  assert.deepEqual(texts(tree.root.children[0].children), ["a7b7"]);
  assert.equal(tree.current.text, "a2a3");
  tree.undo();
  assert.deepEqual(texts(tree.root.children[0].children), ["a7a6", "a7b7"]);
  assert.equal(tree.current.text, "a7a6");
  assert.equal(tree.canUndo, false);
});

test("a promoted variation becomes the main line", () => {
  const tree = playing(line);
  tree.place = 2;
  tree.promote();
  assert.deepEqual(texts(tree.mainLine), ["", "a2a3", "a7b7"]);
});

test("letters of one comment are undone together", () => {
  const tree = playing(line);
  tree.place = 0;
  for (const text of ["g", "go", "good"]) tree.comment(text);
  tree.undo();
  assert.equal(tree.current.comment, "");
  assert.equal(tree.canUndo, false);
});

test("a refusal is forgotten without showing the position again", async () => {
  const tree = new Tree(data(), async (what) => (what === "move" ? { refused: { code: "not-legal" } } : {}));
  const heard = [];
  for (const name of ["change", "forgive"]) tree.addEventListener(name, () => heard.push(name));
  await tree.play("a2a4");
  assert.deepEqual(tree.refusal, { code: "not-legal" });
  tree.forgive();
  tree.forgive();
  assert.equal(tree.refusal, null);
  assert.deepEqual(heard, ["change", "forgive"]);
});
