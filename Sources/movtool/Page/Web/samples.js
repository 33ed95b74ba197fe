// The samples of a track: a table of any length, filters, a curve, and what is in the chosen one.

const DEPENDS = ['unknown', 'depends on others', 'depends on none', 'reserved'];
const USED = ['unknown', 'others depend on it', 'none depends on it', 'reserved'];

const REDUNDANT = ['unknown', 'coded more than once', 'coded once', 'reserved'];
const LEADING = ['unknown', 'leads, needs what comes before', 'no', 'leads, can be decoded'];

/** The byte of an sdtp table in words. */
function dependencyText(byte) {
  return `${DEPENDS[(byte >> 4) & 3]}; ${USED[(byte >> 2) & 3]}`;
}

/** The highest bits of the byte, which mean something else in QuickTime. */
function leadingText(track, byte) {
  if (track.earlierTimes) return byte >> 6 ? 'samples after it may be shown before it' : '';
  return LEADING[byte >> 6];
}

/** The sizes of the parts of a sample, the first few. */
function subsampleText(parts) {
  return parts.length ? `${number(parts.length)}: ${parts.slice(0, 4).map((part) => number(part.size)).join(' + ')}`
    + (parts.length > 4 ? ' + …' : '') : '';
}

class SamplesView {
  constructor(app) {
    this.app = app;
    this.title = 'Samples';
    this.hidden = new Set(['description', 'media', 'leading', 'redundancy', 'priority']);
    this.axis = 'number';
    this.curve = 'size';
  }

  isFor(movie) {
    return movie.tracks.length > 0;
  }

  build(movie) {
    this.movie = movie;
    this.filter = { from: null, to: null, keys: false, size: 0 };
    this.host = h('div');
    this.detail = h('div', { class: 'sample-detail' });
    this.countText = h('p', { class: 'muted numbers', role: 'status' });
    this.chart = new Chart({ label: 'Curve over the samples', count: 0, height: 150, chosen: (index) => this
      .select(index),
      selected: () => this.app.selection.get('sample'), extremes: () => [0, 0], unit: String });
    this.form = h('div');
    return [
      this.form, h('div', { class: 'panel flush' }, this.chart.element), this.countText,
      h('div', { class: 'sample-panes' }, this.host, this.detail)
    ];
  }

  get track() {
    return this.app.track();
  }

  shown() {
    if (this.shownTrack !== this.track) this.showTrack();
    this.changed(new Set(['sample']));
  }

  changed(names) {
    if (names.has('track') && this.shownTrack !== this.track) this.showTrack();
    if (!names.has('sample') && !names.has('track')) return;
    this.showDetail();
    this.chart.surface.request();
    const sample = this.app.selection.get('sample');
    const row = sample === undefined ? -1 : this.rowOf(sample);
    if (!this.grid) return;
    if (row >= 0) {
      this.grid.rows.active = row;
      this.grid.rows.center(row);
    }
    this.grid.rows.refresh();
  }

  rowOf(sample) {
    if (!this.passing) return sample;
    const row = lowerBound(this.passing.length, (i) => this.passing[i] >= sample);
    return this.passing[row] === sample ? row : -1;
  }

  sampleOf(row) {
    return this.passing ? this.passing[row] : row;
  }

  select(sample) {
    const { track } = this;
    this.app.selection.set({ track: track.trackID, sample, at: track.offsetOf(sample) });
  }

  showTrack() {
    const { track } = this;
    this.shownTrack = track;
    replace(this.form, this.makeForm(track));
    this.makeGrid();
    this.applyFilter();
    this.showCurve();
  }

  makeForm(track) {
    const tracks = this.movie.tracks.map((candidate) => [
      String(candidate.trackID), visible(candidate.title)
    ]);
    const timecode = this.movie.timecodeOf(track);
    const hint = timecode && timecode.start ? String(timecode.start) : '00:00:01.5';
    const text = (name) => h(
      'input',
      {
        type: 'text', size: 12, placeholder: hint, spellcheck: 'false',
        onchange: (event) => this.setTime(name, event.target)
      }
    );
    const place = h(
      'input',
      {
        type: 'text', size: 12, 'aria-label': 'Place to go to',
        onkeydown: (event) => { if (event.key === 'Enter') go(); }
      }
    );
    const kind = h(
      'select', { 'aria-label': 'Kind of place' },
      PLACES_TO_GO.map(([value, name]) => h('option', { value }, name))
    );
    const go = () => {
      const sample = track ? sampleAtText(kind.value, place.value, track, this.movie) : null;
      if (sample === null) say(`Nothing is at ${kind.value} ${place.value} in this track.`);
      else this.select(sample);
    };
    return h('div', { class: 'toolbar' },
      choice(
        'Track', tracks, track ? String(track.trackID) : '',
        (id) => this.app.selection.set({ track: Number(id), sample: undefined })
      ),
      labelled('From', text('from')), labelled('To', text('to')),
      h(
        'label', { class: 'check' },
        h(
          'input',
          {
            type: 'checkbox',
            onchange: (event) => { this.filter.keys = event.target.checked; this.applyFilter(); }
          }
        ),
        'Key samples only'
      ),
      labelled(
        'Minimum size (bytes)',
        h(
          'input',
          {
            type: 'text', inputmode: 'numeric', size: 7,
            onchange: (event) => {
              this.filter.size = parseInteger(event.target.value) || 0;
              this.applyFilter();
            }
          }
        )
      ),
      h(
        'span', { class: 'field' }, h('span', null, 'Go to'),
        h('span', { class: 'joined' }, kind, place, button('Go', go))
      ),
      choice(
        'Curve', this.curves(), this.curve, (curve) => { this.curve = curve; this.showCurve(); }
      ), choice(
        'Over', [['number', 'sample number'], ['time', 'presentation time']], this.axis,
        (axis) => { this.axis = axis; this.showCurve(); }
      ), this.columnChooser());
  }

  setTime(name, input) {
    const text = input.value.trim();
    const time = text ? timeOfText(text, this.track, this.movie) : null;
    input.setAttribute('aria-invalid', String(Boolean(text) && time === null));
    if (text && time === null) say(`“${text}” is neither a time nor a timecode of this track.`);
    this.filter[name] = time;
    this.applyFilter();
  }

  columnChooser() {
    const boxes = this.allColumns().map((column) => h('label', { class: 'check' },
      h('input', { type: 'checkbox', checked: !this.hidden.has(column.id), onchange: (event) => {
        if (event.target.checked) this.hidden.delete(column.id);
        else this.hidden.add(column.id);
        this.makeGrid();
        this.applyFilter();
      } }), column.title));
    return h(
      'details', { class: 'menu' }, h('summary', null, 'Columns'), h('div', { class: 'menu-body' }, boxes)
    );
  }

  allColumns() {
    const { track, movie } = this;
    if (!track) return [];
    const scale = track.timescale || 1;
    const timecode = movie.timecodeOf(track);
    const shown = (index) => track.shownTime(index);
    const columns = [
      { id: 'number', title: 'Sample', width: 10, cell: (i) => number(i) },
      track.sync && {
        id: 'key', title: 'Key', width: 8, className: 'key-cell',
        cell: (i) => (track.isSync(i) ? '◆ key' : '')
      },
      { id: 'decoded', title: 'Decoded at', width: 17, cell: (i) => clock(track.dts(i) / scale, 4) },
      { id: 'media', title: 'Media time', width: 17, cell: (i) => clock(track.pts(i) / scale, 4) },
      {
        id: 'shown', title: 'Shown at', width: 17,
        cell: (i) => { const time = shown(i); return time === null ? '–' : clock(time, 4); }
      },
      timecode && {
        id: 'timecode', title: 'Timecode', width: 14,
        cell: (i) => {
          const showing = track.showings(i)[0];
          const label = showing ? track.labelOf(showing, timecode) : null;
          return label === null ? '–' : visible(label);
        }
      },
      { id: 'duration', title: 'Duration', width: 12, cell: (i) => number(track.duration.at(i)) },
      track.compositionOffset && {
        id: 'offset', title: 'Comp. offset', width: 16, cell: (i) => number(track.compositionOffset.at(i))
      },
      { id: 'size', title: 'Bytes', width: 10, cell: (i) => number(track.size.at(i)) },
      {
        id: 'byte', title: 'At byte', width: 17,
        cell: (i) => { const byte = track.offsetOf(i); return byte === null ? '–' : number(byte); }
      },
      { id: 'chunk', title: 'Chunk', width: 9, cell: (i) => number(track.chunkOf(i)) },
      {
        id: 'description', title: 'Description', width: 12,
        cell: (i) => String(track.description ? track.description.at(i) : 0)
      },
      track.dependency && {
        id: 'dependency', title: 'Dependency', width: 36, className: '',
        cell: (i) => dependencyText(track.dependency.at(i))
      },
      track.dependency && {
        id: 'leading', title: track.earlierTimes ? 'Earlier times' : 'Leading', width: 30, className: '',
        cell: (i) => leadingText(track, track.dependency.at(i))
      },
      track.dependency && {
        id: 'redundancy', title: 'Redundancy', width: 22, className: '',
        cell: (i) => REDUNDANT[track.dependency.at(i) & 3]
      },
      track.priority && {
        id: 'priority', title: 'Degradation', width: 14, cell: (i) => number(track.priority.at(i))
      },
      track.subsamples && {
        id: 'subsamples', title: 'Subsamples', width: 28, className: '',
        cell: (i) => subsampleText(track.subsamplesOf(i))
      },
    ];
    columns.push(...this.groupColumns(track));
    return columns.filter(Boolean).map((column) => ({ className: 'numeric', ...column }));
  }

  /** A column for each kind of group that the track's samples are in. */
  groupColumns(track) {
    const stbl = this.movie.atoms.find(track.path + '/mdia/minf/stbl');
    return (stbl ? stbl.children : []).filter((atom) => atom.type === 'sbgp' && Array
      .isArray(atom.fields.entries)).slice(0, 8).map((atom, n) => {
      const rows = tableRows(atom, 'entries', this.movie);
      const runs = Array.from(
        { length: Math.min(rows.count, 100000) },
        (_, row) => [0, 1].map((at) => Number(rows.cell(row, at)) || 0)
      );
      const groups = new RunColumn(runs);
      return {
        id: `group-${n}`, title: `Group ${visible(atom.field('grouping_type') || '')}`, width: 13,
        cell: (i) => (groups.at(i) ? String(groups.at(i)) : '')
      };
    });
  }

  makeGrid() {
    const { track } = this;
    if (!track) { replace(this.host, h('p', null, 'No track is chosen.')); return; }
    const columns = this.allColumns().filter((column) => !this.hidden.has(column.id))
      .map((column) => ({ ...column, cell: (row) => column.cell(this.sampleOf(row)) }));
    this.grid = new Grid(`Samples of ${visible(track.title)}`, columns, { className: 'sample-grid',
      moved: (row) => this.select(this.sampleOf(row)),
      isSelected: (row) => this.sampleOf(row) === this.app.selection.get('sample') });
    replace(this.host, this.grid.element);
  }

  applyFilter() {
    const { track } = this;
    if (!track || !this.grid) return;
    const found = track.sampleCount ? passingSamples(track, this.filter) : null;
    this.passing = found && found.samples;
    const part = found && found.searched < track.sampleCount && !found.isWhole
      ? ` Only the first ${number(found.searched)} candidates were searched.` : '';
    const count = this.passing ? this.passing.length : track.sampleCount;
    this.grid.reset(count);
    this.countText.textContent = track.sampleCount
      ? `Showing ${number(count)} of ${plural(track.sampleCount, 'sample')}.${part}`
        : 'The track has no samples.';
  }

  curves() {
    return [['size', 'size'], [
      'bitrate', 'bitrate per second'
    ], ['duration', 'duration'], ['offset', 'composition shift'], ['decode', 'decode time'],
      ['present', 'media time'], ['drift', 'interleave distance']];
  }

  showCurve() {
    const { track } = this;
    this.chart.element.parentElement.hidden = !track || !track.sampleCount;
    if (!track || !track.sampleCount) return;
    const scale = track.timescale || 1;
    const flat = new RunColumn([[track.sampleCount, 0]]);
    const ofColumn = (column) => (first, end) => [column.minimum(first, end), column.maximum(first, end)];
    const time = (value) => span(value / scale);
    const curves = {
      size: { extremes: ofColumn(track.size), unit: (value) => bytes(value), isBar: true },
      duration: { extremes: ofColumn(track.duration), unit: time },
      offset: { extremes: ofColumn(track.compositionOffset || flat), unit: time },
      decode: { extremes: (first, end) => [track.dts(first), track.dts(end - 1)], unit: time },
      present: { extremes: (first, end) => this.presentation(first, end), unit: time },
    };
    const other = { bitrate: () => this.bitrateCurve(), drift: () => this.driftCurve() }[this.curve];
    const curve = other ? other()
      : { ...curves[this.curve], count: track.sampleCount, axis: 'sample', selected: () => this.app.selection
        .get('sample'),
      chosen: (index) => this.select(index), marks: track.sync ? (first, end) => track.hasSyncIn(first, end)
        : null };
    // The bitrate has an axis of its own.
    const over = this.axis === 'time' && this.curve !== 'bitrate' ? new PresentationAxis(track) : null;
    this.chart.show({
      isBar: false, marks: null, over, ...curve, ...(over ? {
        axis: curve.axis === 'sample' ? 'presentation time' : curve.axis.replace('sample;', 'presentation time;')
      } : {}), colour: track.colour,
      label: `${this.curves().find(([id]) => id === this.curve)[1]} of ${visible(track.title)}. Plus and minus zoom, arrows move. The table below has the values.`
    });
  }

  presentation(first, end) {
    const { track } = this;
    let [low, high] = [Infinity, -Infinity];
    const step = Math.max(1, Math.floor((end - first) / 64));
    for (let i = first; i < end; i += step) {
      const time = track.pts(i);
      low = Math.min(low, time);
      high = Math.max(high, time);
    }
    return [low, high];
  }

  /** The bytes of each second of the media. */
  bitrateCurve() {
    const { track } = this;
    const scale = track.timescale || 1;
    const seconds = Math.max(1, Math.min(1e6, Math.ceil((track.endDTS - track.startDTS) / scale)));
    const bits = new Float64Array(seconds);
    for (let i = 0, first = 0; i < seconds; i += 1) {
      const end = i === seconds - 1 ? track.sampleCount : lowerBound(
        track.sampleCount, (n) => track.dts(n) - track.startDTS >= (i + 1) * scale
      );
      bits[i] = (track.size.sum(end) - track.size.sum(first)) * 8;
      first = end;
    }
    const column = new PlainColumn(bits);
    const selected = () => {
      const i = this.app.selection.get('sample');
      return i === undefined || i >= track.sampleCount ? null : Math.floor((track.dts(i) - track.startDTS) / scale);
    };
    return { count: seconds, extremes: (first, end) => [
      column.minimum(first, end), column.maximum(first, end)
    ], unit: bitrate, isBar: true, axis: 'second of the media',
      chosen: (second) => this.select(track.decodedAt(track.startDTS + second * scale)), selected };
  }

  /** How far, in bytes, each sample lies from the sample of another track that is decoded at the same time. */
  driftCurve() {
    const { track, movie } = this;
    const other = movie.tracks.find((candidate) => candidate !== track && candidate.sampleCount
      && candidate.kind !== 'timecode');
    if (!other) return { count: track.sampleCount, extremes: () => [0, 0], unit: bytes, axis: 'sample' };
    const distance = (i) => {
      const twin = other.decodedAt((track.dts(i) / (track.timescale || 1)) * other.timescale);
      return track.offsetOf(i) - other.offsetOf(twin);
    };
    return { count: track.sampleCount, axis: `sample; bytes after the same time of track ${other.trackID}`,
      selected: () => this.app.selection.get('sample'), chosen: (i) => this.select(i),
      unit: (value) => (value < 0 ? '−' : '') + bytes(Math.abs(value)), extremes: (first, end) => {
        const values = [distance(first), distance(Math.floor((first + end - 1) / 2)), distance(end - 1)];
        return [Math.min(...values), Math.max(...values)];
      } };
  }

  showDetail() {
    const { track } = this;
    const sample = this.app.selection.get('sample');
    if (!track || sample === undefined || sample >= track.sampleCount) {
      replace(this.detail, h('p', { class: 'muted' }, 'Choose a sample to see what is in it.'));
      return;
    }
    const offset = track.offsetOf(sample);
    const scale = track.timescale || 1;
    const showings = track.showings(sample);
    const timecode = this.movie.timecodeOf(track);
    const labels = timecode ? showings.map((showing) => track.labelOf(showing, timecode)).filter(Boolean) : [];
    replace(this.detail, h('h2', null, `Sample ${number(sample)}`), facts([
      ['Track', visible(track.title)], ['Key', track.isSync(sample) ? 'yes' : 'no'],
      ['Decoded at', `${clock(track.dts(sample) / scale, 4)} (tick ${number(track.dts(sample))})`],
      ['Media time', `${clock(track.pts(sample) / scale, 4)} (tick ${number(track.pts(sample))})`],
      [
        'Shown at',
        showings.map((showing) => clock(showing.time, 4)).join(', ')
          || (track.isReplaced(sample) ? 'never: a later sample has the same time' : 'the edits leave it out')
      ],
      ['Timecode', labels.map(visible).join(', ')],
      ['Duration', `${span(track.duration.at(sample) / scale)} (${number(track.duration.at(sample))} ticks)`],
      [
        'Bytes',
        offset === null ? number(track.size.at(sample)) : h(
          'span', null, `${number(track.size.at(sample))} at byte `,
          this.app.link({ view: 'map', at: offset }, number(offset))
        )
      ],
      ['Chunk', number(track.chunkOf(sample))],
      ['Description', String(track.description ? track.description.at(sample) : 0)],
      [
        'Dependency', track.dependency ? dependencyText(track.dependency.at(sample)) : null
      ],
      [
        track.earlierTimes ? 'Earlier times' : 'Leading',
        track.dependency ? leadingText(track, track.dependency.at(sample)) : null
      ],
      ['Redundancy', track.dependency ? REDUNDANT[track.dependency.at(sample) & 3] : null],
      ['Degradation priority', track.priority ? number(track.priority.at(sample)) : null]
    ]), this.parts(track, sample), this.units(track, sample),
    this.app.link({ view: 'timeline', track: track.trackID, sample }, 'Show in the timeline'));
  }

  /** The subsamples of a sample. */
  parts(track, sample) {
    const parts = track.subsamples ? track.subsamplesOf(sample) : [];
    if (!parts.length) return null;
    let place = 0;
    const rows = parts.slice(0, 200).map((part) => {
      const from = place;
      place += part.size;
      return [number(from), number(part.size), number(part.priority), part.discardable ? 'yes' : 'no',
        number(part.parameters), number(part.flags)];
    });
    return h('section', null, h('h3', null, plural(parts.length, 'subsample')), table(
      'Subsamples of the sample', ['From', 'Bytes', 'Priority', 'Discardable', 'Parameters', 'Kind'], rows
    ), parts.length > 200 ? h('p', { class: 'muted' }, `Showing 200 of ${number(parts.length)}.`) : null);
  }

  units(track, sample) {
    if (!track.units) return null;
    const units = track.units.samples[sample - track.units.first];
    if (!units)
      return h(
        'p', { class: 'muted' },
        `The page has the NAL units of ${plural(track.units.samples.length, 'sample')} from sample ${number(track.units.first)}.`
      );
    const size = track.size.at(sample) || 1;
    const bar = s('svg', {
      class: 'unit-bar', viewBox: '0 0 1000 24', preserveAspectRatio: 'none', role: 'img',
      'aria-label': `${plural(units.length, 'NAL unit')} in the sample`
    },
      units.slice(0, 200).map(([start, length], i) => s(
        'rect',
        {
          x: (start / size) * 1000, y: 0, width: Math.max(1, (length / size) * 1000 - 2), height: 24,
          class: i % 2 ? 'odd' : 'even'
        }
      )));
    return h('section', null, h('h3', null, plural(units.length, 'NAL unit')), bar,
      table(
        'NAL units of the sample', ['Unit', 'From', 'Bytes'],
        units.slice(0, 200).map(([start, length, name]) => [visible(name), number(start), number(length)])
      ));
  }
}
