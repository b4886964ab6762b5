/** A streak ends with the first mistake, a storm with its time; each puzzle is shown once and counted once. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { appAnswers, FakeCard, settle } from "./page.js";

const { Series } = await import("../../../src/damaci/site/static/puzzles/series.js");

class FakeSolving {
  begun = [];

  begin({ id }) {
    this.begun.push(id);
  }

  stop() {}
}

let card;
let solving;
let asked;

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] }));
afterEach(() => mock.timers.reset());

async function begun(kind, answers = {}) {
  card = new FakeCard();
  solving = new FakeSolving();
  asked = appAnswers({
    "puzzles.series": () => ({ puzzles: ["one", "two", "three", "four"], seconds: kind === "storm" ? 65 : 0 }),
    "puzzles.show": ({ puzzle }) => ({ id: puzzle }),
    "puzzles.finish": ({ count }) => ({ best: Math.max(count, 2) }),
    ...answers,
  });
  const series = new Series(kind, "turkish", solving, card);
  await series.begin();
  return series;
}

async function after(milliseconds) {
  mock.timers.tick(milliseconds);
  await settle();
}

const finished = () => asked.filter(([name]) => name === "puzzles.finish").map(([, { count }]) => count);

test("a storm goes on by itself, and counts what was solved", async () => {
  const series = await begun("storm");
  assert.equal(card.owned, "1:05");
  series.ended(true);
  await after(1000);
  series.ended(false);
  await after(1000);
  assert.deepEqual(solving.begun, ["one", "two", "three"]);
  assert.deepEqual([card.told, card.owned], ["One solved", "1:03"]);
});

test("a streak ends with the first mistake, once what refutes it was seen", async () => {
  const series = await begun("streak");
  series.ended(true);
  await after(1000);
  series.ended(false);
  await after(2000);
  assert.equal(card.said, undefined);
  await after(2000);
  assert.deepEqual(finished(), [1, 1]);
  assert.deepEqual(card.said, ["done", "One solved", "Your best: 2. Next begins again."]);
  assert.deepEqual(card.offered, ["retry", "solution", "next"]);
});

test("who leaves a streak keeps what was solved so far", async () => {
  const series = await begun("streak");
  series.ended(true);
  await after(1000);
  series.ended(true);
  await settle();
  assert.deepEqual(finished(), [1, 2]);
});

test("a streak goes on when what was solved cannot be kept", async () => {
  const series = await begun("streak", { "puzzles.finish": () => ({ error: "storage-failed" }) });
  series.ended(true);
  await after(1000);
  assert.deepEqual(solving.begun, ["one", "two"]);
});

test("who does not wait for the next puzzle skips none", async () => {
  const series = await begun("storm");
  series.ended(true);
  await series.next();
  await after(1000);
  assert.deepEqual(solving.begun, ["one", "two"]);
});

test("a wrong move and a look at the solution are one mistake", async () => {
  const series = await begun("storm");
  series.ended(false);
  series.ended(false);
  await after(2000);
  assert.deepEqual(solving.begun, ["one", "two"]);
});

test("a puzzle that is solved after a mistake is not counted", async () => {
  const series = await begun("storm");
  series.ended(false);
  series.ended(true);
  await after(1000);
  assert.equal(card.told, "0 solved");
});

test("a storm ends with its time, also where the next puzzle is on its way", async () => {
  let answer;
  const late = new Promise((resolve) => {
    answer = resolve;
  });
  const series = await begun("storm", { "puzzles.show": ({ puzzle }) => (puzzle === "two" ? late : { id: puzzle }) });
  series.ended(true);
  await after(64_900);
  await after(100);
  answer({ id: "two" });
  await settle();
  assert.deepEqual(solving.begun, ["one"]);
  assert.deepEqual(finished(), [1, 1]);
  assert.equal(card.said[0], "done");
});

test("the time of a storm runs on where a page that is not seen gets few ticks", async () => {
  await begun("storm");
  const clock = mock.method(Date, "now", () => 41_000);
  await after(1000);
  assert.equal(card.owned, "0:24");
  clock.mock.mockImplementation(() => 401_000);
  await after(1000);
  clock.mock.restore();
  assert.deepEqual([card.owned, finished()], ["0:00", [0]]);
});

test("when all are solved it is over", async () => {
  const series = await begun("streak");
  for (const _ of [1, 2, 3, 4]) {
    series.ended(true);
    await after(1000);
  }
  assert.deepEqual(finished(), [1, 2, 3, 4, 4]);
});

test("an app that does not answer is told, and the series goes on from there", async () => {
  let there = false;
  const series = await begun("storm", {
    "puzzles.show": ({ puzzle }) => (puzzle !== "two" || there ? { id: puzzle } : Promise.reject(new TypeError())),
  });
  series.ended(true);
  await after(1000);
  assert.equal(card.said[0], "warning");
  assert.deepEqual(card.offered, ["next"]);
  there = true;
  await series.next();
  assert.deepEqual(solving.begun, ["one", "two"]);
});

test("an error about the next puzzle of a storm that is over is not told", async () => {
  let fail;
  const late = new Promise((_, reject) => {
    fail = reject;
  });
  const series = await begun("storm", { "puzzles.show": ({ puzzle }) => (puzzle === "two" ? late : { id: puzzle }) });
  series.ended(true);
  await after(65_000);
  fail(new TypeError("Failed to fetch"));
  await settle();
  assert.equal(card.said[0], "done");
});
