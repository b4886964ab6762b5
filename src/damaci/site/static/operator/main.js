/** The operator's page: sends the orders of its forms. */

import "../shell.js";
import { inform, notify } from "../banner.js";
import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { phraseText } from "../game/phrases.js";
import { t } from "../i18n.js";
import { tab } from "../storage.js";
import { request } from "../transport/request.js";

/** The key that says, when the page is loaded again, that an order was carried out. */
const DONE = "operator.done";

if (tab.text(DONE)) {
  tab.forget(DONE);
  inform(t("Done."));
}

for (const said of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-phrase]")))
  write(said, phraseText(said.dataset.phrase ?? ""));

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.order")))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    order(form);
  });

/** @param {HTMLFormElement} form */
async function order(form) {
  const { hours, ...texts } = Object.fromEntries(new FormData(form));
  const wish = { act: form.dataset.act, ...texts, ...(hours ? { hours: Number(hours) } : {}) };
  try {
    const { link } = await request("operator.act", wish);
    if (link) showLink(location.origin + link);
    else showDone(form.dataset.act === "rename" ? String(texts.who) : "");
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}

/** @param {string} link */
function showLink(link) {
  find("#made").hidden = false;
  write(find("#link"), link);
  find("#made").scrollIntoView();
}

/**
 * Loads the page again.
 * @param {string} player the player to list from now on, because the former name no longer finds it
 */
function showDone(player) {
  tab.keep(DONE, "yes");
  if (player) location.search = new URLSearchParams({ find: player }).toString();
  else location.reload();
}
