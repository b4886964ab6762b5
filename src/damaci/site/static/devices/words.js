/** What there is to say about other devices, in the reader's language. */

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
 * Why nothing came of joining: damaci.links.messages.BYES, or damaci.nearby.guests.Refused.
 * @param {{problem: string, host: string, detail?: string}} joining
 */
export function problemText({ problem, host, detail = "" }) {
  switch (problem) {
    case "refused":
      return t("{name} does not want to play now.", { name: host });
    case "no-offer":
      return t("No game is offered there any more.");
    case "wrong-code":
      return t("That is not the code. Please try again.");
    case "busy":
      return t("Too many others are waiting there.");
    case "too-many":
      return t("Too many tries. Please wait a moment.");
    case "elsewhere":
      return t("You wait on another page.");
    case "protocol":
      return detail.endsWith("update this one")
        ? t("The other device has a newer Damacı: please update this one.")
        : t("The other device has an older Damacı: please update that one.");
    default:
      return t("The other device could not be reached.");
  }
}
