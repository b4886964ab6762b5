/** The players of a game who have accounts: their pages, their ratings, and the changes by a rated game. */

import { t } from "../i18n.js";
import { page } from "../page.js";
import { pageAddress } from "../places.js";
import { offers, request } from "../transport/request.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./wire.js").Color} Color
 * @typedef {{rating: number, deviation: number, provisional: boolean, games: number}} Figure
 * @typedef {{name: string, account: string, rating?: Figure, change?: number, computer?: string}} Person
 * @typedef {{rated: boolean, counted: boolean, players: Partial<Record<Color, Person>>}} People
 */

/** Seconds between the end of a rated game and the requests for its ratings. */
const PATIENCE = [0.3, 1, 2, 4, 8, 16];

/** @type {People} */
let people = page.people ?? { rated: false, counted: false, players: {} };

/**
 * Sets the players and their ratings when the page changes to another game.
 * @param {People} told
 */
export function knowPeople(told) {
  people = told;
}

/**
 * Requests the new ratings when a rated game has ended.
 * @param {Game} game
 * @param {() => void} show called when they are known
 */
export function startPeople(game, show) {
  let asking = false;
  game.addEventListener("change", async () => {
    if (asking || people.counted || !people.rated || !game.known || !game.over || game.moves.length < 2) return;
    asking = true;
    for (const seconds of PATIENCE) {
      await new Promise((done) => setTimeout(done, seconds * 1000));
      if (await isCounted(game)) return show();
    }
  });
}

/** @param {Game} game */
async function isCounted(game) {
  if (!offers("games.players")) return false;
  const told = await request("games.players", { game: game.connection.game }).catch(() => people);
  if (told.counted) people = told;
  return people.counted;
}

/**
 * A player's rating and its change by the game, such as `1523? +8`; empty for one without.
 * @param {Color} color
 */
export function ratingText(color) {
  const { rating, change } = people.players[color] ?? {};
  if (!rating) return change === undefined ? "" : signed(change);
  const figure = `${rating.rating}${rating.provisional ? "?" : ""}`;
  return change === undefined ? figure : `${figure} ${signed(change)}`;
}

/**
 * Whether a player is somebody's program.
 * @param {Color} color
 */
export function isComputer(color) {
  return Boolean(people.players[color]?.computer);
}

/**
 * The address of a player's page; empty for a guest.
 * @param {Color} color
 */
export function addressOfPerson(color) {
  const account = people.players[color]?.account;
  return account && page.pages.player ? pageAddress("player", { account }) : "";
}

/**
 * The change of the viewer's rating by the game; empty if there is none, or for spectators.
 * @param {Game} game
 */
export function changeText(game) {
  const { rating, change } = (game.me && people.players[game.me]) || {};
  if (!rating || change === undefined) return "";
  return t("Your rating: {rating} ({change})", { rating: `${rating.rating + change}`, change: signed(change) });
}

/** @param {number} change */
function signed(change) {
  return change < 0 ? `−${-change}` : `+${change}`;
}
