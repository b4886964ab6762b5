/** The list of broadcasts, with the form for another one. */

import "../shell.js";
import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#create"));

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { id } = await request("broadcasts.create", Object.fromEntries(new FormData(form)));
    goToPage("broadcast.desk", { broadcast: id });
  } catch (error) {
    write(find("#refused"), explainBriefly(codeOf(error)));
  }
});
