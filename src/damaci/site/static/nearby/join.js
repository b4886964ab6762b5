/** The page on which a guest joins: code and name, then waiting to be accepted. */

import "../shell.js";
import { problemText, stateText } from "../devices/words.js";
import { find, write } from "../dom.js";
import { page } from "../page.js";
import { pageAddress } from "../places.js";
import { subscribe } from "../transport/channel.js";
import { Failure, request } from "../transport/request.js";

if (page.offered) start();

function start() {
  const form = /** @type {HTMLFormElement} */ (find("#join"));
  let host = "";

  /** @param {string} problem */
  function back(problem) {
    form.hidden = false;
    write(find("#asked"), "");
    write(find("#problem"), problemText({ problem, host }));
  }

  function wait() {
    form.hidden = true;
    write(find("#problem"), "");
    const channel = subscribe("waiting");
    channel.addEventListener("message", (event) => {
      const message = /** @type {CustomEvent} */ (event).detail;
      if (message.type === "begun") return location.replace(pageAddress("game", { game: message.game }));
      host = message.host;
      write(find("#asked"), stateText({ state: "waiting", host }));
    });
    channel.addEventListener("state", () => channel.state === "refused" && back(channel.reason));
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await request("guests.join", Object.fromEntries(new FormData(form)));
      wait();
    } catch (error) {
      back(error instanceof Failure ? error.code : "lost");
    }
  });
  if (page.waiting) wait();
}
