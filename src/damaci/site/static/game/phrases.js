/** The phrases of damaci.play.phrases in the reader's language. */

import { t } from "../i18n.js";

/** @param {string} phrase */
export function phraseText(phrase) {
  switch (phrase) {
    case "hello":
      return t("Hello!");
    case "good-luck":
      return t("Good luck!");
    case "well-played":
      return t("Well played!");
    case "thanks":
      return t("Thank you!");
    case "sorry":
      return t("Sorry!");
    case "one-moment":
      return t("One moment, please.");
    case "good-game":
      return t("Good game!");
    case "goodbye":
      return t("Goodbye!");
    default:
      return phrase;
  }
}
