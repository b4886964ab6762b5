/** The standings: their arithmetic, and the order of the tie-breaks. */

import { find } from "../dom.js";
import { chosenOrder } from "./order.js";
import { doAndShow, step } from "./steps.js";

/** @param {Event} event */
export function click(event) {
  const target = /** @type {Element} */ (event.target);
  const button = target.closest("#explain");
  if (button) explain(button);
  else if (target.closest("#reorder")) dialog().showModal();
  else if (target.closest("#order [data-close]")) dialog().close();
}

/** @param {HTMLFormElement} form */
export function reorder(form) {
  dialog().close();
  doAndShow(() => step({ type: "order-tiebreaks", tiebreaks: chosenOrder(form) }));
}

function dialog() {
  return /** @type {HTMLDialogElement} */ (find("#order"));
}

/**
 * Shows the arithmetic of every tie-break, or hides it.
 * @param {Element} button
 */
function explain(button) {
  const open = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(open));
  for (const each of document.querySelectorAll("details.arithmetic")) each.toggleAttribute("open", open);
}
