/** When the game is over: another one, if both want it. */

import { t } from "../i18n.js";
import { resultText } from "../game/sentences.js";
import { opposite } from "../game/wire.js";
import { page } from "../page.js";

/**
 * What the card says then. Goes to the next game as soon as there is one.
 * @param {import("../game/game.js").Game} game
 * @returns {Partial<import("../game/card.js").Message>}
 */
export function afterwards(game) {
  const { me, now } = game;
  const home = /** @type {[string, () => void][]} */ (page.guest ? [] : [[t("New game"), () => location.assign("/")]]);
  if (now.rematch)
    return { answers: [[t("To the next game"), () => location.assign(`/game/${now.rematch}`)], ...home] };
  if (me === null) return { answers: home };
  if (now.rematch_offer === me) {
    return {
      detail: t("You have asked for a rematch."),
      answers: [[t("Never mind"), () => game.ask("decline-rematch")], ...home],
    };
  }
  const ask = /** @type {[string, () => void]} */ ([t("Rematch"), () => game.ask("offer-rematch")]);
  if (now.rematch_offer === opposite(me)) {
    const decline = /** @type {[string, () => void]} */ ([t("Decline"), () => game.ask("decline-rematch")]);
    return { headline: t("Your opponent asks for a rematch."), detail: resultText(game), answers: [ask, decline] };
  }
  return { answers: [ask, ...home] };
}

/**
 * Players go on to the next game together; who watches may choose.
 * @param {import("../game/game.js").Game} game
 */
export function startFollowing(game) {
  game.addEventListener("change", () => {
    if (game.known && game.me !== null && game.now.rematch && game.notice?.event === "rematched")
      location.assign(`/game/${game.now.rematch}`);
  });
}
