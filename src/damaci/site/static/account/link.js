/** The page of a sign-in link: the secret follows the # of the address, which browsers do not send. */

import "../shell.js";
import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { t } from "../i18n.js";
import { personName } from "../names.js";
import { pageAddress } from "../places.js";
import { request } from "../transport/request.js";

const secret = location.hash.slice(1);
const form = /** @type {HTMLFormElement} */ (find("#enter"));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const passphrase = new FormData(form).get("passphrase");
  attempt(async () => {
    await request("link.use", passphrase ? { secret, passphrase } : { secret });
    location.replace(pageAddress("account"));
  });
});
attempt(async () => show(await request("link.look", { secret })));

/** @param {{name: string, account: boolean}} player */
function show({ name, account }) {
  write(find("#whom"), t("This link signs you in once as {name}.", { name: personName(name) }));
  const anew = /** @type {HTMLFieldSetElement} */ (find("#anew"));
  anew.hidden = anew.disabled = !account;
  /** @type {HTMLInputElement} */ (find("#username")).value = name;
  form.hidden = false;
}

/** @param {() => Promise<void>} act */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    write(find("#whom"), explainBriefly(codeOf(error)));
  }
}
