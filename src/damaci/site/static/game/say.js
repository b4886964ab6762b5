/** Sends phrases to the other player and shows received ones. */

import { notify } from "../banner.js";
import { attribute, find, make, write } from "../dom.js";
import { t } from "../i18n.js";
import { personName } from "../names.js";
import { phraseText } from "./phrases.js";

/** @param {import("./game.js").Game} game */
export function startSaying(game) {
  game.addEventListener("begin", () => game.may("say") && startButton(game));
  startHearing(game);
}

/**
 * Shows what the players say, also to spectators.
 * @param {import("./game.js").Game} game
 */
export function startHearing(game) {
  game.connection.addEventListener("message", (event) => receive(game, /** @type {CustomEvent} */ (event).detail));
}

/** @param {import("./game.js").Game} game */
function startButton(game) {
  const button = find("#say");
  const dialog = /** @type {HTMLDialogElement} */ (find("#say-dialog"));
  for (const phrase of dialog.querySelectorAll("button[value]:not([value=''])"))
    write(phrase, phraseText(/** @type {HTMLButtonElement} */ (phrase).value));
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.addEventListener("close", () => dialog.returnValue && game.ask("say", { phrase: dialog.returnValue }));
  game.addEventListener("change", () => {
    if (game.known) attribute(button, "aria-disabled", `${game.speaker === null || game.connection.state !== "open"}`);
  });
}

/**
 * @param {import("./game.js").Game} game
 * @param {import("./wire.js").ServerMessage} message
 */
function receive(game, message) {
  if (message.type !== "update") return;
  const said = message.events.filter(({ event }) => event === "said").pop();
  if (!said?.by || !said.phrase) return;
  const who = game.me === said.by ? t("You") : nameOf(game, said.by);
  notify(make("span", { class: "said" }, `${who}: ${phraseText(said.phrase)}`));
}

/**
 * @param {import("./game.js").Game} game
 * @param {import("./wire.js").Color} color
 */
function nameOf(game, color) {
  return personName(game.record.seats[color].name) || (color === "white" ? t("White") : t("Black"));
}
