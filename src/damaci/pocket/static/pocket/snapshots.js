/** A game's snapshot, and how messages of the host change it. */

/**
 * @typedef {import("../game/wire.js").Snapshot} Snapshot
 * @typedef {import("../game/wire.js").Update} Update
 */

/**
 * The snapshot after a message; the same object if the message changes nothing, null if an earlier one is missing.
 * @param {Snapshot | null} snapshot
 * @param {any} message
 * @returns {Snapshot | null}
 */
export function after(snapshot, message) {
  if (message.type === "snapshot") return message.version === snapshot?.version ? snapshot : message;
  if (message.type !== "update" || !snapshot) return snapshot;
  const { version, events, now, played = [] } = /** @type {Update} */ (message);
  if (version <= snapshot.version) return snapshot;
  if (version - events.length > snapshot.version) return null;
  const standing = snapshot.played.slice(0, now.ply - played.length);
  return { ...snapshot, version, now, played: [...standing, ...played] };
}
