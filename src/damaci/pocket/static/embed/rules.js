/** The rules for the embedded board: the kernel as a WebAssembly module. */

import { parseFen, writeFen } from "../game/fen.js";

/**
 * @typedef {import("../board/state.js").Pieces} Pieces
 * @typedef {import("../embed/record.js").LegalMove} LegalMove
 * @typedef {{start: string, chequered: boolean, removal: "at-once" | "after-move", game_type: string}} Ruleset
 * @typedef {{captured: bigint, origin: number, target: number}} Move
 * @typedef {{path: string[], captured: string[]}} Way
 * @typedef {(name: string, input: Uint8Array<ArrayBuffer>) => Uint8Array | null} Call a function of the kernel
 */

const FILES = "abcdefgh";
const POSITION_SIZE = 26;
const MOVE_SIZE = 10;

/** The most paths of one capture that are tried. */
const MOST_PATHS = 1000;

/** The most pieces with which all of a side's men become kings, where that is agreed. */
const LAST_KINGS = 3;

export class KernelRules {
  #call;

  /** @type {Map<string, number>} the kernel's numbers of the rulesets */
  #numbers;

  /**
   * @param {Call} call
   * @param {Record<string, Ruleset>} rulesets
   */
  constructor(call, rulesets) {
    this.#call = call;
    this.rulesets = rulesets;
    const described = JSON.parse(new TextDecoder().decode(call("rulesets", new Uint8Array()) ?? new Uint8Array()));
    this.#numbers = new Map(
      described.map((/** @type {{name: string}} */ { name }, /** @type {number} */ n) => [name, n]),
    );
  }

  /**
   * The ruleset of a game with these PDN tags: the one they name, else the first with their GameType, else `ruleset`.
   * @param {{[name: string]: string}} tags
   * @param {string} ruleset
   */
  named(tags, ruleset) {
    if (tags.Ruleset) return tags.Ruleset;
    const typed = (/** @type {string} */ name) => numberOf(this.rulesets[name]?.game_type) === numberOf(tags.GameType);
    if (!tags.GameType || typed(ruleset)) return ruleset;
    return Object.keys(this.rulesets).find(typed) ?? ruleset;
  }

  /**
   * The FEN from which games of a ruleset begin. Throws for an unknown one.
   * @param {string} name
   */
  start(name) {
    if (!(name in this.rulesets))
      throw new Error(`unknown ruleset ${name}: expected ${[...this.#numbers.keys()].join(", ")}`);
    return this.rulesets[name].start;
  }

  /**
   * The legal move that these squares name: its ends, and squares on its way where several moves have the same ends.
   * @param {string} ruleset
   * @param {string} fen
   * @param {string[]} squares
   * @param {boolean} lastThreeKings
   * @returns {LegalMove | null}
   */
  play(ruleset, fen, squares, lastThreeKings) {
    const position = this.#position(ruleset, fen);
    const legal = this.#moves(position).filter((move) => joins(move, squares));
    for (const move of legal) {
      const way = this.#ways(position, move).find(({ path }) => passes(path, squares));
      if (way) return { text: textOf(way, legal.length > 1), ...way, fen: this.#after(position, move, lastThreeKings) };
    }
    return null;
  }

  /**
   * @param {string} ruleset
   * @param {string} fen
   */
  #position(ruleset, fen) {
    const { turn, pieces } = parseFen(fen);
    const bytes = new Uint8Array(POSITION_SIZE);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(
      0,
      squaresOf(pieces, ({ color }) => color === "white"),
      true,
    );
    view.setBigUint64(
      8,
      squaresOf(pieces, ({ color }) => color === "black"),
      true,
    );
    view.setBigUint64(
      16,
      squaresOf(pieces, ({ king }) => king),
      true,
    );
    view.setUint8(24, this.#numbers.get(ruleset) ?? 0);
    view.setUint8(25, Number(turn === "white"));
    return bytes;
  }

  /** @param {Uint8Array<ArrayBuffer>} position */
  #moves(position) {
    const view = viewOf(this.#call("moves", position));
    return [...Array(view.byteLength / MOVE_SIZE).keys()].map((index) => ({
      captured: view.getBigUint64(index * MOVE_SIZE, true),
      origin: view.getUint8(index * MOVE_SIZE + 8),
      target: view.getUint8(index * MOVE_SIZE + 9),
    }));
  }

  /**
   * The ways in which a move can be played.
   * @param {Uint8Array<ArrayBuffer>} position
   * @param {Move} move
   * @returns {Way[]}
   */
  #ways(position, move) {
    const input = joined(position, written(move), 4);
    new DataView(input.buffer).setUint32(POSITION_SIZE + MOVE_SIZE, MOST_PATHS, true);
    const found = this.#call("paths", input) ?? new Uint8Array();
    const ways = [];
    let at = 0;
    const list = () => {
      const names = [...found.subarray(at + 1, at + 1 + found[at])].map(squareName);
      at += 1 + found[at];
      return names;
    };
    while (at < found.length) ways.push({ path: list(), captured: list() });
    return ways;
  }

  /**
   * @param {Uint8Array<ArrayBuffer>} position
   * @param {Move} move
   * @param {boolean} lastThreeKings
   */
  #after(position, move, lastThreeKings) {
    const view = viewOf(this.#call("play", joined(position, written(move), 0)));
    const [white, black, crowned] = [0, 8, 16].map((at) => view.getBigUint64(at, true));
    const few = lastThreeKings ? [white, black].filter((side) => count(side) <= LAST_KINGS) : [];
    const kings = few.reduce((all, side) => all | side, crowned);
    const pieces = new Map();
    for (let square = 0; square < 64; square++) {
      const bit = 1n << BigInt(square);
      if ((white | black) & bit)
        pieces.set(squareName(square), { color: white & bit ? "white" : "black", king: (kings & bit) !== 0n });
    }
    return writeFen(view.getUint8(24) ? "white" : "black", pieces);
  }
}

/** @param {string | undefined} gameType */
function numberOf(gameType = "") {
  return gameType.split(",")[0].trim();
}

/** @param {Uint8Array | null} bytes */
function viewOf(bytes) {
  const { buffer, byteOffset, byteLength } = bytes ?? new Uint8Array();
  return new DataView(buffer, byteOffset, byteLength);
}

/** @param {bigint} squares */
function count(squares) {
  return squares.toString(2).replaceAll("0", "").length;
}

/** @param {number} square */
function squareName(square) {
  return FILES[square % 8] + (Math.floor(square / 8) + 1);
}

/** @param {string} name */
function squareNumber(name) {
  return FILES.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
}

/**
 * @param {Pieces} pieces
 * @param {(piece: import("../board/state.js").Piece) => boolean} wanted
 */
function squaresOf(pieces, wanted) {
  let squares = 0n;
  for (const [name, piece] of pieces) if (wanted(piece)) squares |= 1n << BigInt(squareNumber(name));
  return squares;
}

/** @param {Move} move */
function written({ captured, origin, target }) {
  const view = new DataView(new ArrayBuffer(MOVE_SIZE));
  view.setBigUint64(0, captured, true);
  view.setUint8(8, origin);
  view.setUint8(9, target);
  return new Uint8Array(view.buffer);
}

/**
 * @param {Uint8Array} position
 * @param {Uint8Array} move
 * @param {number} more bytes behind them
 */
function joined(position, move, more) {
  const bytes = new Uint8Array(position.length + move.length + more);
  bytes.set(position);
  bytes.set(move, position.length);
  return bytes;
}

/**
 * @param {Move} move
 * @param {string[]} squares
 */
function joins({ origin, target }, squares) {
  return squareName(origin) === squares[0] && squareName(target) === squares[squares.length - 1];
}

/**
 * Whether a path passes over these squares in their order.
 * @param {string[]} path
 * @param {string[]} squares
 */
function passes(path, squares) {
  let at = 0;
  for (const square of path) if (square === squares[at]) at += 1;
  return at === squares.length;
}

/**
 * @param {Way} way
 * @param {boolean} whole whether its ends alone would name another move too
 */
function textOf({ path, captured }, whole) {
  const squares = whole ? path : [path[0], path[path.length - 1]];
  return squares.join(captured.length > 0 ? "x" : "-");
}
