/** The game of the page: the host's record, the pending move, and the displayed ply. */

import { preferences } from "../preferences.js";
import { request } from "../transport/request.js";
import { Record } from "./record.js";
import { opposite, way } from "./sides.js";

/**
 * @typedef {import("./wire.js").Color} Color
 * @typedef {import("./wire.js").RecordedMove} RecordedMove
 * @typedef {import("./wire.js").Refused} Refused
 * @typedef {import("./wire.js").TableEvent} TableEvent
 */

/** Fires "change" after every change, and "begin" before the first one, when the game is loaded. */
export class Game extends EventTarget {
  /** @type {Record | null} */
  #record = null;

  /** @type {{id: string, move: RecordedMove} | null} */
  #pending = null;

  /** The displayed ply. */
  ply = 0;

  /** @type {Refused | null} why the last request was refused */
  refusal = null;

  /** @type {import("./wire.js").Legal | null} the hint */
  hint = null;

  /** @type {TableEvent | null} the last event besides moves, or that the premove could not be played */
  notice = null;

  /** @type {string[]} origin and target of the premove */
  planned = [];

  /** The time when the host's clock values arrived. */
  #updatedAt = 0;

  /** Whether the page still asks whether to resume an earlier game. */
  resuming;

  /**
   * @param {import("./connection.js").Connection} connection
   * @param {boolean} resuming
   */
  constructor(connection, resuming) {
    super();
    this.connection = connection;
    this.resuming = resuming;
    connection.addEventListener("message", (event) => this.#receive(/** @type {CustomEvent} */ (event).detail));
    connection.addEventListener("state", () => this.#changed());
  }

  /** Whether the host has sent the game. */
  get known() {
    return this.#record !== null;
  }

  /** The host's record. Throws before the host has sent it. */
  get record() {
    if (!this.#record) throw new Error("the game is not known yet");
    return this.#record;
  }

  /**
   * Whether the viewer may do something besides playing moves.
   * @param {import("./wire.js").Capability} capability
   */
  may(capability) {
    return this.known && this.record.capabilities.includes(capability);
  }

  get version() {
    return this.#record?.version ?? null;
  }

  get now() {
    return this.record.now;
  }

  /** The moves, the pending one included. */
  get moves() {
    return this.#pending ? [...this.record.played, this.#pending.move] : this.record.played;
  }

  /** Whether the last position is displayed. */
  get live() {
    return this.ply === this.moves.length;
  }

  get over() {
    return (this.now.result ?? "*") !== "*";
  }

  /** The side to move, after the pending move if there is one. */
  get turn() {
    return this.#pending ? opposite(this.#pending.move.color) : this.now.turn;
  }

  /** The number of moves since the game's first position, the pending one included. */
  get plies() {
    return this.#pending?.move.ply ?? this.now.ply;
  }

  /** The viewer's colour; null for both or none. */
  get me() {
    const { you } = this.record;
    return you.length === 1 ? you[0] : null;
  }

  /** Whether both sides are played on this page. */
  get shared() {
    return this.record.you.length === 2;
  }

  /** Whether the viewer plays neither side. */
  get watched() {
    return this.known && this.record.you.length === 0;
  }

  /** The side for which the viewer acts now; null for a spectator. */
  get speaker() {
    return this.shared ? this.turn : this.me;
  }

  /** Whether the viewer may move now. */
  get mayMove() {
    return this.live && !this.over && !this.#pending && this.record.you.includes(this.now.turn);
  }

  /** @returns {Color | null} the side that may premove */
  get ahead() {
    const waiting = this.live && !this.over && this.me !== null && this.turn !== this.me;
    return waiting && preferences.premove ? this.me : null;
  }

  /** The pieces at the displayed ply. */
  get pieces() {
    return this.record.piecesAt(this.ply, this.moves.slice(this.record.played.length));
  }

  /** The piece that has been touched and has to be played now. */
  get bound() {
    return (this.mayMove && this.now.touched) || null;
  }

  get legal() {
    return (this.now.legal ?? []).map(({ text, ways }) => ({ text, ways: ways.map(way) }));
  }

  /**
   * What a side's clock shows now; 0 in a game without clocks.
   * @param {Color} color
   */
  secondsLeft(color) {
    const { clocks } = this.now;
    const passed = clocks?.running === color ? this.#passed - (clocks.rests ?? 0) : 0;
    return Math.max(0, (clocks?.[color] ?? 0) - Math.max(0, passed));
  }

  /**
   * Whether a side's time runs now: not in its player's holiday.
   * @param {Color} color
   */
  runs(color) {
    const { clocks } = this.now;
    return clocks?.running === color && this.#passed >= (clocks.rests ?? 0);
  }

  /**
   * Until when a side's player is on holiday, in a game by the day; null for one who is not.
   * @param {Color} color
   */
  awayUntil(color) {
    const until = new Date(1000 * (this.now.away?.[color] ?? 0));
    return until.valueOf() > Date.now() ? until : null;
  }

  /** Seconds since the host's clock values arrived. */
  get #passed() {
    return (performance.now() - this.#updatedAt) / 1000;
  }

  /** @param {number} ply */
  goTo(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
    this.refusal = this.hint = null;
    this.#changed();
  }

  /** Asks the engine for a good move. */
  async askHint() {
    const { ply, fen } = this.now;
    const hint = await request("games.hint", { game: this.connection.game, ply }).catch(() => null);
    // Compares positions, not plies: a move may have been taken back and another one played.
    if (fen !== this.now.fen || !this.mayMove) return;
    this.refusal = hint ? null : { type: "refused", code: "no-hint" };
    this.hint = hint;
    this.#changed();
  }

  /** Resumes the earlier game. */
  resume() {
    this.resuming = false;
    this.#changed();
  }

  /** @param {import("../board/element.js").ChosenMove} chosen */
  play({ text, path, captured }) {
    const { ply, turn } = this.now;
    const id = this.connection.request({ type: "move", ply: ply + 1, move: text, color: turn });
    this.#pending = { id, move: { ply: ply + 1, color: turn, text, path, captured } };
    this.ply = ply + 1;
    this.refusal = this.hint = null;
    this.resume();
  }

  /**
   * Sets the premove: a move to play at the player's turn, if it is legal then.
   * @param {string[]} path origin and target; empty for none
   */
  plan(path) {
    this.planned = path;
    this.#changed();
  }

  #playPlanned() {
    if (this.planned.length === 0 || !this.mayMove) return;
    const [from, to] = this.planned;
    const fitting = this.legal.filter(({ ways }) =>
      ways.some(({ path }) => path[0] === from && path[path.length - 1] === to),
    );
    this.planned = [];
    if (fitting.length === 1) return this.play({ text: fitting[0].text, ...fitting[0].ways[0] });
    this.notice = { event: "plan-failed" };
    this.#changed();
  }

  /**
   * Tells the host that the player has picked a piece up, if touch-move applies.
   * @param {string} square
   */
  touch(square) {
    if (this.refusal && this.legal.some(({ ways }) => ways[0].path[0] === square)) this.#forgive();
    if (!this.record.settings.options?.touch_move) return;
    this.connection.request({ type: "touch", ply: this.now.ply + 1, square, color: this.now.turn });
  }

  /**
   * Requests a move as the player wrote it; the host plays it or explains the refusal.
   * @param {string} text
   */
  attempt(text) {
    this.connection.request({ type: "move", ply: this.plies + 1, move: text, color: this.turn });
  }

  /**
   * @param {import("./wire.js").OtherRequest["type"]} type
   * @param {{color?: Color, ply?: number, phrase?: string}} [more] side, if not the speaker's; ply or phrase of the
   *   request
   */
  ask(type, more = {}) {
    this.connection.request({ type, color: this.speaker ?? undefined, ...more });
  }

  /** @param {import("./wire.js").ServerMessage} message */
  #receive(message) {
    if (message.type === "snapshot") this.#begin(new Record(message));
    else if (message.type === "update") this.#update(message);
    else if (message.type === "refused") this.#refused(message);
  }

  /** @param {Record} record */
  #begin(record) {
    const first = !this.known;
    this.#record = record;
    this.#notify();
    if (first) this.dispatchEvent(new Event("begin"));
    this.ply = this.moves.length;
    if (this.over) this.planned = [];
    this.#changed();
    this.#playPlanned();
  }

  /** @param {import("./wire.js").Update} update */
  #update(update) {
    if (update.version <= this.record.version) return;
    const confirmed = this.#confirms(update);
    if (!this.record.update(update)) return this.connection.restart();
    this.#notify();
    const away = update.events.filter(({ event }) => event === "resumed").pop();
    this.notice = away ?? update.events[update.events.length - 1];
    if (!confirmed) this.ply = this.moves.length;
    this.refusal = this.hint = null;
    if (this.over) this.planned = [];
    this.#changed();
    this.#playPlanned();
  }

  /**
   * Whether an update only confirms the pending move, which the page has displayed already; the viewer may have stepped
   * back since.
   * @param {import("./wire.js").Update} update
   */
  #confirms({ events, played = [] }) {
    const { ply, text } = this.#pending?.move ?? {};
    return events.length === 1 && played.length === 1 && played[0].ply === ply && played[0].text === text;
  }

  #notify() {
    this.#updatedAt = performance.now();
    // The pending move has been played, or the game has changed in another way.
    if (this.#pending && this.now.ply >= this.#pending.move.ply) this.#pending = null;
  }

  /** @param {Refused} refusal */
  #refused(refusal) {
    if (refusal.id === this.#pending?.id) this.#pending = null;
    this.ply = Math.min(this.ply, this.moves.length);
    this.refusal = refusal;
    this.hint = null;
    this.#changed();
  }

  /** Hides the last refusal when the player begins a legal move. */
  #forgive() {
    this.refusal = null;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
