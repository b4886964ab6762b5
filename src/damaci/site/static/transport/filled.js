/** Addresses with placeholders. */

/**
 * Fills the placeholders of an address from data; the rest is the body.
 * @param {string} place as in `/games/{game}/pdn`
 * @param {object} data
 */
export function filled(place, data) {
  const left = new Map(Object.entries(data));
  const address = place.replace(/\{(\w+)\}/g, (_, name) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(value);
  });
  return { address, rest: JSON.stringify(Object.fromEntries(left)) };
}
