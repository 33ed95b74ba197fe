// A window onto an axis, moved by wheel, pinch, drag and keys; and a canvas as wide as its place on the page.

class Range {
  constructor(low, high, smallest, changed) {
    Object.assign(this, { least: low, most: high, low, high, smallest, changed });
  }

  get length() {
    return this.high - this.low;
  }

  set(low, high) {
    const length = Math.min(Math.max(high - low, this.smallest), this.most - this.least);
    const middle = (low + high) / 2;
    this.low = Math.max(this.least, Math.min(this.most - length, middle - length / 2));
    this.high = this.low + length;
    this.changed();
  }

  /** Zooms about a place of the axis: a factor above 1 shows less. */
  zoom(factor, about = (this.low + this.high) / 2) {
    const length = Math.min(Math.max(this.length / factor, this.smallest), this.most - this.least);
    const share = (about - this.low) / this.length;
    const low = Math.max(this.least, Math.min(this.most - length, about - share * length));
    this.low = low;
    this.high = low + length;
    this.changed();
  }

  /** Moves by a share of what is shown. */
  pan(share) {
    this.set(this.low + share * this.length, this.high + share * this.length);
  }

  /** Shows a place, in the middle, if it is not in sight. */
  reveal(place) {
    if (place < this.low || place > this.high) this.set(place - this.length / 2, place + this.length / 2);
  }

  all() {
    this.set(this.least, this.most);
  }
}

/** Wheel, pinch, drag and a click on a canvas. `use.click(x)` and `use.hover(x or null, y)` get places on it. */
class Gestures {
  constructor(element, range, use) {
    Object.assign(this, { element, range, use, pointers: new Map(), moved: 0 });
    element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    element.addEventListener('pointerdown', (event) => this.down(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel'])
      element.addEventListener(name, (event) => this.up(event));
    element.addEventListener('pointerleave', () => this.use.hover && this.use.hover(null));
    element.addEventListener('dblclick', (event) => this.range.zoom(4, this.place(event)));
  }

  share(event) {
    const box = this.element.getBoundingClientRect();
    return (event.clientX - box.left) / box.width;
  }

  place(event) {
    return this.range.low + this.share(event) * this.range.length;
  }

  /** The wheel zooms with Ctrl (a pinch arrives as that), or once the drawing has the focus; else the page scrolls. */
  wheel(event) {
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const zooms = event.ctrlKey || document.activeElement === this.element;
    if (!isSideways && !zooms) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 20 : 1;
    if (isSideways) this.range.pan(((event.deltaX || event.deltaY) * unit) / this.element.clientWidth);
    else this.range.zoom(Math.exp((-event.deltaY * unit) / (event.ctrlKey ? 120 : 300)), this.place(event));
  }

  down(event) {
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event.clientX);
    if (this.pointers.size === 1) this.moved = 0;
    this.begin();
  }

  begin() {
    this.start = { low: this.range.low, length: this.range.length, xs: [...this.pointers.values()] };
  }

  move(event) {
    if (!this.pointers.has(event.pointerId)) {
      if (this.use.hover) this.use.hover(this.place(event), event.offsetY);
      return;
    }
    this.pointers.set(event.pointerId, event.clientX);
    const xs = [...this.pointers.values()];
    const { left, width } = this.element.getBoundingClientRect();
    if (xs.length === 1) {
      const shift = xs[0] - this.start.xs[0];
      this.moved = Math.max(this.moved, Math.abs(shift));
      if (this.moved < 4) return;
      const low = this.start.low - (shift / width) * this.start.length;
      this.range.set(low, low + this.start.length);
    } else this.pinch(xs, left, width);
  }

  pinch(xs, left, width) {
    this.moved = 100;
    const [a, b] = this.start.xs;
    const factor = Math.abs(xs[1] - xs[0]) / Math.max(10, Math.abs(b - a));
    const about = this.start.low + (((a + b) / 2 - left) / width) * this.start.length;
    const length = this.start.length / Math.max(0.01, factor);
    const low = about - (((xs[0] + xs[1]) / 2 - left) / width) * length;
    this.range.set(low, low + length);
  }

  up(event) {
    const isClick = this.pointers.size === 1 && this.moved < 4 && event.type === 'pointerup';
    this.pointers.delete(event.pointerId);
    this.begin();
    if (isClick && this.use.click) this.use.click(this.place(event), event.offsetY);
  }
}

/** A canvas that fills the width of its place. It is never wider than the screen, whatever it shows. */
class Surface {
  constructor(label, draw, attributes = {}) {
    this.draw = draw;
    this.height = 0;
    this.canvas = h('canvas', { role: 'img', tabindex: 0, 'aria-label': label, ...attributes });
    this.element = h('div', { class: 'surface' }, this.canvas);
    this.context = this.canvas.getContext('2d');
    new ResizeObserver(() => this.request()).observe(this.element);
    theme.listeners.push(() => this.request());
  }

  request() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.now(); });
  }

  now() {
    this.width = this.element.clientWidth;
    if (!this.width || !this.height) return;
    const dense = Math.min(3, window.devicePixelRatio || 1);
    const [width, height] = [Math.round(this.width * dense), Math.round(this.height * dense)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.height = `${this.height}px`;
    }
    this.context.setTransform(dense, 0, 0, dense, 0, 0);
    this.context.clearRect(0, 0, this.width, this.height);
    this.context.font = `12px ${FONT}`;
    this.context.textBaseline = 'middle';
    this.draw(this.context, this.width, this.height);
  }
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** Steps of 1, 2 and 5 that leave at least `least` between marks. */
function niceStep(least) {
  const base = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((n) => n * base).find((step) => step >= least) || base * 10;
}

/** The same for seconds: after 10 come 15, 30 and 60. */
function niceSeconds(least) {
  if (least <= 5) return niceStep(least);
  const steps = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];
  return steps.find((step) => step >= least) || niceStep(least / 86400) * 86400;
}

/** Text cut with … to a width. */
function clipped(context, text, width) {
  if (width < 14) return '';
  if (context.measureText(text).width <= width) return text;
  let end = Math.max(1, Math.floor((text.length * width) / context.measureText(text).width));
  while (end > 0 && context.measureText(text.slice(0, end) + '…').width > width) end -= 1;
  return end > 1 ? text.slice(0, end) + '…' : '';
}
