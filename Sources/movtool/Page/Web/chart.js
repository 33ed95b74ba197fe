// One curve over the samples of a track, or over the fragments: the smallest and largest value of each pixel.

class Chart {
  /** options: label; count; value(index); extremes(first, end) as [smallest, largest]; unit(value); marks(i, end) */
  constructor(options) {
    Object.assign(this, options);
    this.range = new Range(0, Math.max(1, this.count), 8, () => this.surface.request());
    this.surface = new Surface(this.label, (...all) => this.paint(...all));
    this.surface.height = options.height || 160;
    this.element = this.surface.element;
    this.gestures = new Gestures(this.surface.canvas, this.range, {
      click: (place) => this.chosen && this.chosen(Math.min(this.count - 1, Math.floor(place))),
    });
    this.surface.canvas.addEventListener('keydown', (event) => zoomKeys(event, this.range));
  }

  show(options) {
    Object.assign(this, options);
    if (options.count !== undefined) {
      this.range.most = Math.max(1, this.count);
      this.range.all();
    }
    this.surface.canvas.setAttribute('aria-label', this.label);
    this.surface.request();
  }

  columns(width) {
    const columns = [];
    const per = this.range.length / width;
    for (let x = 0; x < width; x += 1) {
      const first = Math.floor(this.range.low + x * per);
      const end = Math.min(this.count, Math.max(first + 1, Math.floor(this.range.low + (x + 1) * per)));
      columns.push(first < this.count ? [...this.extremes(first, end), first, end] : null);
    }
    return columns;
  }

  paint(context, width, height) {
    if (!this.count) return;
    const columns = this.columns(Math.floor(width));
    const shown = columns.filter(Boolean);
    const low = Math.min(0, ...shown.map((column) => column[0]));
    const high = Math.max(...shown.map((column) => column[1]), low + 1e-9);
    const floor = height - 20;
    const y = (value) => floor - ((value - low) / (high - low)) * (floor - 22);
    this.paintGrid(context, width, low, high, y);
    this.paintValues(context, columns, width, y);
    this.paintMarks(context, columns, floor);
    this.paintSelected(context, width, floor);
    this.paintScale(context, width, low, high, y);
  }

  paintValues(context, columns, width, y) {
    context.fillStyle = theme.colour(this.colour || '--accent');
    const wide = width / this.range.length;
    if (wide >= 4) {
      for (let i = Math.floor(this.range.low); i < Math.min(this.count, this.range.high); i += 1) {
        const top = y(this.extremes(i, i + 1)[1]);
        context.fillRect(
          (i - this.range.low) * wide, top, wide - 1, this.isBar ? Math.max(1, y(0) - top) : 2
        );
      }
      return;
    }
    columns.forEach((column, x) => {
      if (!column) return;
      const [top, bottom] = [y(column[1]), y(Math.min(column[0], column[1]))];
      context.fillRect(x, top, 1, Math.max(1.5, this.isBar ? y(0) - top : bottom - top));
    });
  }

  paintGrid(context, width, low, high, y) {
    const step = niceStep((high - low) / 4 || 1);
    context.fillStyle = theme.colour('--line');
    for (let value = Math.ceil(low / step) * step; value <= high; value += step)
      context.fillRect(0, Math.round(y(value)), width, 1);
  }

  /** The numbers of the axes, on a ground of their own. */
  paintScale(context, width, low, high, y) {
    const step = niceStep((high - low) / 4 || 1);
    context.textAlign = 'left';
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
      if (Math.abs(value) < step / 2) continue;
      const text = this.unit(value);
      context.globalAlpha = 0.85;
      context.fillStyle = theme.colour('--panel');
      context.fillRect(1, y(value) - 17, context.measureText(text).width + 6, 16);
      context.globalAlpha = 1;
      context.fillStyle = theme.colour('--muted');
      context.fillText(text, 4, y(value) - 8);
    }
    context.fillStyle = theme.colour('--muted');
    const ends = [Math.floor(this.range.low), Math.min(this.count, Math.ceil(this.range.high)) - 1];
    const floor = this.surface.height - 8;
    context.fillText(number(ends[0]), 4, floor);
    context.textAlign = 'right';
    context.fillText(number(ends[1]), width - 4, floor);
    context.textAlign = 'center';
    context.fillText(this.axis || 'sample', width / 2, floor);
  }

  paintMarks(context, columns, floor) {
    if (!this.marks) return;
    context.fillStyle = theme.colour('--ink');
    columns.forEach((column, x) => {
      if (column && this.marks(column[2], column[3])) context.fillRect(x, floor + 1, 1, 5);
    });
  }

  paintSelected(context, width, floor) {
    const index = this.selected && this.selected();
    if (index === undefined || index === null) return;
    const x = ((index + 0.5 - this.range.low) / this.range.length) * width;
    context.fillStyle = theme.colour('--cursor');
    context.fillRect(x - 1, 12, 2, floor - 12);
  }
}

/** + and - zoom, arrows move, 0 shows all. Says whether the key was one of these. */
function zoomKeys(event, range, arrows = true) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const acts = {
    '+': () => range.zoom(2), '=': () => range.zoom(2), '-': () => range.zoom(0.5), 0: () => range.all()
  };
  if (arrows) Object.assign(acts, { ArrowLeft: () => range.pan(-0.2), ArrowRight: () => range.pan(0.2) });
  if (!(event.key in acts)) return false;
  event.preventDefault();
  acts[event.key]();
  return true;
}
