/** A guest's way in: the code and a name, then waiting for a yes. */

import "../shell.js";
import { send } from "../api.js";
import { problemText, stateText } from "../devices/words.js";
import { find, write } from "../dom.js";
import { page } from "../page.js";

/** damaci.nearby.socket */
const NO = 4403;
/** After how many milliseconds a lost connection is tried again. */
const PAUSE = 1000;

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
    const socket = new WebSocket(`ws://${location.host}/ws/waiting`);
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "begun") return location.replace(`/game/${message.game}`);
      host = message.host;
      write(find("#asked"), stateText({ state: "waiting", host }));
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (code === NO) back(reason);
      else setTimeout(wait, PAUSE);
    });
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await send("POST", "/api/join", Object.fromEntries(new FormData(form)));
      wait();
    } catch (error) {
      back(error instanceof Error ? error.name : "");
    }
  });
  if (page.waiting) wait();
}
