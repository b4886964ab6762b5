/** Challenges on pages that have no connection of their own: a puzzle, a lesson, a list of games. */

import { device, MEMBER } from "../storage.js";
import { connected, subscribe } from "../transport/channel.js";

/** Opens a channel, unless the page has one: every channel brings challenges. */
export function listenForChallenges() {
  if (connected() || !device.text(MEMBER)) return;
  const channel = subscribe("challenges");
  channel.addEventListener("state", () => {
    if (channel.state === "refused") device.forget(MEMBER); // signed out meanwhile
  });
}
