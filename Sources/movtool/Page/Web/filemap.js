// The map of the file: every byte has a place on a strip, by size, by its logarithm, or each atom as wide as the next.

/** Places of bytes on the strip, from 0 to 1. */
class ByteScale {
  constructor(borders, size, kind) {
    this.borders = borders;
    this.sums = new Float64Array(borders.length);
    const beyond = size * 0.06;
    for (let i = 1; i < borders.length; i += 1) {
      const length = borders[i] - borders[i - 1];
      const isBeyond = borders[i - 1] >= size;
      const weight = {
        linear: isBeyond ? Math.min(length, beyond) : length, log: Math.log2(1 + length), even: 1
      }[kind];
      this.sums[i] = this.sums[i - 1] + weight;
    }
    this.total = this.sums[this.sums.length - 1] || 1;
  }

  place(byte) {
    const { borders, sums } = this;
    const i = Math.min(
      borders.length - 2, Math.max(0, lowerBound(borders.length, (n) => borders[n] > byte) - 1)
    );
    const share = (byte - borders[i]) / (borders[i + 1] - borders[i] || 1);
    return (sums[i] + Math.max(0, Math.min(1, share)) * (sums[i + 1] - sums[i])) / this.total;
  }

  byte(place) {
    const { borders, sums } = this;
    const target = Math.max(0, Math.min(1, place)) * this.total;
    const i = Math.min(borders.length - 2, Math.max(0, lowerBound(sums.length, (n) => sums[n] > target) - 1));
    const share = (target - sums[i]) / (sums[i + 1] - sums[i] || 1);
    return Math.min(borders[i + 1], borders[i] + share * (borders[i + 1] - borders[i]));
  }
}

const FREE = new Set(['free', 'skip', 'wide']);
const MEDIA = new Set(['mdat', 'imda', 'idat']);

/** What the bytes of a file are for. */
class ByteAccount {
  constructor(movie) {
    this.movie = movie;
    this.used = this.mergeAll();
    this.sums = { media: 0, unused: 0, free: 0, header: 0, overlap: 0, beyond: 0, outside: 0 };
    this.unused = [];
    this.measure();
  }

  /** Starts and ends of what tracks and items refer to, in order of bytes. */
  mergeAll() {
    let merged = this.itemRanges();
    for (const track of this.movie.tracks)
      merged = merged.length ? this.merge(merged, this.rangesOf(track)) : this.rangesOf(track);
    return merged;
  }

  rangesOf(track) {
    const isOutside = this.movie.json.relink.some((link) => link.trackID === track.trackID
      && !link.selfContained);
    if (isOutside || !track.size) return new Float64Array(0);
    const ranges = new Float64Array(track.chunkCount * 2);
    for (let i = 0; i < track.chunkCount; i += 1) {
      const chunk = track.chunkByPlace(i);
      ranges[i * 2] = chunk.offset;
      ranges[i * 2 + 1] = chunk.offset + chunk.bytes;
    }
    return ranges;
  }

  itemRanges() {
    const pairs = itemExtents(this.movie).filter((extent) => extent.length > 0).map((extent) => [
      extent.offset, extent.offset + extent.length
    ]);
    return Float64Array.from(pairs.sort((a, b) => a[0] - b[0]).flat());
  }

  merge(a, b) {
    const out = new Float64Array(a.length + b.length);
    let [i, j] = [0, 0];
    for (let k = 0; k < out.length; k += 2) {
      const takesA = j >= b.length || (i < a.length && a[i] <= b[j]);
      const from = takesA ? a : b;
      const at = takesA ? i : j;
      out[k] = from[at];
      out[k + 1] = from[at + 1];
      if (takesA) i += 2; else j += 2;
    }
    return out;
  }

  measure() {
    let end = 0;
    const { size } = this.movie;
    const { used, sums } = this;
    for (let i = 0; i < used.length; i += 2) {
      sums.media += Math.max(0, Math.min(size, used[i + 1]) - Math.min(size, Math.max(used[i], end)));
      sums.overlap += Math.max(0, Math.min(end, used[i + 1]) - used[i]);
      sums.beyond += Math.max(0, used[i + 1] - Math.max(size, used[i], Math.min(end, used[i + 1])));
      end = Math.max(end, used[i + 1]);
    }
    let place = 0;
    for (const [start, stop] of this.mediaAtoms()) place = this.addUnused(start, stop, place);
    this.measureAtoms();
  }

  * mediaAtoms() {
    const list = [];
    const collect = (atoms) => {
      for (const atom of atoms) {
        if (atom.isRun && MEDIA.has(atom.type))
          for (let i = 0; i < atom.count; i += 1)
            list.push([atom.offsets.at(i) + 8, atom.offsets.at(i) + atom.sizes.at(i)]);
        else if (!atom.isRun && MEDIA.has(atom.type)) list.push([atom.offset + atom.headerSize, atom.end]);
        else if (atom.type === 'meta') collect(atom.children);
      }
    };
    collect(this.movie.atoms.roots);
    yield* list.sort((a, b) => a[0] - b[0]);
  }

  /** The parts of a media atom to which nothing refers. */
  addUnused(start, stop, from) {
    const { used } = this;
    let at = start;
    let i = from;
    while (i < used.length && used[i + 1] <= start) i += 2;
    for (let j = i; j < used.length && used[j] < stop; j += 2) {
      if (used[j] > at) this.note(at, used[j]);
      at = Math.max(at, used[j + 1]);
    }
    if (at < stop) this.note(at, stop);
    return i;
  }

  note(start, end) {
    this.sums.unused += end - start;
    this.unused.push([start, end]);
  }

  measureAtoms() {
    let inAtoms = 0;
    for (const atom of this.movie.atoms.roots) {
      const size = atom.isRun ? atom.sizes.sum(atom.count) : Math.max(
        0, Math.min(atom.end, this.movie.size) - atom.offset
      );
      inAtoms += size;
      if (FREE.has(atom.type)) this.sums.free += size;
      else if (MEDIA.has(atom.type)) this.sums.header += atom.isRun ? 8 * atom.count : atom.headerSize;
      else this.sums.header += size;
    }
    this.sums.outside = Math.max(0, this.movie.size - inAtoms);
  }
}

/** The byte ranges of items: from iloc, where they lie in the file itself. */
function itemExtents(movie) {
  const extents = [];
  for (const iloc of movie.atoms.ofType('iloc')) {
    for (const item of Array.isArray(iloc.fields.items) ? iloc.fields.items : []) {
      const plain = (value) => (value && typeof value === 'object' ? value.value : value) || 0;
      const isInFile = plain(item.construction_method) === 0 && plain(item.data_reference_index) === 0;
      for (const extent of isInFile && Array.isArray(item.extents) ? item.extents : []) {
        extents.push({
          item: item.item_ID, offset: plain(item.base_offset) + plain(extent.extent_offset),
          length: plain(extent.extent_length), iloc
        });
      }
    }
  }
  return extents;
}

const ATOM_ROWS = 6;
const ATOM_ROW = 22;
const CHUNK_ROW = 20;

class FileMapView {
  constructor(app) {
    this.app = app;
    this.title = 'File map';
    this.kind = 'linear';
  }

  isFor(movie) {
    return movie.size > 0;
  }

  build(movie) {
    this.movie = movie;
    this.account = new ByteAccount(movie);
    this.extents = itemExtents(movie).filter((extent) => extent.length > 0)
      .sort((a, b) => a.offset - b.offset);
    this.tracks = movie.tracks.filter((track) => track.chunkCount && track.size).slice(0, 12);
    this.borders = this.findBorders();
    this.scales = new Map();
    this.depth = Math.min(ATOM_ROWS, this.deepest(movie.atoms.roots));
    this.range = new Range(0, 1, 1e-9, () => this.moved());
    this.surface = new Surface(
      'Map of the file. Arrow keys go to the next atom or chunk, plus and minus zoom.',
      (context, width) => this.paint(context, width)
    );
    this.rowsTop = 26;
    this.chunksTop = this.rowsTop + this.depth * ATOM_ROW + 8;
    this.rowsBelow = this.tracks.length + (this.extents.length ? 1 : 0);
    this.surface.height = this.chunksTop + (this.rowsBelow + 1) * CHUNK_ROW + 6;
    this.gestures = new Gestures(this.surface.canvas, this.range, {
      click: (place) => this.app.selectByte(Math.floor(this.scale.byte(place))), hover: (place) => this
        .hover(place),
    });
    this.surface.canvas.addEventListener('keydown', (event) => this.pressed(event));
    this.readout = h('p', { class: 'readout-line numbers' }, ' ');
    this.shownText = h('span', { class: 'muted numbers' });
    this.windowTable = h('div');
    this.details = h(
      'details', { ontoggle: () => this.fillWindow() }, h('summary', null, 'Table of this window'),
      this.windowTable
    );
    return [
      this.toolbar(), h('div', { class: 'panel flush' }, this.surface.element), this.readout,
      this.accountTable(), this.details
    ];
  }

  get scale() {
    if (!this.scales.has(this.kind))
      this.scales.set(this.kind, new ByteScale(this.borders, this.movie.size, this.kind));
    return this.scales.get(this.kind);
  }

  deepest(atoms) {
    return atoms.reduce((most, atom) => Math.max(
      most, atom.hasPlace ? 1 + this.deepest(atom.children) : 0
    ), 0);
  }

  findBorders() {
    const places = [0, this.movie.size];
    for (const atom of this.movie.atoms.all())
      if (atom.hasPlace) places.push(atom.offset, Math.min(atom.end, this.movie.size));
    for (const run of this.movie.atoms.runs)
      for (let i = 0; i < run.count && run.hasPlace; i += 1)
        places.push(run.offsets.at(i), run.offsets.at(i) + run.sizes.at(i));
    const last = this.account.used.length ? this.account.used.reduce(
      (most, byte) => Math.max(most, byte), 0
    ) : 0;
    if (last > this.movie.size) places.push(last);
    const sorted = Float64Array.from(places).sort();
    return sorted.filter((byte, i) => i === 0 || byte !== sorted[i - 1]);
  }

  toolbar() {
    return h('div', { class: 'toolbar' },
      choice(
        'Scale', [['linear', 'by size'], ['log', 'by logarithm of size'], ['even', 'each part alike']],
        this.kind, (kind) => { this.kind = kind; this.range.all(); }
      ),
      button('−', () => this.range.zoom(0.5), { 'aria-label': 'Zoom out' }),
      button(
        '+', () => this.range.zoom(2, this.selectedPlace()), { 'aria-label': 'Zoom in' }
      ), button('All', () => this.range.all()), this.shownText);
  }

  selectedPlace() {
    const at = this.app.selection.get('at');
    const place = at === undefined ? undefined : this.scale.place(at);
    return place >= this.range.low && place <= this.range.high ? place : undefined;
  }

  moved() {
    this.surface.request();
    const [low, high] = [this.scale.byte(this.range.low), this.scale.byte(this.range.high)].map(Math.round);
    this.shownText.textContent = `Showing bytes ${number(low)} to ${number(high)} of ${number(this.movie.size)}`;
    if (this.details.open) {
      clearTimeout(this.tableTimer);
      this.tableTimer = setTimeout(() => this.fillWindow(), 200);
    }
  }

  shown() {
    this.changed(new Set(['at']));
    this.moved();
  }

  changed(names) {
    if (!names.has('at') && !names.has('sample') && !names.has('atom')) return;
    const at = this.app.selection.get('at');
    if (at !== undefined) this.range.reveal(this.scale.place(at));
    this.describe(at);
    this.surface.request();
  }

  hover(place) {
    this.describe(place === null ? this.app.selection.get('at') : Math.floor(this.scale.byte(place)));
  }

  describe(byte) {
    if (byte === undefined) {
      this.readout.textContent = 'Click a byte to select its atom and its sample.';
      return;
    }
    const atom = this.movie.atoms.at(byte);
    const found = this.movie.sampleAtByte(byte);
    const where = byte >= this.movie.size ? 'beyond the end of the file' : atom ? visible(atom.path)
      : 'in no atom';
    const extent = this.extents.find((one) => byte >= one.offset && byte < one.offset + one.length);
    const sample = found ? `track ${found.track}, sample ${number(found.sample)}` : extent
      ? `item ${extent.item}` : '';
    const { unused } = this.account;
    const place = lowerBound(unused.length, (i) => unused[i][1] > byte);
    const isUnused = place < unused.length && byte >= unused[place][0];
    this.readout.textContent = [
      `Byte ${number(byte)} (${hexadecimal(byte)})`, where, sample, isUnused ? 'nothing refers to it' : ''
    ].filter(Boolean).join(' · ');
  }

  /** Arrow keys go to the border of the next atom or chunk. */
  pressed(event) {
    if (zoomKeys(event, this.range, event.shiftKey)) return;
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const at = this.app.selection.get('at');
    const next = at === undefined ? 0 : this.nextBorder(at, event.key === 'ArrowRight');
    if (next === null) return;
    this.app.selectByte(next);
    say(this.readout.textContent);
  }

  nextBorder(at, isForward) {
    const { borders } = this;
    const i = lowerBound(borders.length, (n) => borders[n] >= at);
    const candidates = [borders[isForward ? (borders[i] === at ? i + 1 : i) : i - 1]];
    for (const track of this.tracks) {
      const order = track.chunkOrder;
      const place = isForward ? track.placeAfter(at) : track.placeAfter(at - 1) - 1;
      if (place >= 0 && place < track.chunkCount)
        candidates.push(track.chunkOffset.at(order ? order[place] : place));
    }
    const known = candidates.filter((byte) => byte !== undefined);
    if (!known.length) return null;
    return isForward ? Math.min(...known) : Math.max(...known);
  }

  accountTable() {
    const { sums } = this.account;
    const { size } = this.movie;
    const share = (count) => `${size ? (Math.round((count / size) * 10000) / 100) : 0} %`;
    const row = (className, name, count, text) => (count > 0 ? [
      h('span', null, h('span', { class: `key ${className}`, 'aria-hidden': 'true' }), name), number(count),
      share(count), text
    ] : null);
    const tracks = this.tracks.map((track) => {
      const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.background = `var(${track.colour})`;
      return [
        h('span', null, swatch, visible(track.title)), number(track.byteCount), share(track.byteCount),
        plural(track.chunkCount, 'chunk')
      ];
    });
    const inItems = this.extents.reduce((sum, extent) => sum + extent.length, 0);
    const rows = [...tracks, row('key-mean', 'Items', inItems, plural(this.extents.length, 'part')),
      row('key-header', 'Atoms', sums.header, 'all but media and free space'),
      row('key-free', 'Free space', sums.free, 'free, skip and wide'),
      row(
        'key-rate', 'Unused media', sums.unused,
        `in mdat, but nothing refers to it: ${plural(this.account.unused.length, 'place')}`
      ),
      row('key-rate', 'Shared bytes', sums.overlap, 'more than one chunk has them'),
      row('key-rate', 'Outside of atoms', sums.outside, 'in the file, but in no atom'),
      row('key-rate', 'Beyond the end', sums.beyond, 'media that the file no longer has')].filter(Boolean);
    return h(
      'section', { class: 'panel' }, h('h2', null, 'What the bytes are for'),
      table('What the bytes are for', ['Part', 'Bytes', 'Share', ''], rows)
    );
  }

  paint(context, width) {
    const stage = new Stage(context, width, this.range);
    this.paintRuler(stage);
    this.paintAtoms(stage, this.movie.atoms.roots, 0);
    this.tracks.forEach((track, i) => this.paintChunks(stage, track, this.chunksTop + i * CHUNK_ROW));
    if (this.extents.length) this.paintItems(stage, this.chunksTop + this.tracks.length * CHUNK_ROW);
    this.paintUnused(stage, this.chunksTop + this.rowsBelow * CHUNK_ROW);
    this.paintEnd(stage);
    const at = this.app.selection.get('at');
    if (at === undefined) return;
    const x = stage.x(this.scale.place(at));
    stage.fill('--cursor', Math.round(x) - 1, 0, 2, this.surface.height);
  }

  paintRuler(stage) {
    for (const byte of this.rulerBytes(stage)) {
      const x = Math.round(this.x(stage, byte));
      stage.fill('--line-strong', x, 18, 1, 8);
      const text = number(byte);
      if (x + stage.context.measureText(text).width + 6 < stage.width) stage.text(text, x + 4, 14, '--muted');
    }
  }

  /** Round bytes where the scale is even; else those that have room. */
  rulerBytes(stage) {
    const [low, high] = [this.scale.byte(stage.range.low), this.scale.byte(stage.range.high)];
    const room = 125;
    if (this.kind !== 'linear') {
      return Array.from(
        { length: Math.ceil(stage.width / room) }, (_, i) => Math.round(this.scale.byte(stage.time(i * room)))
      );
    }
    const step = Math.max(1, niceStep(((high - low) * room) / stage.width));
    return Array.from(
      { length: Math.floor((high - low) / step) + 1 }, (_, i) => (Math.ceil(low / step) + i) * step
    ).filter((byte) => byte <= high);
  }

  x(stage, byte) {
    return stage.x(this.scale.place(byte));
  }

  paintAtoms(stage, atoms, depth) {
    if (depth >= this.depth) return;
    let painted = -1;
    for (const atom of atoms) {
      if (!atom.hasPlace) continue;
      if (atom.isRun) { this.paintRun(stage, atom, depth); continue; }
      const [left, right] = [
        this.x(stage, atom.offset), this.x(stage, Math.min(atom.end, Math.max(this.movie.size, atom.offset)))
      ];
      if (right < 0 || left > stage.width || right - painted < 0.5) continue;
      painted = right;
      this.paintAtom(stage, atom, left, right, depth);
      this.paintAtoms(stage, atom.children, depth + 1);
    }
  }

  paintRun(stage, run, depth) {
    let i = Math.max(
      0, lowerBound(run.count, (n) => run.offsets.at(n) > this.scale.byte(this.range.low)) - 1
    );
    while (i < run.count) {
      const left = this.x(stage, run.offsets.at(i));
      if (left > stage.width) return;
      const right = this.x(stage, run.offsets.at(i) + run.sizes.at(i));
      this.paintAtom(stage, run.at(i), left, Math.max(right, left + 0.7), depth);
      const next = this.scale.byte(stage.time(Math.max(right, left + 1)));
      i = Math.max(i + 1, lowerBound(run.count, (n) => run.offsets.at(n) >= next));
    }
  }

  paintAtom(stage, atom, left, right, depth) {
    const y = this.rowsTop + depth * ATOM_ROW;
    const [from, width] = [Math.max(-2, left), Math.min(stage.width + 2, right) - Math.max(-2, left)];
    if (FREE.has(atom.type)) stage.hatch('--muted', from, y, width, ATOM_ROW - 2, 0.6);
    else stage.fill(MEDIA.has(atom.type) ? '--media' : '--atom', from, y, Math.max(0.7, width), ATOM_ROW - 2);
    const isSelected = this.app.selection.get('atom') === atom.path;
    if (width > 3) stage.outline(isSelected ? '--cursor' : '--line-strong', from, y, width, ATOM_ROW - 2);
    const label = clipped(stage.context, visible(atom.type), width - 8);
    if (label) stage.text(label, Math.max(0, from) + 4, y + ATOM_ROW / 2, '--ink');
  }

  paintChunks(stage, track, y) {
    stage.fill('--sunken', 0, y, stage.width, CHUNK_ROW - 3, 0.6);
    let place = Math.max(0, track.placeAfter(this.scale.byte(this.range.low)) - 1);
    const order = track.chunkOrder;
    while (place < track.chunkCount) {
      const chunk = track.chunkByPlace(place);
      const left = this.x(stage, chunk.offset);
      if (left > stage.width) break;
      const right = this.x(stage, chunk.offset + chunk.bytes);
      const edge = Math.max(right, Math.floor(left) + 1);
      const nextByte = this.scale.byte(stage.time(edge));
      const next = Math.max(place + 1, track.placeAfter(nextByte - 1e-6));
      this.paintChunk(
        stage, track, chunk, left, right, y, order ? 1 : this.share(track, place, next, stage, left, edge)
      );
      place = next;
    }
    stage.title(`${track.trackID} ${visible(track.kindText)}`, 5, y + CHUNK_ROW / 2 - 1);
  }

  /** The bytes of items, by turns light and dark. */
  paintItems(stage, y) {
    stage.fill('--sunken', 0, y, stage.width, CHUNK_ROW - 3, 0.6);
    this.extents.forEach((extent, i) => {
      const [left, right] = [this.x(stage, extent.offset), this.x(stage, extent.offset + extent.length)];
      if (right < 0 || left > stage.width) return;
      stage.fill('--video', left, y, Math.max(0.7, right - left), CHUNK_ROW - 3, i % 2 ? 0.55 : 0.9);
      const label = right - left > 70 && left > 50 ? clipped(
        stage.context, `item ${extent.item}`, right - left - 8
      ) : '';
      if (label) stage.title(label, left + 4, y + CHUNK_ROW / 2 - 1);
    });
    stage.title('items', 5, y + CHUNK_ROW / 2 - 1);
  }

  /** How much of what a pixel covers belongs to the track. */
  share(track, place, next, stage, left, edge) {
    if (next - place < 2) return 1;
    const have = track.size.sum(track.chunkSamples.sum(next)) - track.size.sum(track.chunkSamples.sum(place));
    const all = this.scale.byte(stage.time(edge)) - this.scale.byte(stage.time(left));
    return Math.max(0.15, Math.min(1, have / (all || 1)));
  }

  paintChunk(stage, track, chunk, left, right, y, share) {
    const from = Math.max(-2, left);
    const width = Math.max(0.7, Math.min(stage.width + 2, right) - from);
    stage.fill(track.colour, from, y, width > 4 ? width - 1 : width, CHUNK_ROW - 3, share);
    if (width < 40) return;
    const label = clipped(stage.context, `chunk ${number(chunk.index)}`, width - 8);
    if (label && from > 60) stage.title(label, from + 4, y + CHUNK_ROW / 2 - 1);
  }

  paintUnused(stage, y) {
    stage.fill('--sunken', 0, y, stage.width, CHUNK_ROW - 3, 0.6);
    const { unused } = this.account;
    let i = lowerBound(unused.length, (n) => unused[n][1] > this.scale.byte(this.range.low));
    while (i < unused.length) {
      const left = this.x(stage, unused[i][0]);
      if (left > stage.width) break;
      const right = Math.max(left + 1, this.x(stage, unused[i][1]));
      stage.fill('--warning', left, y, right - left, CHUNK_ROW - 3, 0.3);
      stage.hatch('--warning', left, y, right - left, CHUNK_ROW - 3);
      const next = this.scale.byte(stage.time(right));
      i = Math.max(i + 1, lowerBound(unused.length, (n) => unused[n][1] > next));
    }
    stage.title('unused', 5, y + CHUNK_ROW / 2 - 1);
  }

  /** The end of the file, and what should be after it. */
  paintEnd(stage) {
    if (this.borders[this.borders.length - 1] <= this.movie.size) return;
    const x = this.x(stage, this.movie.size);
    stage.hatch('--error', x, 0, stage.width - x, this.surface.height, 0.35);
    stage.fill('--error', Math.round(x), 0, 2, this.surface.height);
    const label = clipped(stage.context, 'beyond the end', stage.width - x - 10);
    if (label) stage.title(label, x + 6, this.rowsTop + 10);
  }

  fillWindow() {
    if (!this.details.open) return;
    const [low, high] = [this.scale.byte(this.range.low), this.scale.byte(this.range.high)];
    const atoms = [];
    for (const atom of this.movie.atoms.all())
      if (atom.hasPlace && atom.end > low && atom.offset < high && atoms.length < 100) atoms.push(atom);
    const chunks = [];
    for (const track of this.tracks) {
      for (let place = Math.max(0, track.placeAfter(low) - 1); place < track.chunkCount
        && chunks.length < 100; place += 1) {
        const chunk = track.chunkByPlace(place);
        if (chunk.offset >= high) break;
        if (chunk.offset + chunk.bytes > low)
          chunks.push([
            number(chunk.offset), visible(track.title), number(chunk.index), number(chunk.end - chunk.first),
            number(chunk.bytes)
          ]);
      }
    }
    replace(this.windowTable, h(
      'h2', null, `Atoms: showing ${number(atoms.length)} of ${number(this.movie.atoms.count)}`
    ),
      table(
        'Atoms in this window', ['Byte', 'Atom', 'Name', 'Bytes'],
        atoms.map((atom) => [
          number(atom.offset), h('code', null, visible(atom.path)), visible(atom.name), number(atom.size)
        ])
      ),
      h('h2', null, `Chunks: showing ${number(chunks.length)}`),
      table('Chunks in this window', ['Byte', 'Track', 'Chunk', 'Samples', 'Bytes'], chunks));
  }
}
