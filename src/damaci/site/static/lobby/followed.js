/** The followed players who are here: a list in the lobby while there are any. */

import { find, make } from "../dom.js";
import { t } from "../i18n.js";
import { listedName } from "../people/link.js";
import { pageAddress } from "../places.js";
import { List } from "./list.js";

/**
 * @typedef {{name: string, account: string, game?: string, computer?: string}} Friend
 * @typedef {Friend & {id: string}} Item
 */

/** Rows in the lobby; the page linked by the heading has all. */
const MOST = 6;

const place = find("#followed");
const list = new List(find("ul", place), (/** @type {Item} */ item) => row(item));

/** @type {Map<string, Item>} */
let shown = new Map();

/**
 * Shows who is here. Rows stay while nothing in them changes, so that no link vanishes under the pointer.
 * @param {Friend[]} players
 */
export function showFollowed(players) {
  const items = players.slice(0, MOST).map(itemOf);
  shown = new Map(items.map((item) => [item.id, item]));
  place.hidden = items.length === 0;
  list.show(items);
}

/**
 * The item that is shown already, if it is the same.
 * @param {Friend} friend
 */
function itemOf(friend) {
  const item = { ...friend, id: friend.account };
  const before = shown.get(item.id);
  return before && JSON.stringify(before) === JSON.stringify(item) ? before : item;
}

/** @param {Friend} friend */
function row({ name, account, game, computer }) {
  const about = [computer && t("Computer"), game ? t("Playing now") : t("Here now")].filter(Boolean).join(" · ");
  const link = listedName(name, account);
  const act = game
    ? button(pageAddress("game", { game }), t("Watch"), t("Watch {name}", { name }))
    : button(pageAddress("player.challenge", { account }), t("Challenge"), t("Challenge {name}", { name }));
  return make("li", {}, make("p", {}, make("b", {}, link), make("span", {}, about)), act);
}

/**
 * @param {string} href
 * @param {string} label
 * @param {string} name for screen readers
 */
function button(href, label, name) {
  return make("a", { class: "button", href, "aria-label": name }, label);
}
