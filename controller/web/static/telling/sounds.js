// Plays short synthesised sounds, and the button that switches them off.

import { tell } from "../drawing/draw.js";
import { TUNES } from "./tunes.js";
import { say } from "./words.js";

let context;
let on = localStorage.getItem("sounds") !== "off";

/** Let this button switch the sounds on and off; return the function that does so. */
export function switched(button) {
  const label = () => {
    button.setAttribute("aria-pressed", String(on));
    tell(button, say(on ? "ui.sound_on" : "ui.sound_off"));
  };
  const toggle = () => {
    on = !on;
    localStorage.setItem("sounds", on ? "on" : "off");
    label();
  };
  label();
  button.addEventListener("click", toggle);
  return toggle;
}

/** Play a tune by its name; "" plays nothing. */
export function play(name) {
  if (!name || !on || !navigator.userActivation?.hasBeenActive) return;
  context ||= new AudioContext();
  for (const note of TUNES[name]) sound(note);
}

function sound([pitch, after, lasts, shape = "sine"]) {
  const tone = context.createOscillator();
  const level = context.createGain();
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
