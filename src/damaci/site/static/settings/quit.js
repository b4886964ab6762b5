/** The button that ends the app, where the visitor may do that. */

import { find } from "../dom.js";
import { t } from "../i18n.js";
import { request } from "../transport/request.js";
import { complain } from "./dialog.js";

export function startQuit() {
  const button = /** @type {HTMLButtonElement} */ (find("#quit"));
  button.addEventListener("click", async () => {
    complain("");
    await request("app.quit").then(showEnd, () => complain(t("That did not work. Please try again.")));
  });
  button.disabled = false;
}

/** Covers the page, which no longer works. */
function showEnd() {
  const said = document.createElement("p");
  said.className = "fields";
  said.setAttribute("role", "status");
  said.textContent = t("Damacı has ended. Your games are kept, and you can close this page.");
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", said.textContent);
  dialog.append(said);
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}
