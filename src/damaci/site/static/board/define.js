/** Makes `<dama-board>` known to a page. */

import { DamaBoard } from "./element.js";

customElements.define("dama-board", DamaBoard);
