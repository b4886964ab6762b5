/** The openings: each move of the current position in the book and in games, here and on a server beside it. */

import { find, make, write } from "../dom.js";
import { language, joined, t, tn } from "../i18n.js";
import { page } from "../page.js";
import { pageAddress } from "../places.js";
import { offers, request } from "../transport/request.js";
import { ask } from "./ask.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{white?: number, draw?: number, black?: number}} Tally how games ended; zeros are omitted
 * @typedef {{text: string, value?: number, kept?: Tally, games?: string[], server?: Tally, engine?: Tally}} Explored
 *   `value` in centimen, for White; `server`: how games on the server ended
 * @typedef {{moves: Explored[], counting: boolean, name: string[]}} Found
 */

/** The request to the server beside this app, where there is one. */
const SERVER = "analysis.explore_server";

const signed = new Intl.NumberFormat(language, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: "exceptZero",
});
const number = new Intl.NumberFormat(language);
const share = new Intl.NumberFormat(language, { style: "percent" });

/** A pause in stepping through a game after which the moves are looked up, in milliseconds. */
const PAUSE = 150;

/** The most moves by which an opening is named. */
const NAMED_PLIES = 4;

/** Plies of a line that the server's page of openings walks. */
const LONGEST = 60;

/**
 * @param {Tree} tree
 * @param {HTMLDetailsElement} openings that has just been opened
 */
export function startExplorer(tree, openings) {
  let asked = 0;
  let shown = "";
  let waiting = 0;

  async function look() {
    const node = tree.current;
    const looked = { here: tree.here, line: lineOf(tree) };
    const place = JSON.stringify(looked);
    if (!openings.open || place === shown) return;
    shown = place;
    asked += 1;
    const mine = asked;
    const found = await ask("explore", looked);
    if (mine !== asked) return;
    if (!found || tree.current !== node) {
      shown = "";
      return;
    }
    show(tree, found);
    if (!offers(SERVER)) return;
    const there = await onServer(tree);
    if (mine === asked && tree.current === node) show(tree, { ...found, moves: together(found.moves, there) });
  }

  openings.addEventListener("toggle", look);
  tree.addEventListener("change", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, PAUSE);
  });
  look();
}

/**
 * The first moves, by which openings are named; none in a game that does not begin at the start.
 * @param {Tree} tree
 */
function lineOf(tree) {
  return wholeLineOf(tree)?.slice(0, NAMED_PLIES) ?? [];
}

/**
 * The moves to the current position; null in a game that does not begin at the start.
 * @param {Tree} tree
 */
function wholeLineOf({ root, current, ruleset }) {
  const starts = /** @type {Record<string, string>} */ (page.starts);
  if (root.fen !== starts[ruleset]) return null;
  const line = [];
  for (let node = current; node.parent; node = node.parent) line.unshift(node.text);
  return line;
}

/**
 * How games on the server ended; nothing if it cannot be reached, or gives no help in a game that is being played.
 * @param {Tree} tree
 * @returns {Promise<Explored[]>}
 */
async function onServer({ current, ruleset }) {
  const found = await request(SERVER, { fen: current.fen, ruleset }).catch(() => null);
  return found?.moves ?? [];
}

/**
 * The moves with the server's games; moves that only the server knows come last.
 * @param {Explored[]} here
 * @param {Explored[]} there
 */
function together(here, there) {
  const played = new Map(there.filter(({ kept }) => kept).map((move) => [move.text, move]));
  const both = here.map((move) => ({ ...move, server: played.get(move.text)?.kept }));
  const known = new Set(here.map(({ text }) => text));
  const others = [...played.values()].filter(({ text }) => !known.has(text));
  return [...both, ...others.map(({ text, kept }) => ({ text, server: kept }))];
}

/**
 * @param {Tree} tree
 * @param {Found} found
 */
function show(tree, { moves, counting, name }) {
  write(find("#opening-name"), joined(name));
  const games = find("#explored-games");
  games.hidden = true;
  find("#openings tbody").replaceChildren(...moves.map((move) => rowOf(tree, move)));
  const table = find("#openings table");
  table.hidden = moves.length === 0;
  // A column without any number is hidden.
  table.toggleAttribute("data-no-kept", !moves.some((move) => move.kept));
  table.toggleAttribute("data-no-server", !moves.some((move) => move.server));
  table.toggleAttribute("data-no-engine", !moves.some((move) => move.engine));
  const nothing = moves.length ? "" : t("Neither the book nor any game has this position.");
  write(find("#unexplored"), counting ? t("Your games are still being counted.") : nothing);
}

/**
 * @param {Tree} tree
 * @param {Explored} move
 */
function rowOf(tree, move) {
  const play = make("button", { type: "button" }, move.text);
  const { current } = tree;
  // Until the next answer comes, the table is about this position.
  play.addEventListener("click", () => tree.current === current && tree.play(move.text));
  const worth = move.value === undefined ? "" : signed.format(move.value / 100);
  return make(
    "tr",
    {},
    make("td", {}, play),
    make("td", {}, worth),
    make("td", {}, ...keptOf(move)),
    make("td", {}, ...serverOf(tree, move)),
    make("td", {}, ...tallyOf(move.engine ?? {})),
  );
}

/**
 * The games here: a button that lists the last of them.
 * @param {Explored} move
 */
function keptOf({ kept = {}, games = [] }) {
  const parts = tallyOf(kept);
  if (!parts.length) return [];
  const button = make("button", { type: "button" }, ...parts);
  button.addEventListener("click", () => list(games));
  return [button];
}

/**
 * The games on the server: a link to its own page of the position after the move, where the line from the start leads.
 * @param {Tree} tree
 * @param {Explored} move
 */
function serverOf(tree, { text, server = {} }) {
  const parts = tallyOf(server);
  const line = wholeLineOf(tree);
  if (!parts.length || !line || line.length >= LONGEST) return parts;
  const address = pageAddress("openings.of", { ruleset: tree.ruleset, line: [...line, text].join(" ") });
  return [make("a", { href: address }, ...parts)];
}

/**
 * How many games there are and how they ended, as text and as a bar.
 * @param {Tally} tally
 */
function tallyOf({ white = 0, draw = 0, black = 0 }) {
  const games = white + draw + black;
  if (!games) return [];
  const bar = make("span", { class: "share", "aria-hidden": "true" });
  bar.style.setProperty("--won", `${(100 * white) / games}%`);
  bar.style.setProperty("--drawn", `${(100 * (white + draw)) / games}%`);
  const parts = {
    white: share.format(white / games),
    draw: share.format(draw / games),
    black: share.format(black / games),
  };
  const words = t("White won {white}, drawn {draw}, Black won {black}", parts);
  const count = tn("{n} game", "{n} games", games);
  return [
    make("span", { "aria-hidden": "true", title: words }, number.format(games)),
    make("span", { class: "visually-hidden" }, `${count}: ${words}`),
    bar,
  ];
}

/** @param {string[]} games */
async function list(games) {
  const found = await ask("explored", { games });
  if (!found) return;
  const shelf = find("#explored-games");
  shelf.replaceChildren(...found.map((/** @type {any} */ game) => make("li", {}, linkOf(game))));
  shelf.hidden = false;
  shelf.querySelector("a")?.focus();
}

/** @param {{id: string, title: string, result: string}} game */
function linkOf({ id, title, result }) {
  return make("a", { href: pageAddress("analysis.game", { game: id }) }, `${title}, ${result}`);
}
