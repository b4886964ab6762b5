/** The analysis page's requests about moves and positions. */

import { notify } from "../banner.js";
import { t } from "../i18n.js";
import { request } from "../transport/request.js";

/**
 * Returns the server's answer. On an error, shows a message and returns null.
 * @param {"stand" | "move" | "setup" | "problem" | "open" | "pdn" | "explore" | "explored" | "tags"} what
 * @param {object} body
 */
export async function ask(what, body) {
  try {
    return await request(`analysis.${what}`, body);
  } catch (error) {
    const refused = error instanceof Error && !(error instanceof TypeError);
    notify(refused ? error.message : t("The app does not answer. Is it still running?"));
    return null;
  }
}
