// Short sounds, made on the spot: a move that counted, a mistake, your turn, the strip in danger.

const TUNES = {
  made: [
    [660, 0, 0.09],
    [990, 0.09, 0.16],
  ],
  wrong: [
    [150, 0, 0.16, "sawtooth"],
    [120, 0.18, 0.22, "sawtooth"],
  ],
  turn: [
    [784, 0, 0.12, "triangle"],
    [1047, 0.14, 0.12, "triangle"],
    [1319, 0.28, 0.24, "triangle"],
  ],
  alarm: [
    [880, 0, 0.2, "square"],
    [620, 0.22, 0.2, "square"],
    [880, 0.44, 0.2, "square"],
  ],
  lift: [[420, 0, 0.04]],
};

let context;
export const sounds = { on: localStorage.getItem("sounds") !== "off" };

export function mute(off) {
  sounds.on = !off;
  localStorage.setItem("sounds", off ? "off" : "on");
}

export function play(name) {
  if (!sounds.on || !navigator.userActivation?.hasBeenActive) return;
  context ||= new AudioContext();
  for (const [pitch, after, lasts, shape = "sine"] of TUNES[name]) {
    const tone = context.createOscillator(),
      level = context.createGain();
    const at = context.currentTime + after;
    tone.type = shape;
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(0.12, at + 0.015);
    level.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + lasts);
  }
}
