/** The steps of a tournament: requested from the app one after another; then the page shows the new state. */

import { notify } from "../banner.js";
import { find } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { language, t } from "../i18n.js";
import { page } from "../page.js";
import { pageAddress } from "../places.js";
import { device } from "../storage.js";
import { startTimes } from "../times.js";
import { Failure, request } from "../transport/request.js";

/** @typedef {{ type: string, [name: string]: any }} Command */

/** Milliseconds between two requests for changes by others. */
const PAUSE = 2000;

/** Milliseconds after which an answer counts as lost. */
const PATIENCE = 8000;
const KEY = "damaci-arbiter";

const { id, view, places } = /** @type {import("../page_data.js").TournamentData} */ (page.tournament);

/** The round that is shown; 0 is the last one. */
const round = Number(new URLSearchParams(location.search).get("round") ?? 0);

/** The page of the standings, where they have pages. */
const paged = places === undefined ? {} : { places };

/** @type {Promise<unknown>} */
let busy = Promise.resolve();

/** The author of the commands. */
export function arbiter() {
  return device.text(KEY) ?? "";
}

/** @param {string} name */
export function nameArbiter(name) {
  device.keep(KEY, name.trim());
}

/**
 * Carries a command out, after the unanswered ones. Throws Failure.
 * @param {Command} command
 */
export function step(command) {
  return inTurn(() => request("tournaments.do", { tournament: id, command, by: arbiter() }));
}

/**
 * Enters the players of a text. Throws Failure.
 * @param {string} text
 * @param {string} missed
 */
export function enter(text, missed) {
  return inTurn(() => request("tournaments.enter", { tournament: id, text, missed, by: arbiter() }));
}

/** Deletes the tournament. */
export async function remove() {
  await request("tournaments.delete", { tournament: id });
  location.assign(pageAddress("tournaments"));
}

/**
 * @template T
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
function inTurn(act) {
  const done = busy.then(act);
  busy = done.catch(giveUp);
  busy.catch(() => undefined);
  return done;
}

/**
 * After a request without an answer, those that wait behind it are dropped; otherwise they would be carried out when
 * the app comes back.
 * @param {unknown} error
 */
function giveUp(error) {
  if (error instanceof Failure) return;
  busy = Promise.resolve();
  throw error;
}

/**
 * Does something and shows the tournament after it. Reports a refusal or a missing answer.
 * @param {() => Promise<unknown>} act
 * @param {(reason: string) => string} [refused] makes the message from the reason
 */
export async function doAndShow(act, refused = (reason) => reason) {
  try {
    await act();
  } catch (error) {
    tell(refused(reasonOf(error)));
    if (!(error instanceof Failure)) return;
  }
  await show().catch((error) => tell(reasonOf(error)));
}

/** @param {unknown} error */
function reasonOf(error) {
  if (error instanceof Failure) return explainBriefly(codeOf(error), { round: error.round });
  return t("The app does not answer. Is it still running?");
}

/**
 * Shows a message, also to screen readers.
 * @param {string} text
 * @param {(text: string) => void} [say] shows an error or a success
 */
export function tell(text, say = notify) {
  find("#done").textContent = text;
  say(text);
}

/** The number of requests for the tournament, and which of the answers is shown. */
const looks = { asked: 0, shown: 0 };

/** Shows the tournament as it is now. The focus stays. */
export async function show() {
  looks.asked += 1;
  const look = looks.asked;
  const html = await request("tournaments.main", { tournament: id, view, round, ...paged });
  if (look < looks.shown) return;
  looks.shown = look;
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  const main = find("#tournament");
  if (!fresh || isWritten(main)) return;
  const focus = document.activeElement?.id;
  const scrolled = scrollY;
  main.replaceWith(fresh);
  startTimes(language);
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  scrollTo(0, scrolled);
  fresh.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
}

/**
 * Whether the visitor is writing something that a new page would remove.
 * @param {HTMLElement} main
 */
function isWritten(main) {
  if (main.querySelector("dialog[open]")) return true;
  const fields = /** @type {NodeListOf<HTMLTextAreaElement>} */ (main.querySelectorAll("textarea"));
  return [...fields].some((field) => field.value !== field.defaultValue);
}

/** Shows changes by others as long as the page is open: at the app's news, or by regular requests. */
export function follow() {
  if ("tournament" in page.channels) return followNews();
  setInterval(look, PAUSE);
}

/** Whether the app is being asked. */
let looking = false;

/** Requests the version of the tournament, and shows changes. Fires "reached" or "unreached". */
export async function look() {
  if (document.hidden || looking) return;
  looking = true;
  try {
    const { version } = await inTime(request("tournaments.version", { tournament: id }));
    if (version && String(version) !== find("#tournament").dataset.version) await inTime(show());
    document.dispatchEvent(new CustomEvent("reached"));
  } catch (error) {
    // The next attempt may succeed; other requests report by themselves that the app does not answer.
    document.dispatchEvent(new CustomEvent("unreached", { detail: error }));
  } finally {
    looking = false;
  }
}

/**
 * Awaits an answer, unless it takes too long: then it counts as lost. Throws TypeError, as for any app out of reach.
 * @template T
 * @param {Promise<T>} asked
 * @returns {Promise<T>}
 */
export function inTime(asked) {
  /** @type {number | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TypeError("no answer in time")), PATIENCE);
  });
  return Promise.race([asked, /** @type {Promise<T>} */ (late)]).finally(() => clearTimeout(timer));
}

/** The fewest milliseconds between two updates of a tournament with much news. */
const REST = 3000;

/** When the page was shown last. */
let shown = 0;

/** @type {number | undefined} */
let soon;

/** Shows the tournament again at the app's news, but not more often than people can read. */
function followNews() {
  document.addEventListener("changed", (event) => {
    const { version } = /** @type {CustomEvent<{version: number}>} */ (event).detail;
    if (String(version) === find("#tournament").dataset.version) return;
    clearTimeout(soon);
    soon = setTimeout(showNews, Math.max(0, shown + REST - performance.now()));
  });
}

async function showNews() {
  shown = performance.now();
  try {
    await show();
  } catch {
    // The next news tries again.
  }
}
