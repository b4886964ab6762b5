/** The page of a board's link: the secret follows the # of the address, which browsers do not send. */

import "../shell.js";
import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { pageAddress } from "../places.js";
import { request } from "../transport/request.js";

try {
  const { game } = await request("broadcasts.enter", { secret: location.hash.slice(1) });
  location.replace(pageAddress("broadcast.entry", { game }));
} catch (error) {
  write(find("#told"), explainBriefly(codeOf(error)));
}
