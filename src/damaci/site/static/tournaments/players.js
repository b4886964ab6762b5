/** Players: entered as text, changed one by one. */

import { find } from "../dom.js";
import { unreadable } from "../files.js";
import { doAndShow, enter, step } from "./steps.js";
import { textOf } from "../texts.js";

/** @type {{ id: number, name: string, rating: number, out: boolean }} */
let player = { id: 0, name: "", rating: 0, out: false };

/** @param {Event} event */
export function click(event) {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-player]"));
  if (button) return open(JSON.parse(button.dataset.player ?? "{}"));
  const bye = /** @type {HTMLElement | null} */ (target.closest("[data-bye]"));
  if (bye) return ask(bye.dataset.bye ?? "");
  if (target.closest("#withdraw")) return change({ type: "withdraw", player: player.id });
  if (target.closest("#return")) return change({ type: "return", player: player.id });
  if (target.closest("#player [data-close]")) dialog().close();
}

/** @param {SubmitEvent} event */
export async function submit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const values = new FormData(form);
  if (form.id === "amend") {
    const { id } = player;
    change({ type: "amend", player: id, name: String(values.get("name")), rating: Number(values.get("rating")) });
  } else if (form.id === "enter") {
    try {
      await enter(String(values.get("text")), String(values.get("missed") ?? "Z"));
      form.reset();
      await doAndShow(async () => undefined);
    } catch (error) {
      find(".error", form).textContent = unreadable(error);
    }
  }
}

/**
 * Puts the text of a chosen file into the field, where it can be checked.
 * @param {Event} event
 */
export async function takeFile(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.id !== "roster" || !input.files?.[0]) return;
  const field = /** @type {HTMLTextAreaElement} */ (find("#enter textarea"));
  field.value = await textOf(input.files[0]);
  field.focus();
  input.value = "";
}

function dialog() {
  return /** @type {HTMLDialogElement} */ (find("#player"));
}

/** @param {typeof player} chosen */
function open(chosen) {
  player = chosen;
  const form = /** @type {HTMLFormElement} */ (find("#amend"));
  /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value = player.name;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("rating")).value = String(player.rating);
  find("#player-title").textContent = player.name;
  find("#withdraw").hidden = player.out;
  find("#return").hidden = !player.out;
  dialog().showModal();
}

/** @param {string} mark "" when the player plays after all */
function ask(mark) {
  const { value } = /** @type {HTMLInputElement} */ (find('#amend [name="round"]'));
  const of = { player: player.id, round: Number(value) };
  change(mark ? { type: "ask-bye", ...of, mark } : { type: "drop-bye", ...of });
}

/** @param {import("./steps.js").Command} command */
function change(command) {
  dialog().close();
  doAndShow(() => step(command));
}
