/** The pages of one tournament. Their main part is made by the app, and replaced after each step. */

import "../shell.js";
import { inform } from "../banner.js";
import { find, write } from "../dom.js";
import { whileBusy } from "../forms.js";
import { pageAddress } from "../places.js";
import { page } from "../page.js";
import * as players from "./players.js";
import * as results from "./results.js";
import { arbiter, doAndShow, follow, nameArbiter, remove, step, tell } from "./steps.js";
import * as standings from "./standings.js";
import { startWall } from "./wall.js";

/** The time when the page was made. */
let shownAt = performance.now();

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const deed = /** @type {HTMLButtonElement | null} */ (target.closest("[data-do]"));
  if (deed) whileBusy(deed, () => carryOut(deed));
  else if (target.closest("#undo")) results.undo();
  else if (target.closest("#print")) print();
  else if (target.closest("#delete")) ask("#delete-dialog", remove);
  else if (target.closest("#unpair")) ask("#unpair-dialog", unpair);
  else if (target.closest("#helpers")) openHelpers();
  else {
    standings.click(event);
    results.click(event);
    players.click(event);
  }
});
document.addEventListener("keydown", (event) => {
  results.jump(event);
  results.press(event);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method === "dialog") return;
  event.preventDefault();
  if (form.id === "by-hand") pairByHand(form);
  else if (form.id === "apart") keepApart(form);
  else if (form.id === "tiebreaks") standings.reorder(form);
  else players.submit(event);
});
document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.id === "by") nameArbiter(field.value);
  players.takeFile(event);
});
document.addEventListener("shown", dress);
setInterval(countDown, 1000);
dress();
startWall();
follow();

/** Fills in what the app does not know when it makes the page. */
function dress() {
  const by = /** @type {HTMLInputElement | null} */ (document.querySelector("#by"));
  if (by) by.value = arbiter();
  shownAt = performance.now();
  results.showBoard();
  countDown();
  document.querySelectorAll(":is(.tabs, .rounds) [aria-current]").forEach(bringToSight);
}

/**
 * If the tabs of a row do not fit, scrolls the current one to the middle.
 * @param {Element} tab
 */
function bringToSight(tab) {
  const row = /** @type {Element} */ (tab.parentElement);
  const [here, around] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += (here.left + here.right - around.left - around.right) / 2;
}

/** Shows when absent players lose. */
function countDown() {
  const late = /** @type {HTMLElement | null} */ (document.querySelector("#late"));
  if (!late) return;
  const left = Math.ceil(Number(late.dataset.left) - (performance.now() - shownAt) / 1000);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  write(late, left > 0 ? (late.dataset.text ?? "").replace("{time}", time) : (late.dataset.over ?? ""));
}

/** @param {HTMLButtonElement} button */
async function carryOut(button) {
  const { do: command = "{}", busy = "", then } = button.dataset;
  const label = button.textContent;
  if (busy) tell(busy, inform);
  if (busy) button.textContent = busy;
  const before = find("#tournament").dataset.version;
  await doAndShow(() => step(JSON.parse(command)));
  button.textContent = label;
  if (then && find("#tournament").dataset.version !== before) goTo(then);
}

/** @param {string} view */
function goTo(view) {
  const tournament = page.tournament?.id ?? "";
  const address = pageAddress("tournament.view", { tournament, view, round: 0 });
  if (Number(new URLSearchParams(location.search).get("round"))) location.assign(address);
  else results.showBoard(true);
}

/**
 * The ids of the players in each line of a form, which has their numbers; 0 for unknown numbers.
 * @param {HTMLFormElement} form
 */
function linesOf(form) {
  const ids = JSON.parse(form.dataset.ids ?? "{}");
  const { value } = /** @type {HTMLTextAreaElement} */ (find("textarea", form));
  const lines = value.split("\n").map((line) => (line.match(/\d+/g) ?? []).map((word) => ids[word] ?? 0));
  return lines.filter(({ length }) => length);
}

/**
 * Takes a step for a form, which keeps its texts after a refusal.
 * @param {HTMLFormElement} form
 * @param {import("./steps.js").Command} command
 */
function doWith(form, command) {
  doAndShow(async () => {
    await step(command);
    form.reset();
  });
}

/** @param {HTMLFormElement} form */
function keepApart(form) {
  doWith(form, { type: "keep-apart", pairs: linesOf(form).flatMap(pairsOf) });
}

/**
 * All pairs of a group. A single player makes a pair that will be refused.
 * @param {number[]} group
 */
function pairsOf(group) {
  if (group.length === 1) return [[group[0], group[0]]];
  return group.flatMap((one, place) => group.slice(place + 1).map((two) => [one, two]));
}

/** @param {HTMLFormElement} form */
function pairByHand(form) {
  const lines = linesOf(form);
  const pairs = lines.filter(({ length }) => length === 2);
  const bye = lines.find(({ length }) => length === 1)?.[0] ?? 0;
  doWith(form, { type: "pair-by-hand", round: Number(form.dataset.round), pairs, bye });
}

/**
 * Asks a question, and acts after a yes.
 * @param {string} selector
 * @param {(dialog: HTMLElement) => unknown} act
 */
function ask(selector, act) {
  const dialog = /** @type {HTMLDialogElement} */ (find(selector));
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "yes" && act(dialog);
  dialog.showModal();
}

/** @param {HTMLElement} dialog */
function unpair({ dataset }) {
  doAndShow(() => step({ type: "undo", event: Number(dataset.step), with_games: true }));
}

/** Few arbiters have helpers, so their dialog is loaded when needed. */
async function openHelpers() {
  const { open } = await import("../devices/helpers.js");
  await open(page.tournament?.id ?? "");
}
