// What is told beside a board keeps the most room that it has had: no sentence pushes the board about twice.

export class Standing {
  constructor(element) {
    Object.assign(this, { element, high: 0, wide: innerWidth });
    new ResizeObserver(() => this.grow()).observe(element);
    addEventListener("resize", () => innerWidth !== this.wide && this.anew());
  }

  grow() {
    if (this.element.offsetHeight <= this.high) return;
    this.high = this.element.offsetHeight;
    this.element.style.setProperty("--said", `${this.high}px`);
  }

  /** Another game, another lesson, another screen: as high as it must be. */
  anew() {
    Object.assign(this, { high: 0, wide: innerWidth });
    this.element.style.removeProperty("--said");
    this.grow();
  }
}
