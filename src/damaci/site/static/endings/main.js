/** The entry point of the page of endings. */

import "../shell.js";
import "../board/define.js";
import { find } from "../dom.js";
import { page } from "../page.js";
import { EndingPage } from "./ending.js";

const board = /** @type {import("../board/element.js").DamaBoard} */ (find("dama-board"));
if (page.ending) new EndingPage(page.ending, board).begin();
