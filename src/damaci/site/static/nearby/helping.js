/**
 * The page of an arbiter's helper. A result is stored until the arbiter's app has answered: it waits while there is no
 * connection, and if it is sent twice, it is entered once.
 */

import "../shell.js";
import { inform } from "../banner.js";
import { find, write } from "../dom.js";
import { explainBriefly } from "../explain.js";
import { t, tn } from "../i18n.js";
import { page } from "../page.js";
import * as results from "../tournaments/results.js";
import * as standings from "../tournaments/standings.js";
import { follow, inTime, look, show, tell } from "../tournaments/steps.js";
import { Failure, PASSING, request } from "../transport/request.js";
import { Outbox } from "./outbox.js";

/** @typedef {import("./outbox.js").Entry} Entry */

const DISMISSED = "tournament-not-helping";
const CONFLICT = "tournament-other-result";

const tournament = page.tournament?.id ?? "";
const outbox = new Outbox(`damaci-results-${tournament}`);

/** Whether results are being sent. */
let sending = false;

/** @type {"there" | "away" | "dismissed"} whether the arbiter's app has answered */
let state = "there";

results.enterBy(enter, takeBack);
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("#print")) print();
  if (/** @type {Element} */ (event.target).closest("#take-back")) results.undo();
  standings.click(event);
  results.click(event);
});
document.addEventListener("keydown", (event) => {
  results.jump(event);
  results.press(event);
});
document.addEventListener("shown", dress);
document.addEventListener("reached", () => {
  state = "there";
  send();
});
document.addEventListener("unreached", (event) => missed(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("visibilitychange", look);
addEventListener("online", look);
addEventListener("offline", () => missed(null));
dress();
follow();
send();

/**
 * Stores a result, and sends it at once if that is possible.
 * @param {number} board
 * @param {string | null} result
 */
async function enter(board, result) {
  const round = Number(find("#boards").dataset.round);
  outbox.put({ round, board, result, seen: Number(find("#tournament").dataset.version) });
  dress();
  send();
}

/**
 * Takes the last result back: one that is not sent yet, else the last one in the arbiter's app.
 * @param {number} number of the step there; 0 for none
 */
async function takeBack(number) {
  const waits = outbox.last;
  if (waits) {
    outbox.drop(waits);
    return dress();
  }
  if (!number) return;
  try {
    await inTime(request("helping.undo", { tournament, event: number }));
    tell(t("It is taken back."), inform);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === DISMISSED) return missed(error);
    tell(explainBriefly(error.code));
  }
  await inTime(show()).catch(missed);
}

/** Sends the waiting results, one after the other. */
async function send() {
  if (sending) return;
  sending = true;
  try {
    while (outbox.first) await sendOne(outbox.first);
  } catch (error) {
    missed(error);
  } finally {
    sending = false;
    dress();
  }
}

/** @param {Entry} entry */
async function sendOne(entry) {
  try {
    await inTime(request("helping.score", { tournament, ...entry }));
    outbox.drop(entry);
  } catch (error) {
    if (!(error instanceof Failure) || [...PASSING, DISMISSED].includes(error.code)) throw error;
    await refused(entry, error.code);
  }
  state = "there";
  await inTime(show());
  write(find("#done"), `${entry.board}: ${results.signs(results.rowOf(entry.board)?.dataset.result || null)}`);
}

/**
 * @param {Entry} entry
 * @param {string} code
 */
async function refused(entry, code) {
  if (code !== CONFLICT) {
    outbox.drop(entry);
    const values = { n: entry.board, result: results.signs(entry.result), reason: explainBriefly(code) };
    return tell(t("Board {n}, {result}: not entered. {reason}", values));
  }
  await inTime(show());
  const row = results.rowOf(entry.board);
  const other = row?.dataset.stands || null;
  if (row && (await results.replace(entry.board, other, entry.result)))
    outbox.put({ ...entry, seen: Number(find("#tournament").dataset.version) });
  else outbox.drop(entry);
}

/** @param {unknown} error why there is no answer, or a refusal */
function missed(error) {
  state = error instanceof Failure && error.code === DISMISSED ? "dismissed" : "away";
  dress();
}

/** Shows the waiting results at their boards, and whether there is a connection. */
function dress() {
  const table = /** @type {HTMLElement | null} */ (document.querySelector("#boards"));
  if (table) for (const row of table.querySelectorAll("[data-board]")) mark(/** @type {HTMLElement} */ (row), null);
  if (table) for (const entry of outbox.of(Number(table.dataset.round))) mark(results.rowOf(entry.board), entry);
  if (table) results.showBoard();
  write(find("#reach"), [connection(), waiting()].filter(Boolean).join(" "));
  find("#again").hidden = state !== "dismissed";
  dressTakeBack();
}

/** Shows whether something can be taken back. */
function dressTakeBack() {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("#take-back"));
  if (!button) return;
  button.disabled = !outbox.last && !Number(find("#tournament").dataset.step);
  const told = find("#last");
  told.dataset.text ??= told.textContent ?? "";
  const { last } = outbox;
  const waits = last ? `${last.board}: ${results.signs(last.result)}. ${told.dataset.waits}` : told.dataset.text;
  write(told, waits);
}

/**
 * @param {HTMLElement | null} row
 * @param {Entry | null} entry
 */
function mark(row, entry) {
  if (!row) return;
  row.dataset.stands ??= row.dataset.result;
  const changed = entry !== null || row.classList.contains("unsent");
  row.classList.toggle("unsent", entry !== null);
  if (!changed) return;
  row.dataset.result = entry ? (entry.result ?? "") : row.dataset.stands;
  write(find("button", row), results.signs(row.dataset.result ?? ""));
}

function connection() {
  if (state === "dismissed") return explainBriefly(DISMISSED);
  return state === "away" ? t("No connection to the arbiter’s device.") : "";
}

function waiting() {
  if (!outbox.size || state === "there") return "";
  return tn("{n} result waits to be sent.", "{n} results wait to be sent.", outbox.size);
}
