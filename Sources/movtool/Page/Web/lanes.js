// The lanes of the timeline: rulers, the parts that the edit list shows, sample sizes, key samples, fragments.
// A lane draws what a pixel covers from sums and pyramids, so a million samples cost what a hundred do.

const LABEL_ROOM = 92;

/** What all lanes draw on: the pen, its width, and where a time lies. */
class Stage {
  constructor(context, width, range, selected = {}) {
    Object.assign(this, { context, width, range, selected });
  }

  isSelected(track, sample) {
    return this.selected.track === track && this.selected.sample === sample;
  }

  x(time) {
    return ((time - this.range.low) / this.range.length) * this.width;
  }

  time(x) {
    return this.range.low + (x / this.width) * this.range.length;
  }

  get pixelsPerSecond() {
    return this.width / this.range.length;
  }

  fill(name, x, y, width, height, alpha = 1) {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = theme.colour(name);
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  hatch(name, x, y, width, height, alpha = 1) {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = theme.hatch(this.context, name);
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  text(text, x, y, name = '--ink', align = 'left') {
    this.context.textAlign = align;
    this.context.fillStyle = theme.colour(name);
    this.context.fillText(text, x, y);
  }

  /** Text on a ground of its own, which stays readable over bars. */
  title(text, x, y) {
    const width = this.context.measureText(text).width;
    this.fill('--panel', x - 3, y - 9, width + 6, 18, 0.85);
    this.text(text, x, y);
  }

  outline(name, x, y, width, height, dash = []) {
    this.context.strokeStyle = theme.colour(name);
    this.context.lineWidth = 1;
    this.context.setLineDash(dash);
    this.context.strokeRect(Math.round(x) + 0.5, y + 0.5, Math.max(0, Math.round(width) - 1), height - 1);
    this.context.setLineDash([]);
  }
}

/** Seconds of the movie. */
class TimeRuler {
  constructor() {
    this.height = 28;
  }

  draw(stage, y) {
    const step = niceSeconds((stage.range.length * LABEL_ROOM) / stage.width);
    const digits = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step)));
    const first = Math.ceil(stage.range.low / step);
    for (let i = first; i * step <= stage.range.high; i += 1) {
      const x = stage.x(i * step);
      stage.fill('--line-strong', Math.round(x), y + 18, 1, 10);
      if (x > -40) stage.text(clock(i * step, digits), x + 4, y + 14, '--muted');
    }
    const start = stage.x(0);
    if (start > 0) stage.fill('--sunken', 0, y, start, this.height, 0.6);
  }

  track() {
    return null;
  }
}

/** A timecode track: its segments, their labels, and where the labels jump. */
class TimecodeRuler {
  constructor(timecode, track) {
    Object.assign(this, { timecode, source: track, height: 52 });
  }

  track() {
    return this.source;
  }

  draw(stage, y) {
    const body = y + 20;
    const shown = this.timecode.segments.filter((segment) => segment.end > stage.range.low
      && segment.start < stage.range.high);
    shown.slice(0, 2000).forEach((segment) => this.drawSegment(stage, segment, body));
    this.drawGaps(stage, body);
    const { reel } = shown[0] || {};
    const format = shown[0] && shown[0].counting;
    const rateText = format && format.isUsable
      ? `${Math.round(format.rate * 1000) / 1000} fps${format.dropped ? ' drop frame' : ''}` : '';
    stage.title(
      [
        `${this.timecode.trackID} timecode`, rateText, reel ? `reel ${visible(reel)}` : ''
      ].filter(Boolean).join(' · '),
      6, y + 10
    );
  }

  drawSegment(stage, segment, y) {
    const [left, right] = [
      Math.max(-2, stage.x(segment.start)), Math.min(stage.width + 2, stage.x(segment.end))
    ];
    stage.fill('--timecode', left, y, right - left, 28, 0.16);
    stage.fill('--timecode', left, y + 26, right - left, 2);
    stage.context.save();
    stage.context.beginPath();
    stage.context.rect(left, y, Math.max(0, right - left), 28);
    stage.context.clip();
    this.drawLabels(stage, segment, y);
    stage.context.restore();
    if (segment.jump !== null) this.drawBoundary(stage, segment, y);
  }

  drawLabels(stage, segment, y) {
    // The label of the first frame stands where the segment begins; none is written over it.
    const free = segment.first === null ? -Infinity : stage.x(segment.start) + stage.context
      .measureText(String(segment.first)).width + 10;
    const end = stage.x(segment.end);
    for (const frame of this.marks(stage, segment)) {
      const x = stage.x(this.timecode.timeOfFrame(segment, frame));
      stage.fill('--timecode', Math.round(x), y + 20, 1, 6);
      const label = segment.counting.label(frame);
      if (x >= free && x + stage.context.measureText(label).width + 6 < end) stage.text(label, x + 4, y + 12);
    }
    const x = stage.x(segment.start);
    if (x < -1 || segment.first === null) return;
    const label = String(segment.first);
    stage.fill('--panel', x, y + 3, stage.context.measureText(label).width + 8, 18, 0.9);
    stage.text(label, x + 4, y + 12);
  }

  /** The frames that get a label: round ones, as many as have room. */
  marks(stage, segment) {
    const { counting } = segment;
    if (segment.frame === null || !counting.isUsable || !(segment.rate > 0)) return [];
    const perFrame = (stage.pixelsPerSecond * counting.frameDuration) / segment.rate;
    const at = (time) => segment.value + this.timecode.framesUntil(segment, time);
    const first = Math.max(segment.frame, Math.floor(at(stage.range.low)));
    const end = Math.min(Math.round(at(segment.end)), Math.ceil(at(stage.range.high)));
    const room = LABEL_ROOM / perFrame;
    const step = this.divisor(counting.quanta, room);
    return step ? this.frameMarks(counting, first, end, step)
      : this.secondMarks(counting, first, end, niceSeconds(Math.max(1, room / counting.quanta)));
  }

  /** The smallest part of a second, in frames, that leaves the room and repeats each second; 0 if there is none. */
  divisor(quanta, room) {
    for (let step = Math.ceil(room); step <= quanta / 2; step += 1)
      if (quanta % step === 0) return Math.max(1, step);
    return 0;
  }

  frameMarks(counting, first, end, step) {
    const marks = [];
    for (let frame = first; frame < end && marks.length < 400; frame += 1) {
      if ((counting.undropped(Math.abs(frame)) % counting.quanta) % step === 0) marks.push(frame);
    }
    return marks;
  }

  secondMarks(counting, first, end, step) {
    const marks = [];
    const isPlain = !counting.dropped || first < 0;
    let second = Math.floor((isPlain ? first : counting.undropped(first)) / counting.quanta / step) * step;
    for (; marks.length < 400; second += step) {
      const minute = Math.floor(second / 60);
      const isDropped = counting.dropped && second % 60 === 0 && minute % 10 !== 0;
      const frame = isPlain ? second * counting.quanta : counting.frame(0, 0, second, 0) - this
        .droppedBefore(counting, minute)
        + (isDropped ? counting.dropped : 0);
      if (frame >= end) break;
      if (frame >= first) marks.push(frame);
    }
    return marks;
  }

  droppedBefore(counting, minute) {
    return counting.dropped * (minute - Math.floor(minute / 10));
  }

  drawBoundary(stage, segment, y) {
    const x = Math.round(stage.x(segment.start));
    stage.fill('--ink', x, y - 4, 1, 32);
    if (!segment.jump) return;
    const { context } = stage;
    context.beginPath();
    context.moveTo(x, y - 6);
    context.lineTo(x + 10, y - 1);
    context.lineTo(x, y + 4);
    context.fillStyle = theme.colour('--warning');
    context.fill();
    const text = `${segment.jump > 0 ? '+' : '−'}${number(Math.abs(segment.jump))} fr`;
    if (x > 0) stage.text(text, x + 13, y - 4, '--warning');
  }

  /** Where the movie goes on without a label. */
  drawGaps(stage, y) {
    const { segments } = this.timecode;
    let end = 0;
    for (const segment of segments.slice(0, 2000)) {
      if (segment.start > end + 1e-6) this.drawGap(stage, end, segment.start, y);
      end = Math.max(end, segment.end);
    }
    const last = this.source ? this.source.end : end;
    if (last > end + 1e-6) this.drawGap(stage, end, last, y);
  }

  drawGap(stage, start, end, y) {
    const [left, right] = [Math.max(0, stage.x(start)), Math.min(stage.width, stage.x(end))];
    if (right <= left) return;
    stage.hatch('--line-strong', left, y, right - left, 28);
    stage.text(clipped(stage.context, 'no timecode', right - left - 8), left + 4, y + 12, '--muted');
  }
}

const ROOM_FOR_ORDER = 30;

/** The samples of a track, where the movie shows them. */
class TrackLane {
  constructor(track, movie) {
    this.source = track;
    this.movie = movie;
    this.height = { video: track.compositionOffset ? 152 : 124, audio: 76 }[track.kind] || 60;
    this.peak = 0;
    this.ghosts = this.findGhosts();
    this.shift = track.compositionOffset && track.sampleCount ? track.compositionOffset.at(0) : 0;
  }

  track() {
    return this.source;
  }

  /** Media that the edits leave out, beside the part that it goes on from: what a trim would bring back. */
  findGhosts() {
    const track = this.source;
    const scale = track.timescale || 1;
    const [first, end] = [track.firstTick / scale, track.endTick / scale];
    const parts = track.edits.filter((edit) => edit.kind === 'media' && edit.rate > 0).slice(0, 500)
      .map((edit) => ({ edit, from: edit.media, to: edit.media + edit.duration * edit.rate }));
    const ghosts = [];
    for (const { edit, from, to } of parts) {
      const before = Math.max(
        first, ...parts.filter((part) => part.to <= from + 1e-9).map((part) => part.to)
      );
      const after = Math.min(end, ...parts.filter((part) => part.from >= to - 1e-9).map((part) => part.from));
      const isInside = (time) => parts.some((part) => time > part.from + 1e-9 && time < part.to - 1e-9);
      if (from - before > 1e-4 && !isInside(from - 1e-6))
        ghosts.push({
          start: edit.start - (from - before) / edit.rate, end: edit.start, media: from - before
        });
      if (after - to > 1e-4 && !isInside(to + 1e-6)) {
        const start = edit.start + edit.duration;
        ghosts.push({ start, end: start + (after - to) / edit.rate, media: after - to });
      }
    }
    return ghosts;
  }

  draw(stage, y) {
    const top = y + 22;
    const height = this.height - 22 - 14;
    for (const ghost of this.ghosts) this.drawGhost(stage, ghost, top, height);
    const { edits } = this.source;
    const from = lowerBound(edits.length, (i) => edits[i].start + edits[i].duration > stage.range.low);
    let drawn = 0;
    this.measureSight(stage);
    for (let i = from; i < edits.length && edits[i].start < stage.range.high; i += 1) {
      this.drawEdit(stage, edits[i], top, height);
      drawn += 1;
      if (drawn > 4000) break;
    }
    this.drawFragments(stage, y + this.height - 8);
    const rate = stage.width > 700 ? this.rateText : '';
    const room = stage.width - 30 - (rate ? stage.context.measureText(rate).width : 0);
    stage.title(
      clipped(
        stage.context,
        `${this.source.trackID} ${visible(this.source.kindText)} · ${trackText(this.source)}`, room
      ),
      6, y + 11
    );
    if (rate) stage.text(rate, stage.width - 8, y + 11, '--muted', 'right');
  }

  /** The bitrate of what is in sight, and its largest sample. */
  get rateText() {
    if (!this.peak) return '';
    return `${bitrate((this.bytes * 8) / this.seconds)} in sight · largest ${bytes(this.peak)}`;
  }

  /** The largest sample in sight, which is the scale of the bars, and the bytes and seconds of media there. */
  measureSight(stage) {
    const track = this.source;
    this.peak = 0;
    this.bytes = 0;
    this.seconds = 0;
    for (const edit of track.sampleCount ? track.edits.slice(0, 2000) : []) {
      const [left, right] = [
        Math.max(0, stage.x(edit.start)), Math.min(stage.width, stage.x(edit.start + edit.duration))
      ];
      if (edit.kind !== 'media' || right <= left) continue;
      const found = this.samplesBetween(stage, edit, left, right);
      if (!found) continue;
      const [first, end] = [found[0], Math.min(track.sampleCount, found[1] + 1)];
      this.peak = Math.max(this.peak, track.size.maximum(first, end));
      this.bytes += track.size.sum(end) - track.size.sum(first);
      this.seconds += (track.duration.sum(end) - track.duration.sum(first)) / (track.timescale || 1);
    }
  }

  drawGhost(stage, ghost, top, height) {
    const [left, right] = [Math.max(-2, stage.x(ghost.start)), Math.min(stage.width + 2, stage.x(ghost.end))];
    if (right <= left) return;
    stage.hatch(this.source.colour, left, top + height / 2, right - left, height / 2, 0.35);
    stage.outline(this.source.colour, left, top + height / 2, right - left, height / 2, [4, 3]);
    stage.text(
      clipped(stage.context, `trimmed ${span(ghost.media)}`, right - left - 6), left + 4, top + height * 0.75,
      '--muted'
    );
  }

  drawEdit(stage, edit, top, height) {
    const [left, right] = [
      Math.max(-2, stage.x(edit.start)), Math.min(stage.width + 2, stage.x(edit.start + edit.duration))
    ];
    const width = Math.max(1, right - left);
    if (edit.kind === 'gap') {
      stage.hatch('--line-strong', left, top, width, height);
      stage.text(
        clipped(stage.context, `gap ${span(edit.duration)}`, width - 8), left + 5, top + 10, '--muted'
      );
      return;
    }
    stage.fill(this.source.colour, left, top, width, height, 0.1);
    const isOdd = edit.kind === 'dwell' || Math.abs(edit.rate - 1) > 1e-6;
    if (edit.kind === 'media') this.drawSamples(stage, edit, left, right, top, height);
    if (isOdd) {
      stage.hatch('--warning', left, top, width, height, 0.5);
      const text = edit.kind === 'dwell' ? `one frame for ${span(edit.duration)}`
        : `rate ${Math.round(edit.rate * 10000) / 10000}`;
      const label = clipped(stage.context, text, width - 8);
      if (label) stage.title(label, left + 6, top + 11);
    }
    if (this.source.edits.length > 1)
      stage.fill('--ink', Math.round(stage.x(edit.start)), top - 4, 1, height + 8);
  }

  drawSamples(stage, edit, left, right, top, height) {
    const track = this.source;
    if (!track.sampleCount || !this.peak || right <= left) return;
    const { context } = stage;
    context.save();
    context.beginPath();
    context.rect(left, top - 2, right - left, height + 14);
    context.clip();
    const typical = (track.mediaSeconds / track.sampleCount / Math
      .abs(edit.rate || 1)) * stage.pixelsPerSecond;
    if (typical >= 3) this.drawEach(stage, edit, top, height, typical);
    else this.drawColumns(stage, edit, left, right, top, height);
    context.restore();
  }

  /** The samples that are decoded between two places of the canvas. */
  samplesBetween(stage, edit, from, to) {
    const track = this.source;
    const ticks = [from, to].map((x) => (edit.media
      + (stage.time(x) - edit.start) * edit.rate) * track.timescale - this.shift);
    const [low, high] = [Math.min(...ticks), Math.max(...ticks)];
    if (high < track.startDTS || low >= track.endDTS) return null;
    const first = track.decodedAt(low);
    return [first, Math.max(first + 1, track.decodedAt(high))];
  }

  /** Zoomed out: the largest sample of each pixel in a light tone, the mean in a full one, a tick for keys. */
  drawColumns(stage, edit, left, right, top, height) {
    const track = this.source;
    const floor = top + height;
    const scale = (height - 4) / this.peak;
    const [peaks, means, keys] = [new Path2D(), new Path2D(), new Path2D()];
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(stage.width, right); x += 1) {
      const found = this.samplesBetween(stage, edit, x, x + 1);
      if (!found) continue;
      const [first, end] = found;
      const peak = track.size.maximum(first, end) * scale;
      const mean = ((track.size.sum(end) - track.size.sum(first)) / (end - first)) * scale;
      peaks.rect(x, floor - peak, 1, peak);
      means.rect(x, floor - mean, 1, mean);
      if (track.sync && track.hasSyncIn(first, end)) keys.rect(x, floor + 1, 1, 4);
    }
    const { context } = stage;
    context.fillStyle = theme.colour(track.colour);
    context.globalAlpha = 0.4;
    context.fill(peaks);
    context.globalAlpha = 0.9;
    context.fill(means);
    context.globalAlpha = 1;
    context.fillStyle = theme.colour('--muted');
    context.fill(keys);
  }

  /** The samples that are shown or decoded in what is seen. */
  samplesInSight(stage, edit) {
    const track = this.source;
    const slack = (track.maximumOffset - track.minimumOffset);
    const ticks = [
      stage.range.low, stage.range.high
    ].map((time) => (edit.media + (time - edit.start) * edit.rate) * track.timescale);
    const first = track.decodedAt(Math.min(...ticks) - track.maximumOffset - slack);
    const last = track.decodedAt(Math.max(...ticks) - track.minimumOffset + slack);
    return [first, Math.min(last, first + 3000)];
  }

  drawEach(stage, edit, top, height, typical) {
    const track = this.source;
    const [first, last] = this.samplesInSight(stage, edit);
    const hasOrder = typical >= ROOM_FOR_ORDER && track.kind === 'video' && track.compositionOffset;
    const bars = hasOrder ? { top: top + 42, height: height - 42 } : { top, height };
    const place = (tick) => stage.x(edit.start + (tick / track.timescale - edit.media) / edit.rate);
    for (let i = first; i <= last; i += 1) {
      const from = place(track.pts(i));
      const to = place(track.pts(i) + track.duration.at(i));
      this.drawSample(stage, i, Math.min(from, to), Math.abs(to - from), bars);
      if (hasOrder)
        this.drawOrder(
          stage, i, place(track.dts(i)), place(track.dts(i) + track.duration.at(i)), from, top, bars
        );
    }
  }

  drawSample(stage, index, left, width, bars) {
    const track = this.source;
    const tall = Math.max(1, Math.min(1, track.size.at(index) / this.peak) * (bars.height - 4));
    const floor = bars.top + bars.height;
    const gap = width > 6 ? 1 : 0.5;
    const isKey = track.sync && track.isSync(index);
    stage.fill(track.colour, left, floor - tall, Math.max(1, width - gap), tall, isKey ? 1 : 0.6);
    if (stage.isSelected(track, index))
      stage.outline('--cursor', left, floor - tall - 2, Math.max(3, width - gap), tall + 4);
    if (isKey) {
      const { context } = stage;
      context.beginPath();
      context.moveTo(left, floor + 9);
      context.lineTo(left + 8, floor + 9);
      context.lineTo(left + 4, floor + 2);
      context.fillStyle = theme.colour('--ink');
      context.fill();
    }
    if (width < ROOM_FOR_ORDER) return;
    stage.context.font = `11px ${FONT}`;
    const label = clipped(stage.context, number(index), width - 6);
    if (label) stage.title(label, left + 4, floor - 9);
    stage.context.font = `12px ${FONT}`;
  }

  /** A box where the sample is decoded, and a line to where it is shown. */
  drawOrder(stage, index, from, to, shown, top, bars) {
    const { context } = stage;
    const width = Math.abs(to - from);
    const left = Math.min(from, to);
    const isSelected = stage.isSelected(this.source, index);
    if (isSelected) stage.fill('--cursor', left, top + 2, width - 1, 16, 0.25);
    stage.outline(isSelected ? '--cursor' : this.source.colour, left, top + 2, width - 1, 16);
    context.font = `11px ${FONT}`;
    stage.text(clipped(context, number(index), width - 4), left + 4, top + 10, '--ink');
    context.font = `12px ${FONT}`;
    context.strokeStyle = theme.colour(isSelected ? '--cursor' : this.source.colour);
    context.lineWidth = isSelected ? 2 : 1;
    context.beginPath();
    context.moveTo(left + width / 2, top + 18);
    context.lineTo(shown + width / 2, bars.top - 2);
    context.stroke();
  }

  /** The fragments of the track, in turn light and dark. */
  drawFragments(stage, y) {
    const rows = this.fragmentRows();
    if (!rows.length) return;
    const { decodeTime } = this.movie.fragments;
    const scale = this.source.timescale || 1;
    const start = (i) => (i < rows.length ? decodeTime.at(rows[i]) / scale - this.source.edits[0].media
      : Infinity);
    const first = Math.max(0, lowerBound(rows.length, (i) => start(i) > stage.range.low) - 1);
    const end = lowerBound(rows.length, (i) => start(i) >= stage.range.high);
    if (end - first > stage.width / 2) {
      stage.hatch(this.source.colour, 0, y, stage.width, 6);
      return;
    }
    for (let i = first; i < end; i += 1) {
      const left = stage.x(start(i));
      const right = Math.min(stage.x(start(i + 1)), stage.x(this.source.end));
      stage.fill(this.source.colour, left, y, Math.max(1, right - left), 5, i % 2 ? 0.35 : 0.8);
    }
  }

  fragmentRows() {
    if (!this.rows) {
      const { fragments } = this.movie;
      this.rows = [];
      for (let i = 0; fragments && i < fragments.track.count; i += 1) {
        if (fragments.track.at(i) === this.source.trackID) this.rows.push(i);
      }
    }
    return this.rows;
  }

  /** Times of the key samples in sight, if they are few. */
  keyTimes(stage, most) {
    const track = this.source;
    if (!track.sync) return [];
    const times = [];
    for (const edit of track.edits.slice(0, 200)) {
      if (edit.kind !== 'media' || edit.start > stage.range.high || edit.start
        + edit.duration < stage.range.low) continue;
      const found = this.samplesBetween(stage, edit, 0, stage.width);
      if (!found) continue;
      for (let i = track.syncFrom(found[0]); i < track.sync.count && track.sync.at(i) < found[1]; i += 1) {
        times.push(edit.start + (track.pts(track.sync.at(i)) / track.timescale - edit.media) / edit.rate);
        if (times.length > most) return [];
      }
    }
    return times;
  }
}
