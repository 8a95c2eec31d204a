// What is told above a board keeps the most room that it has had, and the board stays where it is when that grows.

export class Standing {
  /** `still` is what must not be pushed about by `element`. */
  constructor(element, still) {
    Object.assign(this, { element, still, high: 0, wide: innerWidth, at: 0 });
    new ResizeObserver(() => this.grow()).observe(element);
    addEventListener("resize", () => innerWidth !== this.wide && this.anew());
    addEventListener("scroll", () => this.note(), { passive: true });
  }

  get top() {
    return this.still.getBoundingClientRect().top;
  }

  note() {
    this.at = this.top;
  }

  grow() {
    if (this.element.offsetHeight <= this.high) return;
    const grown = this.high > 0;
    this.high = this.element.offsetHeight;
    this.element.style.setProperty("--said", `${this.high}px`);
    if (grown) scrollBy({ top: this.top - this.at, behavior: "instant" });
    this.note();
  }

  /** Another lesson begins at its beginning, wherever the button was that asked for it. */
  begin() {
    this.anew();
    if (getComputedStyle(this.element).position === "sticky")
      scrollTo({ top: 0, behavior: "instant" });
  }

  /** Another game, another screen: as high as it must be. */
  anew() {
    Object.assign(this, { high: 0, wide: innerWidth });
    this.element.style.removeProperty("--said");
    this.grow();
  }
}
