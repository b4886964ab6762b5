/** Synthesizes the sounds, each from a few notes. */

/**
 * A note: its start in seconds, its pitch in hertz at the beginning and the end, its duration in seconds, its gain from
 * 0 to 1.
 * @typedef {[at: number, from: number, to: number, seconds: number, gain: number]} Note
 */

/**
 * A theme: the waveform, the notes of a disc put down, and a factor for the pitch of other notes.
 * @typedef {{wave: OscillatorType, knock: Note[], pitch: number}} Theme
 */

/** @type {Record<import("../preferences.js").Preferences["sound_theme"], Theme>} */
const THEMES = {
  wood: {
    wave: "triangle",
    knock: [
      [0, 900, 240, 0.05, 0.5],
      [0, 210, 150, 0.1, 0.5],
    ],
    pitch: 1,
  },
  stone: {
    wave: "square",
    knock: [
      [0, 1900, 900, 0.025, 0.16],
      [0, 420, 260, 0.06, 0.2],
    ],
    pitch: 1.5,
  },
  soft: {
    wave: "sine",
    knock: [
      [0, 320, 180, 0.12, 0.5],
      [0, 160, 110, 0.18, 0.4],
    ],
    pitch: 0.75,
  },
};

/** @typedef {"move" | "capture" | "promotion" | "end" | "invitation" | "low"} Sound */

/**
 * The notes of a sound.
 * @param {Sound} sound
 * @param {Theme} theme
 * @returns {Note[]}
 */
function notes(sound, { knock, pitch }) {
  const second = knock.map(
    ([at, from, to, ...rest]) => /** @type {Note} */ ([at + 0.09, from * 1.25, to * 1.25, ...rest]),
  );
  switch (sound) {
    case "move":
      return knock;
    case "capture":
      return [...knock, ...second];
    case "promotion":
      return [...knock, ...chord(0.08, 0.09, [523, 659, 784], pitch)];
    case "end":
      return chord(0, 0.14, [523, 392, 330, 262], pitch);
    case "invitation":
      return chord(0, 0.12, [587, 784], pitch);
    case "low":
      return chord(0, 0.16, [880, 880], pitch);
  }
}

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {Sound} sound
 * @param {number} volume 0 to 1
 * @param {keyof typeof THEMES} name of a theme
 */
export function play(sound, volume, name) {
  // Browsers allow no sound before the user has interacted with the page.
  if (volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  context.resume();
  const theme = THEMES[name];
  for (const note of notes(sound, theme)) ring(context, note, volume, theme.wave);
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 * @param {number} volume
 * @param {OscillatorType} wave
 */
function ring(context, [at, from, to, seconds, gain], volume, wave) {
  const start = context.currentTime + at;
  const [oscillator, loudness] = [context.createOscillator(), context.createGain()];
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
  loudness.gain.setValueAtTime(gain * volume, start);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(loudness).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

/**
 * Notes one after the other, which overlap a little.
 * @param {number} at
 * @param {number} step
 * @param {number[]} pitches
 * @param {number} factor by which each pitch is multiplied
 * @returns {Note[]}
 */
function chord(at, step, pitches, factor) {
  return pitches.map((pitch, index) => [at + index * step, pitch * factor, pitch * factor, step * 2.5, 0.3]);
}
