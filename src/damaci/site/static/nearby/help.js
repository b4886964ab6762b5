/** The page on which a helper of an arbiter signs in by code and name. */

import "../shell.js";
import { find, write } from "../dom.js";
import { unreadable } from "../files.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";

const form = /** @type {HTMLFormElement} */ (find("#help"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await request("helping.join", Object.fromEntries(new FormData(form)));
    goToPage("home");
  } catch (error) {
    write(find("#problem"), unreadable(error));
  }
});
