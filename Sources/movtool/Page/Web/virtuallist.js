// Lists of any length. Browsers stop at elements of 33,554,428 pixels (half that on dense screens), and a million
// rows are higher. So the scrolled height is bounded, and rows are mapped to it by share; the wheel and the keys
// move by rows all the same.

const HIGHEST = 6e6;

class VirtualRows {
  /**
   * options: rowHeight; row(index), which makes the row's element; moved(index), called when a key or a click makes
   * a row the active one; chosen(index), for Enter and a click.
   */
  constructor(scroller, options) {
    Object.assign(this, { scroller, ...options });
    this.count = 0;
    this.top = 0;
    this.active = 0;
    // Where the last move by rows left the scroll bar: a change of it that is not ours is the reader's.
    this.expected = 0;
    this.rows = new Map();
    this.layer = h('div', { class: 'virtual-layer', role: 'presentation' });
    this.sizer = h('div', { class: 'virtual-sizer', role: this.bodyRole || 'presentation' }, this.layer);
    scroller.classList.add('virtual');
    scroller.append(this.sizer);
    scroller.addEventListener('scroll', () => this.scrolled());
    scroller.addEventListener('wheel', (event) => this.wheeled(event), { passive: false });
    scroller.addEventListener('keydown', (event) => this.pressed(event));
    new ResizeObserver(() => this.request()).observe(scroller);
  }

  get headHeight() {
    return this.head ? this.head.offsetHeight : 0;
  }

  get visible() {
    return Math.max(1, (this.scroller.clientHeight - this.headHeight) / this.rowHeight);
  }

  get isScaled() {
    return this.count * this.rowHeight > HIGHEST;
  }

  get lastTop() {
    return Math.max(0, this.count - this.visible);
  }

  /** Says how many rows there are. All rows are made anew. */
  reset(count) {
    this.count = count;
    this.active = Math.max(0, Math.min(this.active, count - 1));
    this.sizer.style.height = `${Math.min(HIGHEST, count * this.rowHeight)}px`;
    this.top = Math.min(this.top, this.lastTop);
    this.refresh();
  }

  refresh() {
    this.rows.clear();
    this.layer.replaceChildren();
    this.request();
  }

  request() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.draw(); });
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (!this.isScaled) this.top = scrollTop / this.rowHeight;
    else if (Math.abs(scrollTop - this.expected) > 1) {
      this.top = (scrollTop / Math.max(1, scrollHeight - clientHeight)) * this.lastTop;
      this.expected = scrollTop;
    }
    this.request();
  }

  scrollTo(top) {
    this.top = Math.max(0, Math.min(this.lastTop, top));
    const { scrollHeight, clientHeight } = this.scroller;
    this.scroller.scrollTop = this.isScaled
      ? (this.top / Math.max(1, this.lastTop)) * (scrollHeight - clientHeight) : this.top * this.rowHeight;
    this.expected = this.scroller.scrollTop;
    this.request();
  }

  wheeled(event) {
    if (!this.isScaled || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    const unit = [1 / this.rowHeight, 1, this.visible][event.deltaMode];
    this.scrollTo(this.top + event.deltaY * unit);
  }

  pressed(event) {
    if (event.target !== this.scroller || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.visible) - 1);
    const steps = {
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity
    };
    if (event.key in steps) this.move(Math.max(0, Math.min(this.count - 1, this.active + steps[event.key])));
    else if (event.key === 'Enter' && this.chosen) this.chosen(this.active);
    else return;
    event.preventDefault();
  }

  /** Makes a row the active one and shows it. */
  move(index, quietly = false) {
    if (!this.count) return;
    this.active = index;
    this.reveal(index);
    this.refresh();
    if (!quietly && this.moved) this.moved(index);
  }

  reveal(index) {
    if (index < this.top) this.scrollTo(index);
    else if (index + 1 > this.top + this.visible) this.scrollTo(index + 1 - this.visible);
    else this.request();
  }

  /** Shows a row in the middle, if it is not shown. */
  center(index) {
    if (index < this.top || index + 1 > this.top + this.visible) this.scrollTo(index - this.visible / 2);
  }

  draw() {
    if (!this.scroller.clientHeight) return;
    this.layer.style.top = `${this.headHeight}px`;
    const first = Math.max(0, Math.floor(this.top));
    const end = Math.min(this.count, Math.ceil(this.top + this.visible) + 1);
    for (const [index, row] of this.rows) {
      if (index < first || index >= end) { row.remove(); this.rows.delete(index); }
    }
    for (let index = first; index < end; index += 1) this.place(index);
    // Rows stand in their order for who reads the page by ear.
    const sorted = [...this.rows].sort((a, b) => a[0] - b[0]).map(([, row]) => row);
    if (sorted.some((row, i) => this.layer.children[i] !== row)) this.layer.replaceChildren(...sorted);
    const active = this.rows.get(this.active);
    if (active) this.scroller.setAttribute('aria-activedescendant', active.id);
    else this.scroller.removeAttribute('aria-activedescendant');
  }

  place(index) {
    let row = this.rows.get(index);
    if (!row) {
      row = this.row(index);
      row.id = `${this.scroller.id}-${index}`;
      row.classList.toggle('active', index === this.active);
      row.addEventListener('click', (event) => this.clicked(index, event));
      this.rows.set(index, row);
      this.layer.append(row);
    }
    row.style.transform = `translateY(${(index - this.top) * this.rowHeight}px)`;
  }

  clicked(index, event) {
    if (event.target.closest('button, a')) return;
    this.active = index;
    this.refresh();
    if (this.moved) this.moved(index);
    if (this.chosen) this.chosen(index, event);
  }
}

// The width of a digit, in pixels: a head in bold would have another `ch` than its column.
const DIGIT = 7.6;

let gridNumber = 0;

/** A table of rows without end. columns: [{title, width in ch, text(index) or node(index), className}] */
class Grid {
  constructor(label, columns, options = {}) {
    gridNumber += 1;
    this.columns = columns;
    this.element = h('div', { class: 'grid ' + (options.className || ''), role: 'grid', tabindex: 0,
      'aria-label': label, id: `grid-${gridNumber}`, 'aria-colcount': columns.length });
    const head = h('div', { class: 'grid-head', role: 'row', 'aria-rowindex': 1 },
      columns.map((column) => this.cell('columnheader', column, column.title)));
    const heads = h('div', { role: 'rowgroup', class: 'grid-heads' }, head);
    this.element.append(heads);
    this.rows = new VirtualRows(this.element, { rowHeight: options.rowHeight
      || 26, bodyRole: 'rowgroup', head,
      row: (index) => this.row(index), moved: options.moved, chosen: options.chosen });
    this.isSelected = options.isSelected || (() => false);
    const width = columns.reduce((sum, column) => sum + column.width * DIGIT, 24);
    heads.style.minWidth = `${width}px`;
    this.rows.sizer.style.minWidth = `${width}px`;
  }

  cell(role, column, content) {
    const cell = h('div', { role, class: column.className || '' }, content);
    cell.style.flex = `${column.grow || 1} 0 ${column.width * DIGIT}px`;
    return cell;
  }

  row(index) {
    return h('div', { role: 'row', class: 'grid-row', 'aria-rowindex': index + 2,
      'aria-selected': this.isSelected(index) ? 'true' : 'false' },
    this.columns.map((column) => this.cell('gridcell', column, column.cell(index))));
  }

  reset(count) {
    this.element.setAttribute('aria-rowcount', count + 1);
    this.element.style.maxHeight = `${Math.max(3, count) * this.rows.rowHeight + 36}px`;
    this.rows.reset(count);
  }
}
