/** The game as received from the host: a snapshot with the updates applied. */

import { moved } from "../board/state.js";
import { parseFen } from "./fen.js";
import { way } from "./sides.js";

/**
 * @typedef {import("./wire.js").RecordedMove} RecordedMove
 * @typedef {import("../board/state.js").Pieces} Pieces
 */

export class Record {
  /** @type {RecordedMove[]} */
  played;

  /** @type {Pieces[]} the pieces after each ply, computed on demand */
  #positions;

  /** @param {import("./wire.js").Snapshot} snapshot */
  constructor({ version, settings, white, black, you, capabilities, start_fen, played, now }) {
    const { turn, pieces } = parseFen(start_fen);
    this.version = version;
    this.settings = settings;
    this.seats = { white, black };
    this.you = you;
    this.capabilities = capabilities;
    this.first = turn;
    this.played = played;
    this.now = now;
    this.#positions = [pieces];
  }

  /**
   * @param {import("./wire.js").Update} update
   * @returns {boolean} false if an earlier update is missing; then nothing changes
   */
  update({ version, events, played = [], now }) {
    if (version - events.length > this.version) return false;
    const standing = now.ply - played.length;
    this.played = [...this.played.slice(0, standing), ...played];
    this.#positions = this.#positions.slice(0, standing + 1);
    this.version = version;
    this.now = now;
    for (const { event, by } of events) {
      if (event === "forgotten" && by) this.seats[by] = { kind: "person" };
    }
    return true;
  }

  /**
   * The pieces after `ply` plies, followed by `more` moves that the host has not confirmed.
   * @param {number} ply
   * @param {RecordedMove[]} [more]
   */
  piecesAt(ply, more = []) {
    const moves = this.played.slice(0, ply);
    while (this.#positions.length <= moves.length) {
      this.#positions.push(after(this.#positions[this.#positions.length - 1], moves[this.#positions.length - 1]));
    }
    return more.slice(0, ply - moves.length).reduce(after, this.#positions[moves.length]);
  }
}

/**
 * @param {Pieces} pieces
 * @param {RecordedMove} move
 * @returns {Pieces}
 */
function after(pieces, move) {
  const next = moved(pieces, way(move));
  for (const square of move.promoted ?? []) {
    const piece = next.get(square);
    if (piece) next.set(square, { ...piece, king: true });
  }
  return next;
}
