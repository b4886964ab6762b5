/** Challenges to and by the visitor, over whichever page is open. */

import { make } from "../dom.js";
import { isolated, t } from "../i18n.js";
import { termsText } from "../lobby/terms.js";
import { page } from "../page.js";
import { playerLink } from "../people/link.js";
import { goToPage, pageAddress } from "../places.js";
import { request } from "../transport/request.js";
import { answersTo, attempt, reasonText } from "./answers.js";

/**
 * @typedef {import("../lobby/state.js").Terms} Terms
 * @typedef {{id: string, name: string, account: string, terms: Terms, rating?: number, provisional?: boolean}} Incoming
 * @typedef {{id: string, name: string, account: string, terms: Terms, declined?: string}} Outgoing
 * @typedef {{id: string, name: string, account: string}} Begun
 * @typedef {{incoming?: Incoming[], outgoing?: Outgoing[], begun?: Begun[]}} Challenges
 */

const list = make("ul", { id: "challenges", "aria-live": "polite", "aria-label": t("Challenges") });

/** @type {Map<string, HTMLElement>} */
const rows = new Map();

/**
 * Shows the challenges as they are now. Rows stay while their challenges stay: nobody loses the button that they are
 * about to press.
 * @param {Challenges} told
 */
export function showChallenges({ incoming = [], outgoing = [], begun = [] }) {
  if (!list.isConnected) document.body.append(list);
  const here = page.game ?? "";
  const [accepted] = begun;
  if (accepted && !here && !document.hidden) return goToPage("game", { game: accepted.id });
  const shown = new Map(
    begun.filter(({ id }) => id !== here).map((each) => [`begun ${each.id}`, () => begunRow(each)]),
  );
  for (const each of incoming) if (each.id !== here) shown.set(each.id, () => incomingRow(each));
  for (const each of outgoing)
    if (each.declined && each.id !== here) shown.set(`declined ${each.id}`, () => declinedRow(each));
  for (const [key, row] of rows)
    if (!shown.has(key) && !key.startsWith("begun ")) {
      row.remove();
      rows.delete(key);
    }
  for (const [key, makeRow] of shown) if (!rows.has(key)) rows.set(key, list.appendChild(makeRow()));
}

/** @param {Incoming} challenge */
function incomingRow(challenge) {
  const { name, rating, provisional, terms } = challenge;
  const figure = rating ? `${rating}${provisional ? "?" : ""}` : "";
  const about = [figure, termsText(terms)].filter(Boolean).join(" · ");
  return row(challenge, t("{name} challenges you", { name: isolated(name) }), about, ...answersTo(challenge));
}

/** @param {Outgoing} challenge */
function declinedRow(challenge) {
  const { id, name, declined = "" } = challenge;
  const close = make("button", { type: "button" }, t("All right"));
  close.addEventListener("click", () => attempt(() => request("challenges.withdraw", { challenge: id })));
  return row(challenge, t("{name} declines", { name: isolated(name) }), reasonText(declined), close);
}

/** @param {Begun} game */
function begunRow(game) {
  const { id, name } = game;
  const go = make("a", { class: "button primary", href: pageAddress("game", { game: id }) }, t("To the game"));
  return row(game, t("{name} accepts: your game has begun", { name: isolated(name) }), "", go);
}

/**
 * @param {{account: string}} other who has done it
 * @param {string} told
 * @param {string} about
 * @param {Node[]} acts
 */
function row({ account }, told, about, ...acts) {
  const who = playerLink(make("b", {}, told), account);
  return make("li", {}, make("p", {}, who, make("span", {}, about)), ...acts);
}
