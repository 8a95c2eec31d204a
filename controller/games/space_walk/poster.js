// Space Walk's poster: planets on their orbit, and one ship under way.

import { CREAM, disc, MUSTARD, RED, ringed, rocket, TEAL } from "/static/drawing/posters.js";

export const poster = () => [
  ringed(62, 52, 26, TEAL, CREAM),
  ...disc(118, 26, 10, MUSTARD),
  ...disc(22, 84, 13, RED),
  rocket(112, 82, 0.9, -60, MUSTARD),
];
