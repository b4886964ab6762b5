/** A problem in a link: as PDN, in the part of the address that is not sent to any server. */

/** The name of that part. */
const LINKED = "problem";

/**
 * The address of this page with a problem in it.
 * @param {string} pdn
 */
export function linkTo(pdn) {
  const address = new URL(location.pathname, location.href);
  address.hash = `${new URLSearchParams({ [LINKED]: pdn })}`;
  return address.href;
}

/**
 * The problem in this page's address, or in a link to any page of Damacı within a text.
 * @param {string} text
 * @returns {string} PDN; empty for none
 */
export function problemIn(text) {
  const [, part = ""] = text.match(new RegExp(`#(${LINKED}=\\S+)`)) ?? [];
  return new URLSearchParams(part).get(LINKED) ?? "";
}
