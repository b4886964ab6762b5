/** Results: with one key each at the boards of a round, or with buttons on a phone. */

import { inform } from "../banner.js";
import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { Failure } from "../transport/request.js";
import { doAndShow, show, step, tell } from "./steps.js";

/** @type {Record<string, string>} */
const SCORES = { 1: "1-0", 2: "0-1", "=": "1/2-1/2", 5: "1/2-1/2" };

/** The board for which results are entered. */
let chosen = 0;

/** The round that is shown. */
let shown = "";

/**
 * Results that the app has not answered yet, by their boards: typing does not wait for answers.
 * @type {Map<number, {result: string | null, done: Promise<unknown>}>}
 */
const underWay = new Map();

/**
 * How a result is entered. Devices of helpers have another way.
 * @type {(board: number, result: string | null, was: string | null) => Promise<unknown>}
 */
let enter = enterNow;

/**
 * How a step is taken back, by its number.
 * @type {(number: number) => Promise<unknown>}
 */
let takeBack = undoNow;

/**
 * @param {typeof enter} way
 * @param {typeof takeBack} back
 */
export function enterBy(way, back) {
  enter = way;
  takeBack = back;
}

/**
 * Shows which board is chosen: the first open one, unless one of this round is.
 * @param {boolean} [focus]
 */
export function showBoard(focus = false) {
  const table = /** @type {HTMLElement | null} */ (document.querySelector("#boards"));
  if (!table) return;
  if (table.dataset.round !== shown) chosen = 0;
  shown = table.dataset.round ?? "";
  for (const board of underWay.keys()) mark(board);
  const row = rowOf(chosen) ?? openAfter(0);
  if (row) choose(row, focus);
}

/**
 * Shows the entry at a board, and whether it has arrived.
 * @param {number} board
 */
function mark(board) {
  const row = rowOf(board);
  if (!row) return;
  row.classList.toggle("entering", underWay.has(board));
  write(find("button", row), signs(standing(row)));
}

/** @param {KeyboardEvent} event */
export function press(event) {
  if (!document.querySelector("#boards") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
  if (act(event.key)) event.preventDefault();
}

/**
 * @param {string} key
 * @returns {boolean} whether it has a meaning here
 */
function act(key) {
  if (key in SCORES) score(SCORES[key]);
  else if (key === "0") askOthers();
  else if (key === "ArrowDown") move(1);
  else if (key === "ArrowUp") move(-1);
  else if (key === "/") find("#jump").focus();
  else if (key === "Backspace") undo();
  else return false;
  return true;
}

/** @param {Event} event */
export function click(event) {
  const target = /** @type {Element} */ (event.target);
  const row = /** @type {HTMLElement | null} */ (target.closest("#boards [data-board]"));
  if (row) return choose(row);
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-score]"));
  if (button) {
    button.closest("dialog")?.close();
    score(button.dataset.score ?? "");
  } else if (target.closest("#others")) askOthers();
}

/**
 * Goes to the board whose number was typed.
 * @param {KeyboardEvent} event
 */
export function jump(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.id !== "jump" || event.key !== "Enter") return;
  event.preventDefault();
  const row = rowOf(Number(field.value));
  field.value = "";
  if (row) choose(row);
}

/** Takes the last step back, once the page knows of all entries. */
export async function undo() {
  await Promise.allSettled([...underWay.values()].map(({ done }) => done));
  takeBack(Number(find("#tournament").dataset.step));
}

/** @param {number} last */
async function undoNow(last) {
  if (!last) return;
  const text = find("#last").textContent ?? "";
  await doAndShow(async () => {
    await step({ type: "undo", event: last });
    tell(t("Undone. {text}", { text }), inform);
  });
}

/**
 * @param {HTMLElement} row
 * @param {boolean} [focus]
 */
function choose(row, focus = true) {
  chosen = Number(row.dataset.board);
  for (const each of document.querySelectorAll("#boards [data-board]")) each.classList.toggle("chosen", each === row);
  const button = find("button", row);
  write(find("#chosen"), button.getAttribute("aria-label") ?? "");
  if (focus) button.focus();
}

/** @param {number} way */
function move(way) {
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#boards [data-board]")]);
  const place = rows.findIndex((row) => Number(row.dataset.board) === chosen);
  choose(rows[Math.max(0, Math.min(rows.length - 1, place + way))]);
}

/** @param {number} board */
export function rowOf(board) {
  return /** @type {HTMLElement | null} */ (document.querySelector(`#boards [data-board="${board}"]`));
}

/**
 * The next board without a result.
 * @param {number} board
 */
function openAfter(board) {
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#boards [data-board]")]);
  const open = rows.filter((row) => !standing(row));
  return open.find((row) => Number(row.dataset.board) > board) ?? open[0];
}

/**
 * The result of a board, once all entries have arrived.
 * @param {HTMLElement} row
 */
function standing(row) {
  const entered = underWay.get(Number(row.dataset.board));
  return (entered ? entered.result : row.dataset.result) || null;
}

function askOthers() {
  const row = rowOf(chosen);
  if (!row) return;
  write(find("#other-title"), find("button", row).getAttribute("aria-label") ?? "");
  /** @type {HTMLDialogElement} */ (find("#other-results")).showModal();
}

/**
 * Enters a result at the chosen board, and goes to the next open one at once; after the last one, focuses the button
 * that pairs or closes.
 * @param {string} result "" for none
 */
async function score(result) {
  const row = rowOf(chosen);
  if (!row) return;
  const board = chosen;
  const was = standing(row);
  const entered = { result: result || null, done: enter(board, result || null, was) };
  underWay.set(board, entered);
  mark(board);
  const next = result && was === null ? openAfter(board) : row;
  if (next) choose(next);
  await entered.done;
  if (underWay.get(board) === entered) {
    underWay.delete(board);
    mark(board);
  }
  if (result && !openAfter(0)) (document.getElementById("pair") ?? document.getElementById("close"))?.focus();
}

/**
 * @param {number} board
 * @param {string | null} result
 * @param {string | null} was
 */
function enterNow(board, result, was) {
  /** @param {string} reason */
  const refused = (reason) =>
    t("Board {n}, {result}: not entered. {reason}", { n: board, result: signs(result), reason });
  return doAndShow(async () => {
    if (await entered(board, result, was)) tell(`${board}: ${result || "—"}`, inform);
  }, refused);
}

/**
 * @param {number} board
 * @param {string | null} result
 * @param {string | null} was
 * @returns {Promise<boolean>} whether the result stands; that of another arbiter is replaced only after a yes
 */
async function entered(board, result, was) {
  const round = Number(find("#boards").dataset.round);
  if (result && !was && isPlayed(board) && !(await end(board, result))) return false;
  try {
    await step({ type: "score", round, board, result, was });
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "tournament-other-result") throw error;
    await show();
    const other = rowOf(board)?.dataset.result || null;
    if (!(await replace(board, other, result))) return false;
    return entered(board, result, other);
  }
}

/**
 * Asks whether a result takes the place of another one.
 * @param {number} board
 * @param {string | null} other
 * @param {string | null} result
 * @returns {Promise<boolean>}
 */
export function replace(board, other, result) {
  const values = { n: String(board), other: other ?? "—", result: result ?? "—" };
  write(find("#conflict-text"), t("Board {n} has {other} now. Replace it by {result}?", values));
  return confirmed("#conflict");
}

/**
 * Whether the game of a board is being played on this server, as far as the page knows.
 * @param {number} board
 */
function isPlayed(board) {
  return rowOf(board)?.dataset.played !== undefined;
}

/**
 * Asks whether a game that is being played ends with a result.
 * @param {number} board
 * @param {string} result
 */
function end(board, result) {
  const values = { n: String(board), result: signs(result) };
  write(find("#ending-text"), t("The game of board {n} ends at once, with {result}.", values));
  return confirmed("#ending");
}

/**
 * @param {string} selector of a dialog with a question
 * @returns {Promise<boolean>}
 */
function confirmed(selector) {
  const dialog = /** @type {HTMLDialogElement} */ (find(selector));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}

/**
 * A result as pages show it.
 * @param {string | null} result
 */
export function signs(result) {
  return result ? result.replaceAll("1/2", "½").replace(/^(.)[-/](.)$/u, "$1 – $2") : "—";
}
