/** The parts of every page: the theme button, the choice of language, the settings. */

import { cookie, keepCookie } from "./cookies.js";
import { find, write } from "./dom.js";
import { startFiles } from "./files.js";
import { language, t } from "./i18n.js";
import { page } from "./page.js";
import { changes, prefer, preferences, preferLanguage } from "./preferences.js";
import { startSettings } from "./settings/dialog.js";
import { DAILY, device, JOINED, MEMBER } from "./storage.js";
import { startTimes } from "./times.js";
import { offers } from "./transport/request.js";

/** @typedef {import("./preferences.js").Preferences["theme"]} Theme */

/** The cookie that names the announcement which was dismissed in this browser. */
const DISMISSED = "damaci-dismissed";

/** Milliseconds after the page has been loaded. */
const LATER = 1000;

/** @type {Theme[]} */
const THEMES = ["system", "light", "dark"];

function startTheme() {
  const button = find("#theme");
  button.addEventListener("click", () =>
    prefer({ theme: THEMES[(THEMES.indexOf(preferences.theme) + 1) % THEMES.length] }),
  );
  changes.addEventListener("change", () => showTheme(button));
  showTheme(button);
}

/** @param {HTMLElement} button */
function showTheme(button) {
  const names = { system: t("Theme: as the system"), light: t("Theme: light"), dark: t("Theme: dark") };
  document.documentElement.dataset.theme = preferences.theme;
  button.setAttribute("aria-label", names[preferences.theme]);
  button.title = names[preferences.theme];
}

function startLanguage() {
  const select = /** @type {HTMLSelectElement} */ (find("#language"));
  select.addEventListener("change", async () => {
    if (await preferLanguage(select.value)) loadAgain();
    else select.value = language;
  });
}

function loadAgain() {
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  location.replace(address);
}

/** Sets the attributes by which style sheets show the chosen board. */
function showBoard() {
  const { board, pieces } = preferences;
  const root = document.documentElement;
  Object.assign(root.dataset, { board, pieces });
  root.toggleAttribute("data-blindfold", preferences.blindfold);
  root.toggleAttribute("data-zen", preferences.zen);
}

/** Shows new announcements of the operator; the page already has an earlier one, unless it was dismissed. */
function startAnnouncements() {
  const notice = find("#notice");
  const text = find("p", notice);
  document.addEventListener("announcement", (event) => {
    const { detail } = /** @type {CustomEvent<{text: string, id?: string}>} */ (event);
    notice.dataset.announcement = detail.id ?? "";
    write(text, detail.id && detail.id === cookie(DISMISSED) ? "" : detail.text);
  });
  find("button", notice).addEventListener("click", () => {
    if (notice.dataset.announcement) keepCookie(DISMISSED, notice.dataset.announcement);
    write(text, "");
  });
}

/**
 * Starts a part of the settings when they are first opened, or the next time if its script cannot be fetched.
 * @param {string} name of a request without which there is no such part
 * @param {() => Promise<void>} start
 */
function startWithSettings(name, start) {
  const wait = () => find("#settings").addEventListener("click", () => start().catch(wait), { once: true });
  if (offers(name)) wait();
}

/** Counts the games by the day in which it is the visitor's turn: on every page for those who have any. */
function countLater() {
  const asks = page.account || device.text(DAILY);
  if (!offers("turns.read") || !asks || page.game) return;
  import("./daily/turns.js").then(({ showTurns }) => showTurns()).catch(ignore);
}

/** Loads the scripts for later visits and for challenges of other players, after those of the page. */
function startLater() {
  setTimeout(() => {
    import("./installing.js").then(({ startInstalling }) => startInstalling(), ignore);
    if (device.text(MEMBER) && offers("challenges.decline"))
      import("./challenges/listening.js").then(({ listenForChallenges }) => listenForChallenges(), ignore);
  }, LATER);
}

/** Stores whether the visitor has an account, for the pages that do not know it. */
function rememberMember() {
  if (page.account) device.keep(MEMBER, "yes");
  else if (page.account === false) device.forget(MEMBER);
}

/** Lets a player of a tournament be called to a game from any page. */
function listenLater() {
  import("./tournaments/calling.js").then(({ startCalls }) => startCalls(), ignore);
}

/** Ignores that the app cannot be reached. */
function ignore() {}

/** Starts parts that cannot wait that long: the browser's offer to install the app, and the app beside this one. */
function startEarly() {
  if (page.installer) addEventListener("beforeinstallprompt", offerInstall);
  if (page.meanwhile) import("./meanwhile.js").then(({ startMeanwhile }) => startMeanwhile(), ignore);
}

/** @param {Event} event */
function offerInstall(event) {
  event.preventDefault(); // no banner of the browser over the game
  import("./installoffer.js").then((offer) => offer.offerInstall(event), ignore);
}

/** Shows challenges to the visitor as soon as there are any. */
function startChallenges() {
  document.addEventListener("challenges", async (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    const { showChallenges } = await import("./challenges/notice.js");
    showChallenges(detail);
  });
}

changes.addEventListener("change", showBoard);
startEarly();
startTheme();
startLanguage();
startSettings();
startAnnouncements();
if (offers("challenges.decline")) startChallenges();
startTimes(language);
rememberMember();
if (document.readyState === "complete") startLater();
else addEventListener("load", startLater);
countLater();
if (offers("games.import")) startFiles();
if (device.text(JOINED) && !page.tournament) listenLater();
startWithSettings("app.quit", async () => (await import("./settings/quit.js")).startQuit());
startWithSettings("device.speed", async () => (await import("./settings/speed.js")).startSpeed());
startWithSettings("tables.make", async () => (await import("./settings/tables.js")).startTables());
document.dispatchEvent(new Event("ready")); // early.js waits for it; the page's own scripts run next
