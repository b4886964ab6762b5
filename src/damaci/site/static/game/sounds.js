/** The sounds of the game, and optional speech for the opponent's moves and announcements. */

import { language } from "../i18n.js";
import { preferences } from "../preferences.js";
import { lowTime } from "./clock.js";
import { courtesyText, resultText } from "./sentences.js";
import { opposite } from "./sides.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./synth.js").Sound} Sound
 *
 * The state of the game at the last sound.
 * @typedef {{moves: number, played: number, over: boolean, offered: boolean}} Observed
 */

/** @param {Game} game */
export function startSounds(game) {
  /** @type {Observed | null} */
  let before = null;
  game.addEventListener("change", () => {
    if (!game.known) return;
    const now = observe(game);
    if (before) {
      const sound = difference(game, before, now);
      if (sound) make(sound);
      if (preferences.speech) say(spoken(game, before, now));
    }
    before = now;
  });
  startAlarm(game);
}

/**
 * @param {Game} game
 * @returns {Observed}
 */
function observe(game) {
  const { now, record, moves, over } = game;
  const asked = [now.draw_offer, now.takeback_offer].some(
    (by) => by && !game.shared && record.you.includes(opposite(by)),
  );
  return { moves: moves.length, played: record.played.length, over, offered: asked };
}

/**
 * @param {Game} game
 * @param {Observed} before
 * @param {Observed} now
 * @returns {Sound | null}
 */
function difference(game, before, now) {
  if (now.over && !before.over) return "end";
  if (now.offered && !before.offered) return "invitation";
  const last = game.moves[now.moves - 1];
  // Only the host reports a promotion, after the sound of the player's own move.
  if (now.played > before.played && last?.promoted?.length) return "promotion";
  if (now.moves > before.moves) return last.captured?.length ? "capture" : "move";
  return null;
}

/**
 * @param {Game} game
 * @param {Observed} before
 * @param {Observed} now
 */
function spoken(game, before, now) {
  const words = [];
  const last = game.moves[now.played - 1];
  if (now.played > before.played && last && last.color !== game.me) {
    words.push(last.path.join(" "), ...(game.now.announcements ?? []).map(courtesyText));
  }
  if (now.over && !before.over) words.push(resultText(game));
  return words.join(". ");
}

/**
 * Plays a sound, unless sounds are off.
 * @param {Sound} sound
 */
export function make(sound) {
  if (!preferences.sounds) return;
  import("./synth.js").then(({ play }) => play(sound, preferences.volume / 100, preferences.sound_theme), ignore);
}

/** @param {string} text */
function say(text) {
  if (!text || !("speechSynthesis" in window)) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  utterance.volume = preferences.volume / 100;
  speechSynthesis.speak(utterance);
}

/**
 * Plays the alarm once for each side of this viewer, when its time becomes short.
 * @param {Game} game
 */
function startAlarm(game) {
  const warned = new Set();
  setInterval(() => {
    const running = game.known && game.now.clocks?.running;
    if (!running || !game.record.you.includes(running)) return;
    const low = game.secondsLeft(running) < lowTime(game);
    if (low && !warned.has(running)) make("low");
    if (low) warned.add(running);
    else warned.delete(running);
  }, 500);
}

/** Ignores that the app cannot be reached. */
function ignore() {}
