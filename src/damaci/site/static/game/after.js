/** The rematch and the other choices after a game. */

import { t } from "../i18n.js";
import { goToGame } from "./focus.js";
import { resultText } from "./sentences.js";
import { opposite } from "./wire.js";

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
  if (game.may("play-again")) return { answers: [[t("Rematch"), playAgain]] };
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
      answers: [ask, decline],
    };
  }
  return { answers: [ask, ...others] };
}

/**
 * Takes both players to the rematch; spectators may choose.
 * @param {Game} game
 */
export function startFollowing(game) {
  game.addEventListener("change", () => {
    if (game.may("rematch") && game.now.rematch && game.notice?.event === "rematched") goToGame(game.now.rematch);
  });
}
