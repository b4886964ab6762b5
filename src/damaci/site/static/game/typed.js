/** The field for typed moves and commands. */

import { find } from "../dom.js";
import { language, t } from "../i18n.js";
import { changes, preferences } from "../preferences.js";

/** Characters that are typed or copied in place of a hyphen. */
const DASH = /[‐-―−]/g;

/**
 * Returns a function that shows the field to those who may move, and hides it from others: to be called when the game
 * has changed. What is entered before the game is known stays in the field until then.
 * @param {{known: boolean, watched?: boolean, attempt: (move: string) => void}} game
 * @param {Record<string, () => void>} commands functions by typed command
 */
export function startTyped(game, commands) {
  const form = /** @type {HTMLFormElement} */ (find("#typed"));
  const field = /** @type {HTMLInputElement} */ (find("#typed-move"));
  const show = () => (form.hidden = !preferences.typed_moves || Boolean(game.watched));
  changes.addEventListener("change", show);
  show();

  let entered = false;
  field.addEventListener("input", () => (entered = false));
  const carryOut = () => {
    if (!entered || !game.known) return;
    entered = false;
    const text = field.value.trim().replace(DASH, "-").toLocaleLowerCase(language);
    field.value = "";
    if (text in commands) commands[text]();
    else if (text) game.attempt(text);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    entered = true;
    carryOut();
  });
  return () => {
    show();
    carryOut();
  };
}

/**
 * The buttons with typed commands, in English and in the page's language.
 * @returns {Record<string, () => void>}
 */
export function typedButtons() {
  const press = (/** @type {string} */ selector) => () => find(selector).click();
  const [resign, draw, takeBack, hint] = ["#resign", "#offer-draw", "#take-back", "#hint"].map(press);
  const english = { resign, draw, takeback: takeBack, hint };
  return { ...english, [t("resign")]: resign, [t("draw")]: draw, [t("takeback")]: takeBack, [t("hint")]: hint };
}
