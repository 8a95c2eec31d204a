// QR codes for phones.

import { s } from "./draw.js";

const MARGIN = 2; // bright squares around the code

/** Return a picture of `qr`: "size path", the squares on a side and the dark ones. */
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

/** Split a text at its first space. */
export function halves(text) {
  const at = text.indexOf(" ");
  return [text.slice(0, at), text.slice(at + 1)];
}
