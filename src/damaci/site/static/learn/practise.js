/** The entry point of the page of a course's practice. */

import "../shell.js";
import "../board/define.js";
import { find } from "../dom.js";
import { page } from "../page.js";
import { Practice } from "./practice.js";

const board = /** @type {import("../board/element.js").DamaBoard} */ (find("dama-board"));
if (page.practice) new Practice(page.practice, board).begin(0);

// The button exists where users make the tables themselves.
document.querySelector("#tables-wanted")?.addEventListener("click", () => {
  find("#settings").click();
  find("#tables-of").focus();
});
