/** Shows that the other player's device is disconnected, and lets the player leave the game for good. */

import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { request } from "../transport/request.js";

const PULSE = 2000;

/** @param {import("../game/game.js").Game} game one that is linked to another device */
export function followPartner(game) {
  const line = find("#partner");
  const about = { game: game.connection.game };
  const leave = find("#leave");
  leave.addEventListener("click", () => confirmLeaving(() => request("links.leave", about).then(show, () => {})));

  /** @param {{link: string, peer: string}} linked */
  function show({ link, peer }) {
    find("#away").hidden = link === "up";
    write(line, linkText(link, peer));
    leave.hidden = link === "left";
  }

  async function pulse() {
    await request("links.show", about).then(show, () => {});
    setTimeout(pulse, PULSE);
  }
  pulse();
}

/** @param {() => void} leave */
function confirmLeaving(leave) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#leave-dialog"));
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "leave" && leave();
  dialog.showModal();
}

/**
 * @param {string} link damaci.home.devices.Linked
 * @param {string} name
 */
function linkText(link, name) {
  if (link === "down") return t("{name}'s device is away. The game goes on when it is back.", { name });
  return link === "left" ? t("The link to {name} has been given up.", { name }) : "";
}
