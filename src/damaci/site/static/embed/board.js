/** `<dama-board fen="…">`: shows a position on any web page. */

import { EmbeddedElement, messageOf, piecesOf } from "./element.js";

export class EmbeddedBoard extends EmbeddedElement {
  static observedAttributes = ["fen", "ruleset", "orientation", "coordinates", "last"];

  connectedCallback() {
    this.fill(this.board);
    this.#show();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show();
  }

  #show() {
    try {
      this.complain("");
      this.dress(this.ruleset);
      const pieces = piecesOf(this.getAttribute("fen") || this.rules.start(this.ruleset));
      const last = this.getAttribute("last")?.match(/[a-h][1-8]/g) ?? [];
      this.board.show({ pieces, last });
    } catch (error) {
      this.complain(messageOf(error));
    }
  }
}
