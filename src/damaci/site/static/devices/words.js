/** The sentences about other devices, in the reader's language. */

import { explainBriefly } from "../explain.js";
import { t } from "../i18n.js";

/** @param {string} code of damaci.links.bluetooth */
export function missingText(code) {
  return explainBriefly(`bluetooth-${code}`);
}

/** @param {Pick<import("./dialog.js").Joining, "state" | "host">} joining */
export function stateText({ state, host }) {
  if (state === "waiting") return t("{name} has been asked. Waiting for the answer…", { name: host });
  return state === "connecting" ? t("Reaching the other device…") : "";
}

/**
 * Why joining has failed.
 * @param {{problem: string, host: string}} joining
 */
export function problemText({ problem, host }) {
  return explainBriefly(problem, { name: host });
}
