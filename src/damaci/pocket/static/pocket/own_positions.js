/** What the player of the server beside this site is playing there: see damaci.pocket.fair_play. */

const ADDRESS = "/api/v1/own-positions";

/** As JSON; undefined where the server does not answer. */
export async function ownPositions() {
  const answer = await fetch(ADDRESS, { cache: "no-store" }).catch(() => null);
  return answer?.ok ? answer.text() : undefined;
}
