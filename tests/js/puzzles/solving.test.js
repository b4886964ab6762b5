/** A puzzle on the board: the position and the texts after each move, as the app judges it. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { appAnswers, FakeBoard, FakeCard, settle } from "./page.js";

const { Solving } = await import("../../../src/damaci/site/static/puzzles/solving.js");

const BEFORE = "W:Wa2:Ba7,h8";
const START = "B:Wa3:Ba7,h8";
const LEGAL = [{ text: "a7-a6", ways: [{ path: ["a7", "a6"] }] }];
const PUZZLE = {
  id: "each",
  ruleset: "turkish",
  goal: "win",
  before: BEFORE,
  last: { path: ["a2", "a3"] },
  last_text: "a2-a3",
  fen: START,
  turn: "black",
  legal: LEGAL,
  must: [],
  chequered: false,
  removal: "at-once",
};
const step = (text, fen) => ({ text, way: { path: text.split("-") }, fen });
const PLAYED = step("a7-a6", "W:Wa3:Ba6,h8");
const REPLY = step("a3-a4", "B:Wa4:Ba6,h8");
const squares = (board) => [...board.shown.pieces.keys()].join(" ");

let board;
let card;
let ends;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  board = new FakeBoard();
  card = new FakeCard();
  ends = [];
});
afterEach(() => mock.timers.reset());

/** A solver who sees the puzzle after the opponent's last move. */
function shown(answers, source) {
  const asked = appAnswers(answers);
  const solving = new Solving(board, card, "ask", (solved) => ends.push(solved), source);
  solving.begin(PUZZLE);
  mock.timers.tick(800);
  mock.timers.tick(800);
  return { asked, solving };
}

async function play(move) {
  board.play(move);
  await settle();
}

test("the opponent's last move is seen first, then it is the solver's turn", () => {
  appAnswers({});
  new Solving(board, card, "", () => {}).begin(PUZZLE);
  assert.deepEqual([squares(board), board.shown.side], ["a2 a7 h8", null]);
  assert.deepEqual(card.said, ["calm", "Black to move and win.", "The last move was a2-a3."]);
  mock.timers.tick(800);
  assert.deepEqual([squares(board), board.shown.last], ["a3 a7 h8", ["a2", "a3"]]);
  mock.timers.tick(800);
  assert.equal(board.shown.side, "black");
  assert.deepEqual(board.shown.legal, [{ text: "a7-a6", ways: [{ path: ["a7", "a6"], captured: [] }] }]);
  assert.deepEqual(card.said, ["calm", "Black to move and win.", "Only one move is right."]);
});

test("a right move is answered, and the next one is asked for from there", async () => {
  const next = { right: true, played: PLAYED, reply: REPLY, legal: LEGAL };
  const { asked } = shown({ "puzzles.try": () => next });
  await play("a7-a6");
  assert.deepEqual(card.said, ["calm", "Right!", "a3-a4 is the answer."]);
  mock.timers.tick(800);
  assert.equal(squares(board), "a4 a6 h8");
  mock.timers.tick(800);
  assert.deepEqual(card.said, ["calm", "Black to move and win.", "Right so far. Go on."]);
  await play("a6-a5");
  assert.deepEqual(
    asked.map(([, { ply, move, theme }]) => [ply, move, theme]),
    [
      [0, "a7-a6", "ask"],
      [2, "a6-a5", "ask"],
    ],
  );
  assert.deepEqual(ends, []);
});

test("a wrong move is refuted, and can be tried again", async () => {
  shown({ "puzzles.try": () => ({ right: false, played: PLAYED, reply: REPLY, takes: 2 }) });
  await play("a7-a6");
  assert.deepEqual(card.said, ["warning", "a7-a6 is not it.", "a3-a4 takes 2 pieces."]);
  assert.equal(card.listed, "a2-a3 a7-a6? a3-a4");
  assert.deepEqual(card.offered, ["retry", "solution", "next"]);
  assert.deepEqual(ends, [false]);
  mock.timers.tick(800);
  assert.deepEqual(board.shown.shown, [{ path: ["a3", "a4"], captured: [] }]);
  card.deeds.get("retry")();
  assert.deepEqual([squares(board), board.shown.side], ["a3 a7 h8", "black"]);
});

test("the last right move solves it, and what follows is shown", async () => {
  shown({ "puzzles.try": () => ({ right: true, done: true, played: PLAYED, tail: [REPLY], themes: ["Blockade"] }) });
  await play("a7-a6");
  assert.deepEqual([card.said, card.listed], [["done", "Solved!", "Blockade"], "a2-a3 a7-a6 a3-a4"]);
  assert.deepEqual(ends, [true]);
  mock.timers.tick(800);
  assert.equal(squares(board), "a4 a6 h8");
});

test("an answer about a puzzle that is not shown any more changes nothing", async () => {
  const { solving } = shown({ "puzzles.try": () => ({ right: false, played: PLAYED }) });
  board.play("a7-a6");
  solving.begin({ ...PUZZLE, id: "other" });
  await settle();
  assert.equal(card.said[1], "Black to move and win.");
  assert.deepEqual(ends, []);
});

test("a hint names the piece, the solution shows all, and both count as not solved", async () => {
  shown({
    "puzzles.hint": () => ({ square: "a7", rated: null }),
    "puzzles.solution": () => ({ steps: [PLAYED, REPLY], themes: [], rated: null }),
  });
  card.deeds.get("hint")();
  await settle();
  assert.deepEqual([card.said[1], board.shown.must], ["Look at a7.", ["a7"]]);
  card.deeds.get("solution")();
  await settle();
  assert.deepEqual([card.said[1], card.listed], ["The solution", "a2-a3 a7-a6 a3-a4"]);
  assert.deepEqual(ends, [false, false]);
  mock.timers.tick(800);
  mock.timers.tick(800);
  assert.equal(squares(board), "a4 a6 h8");
});

for (const name of ["try", "hint", "solution"])
  test(`an app that does not answer is told, and the puzzle stays: ${name}`, async () => {
    shown({ [`mistakes.${name}`]: () => Promise.reject(new TypeError("Failed to fetch")) }, "mistakes");
    if (name === "try") board.play("a7-a6");
    else card.deeds.get(name)();
    await settle();
    assert.deepEqual(card.said, ["warning", "Something went wrong.", "Try again."]);
    assert.deepEqual([squares(board), board.shown.side], ["a3 a7 h8", "black"]);
  });

/** An answer or an error that comes when the test wants it. */
function held() {
  const kept = {};
  kept.answer = new Promise((resolve, reject) => Object.assign(kept, { resolve, reject }));
  return kept;
}

test("an error about a puzzle that is not shown any more changes nothing", async () => {
  const late = held();
  const { solving } = shown({ "puzzles.try": () => late.answer });
  board.play("a7-a6");
  solving.begin({ ...PUZZLE, id: "other" });
  late.reject(new TypeError("Failed to fetch"));
  await settle();
  assert.deepEqual(card.said, ["calm", "Black to move and win.", "The last move was a2-a3."]);
  assert.equal(squares(board), "a2 a7 h8");
});

test("a hint that comes after the next move is no hint for the position that is shown then", async () => {
  const late = held();
  shown({
    "puzzles.hint": () => late.answer,
    "puzzles.try": () => ({ right: true, played: PLAYED, reply: REPLY, legal: LEGAL }),
  });
  card.deeds.get("hint")();
  await play("a7-a6");
  late.resolve({ square: "a7", rated: null });
  await settle();
  assert.deepEqual(card.said, ["calm", "Right!", "a3-a4 is the answer."]);
  assert.deepEqual(ends, [false]);
});

test("a move that is judged after the solution was asked for does not take its place", async () => {
  const late = held();
  shown({
    "puzzles.try": () => late.answer,
    "puzzles.solution": () => ({ steps: [PLAYED, REPLY], themes: [], rated: null }),
  });
  board.play("a7-a6");
  card.deeds.get("solution")();
  await settle();
  late.resolve({ right: true, done: true, played: PLAYED });
  await settle();
  assert.equal(card.said[1], "The solution");
});

test("two moves that are made before the first is judged are one try", async () => {
  const answers = { "a7-a6": held(), "h8-h7": held() };
  const { asked } = shown({ "puzzles.try": ({ move }) => answers[move].answer });
  board.play("a7-a6");
  board.play("h8-h7");
  answers["a7-a6"].resolve({ right: true, done: true, played: PLAYED });
  answers["h8-h7"].resolve({ right: false, played: step("h8-h7", "W:Wa3:Ba7,h7") });
  await settle();
  assert.deepEqual([asked.length, card.said[1], ends], [1, "Solved!", [true]]);
});
