/** The link from a position with few pieces to the page of endings. */

import { parseFen } from "../game/fen.js";

/** Pieces of the largest endgame tables. */
const FEW = 6;

/** @param {import("./tree.js").Tree} tree */
export function startFew(tree) {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("#few"));
  const link = place?.querySelector("a");
  if (!place || !link) return;
  const show = () => {
    const { fen } = tree.current;
    place.hidden = parseFen(fen).pieces.size > FEW;
    link.search = `${new URLSearchParams({ fen, ruleset: tree.ruleset })}`;
  };
  tree.addEventListener("change", show);
  show();
}
