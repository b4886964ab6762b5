/** Names of people in the reader's language. */

import { t } from "./i18n.js";

/**
 * Translates the name of a guest, which is stored in English and cannot be chosen; other names do not change.
 * @param {string} [name]
 */
export function personName(name = "") {
  const guest = /^Guest (\d+)$/.exec(name);
  return guest ? t("Guest {n}", { n: guest[1] }) : name;
}
