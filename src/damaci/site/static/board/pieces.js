/**
 * The drawings of the pieces as discs, in several sets; a dama is two discs with a star. CSS variables choose the set
 * and the colours, because variables, unlike selectors, apply inside what `use` draws.
 */

const STAR = "M0-17 5-12H12V-5L17 0 12 5V12H5L0 17-5 12H-12V5L-17 0-12-5V-12H-5Z";

const SPRITE = `
<svg class="sprite" width="0" height="0" aria-hidden="true">
  <symbol id="dama-disc" viewBox="-50 -50 100 100">
    <ellipse class="disc-shadow" cy="7" rx="38" ry="36.5"/>
    <g class="set-turned">
      <path class="disc-edge" d="M-37-2V3.5A37 37 0 0 0 37 3.5V-2Z"/>
      <circle class="disc-rim" cy="-2" r="37"/>
      <circle class="disc-top" cy="-2" r="34.5"/>
      <circle class="disc-light" cy="-.8" r="26.5"/>
      <circle class="disc-groove" cy="-2" r="26.5"/>
      <circle class="disc-dish" cy="-2" r="25.5"/>
      <circle class="disc-turn" cy="-2" r="18.5"/>
      <circle class="disc-turn" cy="-2" r="11.5"/>
    </g>
    <g class="set-flat">
      <circle class="disc-outline" cy="-1" r="37"/>
    </g>
    <g class="set-fluted">
      <path class="disc-edge" d="M-37-2V3.5A37 37 0 0 0 37 3.5V-2Z"/>
      <circle class="disc-rim" cy="-2" r="37"/>
      <circle class="disc-flutes" cy="-2" r="32.5"/>
      <circle class="disc-dish" cy="-2" r="27"/>
      <circle class="disc-groove" cy="-2" r="22"/>
    </g>
  </symbol>
  <symbol id="dama-star" viewBox="-50 -50 100 100">
    <path class="star-fill" transform="translate(0-2)scale(1.25)" d="${STAR}"/>
    <path class="star-line" transform="translate(0-2)scale(.8)" d="${STAR}"/>
  </symbol>
</svg>`;

const PIECE = `
<svg viewBox="-50 -50 100 100" aria-hidden="true">
  <use class="lower" href="#dama-disc" x="-50" y="-50" width="100" height="100"/>
  <use class="upper" href="#dama-disc" x="-50" y="-50" width="100" height="100"/>
  <use class="star" href="#dama-star" x="-50" y="-50" width="100" height="100"/>
</svg>`;

/** The shapes that all pieces on the page refer to. */
export function sprite() {
  return fragment(SPRITE);
}

/**
 * A new piece.
 * @param {import("./state.js").Piece} piece
 */
export function drawPiece({ color, king }) {
  const element = document.createElement("div");
  element.className = `piece ${color}`;
  element.classList.toggle("king", king);
  element.append(fragment(PIECE));
  return element;
}

/** @param {string} markup */
function fragment(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup.trim();
  return template.content;
}
