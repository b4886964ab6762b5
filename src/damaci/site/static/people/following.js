/** The page of the players whom the visitor follows: shows who comes and goes, and their games. */

import "./follow.js";
import { attribute, find, make, write } from "../dom.js";
import { language, t } from "../i18n.js";
import { pageAddress } from "../places.js";
import { subscribe } from "../transport/channel.js";
import { request } from "../transport/request.js";
import { playerLink } from "./link.js";

/**
 * @typedef {import("../lobby/followed.js").Friend} Friend
 * @typedef {Friend & {here?: boolean}} Followed
 */

const list = /** @type {HTMLElement | null} */ (document.querySelector(".followed"));
let rows = /** @type {HTMLElement[]} */ ([...(list?.children ?? [])]);

if (list) {
  subscribe("following").addEventListener("message", (event) => {
    const news = /** @type {CustomEvent} */ (event).detail;
    if (news.type === "followed") show(news.players);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) readAgain();
  });
  for (const left of ["pointerleave", "focusout"]) list.addEventListener(left, () => setTimeout(sort));
}

/** @param {Friend[]} players those who are here */
function show(players) {
  const known = new Set(rows.map((row) => row.dataset.account));
  if (players.some(({ account }) => !known.has(account))) return readAgain();
  const here = new Map(players.map((player) => [player.account, player]));
  for (const row of rows) showRow(row, here.get(row.dataset.account ?? ""));
  sort();
}

/** Shows the players followed now: some may have another name, and other pages may have changed the list. */
async function readAgain() {
  try {
    take((await request("following.list")).players);
  } catch {
    // The next news tries again.
  }
}

/** @param {Followed[]} players */
function take(players) {
  const before = new Map(rows.map((row) => [row.dataset.account, row]));
  const accounts = new Set(players.map(({ account }) => account));
  for (const row of rows) if (!accounts.has(row.dataset.account ?? "")) row.remove();
  rows = players.map((player) => before.get(player.account) ?? newRow(player));
  list?.append(...rows.filter((row) => !row.isConnected));
  show(players.filter(({ here }) => here));
}

/** @param {Followed} player */
function newRow({ name, account, computer }) {
  const told = make("span", {}, computer ? `${t("Computer")} · ` : "", make("i", { "data-now": "" }));
  const who = make("p", {}, make("b", {}, playerLink(make("bdi", {}, name), account)), told);
  return make("li", { "data-account": account, "data-name": name }, who, answers(name, account));
}

/**
 * @param {string} name
 * @param {string} account
 */
function answers(name, account) {
  const href = pageAddress("player.challenge", { account });
  const challenge = make("a", { class: "button", href, "aria-label": t("Challenge {name}", { name }) }, t("Challenge"));
  const follow = make(
    "button",
    {
      type: "button",
      class: "follow",
      "data-follow": account,
      "aria-pressed": "true",
      "aria-label": t("Follow {name}", { name }),
    },
    t("Follow"),
  );
  return make("div", { class: "answers" }, challenge, follow);
}

/**
 * @param {HTMLElement} row
 * @param {Friend} [friend] if the player is here
 */
function showRow(row, friend) {
  attribute(row, "data-here", friend ? "" : null);
  write(find("[data-now]", row), nowText(friend));
  showWatch(row, friend?.game ?? "");
}

/** @param {Friend} [friend] */
function nowText(friend) {
  if (!friend) return t("Not here now");
  return friend.game ? t("Playing now") : t("Here now");
}

/**
 * The link to the game that is being played, if there is one.
 * @param {HTMLElement} row
 * @param {string} game
 */
function showWatch(row, game) {
  const link = row.querySelector("[data-watch]");
  const href = pageAddress("game", { game });
  if (!game) return remove(row, link);
  if (link) return attribute(link, "href", href);
  const label = t("Watch {name}", { name: row.dataset.name ?? "" });
  find(".answers", row).prepend(
    make("a", { class: "button", "data-watch": "", href, "aria-label": label }, t("Watch")),
  );
}

/**
 * Removes a link; the focus goes to the next one.
 * @param {HTMLElement} row
 * @param {Element | null} link
 */
function remove(row, link) {
  const focused = link === document.activeElement;
  link?.remove();
  if (link && focused) find(".answers a", row).focus();
}

/** Players who are here come first. Nothing moves while the pointer or the focus is in the list. */
function sort() {
  if (!list || list.matches(":hover, :focus-within")) return;
  const sorted = [...rows].sort((one, other) => byHere(one, other) || byName(one, other));
  if (sorted.some((row, place) => list.children[place] !== row)) list.append(...sorted);
}

/**
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
function byHere(one, other) {
  return Number("here" in other.dataset) - Number("here" in one.dataset);
}

/**
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
function byName(one, other) {
  return `${one.dataset.name}`.localeCompare(`${other.dataset.name}`, language);
}
