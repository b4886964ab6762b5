/** The rematch and the other choices after a game. */

import { t } from "../i18n.js";
import { goToGame } from "./focus.js";
import { resultText } from "./sentences.js";
import { opposite } from "./sides.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./card.js").Message} Message
 * @typedef {import("./card.js").Answer} Answer
 */

/**
 * The card's text and buttons for the next game.
 * @param {Game} game
 * @param {import("./card.js").Doors} doors
 * @returns {Partial<Message> & {answers: Answer[]}}
 */
export function afterwards(game, { newGame, playAgain }) {
  if (game.may("play-again")) {
    const again = game.record.settings.fen ? t("Once more") : t("Rematch");
    return { answers: [[again, playAgain]] };
  }
  const answers = /** @type {Answer[]} */ (game.may("lobby") || game.may("new-game") ? [[t("New game"), newGame]] : []);
  const { rematch } = game.now;
  if (rematch) return { answers: [[t("To the next game"), () => goToGame(rematch)], ...answers] };
  return game.may("rematch") ? offers(game, answers) : { answers };
}

/**
 * @param {Game} game
 * @param {Answer[]} others further buttons
 * @returns {Partial<Message> & {answers: Answer[]}}
 */
function offers(game, others) {
  const { me, now } = game;
  if (me && now.rematch_offer === me) {
    const withdraw = /** @type {Answer} */ ([t("Never mind"), () => game.ask("decline-rematch")]);
    return { detail: t("You have asked for a rematch."), answers: [withdraw, ...others] };
  }
  const ask = /** @type {Answer} */ ([t("Rematch"), () => game.ask("offer-rematch")]);
  if (me && now.rematch_offer === opposite(me)) {
    const decline = /** @type {Answer} */ ([t("Decline"), () => game.ask("decline-rematch")]);
    return {
      headline: t("Your opponent asks for a rematch."),
      detail: resultText(game),
      brief: true,
      answers: [ask, decline],
    };
  }
  return { answers: [ask, ...others] };
}

/** Milliseconds for which the players see the result of the first of two games. */
const BETWEEN_GAMES = 5000;

/**
 * Takes both players to the rematch, or to the next of the games that they have agreed on; spectators may choose.
 * @param {Game} game
 */
export function startFollowing(game) {
  let going = false;
  game.addEventListener("change", () => {
    if (going || !game.may("rematch") || game.notice?.event !== "rematched") return;
    const { rematch } = game.now;
    if (!rematch) return;
    going = true;
    const agreed = (game.record.settings.games ?? 1) > 1;
    if (agreed) setTimeout(() => goToGame(rematch), BETWEEN_GAMES);
    else goToGame(rematch);
  });
}
