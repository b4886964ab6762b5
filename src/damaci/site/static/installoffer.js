/** Offers to install the app, only in the settings: by a button if the browser can do it, else by instructions. */

import { find } from "./dom.js";

/** @typedef {Event & {prompt: () => Promise<void>}} Prompting */

/** Whether it is Safari on an iPhone or iPad, not opened from the home screen: `standalone` is false only there. */
const BY_HAND = /** @type {any} */ (navigator).standalone === false;

export function startInstallOffer() {
  addEventListener("appinstalled", () => show(false));
  find("#install-by-hand").hidden = !BY_HAND;
  if (BY_HAND) find("#install").hidden = false;
}

/** @param {Event} event says that the browser can install it */
export function offerInstall(event) {
  find("#install-app").onclick = () => ask(/** @type {Prompting} */ (event));
  show(true);
}

/** @param {Prompting} event can be asked once; the browser sends another one later */
async function ask(event) {
  show(false);
  await event.prompt();
}

/** @param {boolean} offered */
function show(offered) {
  find("#install").hidden = !offered;
  find("#install-app").hidden = !offered;
}
