/** Shows in a game by the day until when its players are on holiday. */

import { find, make, write } from "../dom.js";
import { language, t } from "../i18n.js";
import { moments } from "../times.js";

/**
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../game/wire.js").Color} Color
 */

/** Milliseconds between two checks whether a holiday has ended. */
const LOOK = 30_000;
const COLORS = /** @type {const} */ (["white", "black"]);

/** @param {Game} game by the day, already known */
export function startAway(game) {
  const place = make("p", { id: "on-holiday", role: "status" });
  find("#watching").before(place);
  const show = () => {
    const sentences = COLORS.map((color) => sentence(game, color));
    write(place, sentences.filter(Boolean).join(" "));
  };
  game.addEventListener("change", show);
  setInterval(() => {
    const before = place.textContent;
    show();
    // Other sentences of the page may mention the holiday.
    if (place.textContent !== before) game.dispatchEvent(new Event("change"));
  }, LOOK);
  show();
}

/**
 * @param {Game} game
 * @param {Color} color
 */
function sentence(game, color) {
  const until = game.awayUntil(color);
  if (!until) return "";
  const time = moments(language).format(until);
  if (game.me === color) return t("You are on holiday until {time}.", { time });
  if (game.me) return t("Opponent on holiday until {time}.", { time });
  return color === "white"
    ? t("White is on holiday until {time}.", { time })
    : t("Black is on holiday until {time}.", { time });
}
