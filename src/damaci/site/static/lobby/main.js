/** The lobby: quick games, games with chosen settings, open seeks, running games. */

import "../shell.js";
import { notify } from "../banner.js";
import { find, make, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { OWN, parseClock, readClock, readDays } from "../game/clocktimes.js";
import { choose, input, readAgreement, usual } from "../game/agreement.js";
import { levelName } from "../game/levels.js";
import { isolated, t, tn } from "../i18n.js";
import { personName } from "../names.js";
import { listedName } from "../people/link.js";
import { goToPage, pageAddress } from "../places.js";
import { List } from "./list.js";
import { followLobby } from "./socket.js";
import { EMPTY, others } from "./state.js";
import { rulesName, termsText } from "./terms.js";
import { report } from "../report.js";
import { device } from "../storage.js";
import { addressOf, request } from "../transport/request.js";

/**
 * @typedef {import("./state.js").Terms} Terms
 * @typedef {import("./state.js").OpenSeek} OpenSeek
 * @typedef {import("./state.js").Running} Running
 */

/** The key that says in this browser that its games should be rated. */
const RATED = "damaci-rated";

let state = EMPTY;
const seeks = new List(find("#seeks"), (/** @type {OpenSeek} */ seek) =>
  reportable(
    seek,
    line(seekText(seek), t("Play"), () => attempt(() => accept(seek.id)), seek.account),
  ),
);
const games = new List(find("#games"), watch);
const reopen = followLobby((news) => {
  state = news;
  show();
}, showFollowed);
const tiles = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"));
const rated = /** @type {HTMLInputElement | null} */ (document.querySelector("#rated"));
const form = /** @type {HTMLFormElement} */ (find("#new"));

for (const tile of tiles) tile.addEventListener("click", () => attempt(() => quick(`${tile.dataset.clock}`)));
if (rated) {
  rated.checked = device.text(RATED) !== null;
  rated.addEventListener("change", () => {
    if (rated.checked) device.keep(RATED, "yes");
    else device.forget(RATED);
    show();
  });
}
/** The endings of the chosen ruleset: as long as they are not changed they are not sent. */
let usualEndings = "";
form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.name === "ruleset") showUsual();
  showFitting();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(begin);
});
showUsual();
showAsked();
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

/** @param {import("./followed.js").Friend[]} players */
async function showFollowed(players) {
  if (players.length === 0 && find("#followed").hidden) return;
  const followed = await import("./followed.js").catch(() => null);
  followed?.showFollowed(players);
}

/**
 * @param {[string, string]} text
 * @param {string} label
 * @param {() => void} act
 * @param {string} [account] of the named player
 */
function line([name, about], label, act, account) {
  const button = make("button", { type: "button", "aria-label": `${label}: ${name}, ${about}` }, label);
  button.addEventListener("click", act);
  return make("li", {}, make("p", {}, make("b", {}, listedName(name, account)), make("span", {}, about)), button);
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

/**
 * A game, with links to the players who have pages; the rest of the row is a link to the game.
 * @param {Running} game
 */
function watch({ id, white, black, plies, ruleset, accounts = {} }) {
  const about = [tn("{n} move", "{n} moves", Math.ceil(plies / 2)), rulesName(ruleset)].join(" · ");
  const [first, second] = [playerName(white) || t("White"), playerName(black) || t("Black")];
  const names = make("b", {}, listedName(first, accounts.white), " – ", listedName(second, accounts.black));
  const label = [first, second].map(isolated).join(" – ");
  const whole = { class: "whole", href: pageAddress("game", { game: id }), "aria-label": label };
  const board = {
    class: "thumbnail",
    src: addressOf("pictures.game", { game: id, ply: plies }),
    alt: "",
    loading: "lazy",
  };
  return make("li", { class: "running" }, make("a", whole), make("img", board), names, make("span", {}, about));
}

/** @param {import("./state.js").Seat} seat */
function playerName({ kind, name }) {
  return kind === "engine" && name ? `${name} (${t("Computer")})` : personName(name);
}

/**
 * @param {OpenSeek} seek
 * @returns {[string, string]}
 */
function seekText({ name, terms, rating, provisional, computer }) {
  const figure = rating ? `${rating}${provisional ? "?" : ""}` : "";
  const mark = computer ? t("Computer") : "";
  return [personName(name), [mark, figure, termsText(terms)].filter(Boolean).join(" · ")];
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
  const { opponent } = entries;
  const level = levelName(entries);
  const terms = readTerms(entries);
  if (opponent === "anyone") return seek(terms);
  const { id } =
    opponent === "player"
      ? await request("challenges.create", { ...terms, to: entries.to })
      : await request("games.create", { ...terms, opponent, ...(level ? { level } : {}) });
  goToPage("game", { game: id });
}

/**
 * @param {Record<string, FormDataEntryValue>} entries
 * @returns {Terms}
 */
function readTerms(entries) {
  const { endings, options } = readAgreement(form);
  return /** @type {Terms} */ ({
    color: entries.color,
    ruleset: entries.ruleset,
    clock: readClock(entries),
    days: readDays(entries),
    rated: entries.rated === "yes" && entries.opponent !== "engine",
    endings: JSON.stringify(endings) === usualEndings ? null : endings,
    options,
    fen: `${entries.fen}`.trim(),
    games: input(form, "match").checked ? 2 : 1,
  });
}

/** Fills in what the chosen ruleset has. */
function showUsual() {
  usual(form, /** @type {HTMLSelectElement} */ (find("#ruleset")).value);
  usualEndings = JSON.stringify(readAgreement(form).endings);
}

/** The page of a player links here with the name of the player to challenge. */
function showAsked() {
  const name = new URLSearchParams(location.search).get("to");
  if (!name || !form.querySelector("[name=to]")) return;
  choose(form, "opponent", "player");
  input(form, "to").value = name;
}

function showFitting() {
  const chosen = new FormData(form);
  const engine = chosen.get("opponent") === "engine";
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for=engine]")))
    part.hidden = !engine;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for=people]")))
    part.hidden = engine;
  const daily = /** @type {HTMLOptGroupElement} */ (find("[data-for=days]", form));
  daily.hidden = daily.disabled = engine;
  if (engine && readDays(Object.fromEntries(chosen))) choose(form, "clock", "600+5");
  const own = /** @type {HTMLFieldSetElement} */ (find("[data-for=own-clock]", form));
  own.hidden = own.disabled = chosen.get("clock") !== OWN;
  const named = /** @type {HTMLFieldSetElement | null} */ (form.querySelector("[data-for=player]"));
  if (named) named.hidden = named.disabled = chosen.get("opponent") !== "player";
}

/** Whether a request is under way: a second press makes no second game. */
let attempting = false;

/** @param {() => Promise<unknown>} act */
async function attempt(act) {
  if (attempting) return;
  attempting = true;
  try {
    await act();
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
  attempting = false;
}
