/** The visitor's mistakes come one after another, and games are searched until one has some. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { appAnswers, FakeBoard, FakeCard } from "./page.js";

const { Mistakes } = await import("../../../src/damaci/site/static/puzzles/mistakes.js");

const mistake = (id, left) => ({ puzzle: { id }, played: "a2-a3", kind: "??", at: 0, left });

function started(answers, { queue = [], ofGame = false, people = false } = {}) {
  const begun = [];
  const solving = { board: new FakeBoard(), begin: ({ id }) => begun.push(id) };
  const card = new FakeCard();
  const asked = appAnswers(answers);
  return { mistakes: new Mistakes(queue, ofGame, people, solving, card), begun, solving, card, asked };
}

test("games are looked through until one has a mistake", async () => {
  let games = 2;
  const { mistakes, begun, solving, card, asked } = started({
    "mistakes.next": () => ({ mistake: games ? null : mistake("one", 3), games }),
    "mistakes.review": () => {
      games -= 1;
      return {};
    },
  });
  await mistakes.next();
  assert.equal(asked.filter(([name]) => name === "mistakes.review").length, 2);
  assert.deepEqual([begun, card.told], [["one"], "3 left"]);
  assert.match(solving.note, /^In your game of .*1970.*, a2-a3 was played\.$/);
});

test("where nothing is left it says where mistakes come from", async () => {
  for (const [people, where] of [
    [false, /against the computer/],
    [true, /^Finish a game: what/],
  ]) {
    const { mistakes, card } = started({ "mistakes.next": () => ({ mistake: null, games: 0 }) }, { people });
    await mistakes.next();
    assert.equal(card.said[1], "Nothing is left to be solved.");
    assert.match(card.said[2], where);
  }
});

test("those of a game come in its order", async () => {
  const { mistakes, begun, card } = started(
    { "mistakes.show": ({ puzzle }) => mistake(puzzle, 9) },
    { queue: ["one", "two"], ofGame: true },
  );
  await mistakes.next();
  assert.equal(card.told, "2 left");
  await mistakes.next();
  assert.equal(card.told, "One left");
  await mistakes.next();
  assert.deepEqual(begun, ["one", "two"]);
  assert.equal(card.said[1], "That was the last one.");
});

test("a game without mistakes says so", async () => {
  const { mistakes, card } = started({}, { ofGame: true });
  await mistakes.next();
  assert.equal(card.said[1], "No mistakes were found on this side.");
});

test("after a failure the same mistake comes when it is asked for again", async () => {
  let there = false;
  const { mistakes, begun, card } = started(
    { "mistakes.show": ({ puzzle }) => (there ? mistake(puzzle, 9) : { error: "internal" }) },
    { queue: ["one", "two"], ofGame: true },
  );
  await mistakes.next();
  assert.deepEqual([card.said[0], card.offered], ["warning", ["next"]]);
  there = true;
  await mistakes.next();
  assert.deepEqual(begun, ["one"]);
});
