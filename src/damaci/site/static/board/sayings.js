/** The text beside a board: a refusal until the player touches the board, then again the text before it. */

export class Sayings {
  /** Says the last text that is no refusal. */
  #before = () => {};

  #refused = false;

  /** @param {EventTarget} board */
  constructor(board) {
    board.addEventListener("dama-touch", () => this.#refused && this.say(this.#before));
  }

  /** @param {() => void} show */
  say(show) {
    this.#before = show;
    this.#refused = false;
    show();
  }

  /** @param {() => void} show says why a move is refused */
  refuse(show) {
    this.#refused = true;
    show();
  }
}
