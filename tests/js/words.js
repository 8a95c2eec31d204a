// What the tests let the pages say.

export default {
  "ui.by_rule": "({rule})",
  "ui.rattles": "rattled {count} times",
  "ui.not_allowed": "Not allowed by rule {rule}: {words}",
};
