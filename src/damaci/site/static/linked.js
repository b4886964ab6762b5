/** A problem in a link: as PDN, in the part of the address that is not sent to any server. */

/** What the part is called. */
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
 * The problem that a link has brought, or that is in a link to whatever page of Damacı within a text.
 * @param {string} text
 * @returns {string} PDN; empty for none
 */
export function problemIn(text) {
  const [, part = ""] = text.match(new RegExp(`#(${LINKED}=\\S+)`)) ?? [];
  return new URLSearchParams(part).get(LINKED) ?? "";
}
