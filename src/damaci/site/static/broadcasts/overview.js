/** The list of broadcasts, with the form for another one. */

import "../shell.js";
import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { once } from "../forms.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#create"));

form?.addEventListener(
  "submit",
  once(
    () => create(form),
    (error) => write(find("#refused"), explainBriefly(codeOf(error))),
  ),
);

/** @param {HTMLFormElement} form */
async function create(form) {
  const { id } = await request("broadcasts.create", Object.fromEntries(new FormData(form)));
  goToPage("broadcast.desk", { broadcast: id });
}
