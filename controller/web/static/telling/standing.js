// Keeps the board in place on a phone: the text above it never shrinks during a game.

export class Standing {
  /** `element` is the text, `still` what it must not move. */
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

  /** Start a lesson at the top of the page. */
  begin() {
    this.anew();
    if (getComputedStyle(this.element).position === "sticky")
      scrollTo({ top: 0, behavior: "instant" });
  }

  /** Forget the height, for another game or screen. */
  anew() {
    Object.assign(this, { high: 0, wide: innerWidth });
    this.element.style.removeProperty("--said");
    this.grow();
  }
}
