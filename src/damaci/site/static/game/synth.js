/** Sounds made on the spot: a few notes each, like wood on wood. */

/**
 * A note: when it begins in seconds, its pitch in hertz at its beginning and end, how long it rings, how loud it is from 0 to 1.
 * @typedef {[at: number, from: number, to: number, seconds: number, gain: number]} Note
 */

/** @type {Note[]} a disc put down */
const KNOCK = [
  [0, 900, 240, 0.05, 0.5],
  [0, 210, 150, 0.1, 0.5],
];

export const SOUNDS = {
  move: KNOCK,
  capture: [
    ...KNOCK,
    ...KNOCK.map(([at, from, to, ...rest]) => /** @type {Note} */ ([at + 0.09, from * 1.25, to * 1.25, ...rest])),
  ],
  promotion: [...KNOCK, ...chord(0.08, 0.09, [523, 659, 784])],
  end: chord(0, 0.14, [523, 392, 330, 262]),
  invitation: chord(0, 0.12, [587, 784]),
  low: chord(0, 0.16, [880, 880]),
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {Sound} sound
 * @param {number} volume 0 to 1
 */
export function play(sound, volume) {
  // Before somebody has touched the page, browsers let it make no sound.
  if (volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  context.resume();
  for (const note of SOUNDS[sound]) ring(context, note, volume);
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 * @param {number} volume
 */
function ring(context, [at, from, to, seconds, gain], volume) {
  const start = context.currentTime + at;
  const [oscillator, loudness] = [context.createOscillator(), context.createGain()];
  oscillator.type = "triangle";
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
  loudness.gain.setValueAtTime(gain * volume, start);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(loudness).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

/**
 * Notes one after the other, each ringing on a little.
 * @param {number} at
 * @param {number} step
 * @param {number[]} pitches
 * @returns {Note[]}
 */
function chord(at, step, pitches) {
  return pitches.map((pitch, index) => [at + index * step, pitch, pitch, step * 2.5, 0.3]);
}
