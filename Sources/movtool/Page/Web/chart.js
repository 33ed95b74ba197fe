// One curve over the samples of a track, or over the fragments: the smallest and largest value of each pixel.
// The horizontal axis is the number of the sample, or with `over` another one.

/** The axis of the times at which the media shows the samples, in ticks. */
class PresentationAxis {
  constructor(track) {
    this.track = track;
    const { sampleCount } = track;
    // No codec reorders over so many samples.
    const near = Math.min(sampleCount, 256);
    this.least = Infinity;
    this.most = -Infinity;
    for (let i = 0; i < near; i += 1) {
      this.least = Math.min(this.least, track.pts(i));
      this.most = Math.max(this.most, this.place(sampleCount - 1 - i)[1]);
    }
    if (!(this.most > this.least)) [this.least, this.most] = [0, 1];
    this.smallest = sampleCount ? Math.max(1, (8 * (this.most - this.least)) / sampleCount) : 1;
  }

  /** The samples that may be shown in a stretch: those that are, and a few that are decoded beside them. */
  samples(low, high) {
    const { track } = this;
    const first = track.decodedAt(low - track.maximumOffset);
    return [first, Math.min(track.sampleCount, track.decodedAt(high - track.minimumOffset) + 1)];
  }

  /** Where a sample begins and ends. */
  place(sample) {
    const start = this.track.pts(sample);
    return [start, start + this.track.duration.at(sample)];
  }

  /** The samples whose presentation begins in a stretch, if they can be told from others with little work. */
  exactly(low, high) {
    const [first, end] = this.samples(low, high);
    if (end - first > 64) return null;
    const found = [];
    for (let i = first; i < end; i += 1) {
      const start = this.track.pts(i);
      if (start >= low && start < high) found.push(i);
    }
    return found;
  }

  sampleAt(tick) {
    return this.track.shownAtTick(Math.floor(tick));
  }

  text(tick) {
    return clock(tick / (this.track.timescale || 1));
  }
}

class Chart {
  /** options: label; count; value(index); extremes(first, end) as [smallest, largest]; unit(value); marks(i, end) */
  constructor(options) {
    Object.assign(this, options);
    this.over = null;
    this.range = new Range(0, Math.max(1, this.count), 8, () => this.surface.request());
    this.surface = new Surface(this.label, (...all) => this.paint(...all));
    this.surface.height = options.height || 160;
    this.element = this.surface.element;
    this.gestures = new Gestures(this.surface.canvas, this.range, {
      click: (place) => this.choose(place),
    });
    this.surface.canvas.addEventListener('keydown', (event) => zoomKeys(event, this.range));
  }

  choose(place) {
    const index = this.over ? this.over.sampleAt(place) : Math.min(this.count - 1, Math.floor(place));
    if (this.chosen && index !== null) this.chosen(index);
  }

  show(options) {
    Object.assign(this, { over: null, ...options });
    if (options.count !== undefined) {
      const { over } = this;
      this.range.least = over ? over.least : 0;
      this.range.most = over ? over.most : Math.max(1, this.count);
      this.range.smallest = over ? over.smallest : 8;
      this.range.all();
    }
    this.surface.canvas.setAttribute('aria-label', this.label);
    this.surface.request();
  }

  columns(width) {
    const columns = [];
    const per = this.range.length / width;
    if (this.over) {
      for (let x = 0; x < width; x += 1)
        columns.push(this.columnOver(this.range.low + x * per, this.range.low + (x + 1) * per));
      return columns;
    }
    for (let x = 0; x < width; x += 1) {
      const first = Math.floor(this.range.low + x * per);
      const end = Math.min(this.count, Math.max(first + 1, Math.floor(this.range.low + (x + 1) * per)));
      columns.push(first < this.count ? [...this.extremes(first, end), first, end] : null);
    }
    return columns;
  }

  /** The values of the samples whose presentation begins in a stretch; of what is shown, if none does. */
  columnOver(low, high) {
    const exact = this.over.exactly(low, high);
    if (!exact) {
      const [first, end] = this.over.samples(low, high);
      return end > first ? [...this.extremes(first, end), first, end] : null;
    }
    const shown = exact.length ? exact : [this.over.sampleAt(low)].filter((sample) => sample !== null
      && this.over.place(sample)[1] > low);
    if (!shown.length) return null;
    let [least, most] = [Infinity, -Infinity];
    for (const sample of shown) {
      const [one, other] = this.extremes(sample, sample + 1);
      least = Math.min(least, one);
      most = Math.max(most, other);
    }
    // A mark belongs to the pixel at which its sample begins.
    return [least, most, exact.length ? exact : [], null];
  }

  /** Whether a column has a sample with a mark. */
  isMarked(column) {
    if (column[3] !== null) return this.marks(column[2], column[3]);
    return column[2].some((sample) => this.marks(sample, sample + 1));
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
    if (!this.over && wide >= 4) {
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
    const end = (value, place) => (this.over ? this.over.text(place) : number(value));
    context.fillText(end(ends[0], this.range.low), 4, floor);
    context.textAlign = 'right';
    context.fillText(end(ends[1], this.range.high), width - 4, floor);
    context.textAlign = 'center';
    context.fillText(this.axis || 'sample', width / 2, floor);
  }

  paintMarks(context, columns, floor) {
    if (!this.marks) return;
    context.fillStyle = theme.colour('--ink');
    columns.forEach((column, x) => {
      if (column && this.isMarked(column)) context.fillRect(x, floor + 1, 1, 5);
    });
  }

  paintSelected(context, width, floor) {
    const index = this.selected && this.selected();
    if (index === undefined || index === null) return;
    const place = this.over ? this.over.place(index)[0] : index + 0.5;
    const x = ((place - this.range.low) / this.range.length) * width;
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
