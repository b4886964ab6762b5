/** The sentences of the game page, in the player's language. */

import { explain } from "../explain.js";
import { t, tn } from "../i18n.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./wire.js").Color} Color
 */

/** @param {Color} color */
export function colorName(color) {
  return color === "white" ? t("White") : t("Black");
}

/** @param {Game} game */
export function turnText(game) {
  const { me, turn, record } = game;
  if (me === null) return turn === "white" ? t("White to move") : t("Black to move");
  if (me === turn) return t("Your turn");
  if (game.awayUntil(turn)) return t("Your opponent is on holiday");
  if (record.settings.days) return t("Your opponent’s turn");
  return record.seats[turn].kind === "engine" ? t("The computer is thinking…") : t("Your opponent is thinking…");
}

/** @param {number} count */
export function mustTake(count) {
  return tn("You must take {n} piece.", "You must take {n} pieces.", count);
}

/** @param {Game} game */
export function resultText(game) {
  const winner = winnerOf(game);
  if (game.now.reason === "annulled") return t("Annulled");
  if (winner === null) return t("Draw");
  if (game.me !== null) return game.me === winner ? t("You win!") : t("You lose");
  return winner === "white" ? t("White wins") : t("Black wins");
}

/**
 * Why a request was refused: what is wrong, then what to do.
 * @param {import("./wire.js").Refused} refused
 * @returns {[string, string]}
 */
export function refusalText({ code, instead = [], ...counts }) {
  const { headline, detail, advice } = explain(code, counts);
  const shown = instead.length > 0 ? t("The arrow on the board shows how.") : "";
  return [headline, [detail, advice || shown].filter(Boolean).join(" ")];
}

/**
 * The sentence for an event that is not a move.
 * @param {Game} game
 * @param {import("./wire.js").TableEvent} event
 */
export function noticeText(game, { event, by = "white", since = 0, until = 0 }) {
  const engine = game.record.seats[by].kind === "engine";
  switch (event) {
    case "draw-declined":
      return engine ? t("The computer wants to play on.") : t("The draw is declined.");
    case "takeback-declined":
      return t("The move stands: taking it back is declined.");
    case "taken-back":
      return t("The move is taken back.");
    case "plan-failed":
      return t("Your planned move could not be played.");
    case "resumed":
      return until ? absenceText(until - since) : "";
    default:
      return "";
  }
}

/** @param {number} seconds */
function absenceText(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes >= 2)
    return tn(
      "The server was away for {n} minute; nobody's clock ran.",
      "The server was away for {n} minutes; nobody's clock ran.",
      minutes,
    );
  return tn(
    "The server was away for {n} second; nobody's clock ran.",
    "The server was away for {n} seconds; nobody's clock ran.",
    Math.max(1, Math.round(seconds)),
  );
}

/**
 * The customary announcement of the player who has just moved.
 * @param {import("./wire.js").Announced} announced
 */
export function courtesyText({ said, count = 0 }) {
  if (said === "dama") return t("Dama!");
  if (said === "dama-next") return t("Dama is next.");
  return tn("I ask for {n} piece.", "I ask for {n} pieces.", count);
}

/** @param {Game} game */
function winnerOf({ now }) {
  if (now.result === "1-0") return "white";
  return now.result === "0-1" ? "black" : null;
}
