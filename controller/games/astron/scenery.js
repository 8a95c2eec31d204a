// Astron's strip: planets cut out of coloured paper, hazards by the patch, stations on top.

import { each, INK, rock, shadow, star, tint } from "/static/drawing/common.js";
import { s } from "/static/drawing/draw.js";

export const pictures = {
  earth: ({ centre: [x, y], size: [w] }) => [
    s("ellipse", { cx: x, cy: y + 9.3, rx: w * 1.5, ry: 9.9, fill: "#2f9a94", opacity: 0.35 }),
    s("ellipse", { cx: x, cy: y + 9.45, rx: w * 1.5, ry: 9.9, fill: "#1d6a8a" }),
    s("path", {
      d: `M${x - 5} ${y + 0.2}q.5 -.3 1.2 -.16q.5 -.26 1.1 .06q.35 .36 -.1 .6q.5 .3 .2 .8v6h-2.4z`,
      fill: "#86a65c",
    }),
    s("path", {
      d: `M${x + 1.3} ${y + 0.06}q.6 -.3 1.2 .02q.8 -.2 1.4 .2q.6 .5 .2 .9q-.6 .2 -.5 .8v5h-1.9v-5q-.9 -.5 -.9 -1.1q.1 -.5 .5 -.8z`,
      fill: "#86a65c",
    }),
    s("path", {
      d: `M${x - 1.6} ${y + 0.12}q.5 -.22 1 0M${x - 1.2} ${y + 0.36}q.6 -.2 1.3 .04M${x + 3.6} ${y - 0.12}q.5 -.1 .9 .12`,
      fill: "none",
      stroke: INK.cream,
      "stroke-width": 0.09,
      "stroke-linecap": "round",
    }),
  ],
  moon: ({ centre: [x, y], size: [w, h] }) => [
    shadow(x, y, w / 2, h / 2),
    s("ellipse", { cx: x, cy: y, rx: w / 2, ry: h / 2, fill: "#d9cba6" }),
    s("path", {
      d: `M${x + 0.5} ${y - h / 2 + 0.04}A${w / 2} ${h / 2} 0 0 1 ${x + 0.5} ${y + h / 2 - 0.04}A${w * 0.42} ${h / 2} 0 0 0 ${x + 0.5} ${y - h / 2 + 0.04}Z`,
      fill: "#bcab82",
    }),
    ...[
      [-1.5, -0.3, 0.36],
      [-0.7, 1.1, 0.26],
      [1.4, 0.7, 0.3],
      [1.3, -0.9, 0.2],
      [-0.5, -1.4, 0.22],
    ].flatMap(([dx, dy, r]) => [
      s("circle", { cx: x + dx, cy: y + dy, r, fill: "#a8966c" }),
      s("circle", { cx: x + dx + 0.06, cy: y + dy + 0.06, r: r * 0.78, fill: "#c9b98f" }),
    ]),
  ],
  mars: ({ centre: [x, y], size: [w, h] }) => [
    shadow(x, y, w / 2, h / 2),
    s("ellipse", { cx: x, cy: y, rx: w / 2, ry: h / 2, fill: "#cf4b31" }),
    s("path", {
      d: `M${x - 1} ${y - h / 2 + 0.2}A${w / 2} ${h / 2} 0 0 1 ${x + 1} ${y - h / 2 + 0.2}Q${x} ${y - h / 2 + 0.75} ${x - 1} ${y - h / 2 + 0.2}Z`,
      fill: INK.cream,
    }),
    s("path", {
      d: `M${x - 2.1} ${y - 0.6}q1 .5 2 .1t2.2 .3M${x - 2.2} ${y + 0.9}q1.2 -.6 2.2 0t2.1 -.1M${x - 1.2} ${y + 1.9}q1.2 -.5 2.6 0`,
      fill: "none",
      stroke: "#8f2d1f",
      "stroke-width": 0.16,
      "stroke-linecap": "round",
    }),
  ],
  saturn: ({ centre: [x, y], size: [w, h] }) => [
    shadow(x, y, w / 2, h / 2),
    s("ellipse", { cx: x, cy: y, rx: w / 2, ry: h / 2, fill: INK.mustard }),
    ...[-0.9, -0.2, 0.55].map((dy) =>
      s("path", {
        d: `M${x - w * 0.44} ${y + dy}Q${x} ${y + dy + 0.35} ${x + w * 0.44} ${y + dy}`,
        fill: "none",
        stroke: "#b97a22",
        "stroke-width": 0.22,
      }),
    ),
  ],
  rings: ({ centre: [x, y], size: [w, h], places }) => [
    ...tint(places, INK.red, 0.3),
    s("ellipse", {
      cx: x + 0.1,
      cy: y + 0.16,
      rx: w / 2 - 0.5,
      ry: h / 2 - 0.5,
      fill: "none",
      stroke: "#05081a",
      "stroke-width": 0.66,
      opacity: 0.5,
    }),
    s("ellipse", {
      cx: x,
      cy: y,
      rx: w / 2 - 0.5,
      ry: h / 2 - 0.5,
      fill: "none",
      stroke: "#ead9a6",
      "stroke-width": 0.6,
    }),
    s("ellipse", {
      cx: x,
      cy: y,
      rx: w / 2 - 0.5,
      ry: h / 2 - 0.5,
      fill: "none",
      stroke: INK.red,
      "stroke-width": 0.14,
      "stroke-dasharray": ".32 .2",
    }),
  ],
  comet: ({ places }) => {
    const [head, ...tail] = [...places].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
    const [x, y] = head;
    const [tx, ty] = tail.at(-1) || [x - 2, y - 2];
    return [
      ...tint(places, INK.red, 0.3),
      s("path", {
        d: `M${x + 0.32} ${y - 0.2}Q${(x + tx) / 2 + 0.75} ${(y + ty) / 2 - 0.55} ${tx - 0.4} ${ty - 0.42}Q${(x + tx) / 2 - 0.45} ${(y + ty) / 2 + 0.4} ${x - 0.22} ${y + 0.32}Z`,
        fill: INK.mustard,
      }),
      s("path", {
        d: `M${x + 0.15} ${y - 0.05}Q${(x + tx) / 2 + 0.35} ${(y + ty) / 2 - 0.2} ${tx + 0.1} ${ty + 0.05}Q${(x + tx) / 2 - 0.1} ${(y + ty) / 2 + 0.2} ${x - 0.1} ${y + 0.15}Z`,
        fill: INK.cream,
      }),
      s("path", { d: star(x, y, 0.46, 0.2, 8), fill: INK.red }),
      s("circle", { cx: x, cy: y, r: 0.17, fill: INK.cream }),
    ];
  },
  meteors: ({ places }, luck) => [
    ...tint(places, INK.mustard, 0.13),
    ...each(places, (x, y) =>
      [0, 1].flatMap((n) => {
        const dx = (luck.next().value - 0.5) * 0.3 + (n ? 0.18 : -0.16);
        const dy = (luck.next().value - 0.5) * 0.24 + (n ? 0.16 : -0.14);
        return [
          s("path", {
            d: `M${x + dx} ${y + dy}l.3 -.3`,
            stroke: INK.mustard,
            "stroke-width": 0.07,
            "stroke-linecap": "round",
          }),
          s("circle", { cx: x + dx, cy: y + dy, r: 0.1, fill: INK.cream }),
        ];
      }),
    ),
  ],
  rays: ({ places }) => [
    ...tint(places, INK.violet, 0.2),
    ...each(places, (x, y) =>
      [-0.22, 0.06, 0.34].map((dx) =>
        s("path", {
          d: `M${x + dx - 0.05} ${y - 0.42}l-.14 .28h.16l-.14 .28h.16l-.14 .28`,
          fill: "none",
          stroke: INK.violet,
          "stroke-width": 0.06,
          "stroke-linejoin": "round",
        }),
      ),
    ),
  ],
  blackout: ({ places }) => [
    ...tint(places, "#000", 0.55),
    ...each(places, (x, y) => [
      s("circle", {
        cx: x,
        cy: y,
        r: 0.32,
        fill: "none",
        stroke: INK.teal,
        "stroke-width": 0.06,
        "stroke-dasharray": ".2 .1",
      }),
      s("path", {
        d: `M${x + 0.06} ${y - 0.2}l-.16 .22h.2l-.14 .22`,
        fill: "none",
        stroke: INK.teal,
        "stroke-width": 0.07,
        "stroke-linejoin": "round",
      }),
    ]),
  ],
  asteroids: ({ places }, luck) => [
    ...tint(places, "#9c7a4d", 0.16),
    ...each(places, (x, y) =>
      [
        [-0.14, -0.1, 0.27],
        [0.24, 0.24, 0.15],
      ].map(([dx, dy, r]) =>
        s("path", {
          d: rock(x + dx, y + dy, r, luck),
          fill: "#9c7a4d",
          stroke: "#5f4728",
          "stroke-width": 0.04,
        }),
      ),
    ),
  ],
  station: ({ centre: [x, y], label }) => [
    s("ellipse", {
      cx: x,
      cy: y,
      rx: 0.47,
      ry: 0.17,
      transform: `rotate(-28 ${x} ${y})`,
      fill: "none",
      stroke: INK.cream,
      "stroke-width": 0.05,
    }),
    s("ellipse", {
      cx: x,
      cy: y,
      rx: 0.47,
      ry: 0.17,
      transform: `rotate(28 ${x} ${y})`,
      fill: "none",
      stroke: INK.cream,
      "stroke-width": 0.05,
    }),
    s("circle", { cx: x, cy: y, r: 0.3, fill: INK.cream, stroke: INK.red, "stroke-width": 0.08 }),
    s("text", { x, y: y + 0.145, class: "number" }, label),
  ],
};
