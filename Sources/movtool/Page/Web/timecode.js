// Timecode: from a frame's number to its label and back, and the runs of labels that a movie presents.

/** How labels count: what the library says of a format. */
class Counting {
  /**
   * quanta: frames a second of labels; dropped: numbers that a minute skips; day: frames until labels begin again;
   * frame: seconds of a frame, 0 if not known; slack: seconds by which a time may be before the frame that it means.
   */
  constructor({ quanta, dropped, isDropFrame, isCounter = false, day = null, frame, slack = 0 }) {
    Object.assign(this, { quanta, dropped, isDropFrame, isCounter, day, slack, frameDuration: frame });
    this.rate = frame > 0 ? 1 / frame : 0;
  }

  get isUsable() {
    return this.quanta > 0 && this.frameDuration > 0;
  }

  /** The number that a label would have if no labels were dropped. */
  undropped(frame) {
    if (!this.dropped) return frame;
    const perMinute = this.quanta * 60 - this.dropped;
    const perTenMinutes = perMinute * 10 + this.dropped;
    const tens = Math.floor(frame / perTenMinutes);
    const rest = frame % perTenMinutes;
    const minutes = rest < this.quanta * 60 ? 0 : 1 + Math.floor((rest - this.quanta * 60) / perMinute);
    return frame + this.dropped * (tens * 9 + minutes);
  }

  label(frame) {
    if (!(this.quanta > 0) || this.isCounter) return String(frame);
    const value = this.day ? this.wrapped(frame) : frame;
    const sign = value < 0 ? '-' : '';
    const count = this.undropped(Math.abs(value));
    const width = Math.max(2, String(this.quanta - 1).length);
    const pad = (n, digits = 2) => String(n).padStart(digits, '0');
    const seconds = Math.floor(count / this.quanta);
    return `${sign}${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
      + (this.isDropFrame ? ';' : ':') + pad(count % this.quanta, width);
  }

  /** The seconds that the label of a frame names: the same for the same label, whatever is counted. */
  seconds(frame) {
    return (Math.sign(frame) * this.undropped(Math.abs(frame))) / this.quanta;
  }

  /** The label at some seconds of that kind. */
  labelAt(seconds) {
    const count = Math.round(Math.abs(seconds) * this.quanta);
    const whole = Math.floor(count / this.quanta);
    const frame = this.frame(Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60, count % this.quanta);
    return this.label(seconds < 0 ? -frame : frame);
  }

  wrapped(frame) {
    return ((frame % this.day) + this.day) % this.day;
  }

  frame(hours, minutes, seconds, frames) {
    const total = hours * 60 + minutes;
    const count = (total * 60 + seconds) * this.quanta + frames;
    return count - this.dropped * (total - Math.floor(total / 10));
  }

  /** The frame that a label names; null if it is no label. A label that is dropped names the one after it. */
  parse(text) {
    if (this.isCounter) return /^-?\d+$/.test(text) ? Number(text) : null;
    const match = /^(-?)(\d+):(\d\d):(\d\d)[:;.](\d{2,3})$/.exec(text.trim());
    if (!match) return null;
    const [hours, minutes, seconds, frames] = match.slice(2).map(Number);
    const isDropped = seconds === 0 && minutes % 10 !== 0 && frames < this.dropped;
    const value = this.frame(hours, minutes, seconds, isDropped ? this.dropped : frames);
    return match[1] ? -value : value;
  }
}

/** What a timecode track labels, in seconds of the movie. */
class TimecodeTrack {
  /** What extract timecode says of a track, and how the page counts. */
  constructor(json, counting) {
    this.trackID = json.trackID;
    this.associated = json.associatedTracks || [];
    this.start = json.start;
    const seconds = (time) => (time && time.timescale ? time.value / time.timescale : 0);
    this.formats = (json.formats || []).map((format, index) => {
      const how = counting.formats[index];
      return { reel: format.sourceName,
        counting: new Counting({ ...how, frame: seconds(how.frame), slack: seconds(how.slack) }) };
    });
    this.segments = (json.segments || []).map((segment, index) => this.segment(
      segment, counting.segments[index], seconds
    ));
    this.segments.forEach((segment, index) => { segment.jump = this.jump(index); });
  }

  /** A segment counts from a sample that may begin before it, and at another rate. */
  segment(json, how, seconds) {
    const format = this.formats[json.format];
    const start = seconds(json.movieTime);
    const duration = seconds(json.duration);
    return { start, duration, end: start + duration, frame: json.frameNumber, counting: format.counting,
      reel: format.reel, first: json.timecode, last: json.lastTimecode,
      value: how ? how.value : json.frameNumber, elapsed: how ? seconds(how.elapsed) : 0,
      rate: how ? how.rate / 65536 : 1 };
  }

  /** The time of the media from where a segment's sample begins to a time of the movie, in frames. */
  framesUntil(segment, time) {
    return (segment.elapsed + (time - segment.start) * segment.rate) / segment.counting.frameDuration;
  }

  /** When the movie begins to show a frame of a segment, which may be before the segment begins. */
  timeOfFrame(segment, frame) {
    return segment.start
      + ((frame - segment.value) * segment.counting.frameDuration - segment.elapsed) / segment.rate;
  }

  /** By how many frames the labels jump where a segment begins; 0 if they go on, null where nothing is before. */
  jump(index) {
    if (index === 0) return null;
    const [before, here] = [this.segments[index - 1], this.segments[index]];
    if (!this.counts(before) || !this.counts(here)) return null;
    const jump = here.frame - before.value - Math.round(this.framesUntil(before, before.end));
    return here.counting.day && jump % here.counting.day === 0 ? 0 : jump;
  }

  /** Whether the values of a segment follow from time. */
  counts(segment) {
    return segment.frame !== null && segment.counting.frameDuration > 0;
  }

  /** The segment at a time; with `early`, also one that begins within the slack. */
  segmentAt(time, early = true) {
    const { segments } = this;
    const next = lowerBound(segments.length, (i) => segments[i].start > time + 1e-9);
    if (early && next < segments.length && segments[next].start - time < segments[next].counting.slack - 1e-9)
      return segments[next];
    return next > 0 && time < segments[next - 1].end - 1e-9 ? segments[next - 1] : null;
  }

  frameAt(time) {
    const segment = this.segmentAt(time);
    if (!segment || !this.counts(segment)) return null;
    const { slack, frameDuration } = segment.counting;
    const frames = this.framesUntil(segment, time);
    return segment.value + Math.max(
      Math.floor(frames + 1e-4), slack ? Math.ceil(frames + slack / frameDuration - 1e-6) - 1 : -Infinity
    );
  }

  labelIn(segment, frame) {
    return frame === null ? segment.first : segment.counting.label(frame);
  }

  /** The label at a time of the movie; null where there is none. */
  labelAt(time) {
    const segment = this.segmentAt(time);
    return segment && this.labelIn(segment, this.frameAt(time));
  }

  /** The label of a frame of video that is shown for some seconds: that at its middle. */
  labelOfFrame(start, seconds) {
    const nearest = this.segmentAt(start) || this.segments[0];
    const frame = nearest.counting.frameDuration;
    const parts = [seconds, frame > 0 && nearest.rate > 0 ? frame / nearest.rate : 0].filter((part) => part > 0);
    const segment = parts.length ? this.segmentAt(start + Math.min(...parts) / 2, false) : nearest;
    if (!segment) return null;
    if (!this.counts(segment) || !(segment.rate > 0)) return this.labelIn(segment, segment.frame);
    const frames = this.framesUntil(segment, start);
    const length = (seconds * segment.rate) / segment.counting.frameDuration;
    const isShort = length > 0 && length < 1 - 1e-9;
    return segment.counting.label(segment.value + Math.floor(frames + (isShort ? length / 2 : 0.5) + 1e-6));
  }

  /** The first time at which the movie has the label; null if it never has. */
  timeOf(text) {
    for (const segment of this.segments) {
      const frame = segment.counting.parse(text);
      const time = frame === null || segment.frame === null ? null : this.timeIn(segment, frame);
      if (time !== null) return time;
    }
    return null;
  }

  /** When a segment begins to show a frame, or the same label of a later day; null if it does not. */
  timeIn(segment, frame) {
    const { day, frameDuration } = segment.counting;
    if (!this.counts(segment) || segment.rate === 0) return frame === segment.frame ? segment.start : null;
    const least = segment.value + Math.floor(segment.elapsed / frameDuration + 1e-6);
    const wanted = day ? least + (((frame - least) % day) + day) % day : frame;
    const times = [wanted, wanted + 1].map((one) => this.timeOfFrame(segment, one));
    const [low, high] = [Math.min(...times), Math.max(...times)];
    return high > segment.start + 1e-6 && low < segment.end - 1e-6 ? Math.max(low, segment.start) : null;
  }
}
