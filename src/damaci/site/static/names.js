/** Names of people, as this page's reader reads them. */

import { t } from "./i18n.js";

/**
 * A guest's name is kept in English, and nobody can choose it; every other name is shown as it is.
 * @param {string} [name]
 */
export function personName(name = "") {
  const guest = /^Guest (\d+)$/.exec(name);
  return guest ? t("Guest {n}", { n: guest[1] }) : name;
}
