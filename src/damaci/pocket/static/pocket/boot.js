/** The entry of every page of the site without a server: starts the page's own module when the page has its data. */

import { find } from "../dom.js";
import { showFailure } from "./failing.js";
import { keepFromFirstMove, tellWhatIsKept } from "./keeping.js";
import { knownGame, remembering } from "./lastgame.js";
import { standing } from "./standing.js";
import { remember, remembered } from "./remembered.js";
import { besideServer, followServer, tellWorker } from "./server.js";

const script = find("script[data-module]");
const banner = find("#banner");
/** What the page says when scripts could not be fetched or read; start.js says it when this one is among them. */
const { unstarted = "" } = banner.dataset;
delete banner.dataset.unstarted;

/** The texts come as a file, the same for all pages of a language. */
async function loadTexts() {
  const response = await fetch(`${find("#messages").dataset.texts}`);
  const texts = await response.json();
  for (const [id, content] of Object.entries(texts)) find(`#${id}`).textContent = JSON.stringify(content);
}

/** Starts the worker at once for pages that show stored data. */
async function beginWorker() {
  await tellWorker();
  const [{ page }, { begin }] = await Promise.all([import("../page.js"), import("../transport/worker.js")]);
  if (page.show) begin();
}

/** Sends all requests to the worker, through the cache of the last game. */
async function startCarrier() {
  const [{ carryBy }, worker] = await Promise.all([
    import("../transport/carrier.js"),
    import("../transport/worker.js"),
  ]);
  carryBy(await besideServer(remembering(worker)));
}

/** Asks the worker for the page's data, if it depends on stored data and is not known already. */
async function loadData() {
  const [{ page }, { request }] = await Promise.all([import("../page.js"), import("../transport/request.js")]);
  if (!page.show) return;
  const query = new URLSearchParams(location.search);
  const known = page.show === "game" ? knownGame(query.get("game")) : null;
  const answer = known
    ? { page: known }
    : await request("pages.show", { page: page.show, query: Object.fromEntries(query) });
  Object.assign(page, answer.page);
  if (answer.page.prefs) await applyStored(answer.page.prefs);
  if (answer.main) await replaceMain(answer.main);
}

/**
 * @param {import("../preferences.js").Preferences} stored those of the worker, which another page may have changed
 */
async function applyStored(stored) {
  const { changes, preferences } = await import("../preferences.js");
  if (JSON.stringify({ ...preferences, ...stored }) === JSON.stringify(preferences)) return;
  Object.assign(preferences, stored);
  changes.dispatchEvent(new Event("change"));
}

/** @param {string} html the element `main` as the worker has rendered it */
async function replaceMain(html) {
  const made = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  const former = document.querySelector("main");
  if (made && former) {
    keepFile(former, made);
    made.inert = true; // The page does not react yet.
    former.replaceWith(made);
  }
  const { startTimes } = await import("../times.js");
  startTimes(document.documentElement.lang);
}

/**
 * Keeps the element of a file field: a file may be chosen already, or the file dialog may be open.
 * @param {Element} former
 * @param {Element} made
 */
function keepFile(former, made) {
  const field = former.querySelector("input[type=file]");
  if (field?.id) made.querySelector(`#${field.id}`)?.replaceWith(field);
}

/** Applies the preferences at once, and remembers each change. */
async function startPreferences() {
  const { page } = await import("../page.js");
  page.prefs = { ...page.prefs, ...remembered() };
  const { changes, preferences } = await import("../preferences.js");
  changes.addEventListener("change", () => remember(preferences));
}

/** Imports what the link contains, loads the page's data, and then the page's own module. */
async function showPage() {
  await standing();
  await (await import("./linked.js")).takeLinked();
  await loadData();
  delete document.documentElement.dataset.waiting;
  await import(new URL(`${script.dataset.module}`, document.baseURI).href);
}

async function load() {
  // The page does not react yet.
  find("main").inert = true;
  await Promise.all([beginWorker(), loadTexts()]);
  await startPreferences();
  await startCarrier();
  await import("../shell.js");
  (await import("./links.js")).startLinks();
  await showPage();
}

async function start() {
  await load().catch(showFailure);
  find("main").inert = false;
  keepFromFirstMove();
  tellWhatIsKept();
  followServer();
}

start().catch((error) => {
  console.error(error);
  banner.textContent = unstarted;
});
