// Press, slide, release: a finger on a drawing looks for something, sees what it would choose, and chooses it when it is lifted.
// Sliding beside the drawing and lifting there chooses nothing.

export class Touch {
  /**
   * `mayStart()` says whether a touch counts, `meant(x, y)` what a point of the drawing means (or `null`), `onAim(meant)` is called
   * when that changes and with `null` at the end, `onChoose(meant)` at the release. What is meant is compared by `same`.
   */
  constructor(svg, { mayStart, meant, onAim, onChoose, same = Object.is }) {
    Object.assign(this, { svg, mayStart, meant, onAim, onChoose, same });
    this.finger = null;
    this.aimed = null;
    svg.addEventListener('pointerdown', (event) => this.#press(event));
    svg.addEventListener('pointermove', (event) => event.pointerId === this.finger && this.#slide(event));
    svg.addEventListener('pointerup', (event) => event.pointerId === this.finger && this.#release(this.aimed));
    svg.addEventListener('pointercancel', (event) => event.pointerId === this.finger && this.#release(null));
    svg.addEventListener('contextmenu', (event) => event.preventDefault());
    new ResizeObserver(() => this.#forget()).observe(svg);
    addEventListener('resize', () => this.#forget());
    svg.parentElement.addEventListener('scroll', () => this.#forget(), { passive: true });
  }

  /** Whether a finger is down. */
  get active() {
    return this.finger !== null;
  }

  /** Ends a running touch without choosing. */
  cancel() {
    if (this.active) this.#release(null);
  }

  /** The drawing's point in the window's coordinates. */
  onScreen({ x, y }) {
    const point = new DOMPoint(x, y).matrixTransform(this.#matrix());
    return { x: point.x, y: point.y };
  }

  /** From the drawing to the window. It is read once a size, a place and a touch, so that sliding never forces a layout. */
  #matrix() {
    this.matrix ??= this.svg.getScreenCTM();
    return this.matrix;
  }

  #forget() {
    this.matrix = null;
  }

  #press(event) {
    if (!this.mayStart() || this.active || event.button !== 0) return;
    event.preventDefault();
    this.#forget();
    this.finger = event.pointerId;
    this.svg.setPointerCapture(event.pointerId);
    this.inverse = this.#matrix().inverse();
    this.#slide(event);
  }

  #slide(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.inverse);
    const meant = this.meant(point.x, point.y);
    if (meant === this.aimed || (meant && this.aimed && this.same(meant, this.aimed))) return;
    this.aimed = meant;
    this.onAim(meant);
  }

  #release(meant) {
    this.finger = null;
    this.aimed = null;
    if (meant) this.onChoose(meant);
    this.onAim(null);
  }
}
