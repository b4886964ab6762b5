/** The arithmetic of the standings. */

/** @param {Event} event */
export function click(event) {
  const button = /** @type {Element} */ (event.target).closest("#explain");
  if (button) explain(button);
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
