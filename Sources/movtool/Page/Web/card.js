// A card: its clips as bars on one axis of timecode, a lane for each reel.

const FLAGS = {
  'no-timecode': 'no timecode', rate: 'another rate than most', 'drop-frame': 'drop frame unlike most',
  'mixed-timecode': 'timecode of several reels or rates',
  size: 'another size than most', overlap: 'shares timecode with another clip',
  gap: 'the clip with the number before is missing', truncated: 'the file ends too early', unreadable: 'cannot be read'
};

const ROW = 26;
const MOST_ROWS = 1500;

class Clip {
  constructor(json, index, picture) {
    Object.assign(this, { json, index, picture, name: visible(json.name), flags: json.flags || [] });
    this.reel = json.reel ? visible(json.reel) : null;
    this.seconds = json.duration && json.duration.timescale ? json.duration.value / json.duration.timescale : 0;
    const rate = json.timecodeRate;
    if (!rate || json.first === null || json.last === null) return;
    const quanta = Math.round(rate.numerator / rate.denominator);
    this.counting = new Counting({
      frame: rate.denominator / rate.numerator, quanta, isDropFrame: json.dropFrame,
      dropped: json.dropFrame && quanta % 30 === 0 ? quanta / 15 : 0
    });
    const [first, last] = [this.counting.parse(json.first), this.counting.parse(json.last)];
    if (first === null || last === null || !this.counting.isUsable) return;
    // Clips that count in other ways stand at the same place of the axis if they have the same label.
    this.start = this.counting.seconds(first);
    this.end = this.counting.seconds(last) + 1 / this.counting.quanta + (last < first ? 24 * 3600 : 0);
  }

  get isPlaced() {
    return this.start !== undefined;
  }

  get warnings() {
    return this.flags.map((flag) => FLAGS[flag] || visible(flag));
  }

  /** The picture as an element; null without one. */
  image() {
    if (!this.picture) return null;
    const { time } = this.picture;
    const at = time.timescale ? ` at ${clock(time.value / time.timescale)}` : '';
    return h('img', {
      class: 'thumbnail', src: this.picture.address, decoding: 'async',
      alt: `First key frame of ${this.name}${at}`
    });
  }

  get camera() {
    return [this.json.make, this.json.model].filter(Boolean).map(visible).join(' ');
  }
}

/** The clips of a reel, in rows: a clip that shares timecode with another stands in a row of its own. */
class ReelLane {
  constructor(title, clips) {
    this.title = title;
    this.rows = [];
    let end = Infinity;
    for (const clip of clips) {
      clip.gap = Math.max(0, clip.start - end);
      end = Math.max(end === Infinity ? clip.end : end, clip.end);
      let row = this.rows.find((one) => one[one.length - 1].end <= clip.start + 1e-6);
      // Rows that are not drawn need not be found.
      if (!row && this.rows.length > MOST_ROWS) row = this.rows[MOST_ROWS];
      if (!row) this.rows.push(row = []);
      row.push(clip);
    }
  }
}

class CardPage {
  constructor(data) {
    this.data = data;
    const pictures = data.pictures || [];
    this.hasPictures = pictures.some(Boolean);
    this.clips = data.clips.map((json, index) => new Clip(json, index, pictures[index] || null));
    this.placed = this.clips.filter((clip) => clip.isPlaced).sort((a, b) => a.start - b.start);
    const reels = new Map();
    for (const clip of this.placed) {
      const key = clip.reel || '';
      if (!reels.has(key)) reels.set(key, []);
      reels.get(key).push(clip);
    }
    this.lanes = [...reels].map(([reel, clips]) => new ReelLane(reel || 'No reel', clips));
    this.selected = null;
    this.build(document.getElementById('page'));
    this.read();
    addEventListener('hashchange', () => this.read());
  }

  build(root) {
    replace(root, this.head(), h('main', null, this.placed.length ? this.axis() : null, this.detailPanel(),
      this.listPanel()),
    h('footer', { class: 'foot' }, `Made by movtool ${visible(this.data.version)}. This page needs no network.`));
    this.grid.reset(this.clips.length);
    if (this.surface) this.surface.request();
  }

  head() {
    return h('header', { class: 'head' }, h('div', { class: 'head-line' }, h('h1', null, plural(this.clips.length, 'clip')), theme.button()),
      h('p', { class: 'sentence' }, this.sentence()));
  }

  sentence() {
    const reels = this.lanes.map((lane) => lane.title).filter((title) => title !== 'No reel');
    const cameras = [...new Set(this.clips.map((clip) => clip.camera).filter(Boolean))];
    const total = this.clips.reduce((sum, clip) => sum + clip.seconds, 0);
    const flagged = this.clips.filter((clip) => clip.flags.length).length;
    const parts = [`${clock(total, 0)} in all`];
    if (this.placed.length) {
      const last = this.placed.reduce((a, b) => (b.end > a.end ? b : a));
      parts.push(`timecode ${visible(this.placed[0].json.first)} to ${visible(last.json.last)}`);
    }
    if (reels.length) parts.push(reels.length > 4 ? plural(reels.length, 'reel') : `reel ${reels.join(', ')}`);
    if (cameras.length) parts.push(cameras.length > 3 ? plural(cameras.length, 'camera') : cameras.join(', '));
    parts.push(flagged ? `${plural(flagged, 'clip')} with flags` : 'no flags');
    return parts.join('; ') + '.';
  }

  // The axis

  axis() {
    const low = this.placed[0].start;
    const high = this.placed.reduce((most, clip) => Math.max(most, clip.end), low);
    const margin = (high - low) * 0.02 || 1;
    this.range = new Range(low - margin, high + margin, 0.2, () => this.surface.request());
    this.places = this.lanes.flatMap((lane) => [
      { title: lane.title, clips: [] }, ...lane.rows.map((clips) => ({ title: null, clips }))
    ]);
    const shown = this.places.slice(0, MOST_ROWS);
    this.surface = new Surface(
      `${plural(this.placed.length, 'clip')} on one axis of timecode. Plus and minus zoom, left and right move, up and `
        + 'down select a clip. The table below has the same.',
      (context, width) => this.paint(context, width, shown)
    );
    this.surface.height = 34 + shown.length * ROW;
    this.gestures = new Gestures(this.surface.canvas, this.range, {
      click: (time, y) => this.select(this.clipAt(shown, time, y)),
      hover: (time, y) => { this.surface.canvas.title = time === null ? '' : this.titleAt(shown, time, y); }
    });
    this.surface.canvas.addEventListener('keydown', (event) => this.keys(event));
    const controls = h('div', { class: 'toolbar' },
      button('−', () => this.range.zoom(0.5), { 'aria-label': 'Zoom out' }),
      button('+', () => this.range.zoom(2), { 'aria-label': 'Zoom in' }), button('All', () => this.range.all()));
    return h('section', { class: 'panel' }, h('h2', null, 'On one axis of timecode'), controls,
      h('div', { class: 'flush' }, this.surface.element),
      h('p', { class: 'muted' }, 'Hatched: clips with flags. Clips that share timecode stand under one another.',
        this.places.length > MOST_ROWS ? ` Showing ${number(MOST_ROWS)} of ${number(this.places.length)} rows.` : ''));
  }

  keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) { zoomKeys(event, this.range); return; }
    event.preventDefault();
    const at = this.placed.indexOf(this.selected);
    const next = this.placed[Math.max(0, Math.min(this.placed.length - 1, at < 0 ? 0 : at + step))];
    this.range.reveal((next.start + next.end) / 2);
    this.select(next);
  }

  clipAt(rows, time, y) {
    const row = rows[Math.floor((y - 34) / ROW)];
    const slack = (this.range.length / Math.max(1, this.surface.width)) * 3;
    return (row && row.clips.find((clip) => time >= clip.start - slack && time < clip.end + slack)) || null;
  }

  titleAt(rows, time, y) {
    const clip = this.clipAt(rows, time, y);
    return clip ? `${clip.name}: ${visible(clip.json.first)} – ${visible(clip.json.last)}` : '';
  }

  paint(context, width, rows) {
    const stage = new Stage(context, width, this.range);
    const { counting } = this.placed[0];
    const step = niceSeconds((this.range.length * LABEL_ROOM * 1.1) / width);
    for (let i = Math.ceil(this.range.low / step); i * step <= this.range.high; i += 1) {
      const x = stage.x(i * step);
      stage.fill('--line', Math.round(x), 22, 1, this.surface.height, 1);
      stage.text(counting.labelAt(i * step), x + 4, 14, '--muted');
    }
    rows.forEach((row, i) => this.paintRow(stage, row, 34 + i * ROW));
  }

  paintRow(stage, row, y) {
    if (row.title !== null) stage.title(clipped(stage.context, row.title, stage.width - 12), 6, y + ROW / 2);
    for (const clip of row.clips) {
      if (clip.gap > 1e-6) this.paintGap(stage, clip, y);
      const [left, right] = [Math.max(-2, stage.x(clip.start)), Math.min(stage.width + 2, stage.x(clip.end))];
      if (right < 0 || left > stage.width) continue;
      const wide = Math.max(2, right - left);
      const colour = clip.flags.length ? '--warning' : '--video';
      stage.fill(colour, left, y + 2, wide, ROW - 5, 0.3);
      if (clip.flags.length) stage.hatch(colour, left, y + 2, wide, ROW - 5, 0.5);
      stage.outline(clip === this.selected ? '--cursor' : colour, left, y + 2, wide, ROW - 5);
      const label = clipped(stage.context, clip.name, wide - 12);
      if (label) stage.title(label, Math.max(0, left) + 6, y + ROW / 2);
    }
  }

  /** The time before a clip that no other clip of the reel has. It is said if there is room. */
  paintGap(stage, clip, y) {
    const [left, right] = [stage.x(clip.start - clip.gap), stage.x(clip.start)];
    if (right - left < 3 || right < 0 || left > stage.width) return;
    stage.fill('--line-strong', left, y + ROW / 2 - 1, right - left, 1);
    const text = clipped(stage.context, span(clip.gap), right - left - 12);
    if (text && !text.endsWith('…')) stage.title(text, Math.max(0, left) + 6, y + ROW / 2);
  }

  // The list and the chosen clip

  listPanel() {
    const text = (value) => (value === null || value === undefined ? '–' : visible(value));
    this.grid = new Grid('Clips', [
      ...(this.hasPictures ? [{
        title: 'Picture', width: 12, className: 'picture-cell', cell: (i) => this.clips[i].image() || 'no picture'
      }] : []),
      { title: 'Clip', width: 28, grow: 2, cell: (i) => this.clips[i].name },
      { title: 'First', width: 14, cell: (i) => text(this.clips[i].json.first) },
      { title: 'Last', width: 14, cell: (i) => text(this.clips[i].json.last) },
      { title: 'Duration', width: 15, cell: (i) => clock(this.clips[i].seconds) },
      { title: 'Reel', width: 12, cell: (i) => text(this.clips[i].json.reel) },
      { title: 'Video', width: 20, cell: (i) => text(this.clips[i].json.videoCodec) },
      { title: 'Flags', width: 24, cell: (i) => this.clips[i].flags.map(visible).join(', ') }
    ], {
      moved: (i) => this.select(this.clips[i]), isSelected: (i) => this.clips[i] === this.selected,
      ...(this.hasPictures ? { rowHeight: 60, className: 'picture-grid' } : {})
    });
    return h('section', { class: 'panel' }, h('h2', null, 'Clips'), this.grid.element);
  }

  detailPanel() {
    this.detail = h('section', { class: 'panel', 'aria-label': 'Chosen clip' });
    this.showDetail();
    return this.detail;
  }

  showDetail() {
    const clip = this.selected;
    if (!clip) {
      replace(this.detail, h('p', { class: 'muted' }, 'No clip is selected. Click a bar or a row.'));
      return;
    }
    const { json } = clip;
    const size = json.width ? `${json.width} × ${json.height}` : null;
    const frameRate = json.frameRate ? `${rate(json.frameRate.numerator, json.frameRate.denominator)} fps` : null;
    replace(this.detail, h('h2', null, clip.name), clip.image(), clip.warnings.length ? h(
      'ul', null, clip.warnings.map((warning) => h('li', null, warning))
    ) : null, facts([
      ['File', h('code', null, visible(json.file))], ['First timecode', json.first && visible(json.first)],
      ['Last timecode', json.last && visible(json.last)], ['Frames', json.frames === null ? null : number(json.frames)],
      ['Duration', clock(clip.seconds)], ['Reel', clip.reel], ['Video', json.videoCodec && visible(json.videoCodec)],
      ['Size', size], ['Rate', frameRate], ['Audio', json.audioCodec && visible(json.audioCodec)],
      ['Channels', json.channels], ['Camera', clip.camera],
      ['Date', json.localDate ? visible(json.localDate) : json.creationTime && visible(json.creationTime.date || '')],
      ['Error', json.error && visible(json.error)]
    ]));
  }

  select(clip, isRead = false) {
    this.selected = clip;
    this.showDetail();
    this.grid.rows.refresh();
    if (clip) this.grid.rows.center(clip.index);
    if (this.surface) this.surface.request();
    if (!isRead) history.replaceState(null, '', clip ? `#clip=${clip.index}` : location.href.replace(/#.*$/, ''));
  }

  /** The address of the page holds the chosen clip. */
  read() {
    const match = /^#clip=(\d+)$/.exec(location.hash);
    const clip = match && this.clips[Number(match[1])];
    if (clip) this.select(clip, true);
  }
}

new CardPage(JSON.parse(document.getElementById('movtool-data').textContent));
document.documentElement.dataset.ready = 'true';
