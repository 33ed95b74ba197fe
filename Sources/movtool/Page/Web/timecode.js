// Timecode: from a frame's number to its label and back, and the runs of labels that a movie presents.

/** How a timecode track counts. */
class Counting {
  constructor(format) {
    const { value, timescale } = format.frameDuration;
    this.frameDuration = value / timescale;
    this.flags = format.flags || {};
    this.rate = value > 0 ? timescale / value : 0;
    // Some programs store the rate cut to an integer (29 for 29.97). Labels then count the rounded rate.
    const isCut = format.frameQuanta === Math.floor(this.rate) && this.rate !== Math.floor(this.rate);
    this.quanta = isCut ? Math.round(this.rate) : format.frameQuanta;
    this.dropped = this.flags.dropFrame ? Math.round(this.quanta / 15) : 0;
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
    if (!this.isUsable || this.flags.counter) return String(frame);
    let value = frame;
    if (this.flags.wraps24Hours) value = this.wrapped(value);
    const sign = value < 0 ? '-' : '';
    const count = this.undropped(Math.abs(value));
    const width = Math.max(2, String(this.quanta - 1).length);
    const pad = (n, digits = 2) => String(n).padStart(digits, '0');
    const seconds = Math.floor(count / this.quanta);
    return `${sign}${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
      + (this.dropped ? ';' : ':') + pad(count % this.quanta, width);
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
    const day = this.frame(24, 0, 0, 0);
    return ((frame % day) + day) % day;
  }

  frame(hours, minutes, seconds, frames) {
    const total = hours * 60 + minutes;
    const count = (total * 60 + seconds) * this.quanta + frames;
    return count - this.dropped * (total - Math.floor(total / 10));
  }

  /** The frame that a label names; null if it is no label. A label that is dropped names the one after it. */
  parse(text) {
    if (this.flags.counter) return /^-?\d+$/.test(text) ? Number(text) : null;
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
  constructor(json) {
    this.trackID = json.trackID;
    this.associated = json.associatedTracks || [];
    this.start = json.start;
    this.formats = (json.formats || []).map((format) => ({
      counting: format.frameDuration ? new Counting(format) : null, reel: format.sourceName,
    }));
    this.segments = (json.segments || []).map((segment) => this.segment(segment));
    this.segments.forEach((segment, index) => { segment.jump = this.jump(index); });
  }

  segment(json) {
    const format = this.formats[json.format] || { counting: null, reel: null };
    const start = json.movieTime.value / json.movieTime.timescale;
    const duration = json.duration.value / json.duration.timescale;
    return { start, duration, end: start + duration, frame: json.frameNumber, counting: format.counting,
      reel: format.reel, first: json.timecode, last: json.lastTimecode };
  }

  /** By how many frames the labels jump where a segment begins; 0 if they go on, null where nothing is before. */
  jump(index) {
    if (index === 0) return null;
    const [before, here] = [this.segments[index - 1], this.segments[index]];
    if (!here.counting || before.frame === null || here.frame === null) return null;
    return here.frame - before.frame - Math.round(before.duration / here.counting.frameDuration);
  }

  segmentAt(time) {
    return this.segments.find((segment) => time >= segment.start - 1e-9 && time < segment.end - 1e-9) || null;
  }

  frameAt(time) {
    const segment = this.segmentAt(time);
    if (!segment || segment.frame === null || !segment.counting || !segment.counting.isUsable) return null;
    return segment.frame + Math.floor((time - segment.start) / segment.counting.frameDuration + 1e-4);
  }

  /** The label at a time of the movie; null where there is none. */
  labelAt(time) {
    const segment = this.segmentAt(time);
    if (!segment) return null;
    const frame = this.frameAt(time);
    return frame === null ? segment.first : segment.counting.label(frame);
  }

  /** The first time at which the movie has the label; null if it never has. */
  timeOf(text) {
    for (const segment of this.segments) {
      const frame = segment.counting && segment.counting.parse(text);
      if (frame === null || frame === undefined || segment.frame === null) continue;
      const time = segment.start + (frame - segment.frame) * segment.counting.frameDuration;
      if (time >= segment.start - 1e-9 && time < segment.end - 1e-9) return time;
    }
    return null;
  }
}
