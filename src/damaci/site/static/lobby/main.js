/** The lobby: quick games, games with chosen settings, open seeks, running games. */

import "../shell.js";
import { find, make, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { notify } from "../files.js";
import { OWN, parseClock, readClock } from "../game/clocktimes.js";
import { isolated, t, tn } from "../i18n.js";
import { personName } from "../names.js";
import { page } from "../page.js";
import { goToPage, pageAddress } from "../places.js";
import { List } from "./list.js";
import { followLobby } from "./socket.js";
import { EMPTY, others } from "./state.js";
import { report } from "../report.js";
import { addressOf, request } from "../transport/request.js";

/**
 * @typedef {import("./state.js").Terms} Terms
 * @typedef {import("./state.js").OpenSeek} OpenSeek
 * @typedef {import("./state.js").Running} Running
 */

/** Where this browser remembers that its games are to be rated. */
const RATED = "damaci-rated";

let state = EMPTY;
const seeks = new List(find("#seeks"), (/** @type {OpenSeek} */ seek) =>
  reportable(
    seek,
    line(seekText(seek), t("Play"), () => attempt(() => accept(seek.id)), pageOf(seek)),
  ),
);
const games = new List(find("#games"), watch);
const reopen = followLobby((news) => {
  state = news;
  show();
});
const tiles = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"));
const rated = /** @type {HTMLInputElement | null} */ (document.querySelector("#rated"));
const form = /** @type {HTMLFormElement} */ (find("#new"));

for (const tile of tiles) tile.addEventListener("click", () => attempt(() => quick(`${tile.dataset.clock}`)));
if (rated) {
  rated.checked = localStorage.getItem(RATED) !== null;
  rated.addEventListener("change", () => {
    if (rated.checked) localStorage.setItem(RATED, "yes");
    else localStorage.removeItem(RATED);
    show();
  });
}
form.addEventListener("change", showFitting);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(begin);
});
showFitting();

function show() {
  const open = others(state);
  seeks.show(open);
  find("#no-seeks").hidden = open.length > 0;
  games.show(state.games);
  find("#no-games").hidden = state.games.length > 0;
  write(find("#here"), tn("{n} visitor here", "{n} visitors here", state.here));
  write(find("#waiting"), state.own.length ? t("Waiting for somebody… Leave this page open.") : "");
  for (const tile of tiles) tile.setAttribute("aria-pressed", `${ownSeek(`${tile.dataset.clock}`) !== undefined}`);
}

/** @param {OpenSeek} seek */
function pageOf({ account }) {
  return account ? pageAddress("player", { account }) : "";
}

/**
 * @param {[string, string]} text
 * @param {string} label
 * @param {() => void} act
 * @param {string} address of the page that the name leads to; empty for none
 */
function line([name, about], label, act, address) {
  const button = make("button", { type: "button", "aria-label": `${label}: ${name}, ${about}` }, label);
  button.addEventListener("click", act);
  const shown = address ? make("a", { href: address }, name) : name;
  return make("li", {}, make("p", {}, make("b", {}, shown), make("span", {}, about)), button);
}

/**
 * Adds the button that reports a name.
 * @param {OpenSeek} seek
 * @param {HTMLElement} row
 */
function reportable({ id, name }, row) {
  const label = t("Report {name}", { name: personName(name) });
  const button = make("button", { type: "button", class: "icon", "aria-label": label, title: label }, "⚠");
  button.addEventListener("click", () => report("seeks.report", { seek: id }));
  row.append(button);
  return row;
}

/** @param {Running} game */
function watch({ id, white, black, plies, ruleset }) {
  const about = [tn("{n} move", "{n} moves", Math.ceil(plies / 2)), rulesName(ruleset)].join(" · ");
  const names = make(
    "b",
    {},
    `${isolated(personName(white.name) || t("White"))} – ${isolated(personName(black.name) || t("Black"))}`,
  );
  const board = {
    class: "thumbnail",
    src: addressOf("pictures.game", { game: id, ply: plies }),
    alt: "",
    loading: "lazy",
  };
  return make(
    "li",
    {},
    make("a", { href: pageAddress("game", { game: id }) }, make("img", board), names, make("span", {}, about)),
  );
}

/**
 * @param {OpenSeek} seek
 * @returns {[string, string]}
 */
function seekText({ name, terms, rating, provisional }) {
  const figure = rating ? `${rating}${provisional ? "?" : ""}` : "";
  const about = [figure, clockText(terms), rulesName(terms.ruleset ?? "turkish"), terms.rated ? t("Rated") : ""];
  return [personName(name), about.filter(Boolean).join(" · ")];
}

/** @param {Terms} terms */
function clockText({ clock }) {
  return clock ? isolated(`${clock.base / 60} + ${clock.increment}`) : t("No clock");
}

/** @param {string} name */
function rulesName(name) {
  return page.rulesets?.find((known) => known.name === name)?.title ?? name;
}

/** @param {string} time */
function ownSeek(time) {
  return state.own.find(({ terms }) => fits(terms, time));
}

/**
 * @param {Terms} terms
 * @param {string} time
 */
function fits({ clock, ruleset, rated = false }, time) {
  const same = `${clock?.base}+${clock?.increment}` === time && (ruleset ?? "turkish") === "turkish";
  return same && rated === wantsRated();
}

function wantsRated() {
  return rated?.checked ?? false;
}

/**
 * Accepts the first matching seek, or creates one; cancels the player's own seek when pressed again.
 * @param {string} time
 */
async function quick(time) {
  const own = ownSeek(time);
  if (own) return request("seeks.cancel", { seek: own.id });
  const other = others(state).find(({ terms }) => fits(terms, time));
  if (other) return accept(other.id);
  return seek({ clock: parseClock(time), rated: wantsRated() });
}

/** @param {Terms} terms */
async function seek(terms) {
  await request("seeks.create", terms);
  reopen();
}

/** @param {string} id */
async function accept(id) {
  await request("games.join", { game: id });
  goToPage("game", { game: id });
}

/** Begins the game that the form describes. */
async function begin() {
  const entries = Object.fromEntries(new FormData(form));
  const { opponent, level, color, ruleset } = entries;
  const rated = entries.rated === "yes" && opponent !== "engine";
  const terms = /** @type {Terms} */ ({ color, ruleset, clock: readClock(entries), rated });
  if (opponent === "anyone") return seek(terms);
  const { id } = await request("games.create", { ...terms, opponent, ...(level ? { level } : {}) });
  goToPage("game", { game: id });
}

function showFitting() {
  const chosen = new FormData(form);
  const engine = chosen.get("opponent") === "engine";
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for=engine]")))
    part.hidden = !engine;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for=people]")))
    part.hidden = engine;
  const own = /** @type {HTMLFieldSetElement} */ (find("[data-for=own-clock]", form));
  own.hidden = own.disabled = chosen.get("clock") !== OWN;
}

/** @param {() => Promise<unknown>} act */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}
