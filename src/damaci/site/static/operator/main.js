/** The operator's page: sends the orders of its forms. It is in English only. */

import "../shell.js";
import { find, write } from "../dom.js";
import { notify } from "../files.js";
import { Failure, request } from "../transport/request.js";

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
    if (!link) return location.reload();
    find("#link").hidden = false;
    write(find("#link"), location.origin + link);
    find("#link").scrollIntoView();
  } catch (error) {
    notify(error instanceof Failure ? error.message : String(error));
  }
}
