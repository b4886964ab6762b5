/** The entry of every page of the site without a server: starts the page's own module when the page has its data. */

import { find } from "../dom.js";
import { keepFromFirstMove, tellWhatIsKept } from "./keeping.js";
import { standing } from "./standing.js";
import { remember, remembered } from "./remembered.js";
import { startInstalling } from "./installing.js";
import { openWhatCame } from "./arriving.js";

const script = find("script[data-module]");

/** The texts come as a file, the same for all pages of a language. */
async function loadTexts() {
  const response = await fetch(`${find("#messages").dataset.texts}`);
  const texts = await response.json();
  for (const [id, content] of Object.entries(texts)) find(`#${id}`).textContent = JSON.stringify(content);
}

/** Lets the worker answer what the page asks. */
async function startApp() {
  const { carryBy } = await import("../transport/carrier.js");
  carryBy(await import("../transport/worker.js"));
  const { startLinks } = await import("./links.js");
  startLinks();
}

/** Asks the worker for what the page shows, if that depends on what is stored. */
async function loadData() {
  const [{ page }, { request }] = await Promise.all([import("../page.js"), import("../transport/request.js")]);
  if (!page.show) return;
  const query = Object.fromEntries(new URLSearchParams(location.search));
  const answer = await request("pages.show", { page: page.show, query });
  Object.assign(page, answer.page);
  if (answer.main) replaceMain(answer.main);
}

/** @param {string} html the element `main` as the worker has rendered it */
function replaceMain(html) {
  const made = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  if (made) document.querySelector("main")?.replaceWith(made);
}

/** Applies the preferences at once, and remembers each change. */
async function startPreferences() {
  const { page } = await import("../page.js");
  page.prefs = { ...page.prefs, ...remembered() };
  const { changes, preferences } = await import("../preferences.js");
  changes.addEventListener("change", () => remember(preferences));
}

async function start() {
  await loadTexts();
  await startApp();
  await startPreferences();
  await import("../shell.js");
  await standing();
  startInstalling();
  await loadData();
  delete document.documentElement.dataset.waiting;
  await import(new URL(`${script.dataset.module}`, document.baseURI).href);
  keepFromFirstMove();
  tellWhatIsKept();
  openWhatCame();
}

start();
