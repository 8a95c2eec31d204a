// The code of a door, to be scanned by a phone.

import { s } from "./draw.js";

const MARGIN = 2; // squares about the code that stay bright

/** `qr` is "size path": so many squares a side, and those that are dark. */
export function code({ qr }, label) {
  const [size, path] = halves(qr);
  const wide = Number(size) + 2 * MARGIN;
  return s(
    "svg",
    {
      viewBox: `${-MARGIN} ${-MARGIN} ${wide} ${wide}`,
      class: "qr",
      role: "img",
      "aria-label": label,
    },
    s("rect", { x: -MARGIN, y: -MARGIN, width: wide, height: wide, fill: "#f4e9cd" }),
    s("path", { d: path }),
  );
}

/** What stands before the first space, and all that stands after it. */
export function halves(text) {
  const at = text.indexOf(" ");
  return [text.slice(0, at), text.slice(at + 1)];
}
