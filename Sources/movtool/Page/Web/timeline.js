// The timeline: a lane for each track as the movie shows it, rulers of time and timecode, and a cursor that says
// what each track has at a time.

const MOST_LANES = 32;

class TimelineView {
  constructor(app) {
    this.app = app;
    this.title = 'Timeline';
  }

  isFor(movie) {
    return movie.tracks.length > 0;
  }

  build(movie) {
    this.movie = movie;
    this.lanes = this.makeLanes(movie);
    const ghosts = this.lanes.flatMap((lane) => lane.ghosts || []);
    const low = Math.min(0, ...ghosts.map((ghost) => ghost.start));
    const high = Math.max(movie.duration, ...ghosts.map((ghost) => ghost.end), 0.001);
    this.range = new Range(low, high, this.smallest(), () => this.moved());
    this.surface = new Surface('Timeline of the movie. Arrow keys step from sample to sample, plus and minus zoom; the table below says what each track has.',
      (context, width) => this.paint(context, width), { class: 'timeline' });
    this.surface.height = this.lanes.reduce((sum, lane) => sum + lane.height, 0);
    this.gestures = new Gestures(this.surface.canvas, this.range, {
      click: (time, y) => this.click(time, y), hover: (time) => this.hover(time),
    });
    this.surface.canvas.addEventListener('keydown', (event) => this.pressed(event));
    this.readout = h('div', { class: 'readout' });
    this.shownText = h('span', { class: 'muted numbers' });
    this.windowTable = h('div');
    this.details = h(
      'details', { ontoggle: () => this.fillWindow() }, h('summary', null, 'Table of this window'),
      this.windowTable
    );
    const left = movie.tracks.length > MOST_LANES ? h(
      'p', { class: 'muted' }, `Showing ${MOST_LANES} of ${number(movie.tracks.length)} tracks.`
    ) : null;
    return [
      this.toolbar(), h('div', { class: 'panel flush' }, this.surface.element), left, this.legend(),
      this.readout, this.details
    ];
  }

  makeLanes(movie) {
    const lanes = [new TimeRuler()];
    for (const timecode of movie.timecodes)
      lanes.push(new TimecodeRuler(timecode, movie.track(timecode.trackID)));
    const labelled = new Set(movie.timecodes.map((timecode) => timecode.trackID));
    for (const track of movie.tracks)
      if (!labelled.has(track.trackID)) lanes.push(new TrackLane(track, movie));
    return lanes.slice(0, MOST_LANES + 1);
  }

  smallest() {
    const track = this.movie.mainTrack;
    if (!track || !track.sampleCount || !track.timescale) return 0.001;
    return Math.max(1e-5, track.duration.at(0) / track.timescale) * 1.5;
  }

  toolbar() {
    return h('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Zoom' },
      button('−', () => this.range.zoom(0.5), { 'aria-label': 'Zoom out' }),
      button('+', () => this.zoomIn(), { 'aria-label': 'Zoom in' }),
      button('All', () => this.range.all()), button('One frame', () => this.zoomToFrame()),
      button('◀ key', () => this.stepKey(-1), { 'aria-label': 'Previous key sample' }),
      button('key ▶', () => this.stepKey(1), { 'aria-label': 'Next key sample' }), this.shownText);
  }

  legend() {
    const entry = (className, text) => h(
      'li', null, h('span', { class: `key ${className}`, 'aria-hidden': 'true' }), text
    );
    return h('ul', {
      class: 'legend', 'aria-label': 'Legend'
    }, entry('key-peak', 'largest sample in each pixel column'), entry('key-mean', 'mean size'),
      entry('key-sync', 'key sample'), entry('key-gap', 'gap, or no timecode'), entry(
        'key-rate', 'freeze frame, or another speed'
      ),
      entry('key-ghost', 'trimmed media'), this.movie.tracks.some((track) => track.compositionOffset) ? entry(
        'key-order', 'zoomed in: when a sample is decoded, and a line to when it is shown'
      ) : null, this.movie.fragments ? entry('key-fragment', 'fragments') : null,
      h(
        'li', { class: 'muted' },
        'Drag to move · Ctrl + wheel or pinch to zoom · ← → step · k next key, K the one before'
      ));
  }

  zoomIn() {
    const time = this.time;
    this.range.zoom(
      2, time !== undefined && time >= this.range.low && time <= this.range.high ? time : undefined
    );
  }

  zoomToFrame() {
    const track = this.activeTrack();
    if (!track) return;
    const sample = this.app.selection.get('sample') || 0;
    const time = track.shownTime(sample) || 0;
    const length = sample < track.sampleCount ? track.duration.at(sample) / track.timescale : 0.04;
    this.range.set(time - length * 4, time + length * 5);
  }

  moved() {
    this.surface.request();
    this.shownText.textContent = `Showing ${clock(this.range.low)} to ${clock(this.range.high)}, ${span(this.range.length)} of ${span(this.range.most - this.range.least)}`;
    if (this.details.open) {
      clearTimeout(this.tableTimer);
      this.tableTimer = setTimeout(() => this.fillWindow(), 200);
    }
  }

  shown() {
    this.follow();
    this.moved();
  }

  changed(names) {
    if (names.has('track') || names.has('sample')) this.follow();
  }

  activeTrack() {
    return this.app.track();
  }

  /** Puts the cursor where the selected sample is shown. */
  follow() {
    const track = this.activeTrack();
    const sample = this.app.selection.get('sample');
    if (track && sample !== undefined && sample < track.sampleCount) {
      const times = track.timesOf(sample);
      const stays = times.some((time) => this.time >= time - 1e-9 && this.time <= time + track.duration
        .at(sample) / track.timescale);
      if (!stays) this.time = times.length ? times[0] : undefined;
      if (this.time !== undefined) this.range.reveal(this.time);
    }
    this.surface.request();
    this.describe();
  }

  laneAt(y) {
    let top = 0;
    for (const lane of this.lanes) {
      if (y < top + lane.height) return lane;
      top += lane.height;
    }
    return null;
  }

  click(time, y) {
    const lane = this.laneAt(y);
    const track = (lane && lane.track()) || this.activeTrack();
    this.time = time;
    if (!track) return;
    const sample = track.sampleAt(time);
    this.app.selection.set({ track: track.trackID, sample: sample === null ? undefined : sample });
    this.describe();
    this.surface.request();
  }

  hover(time) {
    this.hoverTime = time;
    this.surface.request();
    if (this.describing) return;
    this.describing = true;
    requestAnimationFrame(() => { this.describing = false; this.describe(); });
  }

  pressed(event) {
    if (zoomKeys(event, this.range, event.shiftKey)) return;
    const acts = { ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), ArrowDown: () => this
      .stepTrack(1),
      ArrowUp: () => this.stepTrack(-1), Home: () => this.goTo(0), End: () => this
        .goTo(this.movie.duration - 1e-6),
      k: () => this.stepKey(1), K: () => this.stepKey(-1), f: () => this.zoomToFrame() };
    if (!(event.key in acts) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[event.key]();
  }

  goTo(time) {
    const track = this.activeTrack();
    if (!track) return;
    this.time = time;
    const sample = track.sampleAt(time);
    if (sample !== null) this.app.selection.set({ track: track.trackID, sample });
    this.follow();
    say(this.described());
  }

  /** The sample that is shown next or before, in the order of the movie. */
  step(direction) {
    const track = this.activeTrack();
    if (!track || !track.sampleCount) return;
    const sample = this.app.selection.get('sample');
    if (sample === undefined) { this.goTo(0); return; }
    const from = this.time === undefined ? track.shownTime(sample) || 0 : this.time;
    const edit = track.editAt(from);
    const speed = edit && edit.kind === 'media' ? Math.abs(edit.rate) : 1;
    const begin = track.timesOf(sample).filter((time) => time <= from + 1e-9).pop();
    const start = begin === undefined ? from : begin;
    const length = edit && edit.kind === 'media' ? track.duration.at(sample) / track.timescale / speed : edit
      ? edit.start + edit.duration - start : 0.04;
    const time = direction > 0 ? start + length + 1e-6 : start - 1e-6;
    this.goTo(Math.max(0, Math.min(this.movie.duration - 1e-6, time)));
  }

  stepKey(direction) {
    const track = this.activeTrack();
    if (!track || !track.sync || !track.sync.count) return;
    const sample = this.app.selection.get('sample') || 0;
    const place = direction > 0 ? track.syncFrom(sample + 1) : track.syncFrom(sample) - 1;
    if (place < 0 || place >= track.sync.count) { say('There is no further key sample in this direction.'); return; }
    this.app.selection.set({ track: track.trackID, sample: track.sync.at(place) });
  }

  stepTrack(direction) {
    const { tracks } = this.movie;
    const at = tracks.indexOf(this.activeTrack()) + direction;
    if (at < 0 || at >= tracks.length) return;
    const track = tracks[at];
    const sample = this.time === undefined ? 0 : track.sampleAt(this.time);
    this.app.selection.set({
      track: track.trackID, sample: sample === null || !track.sampleCount ? undefined : sample
    });
    say(visible(track.title));
  }

  paint(context, width) {
    const stage = new Stage(
      context, width, this.range, { track: this.activeTrack(), sample: this.app.selection.get('sample') }
    );
    this.paintKeys(stage);
    let y = 0;
    for (const lane of this.lanes) {
      context.save();
      context.beginPath();
      context.rect(0, y, width, lane.height);
      context.clip();
      lane.draw(stage, y);
      context.restore();
      y += lane.height;
      stage.fill('--line', 0, y - 1, width, 1);
      if (lane.track() && lane.track() === this.activeTrack())
        stage.fill('--cursor', 0, y - lane.height, 3, lane.height - 1);
    }
    if (this.time !== undefined) this.paintCursor(stage, this.time, y, 1);
    if (typeof this.hoverTime === 'number') this.paintCursor(stage, this.hoverTime, y, 0.45);
  }

  /** Key samples of the chosen track, as lines through the lanes of the others. */
  paintKeys(stage) {
    const lane = this.lanes.find((candidate) => candidate.keyTimes && candidate.track() === this
      .activeTrack());
    if (!lane) return;
    for (const time of lane.keyTimes(stage, 120))
      stage.fill('--line-strong', Math.round(stage.x(time)), 0, 1, this.surface.height, 0.55);
  }

  paintCursor(stage, time, height, alpha) {
    const x = stage.x(time);
    if (x < -1 || x > stage.width + 1) return;
    stage.fill('--cursor', Math.round(x) - (alpha === 1 ? 1 : 0), 0, alpha === 1 ? 2 : 1, height, alpha);
  }

  /** One line: where the cursor is. */
  described() {
    const time = typeof this.hoverTime === 'number' ? this.hoverTime : this.time;
    if (time === undefined) return 'No place is selected.';
    const labels = this.movie.timecodes.map((timecode) => timecode.labelAt(time))
      .filter((label) => label !== null);
    const track = this.activeTrack();
    const sample = track ? track.sampleAt(time) : null;
    return [
      clock(time), ...labels.map(visible), sample === null ? null : `${track.title}, sample ${number(sample)}`
    ].filter(Boolean).join(' · ');
  }

  /** What each track has at the cursor. */
  describe() {
    const time = typeof this.hoverTime === 'number' ? this.hoverTime : this.time;
    if (time === undefined) {
      replace(
        this.readout,
        h(
          'p', { class: 'muted' },
          'Point at the timeline, or press → in it, to read frame, times, timecode and byte.'
        )
      );
      return;
    }
    const rows = this.movie.tracks.slice(0, MOST_LANES).map((track) => this.rowOf(track, time));
    replace(this.readout, h(
      'h2', { class: 'numbers' }, `At ${clock(time, 4)} `,
      h('span', { class: 'muted' }, typeof this.hoverTime === 'number' ? 'pointer' : 'selected')
    ),
      table(
        'What each track has at the cursor',
        ['Track', 'Sample', 'Decoded at', 'Shown from', 'Timecode', 'Bytes', 'At byte'], rows
      ));
  }

  rowOf(track, time) {
    const labels = this.movie.timecodes.filter((timecode) => timecode.trackID === track.trackID
      || timecode.associated.includes(track.trackID)).map((timecode) => timecode.labelAt(time))
        .filter((label) => label !== null);
    const edit = track.editAt(time);
    const sample = track.sampleAt(time);
    const name = h('span', null, visible(track.title));
    if (sample === null)
      return [
        name, h('span', { class: 'muted' }, edit && edit.kind === 'gap' ? 'gap' : 'nothing'), '', '',
        labels.map(visible).join(', '), '', ''
      ];
    const start = edit && edit.rate ? edit.start
      + (track.pts(sample) / track.timescale - edit.media) / edit.rate : edit.start;
    const offset = track.offsetOf(sample);
    return [name, `${number(sample)}${track.sync && track.isSync(sample) ? ' key' : ''}`, clock(
      track.dts(sample) / track.timescale, 4
    ),
      clock(start, 4), labels.map(visible).join(', '), number(track.size.at(sample)), offset === null ? '–'
        : number(offset)];
  }

  /** The same window as a table, for who does not see the drawing. */
  fillWindow() {
    if (!this.details.open) return;
    const track = this.activeTrack();
    if (!track || !track.sampleCount) {
      replace(this.windowTable, h('p', null, 'The track has no samples.'));
      return;
    }
    const edits = track.edits.filter((edit) => edit.start + edit.duration > this.range.low
      && edit.start < this.range.high);
    const names = { gap: 'gap', dwell: 'dwell', media: 'media' };
    const editRows = edits.slice(0, 100).map((edit) => [edit.index, names[edit.kind], clock(edit.start, 4),
      span(edit.duration),
      edit.media < 0 ? '–' : clock(edit.media, 4), edit.media < 0 ? '–' : edit.rate]);
    const rows = [];
    let count = 0;
    for (const edit of edits) {
      if (edit.kind === 'gap') continue;
      const ticks = [
        Math.max(edit.start, this.range.low), Math.min(edit.start + edit.duration, this.range.high)
      ].map((time) => track.tickAt(time, edit));
      const [first, last] = [
        track.decodedAt(Math.min(...ticks) - track.maximumOffset),
        track.decodedAt(Math.max(...ticks) - track.minimumOffset)
      ];
      count += last - first + 1;
      for (let i = first; i <= last && rows.length < 100; i += 1) {
        const time = track.shownTime(i);
        rows.push([
          number(i), track.isSync(i) ? 'key' : '', clock(track.dts(i) / track.timescale, 4),
          time === null ? 'not shown' : clock(time, 4), number(track.size.at(i))
        ]);
      }
    }
    replace(this.windowTable, h('h2', null, `Edits of ${visible(track.title)}`),
      table('Edits in this window', ['Edit', 'Kind', 'At', 'Length', 'From media time', 'Rate'], editRows),
      h('h2', null, `Samples: showing ${number(rows.length)} of ${number(count)}`),
      table('Samples in this window', ['Sample', 'Key', 'Decoded at', 'Shown at', 'Bytes'], rows));
  }
}
