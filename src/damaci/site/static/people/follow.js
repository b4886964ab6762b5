/** The buttons by which a player follows others: pressed for those followed. */

import "../shell.js";
import { notify } from "../banner.js";
import { codeOf, explainBriefly } from "../explain.js";
import { request } from "../transport/request.js";

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-follow]");
  if (button) toggle(/** @type {HTMLElement} */ (button));
});

/** @param {HTMLElement} button */
async function toggle(button) {
  const followed = button.getAttribute("aria-pressed") === "true";
  try {
    await request(followed ? "following.remove" : "following.add", { name: button.dataset.follow });
    button.setAttribute("aria-pressed", `${!followed}`);
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}
