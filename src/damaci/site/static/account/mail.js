/** Notices by mail: each kind is switched off and on by one click. */

import { notify } from "../banner.js";
import { codeOf, explainBriefly } from "../explain.js";
import { request } from "../transport/request.js";

/** Has every switch stored as soon as it is clicked. */
export function startMail() {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#mail [role=switch]"))) {
    input.addEventListener("change", () => change(input));
  }
}

/** @param {HTMLInputElement} input that was switched */
async function change(input) {
  try {
    await request("mail.choose", { [input.name]: input.checked });
  } catch (error) {
    input.checked = !input.checked;
    notify(explainBriefly(codeOf(error)));
  }
}
