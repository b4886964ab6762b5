/** The entry point of a lesson's page. */

import "../shell.js";
import "../board/define.js";
import { find } from "../dom.js";
import { page } from "../page.js";
import { Card } from "./card.js";
import { Lesson } from "./lesson.js";

const board = /** @type {import("../board/element.js").DamaBoard} */ (find("dama-board"));
if (page.lesson) new Lesson(page.lesson, board, new Card()).begin();
