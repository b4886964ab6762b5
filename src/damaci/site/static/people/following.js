/** The page of those whom the visitor follows: says who comes, who goes, and which game they play. */

import "./follow.js";
import { attribute, find, make, write } from "../dom.js";
import { language, t } from "../i18n.js";
import { pageAddress } from "../places.js";
import { subscribe } from "../transport/channel.js";

/** @typedef {import("../lobby/followed.js").Friend} Friend */

const list = /** @type {HTMLElement | null} */ (document.querySelector(".followed"));
const rows = /** @type {HTMLElement[]} */ ([...(list?.children ?? [])]);

if (list) {
  subscribe("following").addEventListener("message", (event) => {
    const news = /** @type {CustomEvent} */ (event).detail;
    if (news.type === "followed") show(news.players);
  });
  for (const left of ["pointerleave", "focusout"]) list.addEventListener(left, () => setTimeout(sort));
}

/** @param {Friend[]} players those who are here */
function show(players) {
  const here = new Map(players.map((player) => [player.account, player]));
  for (const row of rows) showRow(row, here.get(row.dataset.account ?? ""));
  sort();
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

/** Those who are here come first; nothing moves while somebody is about to press a button of the list. */
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
