// The fragments: what each says of its time beside what came before, and what the segment index claims.

/** The parts of segment indexes that are listed. */
const MOST_CLAIMS = 1000;

class FragmentsView {
  constructor(app) {
    this.app = app;
    this.title = 'Fragments';
    this.curve = 'bytes';
  }

  isFor(movie) {
    return Boolean(movie.fragments);
  }

  build(movie) {
    this.movie = movie;
    this.rows = movie.fragments;
    this.count = this.rows.offset.count;
    this.measure();
    this.chart = new Chart({ label: 'Bytes of each fragment', count: this.count, height: 140,
      axis: 'fragment', isBar: true,
      extremes: (first, end) => [this.values().minimum(first, end), this.values()
        .maximum(first, end)], unit: (value) => (this.curve === 'seconds' ? span(value)
          : this.curve === 'bytes' ? bytes(value) : number(value)),
      chosen: (row) => this.choose(row), selected: () => this.chosen });
    const gaps = this.gapCount ? h(
      'p', null, badge('warning'),
      ` ${plural(this.gapCount, 'fragment')} not starting where the previous one ends.`
    ) : h('p', { class: 'muted' }, 'Each fragment starts where the previous one ends.');
    this.grid = this.makeGrid();
    return [h('div', { class: 'toolbar' }, choice(
      'Curve', [['bytes', 'bytes'], ['seconds', 'duration'], ['samples', 'samples']], this.curve,
      (curve) => { this.curve = curve; this.chart.show({ label: `${curve} of each fragment` }); }
    ),
      h(
        'span', { class: 'muted numbers' },
        `Showing ${number(this.count)} of ${plural(this.count, 'fragment')}`
      )),
    h('div', { class: 'panel flush' }, this.chart.element), gaps, this.grid.element, this.segmentIndexes()];
  }

  /** The first sample, the length and the gap before each fragment. */
  measure() {
    const seconds = new Float64Array(this.count);
    this.first = new Float64Array(this.count);
    this.gaps = new Float64Array(this.count);
    this.gapCount = 0;
    const inFragments = new Map();
    for (let i = 0; i < this.count; i += 1)
      inFragments.set(
        this.rows.track.at(i), (inFragments.get(this.rows.track.at(i)) || 0) + this.rows.samples.at(i)
      );
    const state = new Map();
    for (let i = 0; i < this.count; i += 1) {
      const id = this.rows.track.at(i);
      const track = this.movie.track(id);
      if (!track || !track.duration) continue;
      if (!state.has(id))
        state.set(id, { next: Math.max(0, track.statedCount - inFragments.get(id)), end: null });
      const here = state.get(id);
      const samples = this.rows.samples.at(i);
      const ticks = track.duration.sum(here.next + samples) - track.duration.sum(here.next);
      const start = this.rows.decodeTime.at(i);
      this.first[i] = here.next;
      this.gaps[i] = here.end === null ? 0 : start - here.end;
      if (this.gaps[i]) this.gapCount += 1;
      seconds[i] = ticks / (track.timescale || 1);
      here.next += samples;
      here.end = start + ticks;
    }
    this.seconds = new PlainColumn(seconds);
  }

  values() {
    return { bytes: this.rows.bytes, seconds: this.seconds, samples: this.rows.samples }[this.curve];
  }

  makeGrid() {
    const { rows } = this;
    const scale = (i) => {
      const track = this.movie.track(rows.track.at(i));
      return (track && track.timescale) || 1;
    };
    const numeric = (title, width, cell) => ({ title, width, cell, className: 'numeric' });
    const grid = new Grid('Fragments', [numeric('Fragment', 10, (i) => number(i)), numeric(
      'Sequence', 10, (i) => number(rows.sequence.at(i))
    ), numeric('Track', 7, (i) => number(rows.track.at(i))),
      numeric('At byte', 14, (i) => number(rows.offset.at(i))), numeric(
        'moof bytes', 11, (i) => number(rows.size.at(i))
      ), numeric('Decode time', 15, (i) => clock(rows.decodeTime.at(i) / scale(i), 4)),
      numeric('Lasts', 12, (i) => span(this.seconds.at(i))), numeric(
        'Gap before', 13,
        (i) => (this.gaps[i] ? `${this.gaps[i] > 0 ? '+' : '−'}${number(Math.abs(this.gaps[i]))} ticks` : '')
      ),
      numeric('Samples', 9, (i) => number(rows.samples.at(i))), numeric(
        'Media bytes', 13, (i) => number(rows.bytes.at(i))
      )],
    {
      className: 'fragment-grid', moved: (row) => this.choose(row), isSelected: (row) => row === this.chosen
    });
    grid.reset(this.count);
    return grid;
  }

  choose(row) {
    this.chosen = row;
    const atom = this.movie.atoms.at(this.rows.offset.at(row));
    const track = this.movie.track(this.rows.track.at(row));
    this.app.selection.set({
      track: track ? track.trackID : undefined,
      sample: track && this.rows.samples.at(row) ? this.first[row] : undefined, at: this.rows.offset.at(row),
      atom: atom ? atom.path : undefined
    });
    this.grid.rows.active = row;
    this.grid.rows.center(row);
    this.grid.rows.refresh();
    this.chart.surface.request();
  }

  shown() {
    this.changed(new Set(['sample']));
  }

  changed(names) {
    if (!names.has('sample') && !names.has('at')) return;
    const at = this.app.selection.get('at');
    this.chart.surface.request();
    const row = at === undefined ? -1 : lowerBound(this.count, (i) => this.rows.offset.at(i) > at) - 1;
    if (row < 0 || row === this.chosen) return;
    const next = row + 1 < this.count ? this.rows.offset.at(row + 1) : this.movie.size;
    if (at >= next || (this.chosen !== undefined && this.rows.offset.at(this.chosen) === this.rows.offset
      .at(row))) return;
    this.chosen = row;
    this.grid.rows.active = row;
    this.grid.rows.center(row);
    this.grid.rows.refresh();
  }

  /** What the segment index says of each part, beside the fragments that lie there. */
  segmentIndexes() {
    const claims = [];
    let count = 0;
    for (const sidx of this.movie.atoms.ofType('sidx')) {
      if (!Array.isArray(sidx.fields.references) || !sidx.fields.references.length) continue;
      const rows = tableRows(sidx, 'references', this.movie);
      count += rows.total;
      let start = sidx.end + (sidx.field('first_offset') || 0);
      for (let i = 0; i < rows.count && claims.length < MOST_CLAIMS; i += 1) {
        const value = (name) => rows.value(i, rows.names.indexOf(name));
        claims.push(this.claim(sidx, value, start));
        start += value('referenced_size');
      }
    }
    if (!claims.length) return null;
    return h('section', { class: 'panel' }, h('h2', null, 'Segment index beside the fragments'),
      claims.length < count
        ? h('p', { class: 'muted' }, `Showing ${number(claims.length)} of ${number(count)} parts.`) : null,
      table(
        'Segment index beside the fragments',
        ['Index', 'At byte', 'Bytes', 'Claims', 'Fragments there', 'They last', 'Agrees'], claims
      ));
  }

  /** A row about a part of an index, whose fields `value` gives. */
  claim(sidx, value, start) {
    const scale = sidx.field('timescale') || 1;
    const size = value('referenced_size');
    const first = lowerBound(this.count, (i) => this.rows.offset.at(i) >= start);
    const end = lowerBound(this.count, (i) => this.rows.offset.at(i) >= start + size);
    const track = sidx.field('reference_ID');
    let lasts = 0;
    let count = 0;
    for (let i = first; i < end; i += 1)
      if (this.rows.track.at(i) === track) { lasts += this.seconds.at(i); count += 1; }
    const claimed = value('subsegment_duration') / scale;
    // An index may point at another index in place of media.
    const agrees = value('reference_type') === 1 ? 'an index' : count && Math.abs(lasts - claimed) < 1 / scale
      + 1e-6 ? '✓ yes' : '✕ no';
    return [
      h('code', null, visible(sidx.path)), number(start), number(size), span(claimed),
      number(count), span(lasts), agrees
    ];
  }
}
