/**
 * Reads PDN: the first game of a text, with variations and comments. This module does not know which moves are legal.
 */

import { GLYPHS } from "../glyphs.js";

/**
 * @typedef {object} WrittenMove
 * @property {string[]} squares the squares that the text names, in order
 * @property {string} comment
 * @property {number[]} nags the numbers of annotation glyphs
 * @property {WrittenLine[]} variations alternatives to the move
 *
 * @typedef {{comment: string, moves: WrittenMove[]}} WrittenLine the comment is the one before the first move
 *
 * @typedef {object} WrittenGame
 * @property {Record<string, string>} tags
 * @property {WrittenLine} line
 * @property {string} result
 *
 * @typedef {Record<string, string | undefined>} Token
 */

/** The tokens of a text, in the order in which they are tried. */
const TOKEN = new RegExp(
  [
    /\[\s*(?<name>[A-Za-z]\w*)\s*"(?<value>(?:[^"\\\n]|\\.)*)"\s*\]/,
    /\{(?<comment>[^}]*)\}/,
    /;(?<rest>[^\n]*)/,
    /\$(?<nag>\d+)/,
    /(?<strength>[!?]+)/,
    /(?<open>\()/,
    /(?<close>\))/,
    /(?<result>1-0|0-1|1\/2-1\/2|\*)(?![\w/-])/,
    /(?<move>[a-h][1-8](?:(?:[ \t]*[-x:×][ \t]*)?[a-h][1-8])+)/,
    /\d+\.+|\.\.\.|%[^\n]*|\s+|\ufeff/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "iuy",
);

/** Why a text is not PDN, and where. */
export class PdnFault extends Error {
  /**
   * @param {string} problem
   * @param {string} text
   * @param {number} at the index of the character
   */
  constructor(problem, text, at) {
    const lines = text.slice(0, at).split("\n");
    super(`line ${lines.length}, column ${lines[lines.length - 1].length + 1}: ${problem}`);
  }
}

/**
 * The first game of a text. Throws PdnFault.
 * @param {string} text
 * @returns {WrittenGame}
 */
export function readPdn(text) {
  const reader = new Reader();
  let at = 0;
  while (at < text.length && !reader.ended) {
    const [length, token] = tokenAt(text, at);
    const problem = reader.take(token);
    if (problem) throw new PdnFault(problem, text, at);
    at += length;
  }
  if (reader.depth > 0) throw new PdnFault("the text ends in a variation: expected )", text, text.length);
  return reader.game;
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {[number, Token]} its length, and its parts
 */
function tokenAt(text, at) {
  TOKEN.lastIndex = at;
  const found = TOKEN.exec(text);
  if (!found?.groups) throw new PdnFault(`unexpected ${JSON.stringify(text.slice(at, at + 10))}`, text, at);
  return [found[0].length, found.groups];
}

/** @returns {WrittenLine} */
function emptyLine() {
  return { comment: "", moves: [] };
}

/** Builds a game from the tokens of a text. */
class Reader {
  /** @type {WrittenGame} */
  game = { tags: {}, line: emptyLine(), result: "*" };

  ended = false;

  /** The lines from the main line to the one that is being read. */
  #lines = [this.game.line];

  get depth() {
    return this.#lines.length - 1;
  }

  get #line() {
    return this.#lines[this.#lines.length - 1];
  }

  get #last() {
    return this.#line.moves[this.#line.moves.length - 1];
  }

  /**
   * Takes the next token; returns its fault, or "".
   * @param {Token} token
   */
  take({ name, value, comment, rest, nag, strength, open, close, result, move }) {
    if (name !== undefined) return this.#tag(name, value ?? "");
    if (move !== undefined) this.#move(move);
    else if ((comment ?? rest) !== undefined) this.#remark((comment ?? rest ?? "").replace(/\s+/g, " ").trim());
    else if (nag !== undefined || strength !== undefined) return this.#glyph(nag, strength ?? "");
    else if (open !== undefined) return this.#begin();
    else if (close !== undefined) return this.#end();
    else if (result !== undefined) this.#finish(result);
    return "";
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #tag(name, value) {
    // The tags of the next game: this one has no result.
    if (this.game.line.moves.length > 0) this.ended = this.depth === 0;
    else this.game.tags[name] = value.replace(/\\(["\\])/g, "$1");
    return this.depth > 0 ? "a tag in a variation: expected )" : "";
  }

  /** @param {string} text */
  #move(text) {
    const squares = text.toLowerCase().match(/[a-h][1-8]/g) ?? [];
    this.#line.moves.push({ squares, comment: "", nags: [], variations: [] });
  }

  /** @param {string} text */
  #remark(text) {
    const place = this.#last ?? this.#line;
    place.comment = [place.comment, text].filter(Boolean).join(" ");
  }

  /**
   * @param {string | undefined} nag
   * @param {string} strength
   */
  #glyph(nag, strength) {
    const number = nag === undefined ? GLYPHS.indexOf(strength) : Number(nag);
    if (!this.#last) return "a glyph without a move";
    if (number > 0) this.#last.nags.push(number);
    return "";
  }

  #begin() {
    if (!this.#last) return "a variation without a move before it";
    const line = emptyLine();
    this.#last.variations.push(line);
    this.#lines.push(line);
    return "";
  }

  #end() {
    if (this.depth === 0) return "a ) without its (";
    this.#lines.pop();
    return "";
  }

  /** @param {string} result ignored in a variation */
  #finish(result) {
    if (this.depth > 0) return;
    this.game.result = result;
    this.ended = true;
  }
}
