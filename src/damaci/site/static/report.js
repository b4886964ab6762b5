/** Reports of other players to the operator. */

import { inform, notify } from "./banner.js";
import { find } from "./dom.js";
import { codeOf, explainBriefly } from "./explain.js";
import { t } from "./i18n.js";
import { request } from "./transport/request.js";

/**
 * Asks for the reason, and sends the report.
 * @param {string} name of the request
 * @param {object} about the game, the seek, the broadcast or the tournament
 */
export function report(name, about) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#report-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("#report-form"));
  form.reset();
  dialog.returnValue = "";
  dialog.onclose = () =>
    dialog.returnValue === "send" && send(name, { ...about, ...Object.fromEntries(new FormData(form)) });
  dialog.showModal();
}

/**
 * @param {string} name
 * @param {object} data
 */
export async function send(name, data) {
  try {
    await request(name, data);
    inform(t("Thank you. The operator of this server will look at it."));
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}
