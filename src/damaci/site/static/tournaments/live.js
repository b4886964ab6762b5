/** The boards of a tournament, live: one under the other, or for a projector page by page. */

import "../shell.js";
import "../board/define.js";
import { attribute, find, make, write } from "../dom.js";
import { startBanner } from "../banner.js";
import { isolated, t } from "../i18n.js";
import { showBoard, showTime, side } from "../live/board.js";
import { page } from "../page.js";
import { playerLink } from "../people/link.js";
import { pageAddress } from "../places.js";
import { subscribe } from "../transport/channel.js";
import { largest, pagesOf, placeOf, thatFit } from "./fitting.js";
import { pageOf, startTurning } from "./turning.js";

/**
 * @typedef {import("../game/wire.js").Color} Color
 *
 * @typedef {import("../live/board.js").Board & {
 *   round: number,
 *   board: number,
 *   version: number,
 *   white: string,
 *   black: string,
 *   accounts: Partial<Record<Color, string>>,
 *   clocks: import("../game/wire.js").Clocks | null,
 *   at: number,
 * }} Board `clocks` as they were at the moment `at`, in epoch seconds of the server
 *
 * @typedef {object} News of a section
 * @property {number} now epoch seconds of the server
 * @property {number} section
 * @property {number} total all boards of the tournament
 * @property {string[]} games of this section, in their order
 * @property {Board[]} boards those that have changed
 *
 * @typedef {{tournament: string, arena: boolean, size: number, news: News}} Live `size`: boards of a section
 */

/** Milliseconds between two updates of the clocks. */
const TICK = 250;

const { tournament, arena, size, news: first } = /** @type {Live} */ (page.live);
const list = find("#boards");
const wall = document.querySelector("#wall");

/** @type {Map<string, {item: HTMLElement, board: Board}>} the boards of the section by their games */
let known = new Map();

/** The last news. */
let news = first;

/** Seconds by which the server's clock is ahead of this page's. */
let ahead = 0;

/** The section that is followed. */
let section = first.section;

take(first, false);
let channel = follow();
if (wall) startTurning(show);
else startBanner(channel);
setInterval(showTimes, TICK);

function follow() {
  const followed = subscribe("tournament.boards", { tournament, section });
  followed.addEventListener("message", (event) => take(/** @type {CustomEvent<News>} */ (event).detail, true));
  followed.addEventListener("state", () => {
    document.dispatchEvent(new CustomEvent(followed.state === "open" ? "reached" : "unreached"));
  });
  return followed;
}

/**
 * @param {News} told
 * @param {boolean} moving whether last moves are animated
 */
function take(told, moving) {
  const fresh = new Map(told.boards.map((board) => [board.game, board]));
  const next = new Map();
  for (const game of told.games) {
    const before = known.get(game);
    const board = fresh.get(game) ?? before?.board;
    if (board) next.set(game, { item: before?.item ?? newItem(board), board });
    if (board && board !== before?.board) fill(next.get(game).item, board, moving && before?.board);
  }
  known = next;
  news = told;
  ahead = told.now - performance.now() / 1000;
  if (moving || !wall) show();
}

/** @param {Board} board */
function newItem(board) {
  const template = /** @type {HTMLTemplateElement} */ (find("#board"));
  // Imported, not cloned: in the template's own document the board would not be a custom element.
  const item = find("li", document.importNode(template.content, true));
  attribute(find(".whole", item), "href", pageAddress("game", { game: board.game }));
  attribute(item, "data-game", board.game);
  return item;
}

/**
 * @param {HTMLElement} item
 * @param {Board} board
 * @param {Board | false | undefined} before
 */
function fill(item, board, before) {
  write(find(".number", item), arena ? "" : `${board.board}`);
  attribute(find(".whole", item), "aria-label", `${isolated(board.white)} – ${isolated(board.black)}`);
  for (const color of /** @type {const} */ (["white", "black"]))
    showName(find("bdi", side(item, color)), board[color], board.accounts[color]);
  showBoard(item, board, Boolean(before && board.plies === before.plies + 1));
}

/**
 * Shows the name of a player, as a link to the player's page if there is one; a projector's picture has no links.
 * @param {HTMLElement} place
 * @param {string} name
 * @param {string} [account]
 */
function showName(place, name, account) {
  if (place.textContent === name) return;
  place.replaceChildren(wall ? name : playerLink(name, account));
}

/** Shows the boards, or those of the current page. */
function show() {
  const items = [...known.values()].map(({ item }) => item);
  const shown = wall ? onThisPage(items) : items;
  if (shown.some((item, place) => list.children[place] !== item) || list.children.length !== shown.length)
    list.replaceChildren(...shown);
  find("#nothing").hidden = news.total > 0;
  const round = [...known.values()][0]?.board.round ?? 0;
  write(find("#round"), round && !arena ? t("Round {n}", { n: round }) : "");
  if (!wall) showSections();
  showTimes();
}

/** @param {HTMLElement[]} items */
function onThisPage(items) {
  const room = { width: list.clientWidth, height: find("#wall").clientHeight };
  const fit = thatFit(room, size);
  const at = pageOf(pagesOf(news.total, size, fit));
  const place = placeOf(at, size, fit);
  const { columns, side } = largest(room, Math.min(fit, news.total));
  list.style.setProperty("--columns", `${columns}`);
  list.style.setProperty("--size", `${side}px`);
  if (place.section !== section) goTo(place.section);
  // The shown boards stay until those of the other section have come.
  if (news.section !== section) return /** @type {HTMLElement[]} */ ([...list.children]);
  return items.slice(place.first, place.first + fit);
}

/** @param {number} other */
function goTo(other) {
  section = other;
  channel.close();
  channel = follow();
}

/** Links to the other sections. */
function showSections() {
  const nav = find("#sections");
  const sections = Math.max(section, Math.ceil(news.total / size));
  nav.hidden = sections < 2;
  if (nav.children.length === sections) return;
  nav.replaceChildren(...Array.from({ length: sections }, (_, number) => linkTo(number + 1)));
}

/** @param {number} other */
function linkTo(other) {
  const last = Math.min(other * size, Math.max(news.total, (other - 1) * size + 1));
  const link = make(
    "a",
    { href: pageAddress("tournament.section", { tournament, section: other }) },
    `${(other - 1) * size + 1}–${last}`,
  );
  if (other === section) link.setAttribute("aria-current", "page");
  return link;
}

function showTimes() {
  const now = performance.now() / 1000 + ahead;
  for (const { item, board } of known.values())
    for (const color of /** @type {const} */ (["white", "black"])) {
      const { clocks, at } = board;
      const runs = clocks?.running === color && board.result === "*";
      const gone = runs ? Math.max(0, now - at - (clocks.rests ?? 0)) : 0;
      showTime(item, color, clocks && clocks[color] - gone, runs);
    }
}
