/** Plays through a written game: the tree of its moves with the positions after them. */

import { readFen } from "../fens.js";

/**
 * @typedef {import("./pdn.js").WrittenGame} WrittenGame
 * @typedef {import("./pdn.js").WrittenLine} WrittenLine
 * @typedef {import("./pdn.js").WrittenMove} WrittenMove
 *
 * @typedef {object} LegalMove a legal move
 * @property {string} text
 * @property {string[]} path
 * @property {string[]} captured
 * @property {string} fen the position after it
 *
 * @typedef {object} Rules
 * @property {(tags: {[name: string]: string}, ruleset: string) => string} named the ruleset of a game with these PDN
 *   tags: `ruleset` if they leave it open
 * @property {(name: string) => string} start the FEN from which games of a ruleset begin; throws for an unknown one
 * @property {(ruleset: string, fen: string, squares: string[], lastThreeKings: boolean) => LegalMove | null} play the
 *   move that these squares name, or null if none is legal
 *
 * @typedef {object} Node the start, or a move; the first child is the main line
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {number} ply
 * @property {string} text empty for the start
 * @property {string[]} path
 * @property {string[]} captured
 * @property {string} fen
 * @property {string} comment
 * @property {number[]} nags
 *
 * @typedef {object} Record
 * @property {string} ruleset
 * @property {{[name: string]: string}} tags
 * @property {string} result
 * @property {Node} root
 * @property {string} fault why the game could be read only until some move; or ""
 */

/** A move that is not legal. */
class IllegalMove extends Error {}

/**
 * The tree of a written game, until the first move that is not legal. Throws Error for an unknown ruleset, or an
 * invalid FEN.
 * @param {WrittenGame} game
 * @param {Rules} rules
 * @param {string} ruleset for a text that does not name one
 * @returns {Record}
 */
export function played(game, rules, ruleset) {
  const name = rules.named(game.tags, ruleset);
  const root = start(positionOf(game.tags.FEN ?? rules.start(name)), game.line.comment);
  const lastThreeKings = (game.tags.Options ?? "").includes("last-three-kings");
  const play = (/** @type {Node} */ node, /** @type {string[]} */ squares) =>
    rules.play(name, node.fen, squares, lastThreeKings);
  return { ruleset: name, tags: game.tags, result: game.result, root, fault: grown(root, game.line, play) };
}

/**
 * Plays a line with its variations; returns why it stops early, or "".
 * @param {Node} root
 * @param {WrittenLine} line
 * @param {(node: Node, squares: string[]) => LegalMove | null} play
 */
function grown(root, line, play) {
  try {
    grow(root, line, play);
    return "";
  } catch (error) {
    if (error instanceof IllegalMove) return error.message;
    throw error;
  }
}

/**
 * A FEN in the form that the rules read. Throws for an invalid text.
 * @param {string} text
 */
export function positionOf(text) {
  const fen = readFen(text);
  if (!fen) throw new Error(`${text}: expected a FEN such as W:Wa2,b2,Kc3:Ba6,Kb8`);
  return fen;
}

/**
 * A position without moves.
 * @param {string} fen
 * @param {string} comment
 * @returns {Node}
 */
export function start(fen, comment = "") {
  return { parent: null, children: [], ply: 0, text: "", path: [], captured: [], fen, comment, nags: [] };
}

/**
 * @param {Node} node
 * @param {WrittenLine} line what follows it
 * @param {(node: Node, squares: string[]) => LegalMove | null} play
 */
function grow(node, line, play) {
  let before = node;
  for (const move of line.moves) {
    const next = child(before, move, play);
    for (const variation of move.variations) grow(before, remarked(variation), play);
    before = next;
  }
}

/**
 * A variation whose first move has the comment before it too.
 * @param {WrittenLine} line
 * @returns {WrittenLine}
 */
function remarked({ comment, moves: [first, ...others] }) {
  if (!first) return { comment, moves: [] };
  const both = [comment, first.comment].filter(Boolean).join(" ");
  return { comment: "", moves: [{ ...first, comment: both }, ...others] };
}

/**
 * @param {Node} parent
 * @param {WrittenMove} move
 * @param {(node: Node, squares: string[]) => LegalMove | null} play
 * @returns {Node}
 */
function child(parent, { squares, comment, nags }, play) {
  const found = play(parent, squares);
  if (!found) throw new IllegalMove(`ply ${parent.ply + 1}, ${squares.join("-")}: not a legal move in ${parent.fen}`);
  const node = { ...found, parent, children: [], ply: parent.ply + 1, comment, nags };
  parent.children.push(node);
  return node;
}
