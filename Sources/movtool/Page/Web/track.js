// A track: its samples, where they lie, when they are decoded and when the movie shows them.

/** Colours by kind, and for more tracks of a kind: names of the style sheet's properties. */
const KIND_COLOURS = { video: '--video', audio: '--audio', timecode: '--timecode', subtitle: '--text-track',
  metadata: '--metadata' };
const OTHER_COLOURS = ['--other-1', '--other-2', '--other-3'];

class Track {
  constructor(json, summary, order) {
    this.summary = summary || {};
    this.order = order;
    for (const name of ['trackID', 'path', 'kind', 'kindText', 'timescale', 'movieTimescale', 'sampleCount',
      'references', 'units']) this[name] = json[name];
    this.startDTS = json.startDTS || 0;
    this.jumps = this.makeJumps(json.jumps);
    this.earlierTimes = json.earlierTimes;
    const columns = ['size', 'duration', 'compositionOffset', 'sync', 'description', 'dependency', 'priority'];
    for (const name of columns) {
      this[name] = makeColumn(json[name]);
    }
    this.statedCount = this.sampleCount;
    this.sampleCount = Math.min(this.statedCount, this.size ? this.size.count : 0, this.duration
      ? this.duration.count : 0,
      this.compositionOffset ? this.compositionOffset.count : Infinity);
    this.chunkOffset = makeColumn(json.chunks && json.chunks.offset) || new RunColumn([]);
    this.chunkSamples = makeColumn(json.chunks && json.chunks.samples) || new RunColumn([]);
    this.chunkCount = this.chunkOffset.count;
    this.subsamples = json.subsamples ? this.makeSubsamples(json.subsamples) : null;
    this.measureOffsets();
    this.endTick = this.findEnd();
    this.edits = this.makeEdits(json.edits);
    this.hasEditList = Boolean(json.edits);
  }

  /** The subsamples by the sample that they are in, of all kinds. There are no more than 65,536. */
  makeSubsamples(json) {
    const columns = Object.fromEntries(Object.entries(json).map(([name, column]) => [name, makeColumn(column)]));
    const found = new Map();
    for (let row = 0; row < columns.sample.count; row += 1) {
      const sample = columns.sample.at(row);
      if (!found.has(sample)) found.set(sample, []);
      found.get(sample).push(Object.fromEntries(
        ['size', 'priority', 'discardable', 'parameters', 'flags'].map((name) => [name, columns[name].at(row)])
      ));
    }
    return found;
  }

  subsamplesOf(sample) {
    return this.subsamples.get(sample) || [];
  }

  get title() {
    return `Track ${this.trackID} ${this.kindText}`.trim();
  }

  measureOffsets() {
    const some = this.compositionOffset && this.compositionOffset.count > 0;
    this.minimumOffset = some ? this.compositionOffset.minimum(0, this.compositionOffset.count) : 0;
    this.maximumOffset = some ? this.compositionOffset.maximum(0, this.compositionOffset.count) : 0;
  }

  /** The samples before which time jumps, and by how much all ticks after them are off the sum of durations. */
  makeJumps(json) {
    if (!json) return null;
    const samples = makeColumn(json.sample);
    const times = makeColumn(json.time);
    return Array.from({ length: samples.count }, (_, i) => [samples.at(i), times.at(i)]);
  }

  /** How far the decode time of a sample is off the sum of the durations before it. */
  offTime(index) {
    if (!this.jumps) return 0;
    const place = lowerBound(this.jumps.length, (i) => this.jumps[i][0] > index) - 1;
    return place < 0 ? 0 : this.jumps[place][1] - this.startDTS - this.duration.sum(this.jumps[place][0]);
  }

  /** The tick at which the last picture ends. Of samples that are decoded late, some are shown before others. */
  findEnd() {
    if (!this.sampleCount) return this.startDTS;
    let end = -Infinity;
    for (let i = this.sampleCount - 1; i >= Math.max(0, this.sampleCount - 4096); i -= 1) {
      end = Math.max(end, this.pts(i) + this.ticksOf(i));
      // Without jumps, nothing before is decoded later.
      if (!this.jumps && this.dts(i) + this.maximumOffset <= end) break;
    }
    return end;
  }

  /** The tick at which the last sample is decoded, and its duration is over. */
  get endDTS() {
    return this.dts(this.sampleCount);
  }

  /** The length of the media in its ticks. */
  get mediaTicks() {
    return this.duration ? this.duration.sum(this.sampleCount) : 0;
  }

  /** The first tick that a picture of the media has. */
  get firstTick() {
    return this.startDTS + (this.compositionOffset && this.sampleCount ? this.compositionOffset.at(0) : 0);
  }

  get mediaSeconds() {
    return this.timescale > 0 ? this.mediaTicks / this.timescale : 0;
  }

  get byteCount() {
    return this.size ? this.size.sum(this.sampleCount) : 0;
  }

  /** The parts of the movie in the track's edit list, in seconds; one part where there is no edit list. */
  makeEdits(json) {
    const scale = this.timescale > 0 ? this.timescale : 1;
    if (!json)
      return [{
        index: 0, start: 0, duration: this.timescale > 0 ? this.endTick / scale : 0, media: 0, rate: 1,
        kind: this.timescale > 0 ? 'media' : 'gap'
      }];
    const [durations, times, rates] = [
      makeColumn(json.duration), makeColumn(json.mediaTime), makeColumn(json.rate)
    ];
    const edits = [];
    let start = 0;
    for (let index = 0; index < durations.count; index += 1) {
      const mediaTime = times.at(index);
      const speed = rates.at(index) / 65536;
      // Without the timescale of the movie no edit has a time, and without that of the media no sample has.
      const hasTimes = this.movieTimescale > 0 && this.timescale > 0;
      let duration = this.movieTimescale > 0 ? durations.at(index) / this.movieTimescale : 0;
      // A fragmented movie's last edit has no length: it shows what is left.
      if (durations.at(index) === 0 && index === durations.count - 1 && mediaTime >= 0 && hasTimes) {
        duration = Math.max(0, (this.endTick - mediaTime) / scale);
      }
      // A negative rate shows nothing, as `check` says.
      const isGap = mediaTime < 0 || speed < 0 || !hasTimes;
      const kind = isGap ? 'gap' : speed === 0 ? 'dwell' : 'media';
      edits.push({ index, start, duration, media: mediaTime / scale, rate: speed, kind });
      start += duration;
    }
    return edits;
  }

  /** How long the movie shows the track in seconds, as `inspect` says; the last picture can end later. */
  get seconds() {
    const { duration } = this.summary;
    return duration && duration.timescale > 0 ? duration.value / duration.timescale : this.end;
  }

  get end() {
    const last = this.edits[this.edits.length - 1];
    return last ? last.start + last.duration : 0;
  }

  dts(index) {
    return this.startDTS + (this.duration ? this.duration.sum(index) : 0) + this.offTime(index);
  }

  pts(index) {
    return this.dts(index) + (this.compositionOffset ? this.compositionOffset.at(index) : 0);
  }

  isSync(index) {
    if (!this.sync) return true;
    return this.sync.at(this.syncFrom(index)) === index;
  }

  /** The place in the list of key samples of the first one at or after a sample. */
  syncFrom(index) {
    return lowerBound(this.sync.count, (i) => this.sync.at(i) >= index);
  }

  hasSyncIn(first, end) {
    if (!this.sync) return end > first;
    const place = this.syncFrom(first);
    return place < this.sync.count && this.sync.at(place) < end;
  }

  get syncCount() {
    return this.sync ? this.sync.count : this.sampleCount;
  }

  /** The sample that is decoded at a tick, or the nearest before. */
  decodedAt(tick) {
    const index = lowerBound(this.sampleCount, (i) => this.dts(i + 1) > tick);
    return Math.max(0, Math.min(this.sampleCount - 1, index));
  }

  /** The sample whose picture the media shows at a tick, of several with one time the last; null before the first. */
  shownAtTick(tick) {
    if (!this.sampleCount) return null;
    if (!this.compositionOffset) return tick < this.startDTS ? null : this.decodedAt(tick);
    const first = this.decodedAt(tick - this.maximumOffset);
    const last = Math.min(this.decodedAt(tick - this.minimumOffset), first + 4096);
    let best = null;
    for (let i = first; i <= last; i += 1) {
      const time = this.pts(i);
      if (time <= tick && (best === null || time >= this.pts(best))) best = i;
    }
    return best;
  }

  /** Whether the samples are pictures, of which the movie shows one at a time. Others are at their time. */
  get hasPictures() {
    return ['vide', 'pict', 'auxv'].includes(this.summary.mediaType);
  }

  /** Whether a picture that is decoded later has the same time, so that this one is never shown. */
  isReplaced(index) {
    if (!this.hasPictures) return false;
    // Without offsets, only a sample that lasts no time has the time of the next one.
    if (!this.compositionOffset) return index + 1 < this.sampleCount && this.dts(index + 1) === this.dts(index);
    const tick = this.pts(index);
    // Encoders put fewer samples between two that are shown one after the other.
    const end = Math.min(this.sampleCount, index + 1 + 48);
    for (let i = index + 1; i < end && this.dts(i) + this.minimumOffset <= tick; i += 1) {
      if (this.pts(i) === tick) return true;
    }
    return false;
  }

  editAt(time) {
    return this.edits.find((edit) => time >= edit.start - 1e-9 && time < edit.start + edit.duration - 1e-9)
      || null;
  }

  /** The tick of the media that the movie shows at a time; null in a gap. */
  tickAt(time, edit = this.editAt(time)) {
    if (!edit || edit.kind === 'gap') return null;
    return (edit.media + (time - edit.start) * edit.rate) * this.timescale;
  }

  sampleAt(time) {
    const tick = this.tickAt(time);
    return tick === null ? null : this.shownAtTick(Math.floor(tick + 1e-3));
  }

  /** When the movie begins to show a sample: one time for each edit that has it. */
  timesOf(index) {
    return this.showings(index).map((showing) => showing.time);
  }

  /** When the movie shows some ticks of the media, and for how many seconds. What lasts no time is a moment. */
  showingsOf(tick, ticks) {
    const scale = this.timescale || 1;
    const times = [];
    for (const edit of this.edits) {
      if (edit.kind === 'gap') continue;
      const [from, to] = [tick / scale, (tick + ticks) / scale];
      if (edit.kind === 'dwell') {
        if (edit.media === from || (edit.media > from && edit.media < to)) {
          times.push({ time: edit.start, seconds: edit.duration });
        }
        continue;
      }
      const isLate = ticks > 0 ? to > edit.media + 1e-9 : from > edit.media - 1e-9;
      if (isLate && from < edit.media + edit.duration * edit.rate - 1e-9) {
        const [begin, over] = [from, to].map((at) => Math.max(edit.start, Math.min(
          edit.start + edit.duration, edit.start + (at - edit.media) / edit.rate
        )));
        times.push({ time: begin, seconds: over - begin });
      }
      if (times.length >= 16) break;
    }
    return times;
  }

  /** When the movie shows a sample, and for how many seconds: once for each edit that has it. */
  showings(index) {
    return this.isReplaced(index) ? [] : this.showingsOf(this.pts(index), this.ticksOf(index));
  }

  /** How many ticks a sample lasts, the last one at least one. A picture of no duration is there until the next. */
  ticksOf(index) {
    const ticks = this.duration.at(index);
    if (ticks > 0) return ticks;
    if (index === this.sampleCount - 1) return 1;
    return this.hasPictures && this.compositionOffset ? this.ticksUntilNext(index) : 0;
  }

  /** How many ticks after a picture the next one in the order of showing comes; 0 if none does. */
  ticksUntilNext(index) {
    const tick = this.pts(index);
    let ticks = Infinity;
    const first = Math.max(0, index - 48);
    // No sample that is decoded after the next one is shown can be before it.
    for (let i = first; i < this.sampleCount && i <= index + 48; i += 1) {
      if (this.dts(i) + this.minimumOffset > tick + ticks) break;
      const after = this.pts(i) - tick;
      if (after > 0) ticks = Math.min(ticks, after);
    }
    return Number.isFinite(ticks) ? ticks : 0;
  }

  /** When the movie first shows a sample; null if the edits leave it out. */
  shownTime(index) {
    const times = this.timesOf(index);
    return times.length ? times[0] : null;
  }

  /** The label of a sample where the movie shows it. */
  labelOf(showing, timecode) {
    return this.kind === 'video' ? timecode.labelOfFrame(showing.time, showing.seconds)
      : timecode.labelAt(showing.time);
  }

  chunkOf(sample) {
    return lowerBound(this.chunkCount, (c) => this.chunkSamples.sum(c + 1) > sample);
  }

  chunk(index) {
    const first = this.chunkSamples.sum(index);
    const end = this.chunkSamples.sum(index + 1);
    const offset = this.chunkOffset.at(index);
    return { index, first, end, offset, bytes: this.size.sum(end) - this.size.sum(first) };
  }

  /** The byte at which a sample begins; null if no chunk has it. */
  offsetOf(sample) {
    const index = this.chunkOf(sample);
    if (index >= this.chunkCount) return null;
    return this.chunkOffset.at(index) + this.size.sum(sample) - this.size.sum(this.chunkSamples.sum(index));
  }

  /** Chunks in the order of their bytes: null where that is their own order. */
  get chunkOrder() {
    if (this.sortedChunks === undefined) {
      let isSorted = true;
      for (let i = 1; i < this.chunkCount && isSorted; i += 1) {
        isSorted = this.chunkOffset.at(i) >= this.chunkOffset.at(i - 1);
      }
      this.sortedChunks = isSorted ? null : Uint32Array.from({ length: this.chunkCount }, (_, i) => i)
        .sort((a, b) => this.chunkOffset.at(a) - this.chunkOffset.at(b));
    }
    return this.sortedChunks;
  }

  chunkByPlace(place) {
    return this.chunk(this.chunkOrder ? this.chunkOrder[place] : place);
  }

  /** The place, in the order of bytes, of the first chunk that begins after a byte. */
  placeAfter(byte) {
    const order = this.chunkOrder;
    return lowerBound(this.chunkCount, (i) => this.chunkOffset.at(order ? order[i] : i) > byte);
  }

  /** The sample that has a byte; null if none has. */
  sampleAtByte(byte) {
    const place = this.placeAfter(byte) - 1;
    if (place < 0) return null;
    const chunk = this.chunkByPlace(place);
    if (byte >= chunk.offset + chunk.bytes) return null;
    const target = byte - chunk.offset + this.size.sum(chunk.first);
    const count = chunk.end - chunk.first;
    return chunk.first + Math.min(
      count - 1, lowerBound(count, (i) => this.size.sum(chunk.first + i + 1) > target)
    );
  }
}
