// What the tests let the pages say.

export default {
  "ui.by_rule": "({rule})",
  "ui.end.begun": "{points} to begin with",
  "ui.say.on": "on",
  "ui.say.from": "from",
  "ui.say.to": "to",
  "ui.bounces": "bounced {count} times",
  "player.human": "Player {number}",
  "player.robot": "Robot {number}",
  "level.cadet.called": "Cadet {number}",
  "level.captain.called": "Captain {number}",
  "ui.not_allowed": "Not allowed by rule {rule}: {words}",
};
