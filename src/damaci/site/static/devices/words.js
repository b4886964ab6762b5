/** The sentences about other devices, in the reader's language. */

import { explainBriefly } from "../explain.js";
import { t } from "../i18n.js";

/** @param {string} word damaci.links.bluetooth.MISSING */
export function missingText(word) {
  switch (word) {
    case "no-sockets":
      return t("This Python has no Bluetooth.");
    case "no-system":
      return t("The system offers no Bluetooth. Switch it on, or plug in an adapter.");
    case "no-bluez":
      return t("The system's Bluetooth service (BlueZ) does not run.");
    case "no-adapter":
      return t("There is no Bluetooth adapter.");
    case "off":
      return t("Bluetooth is switched off.");
    default:
      return t("This system offers Damacı no Bluetooth.");
  }
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
