// Which samples of a track are listed, and where a number, a time, a timecode or a byte is.

/** A time of the movie out of a clock or a timecode; null if the text is neither. */
function timeOfText(text, track, movie) {
  const timecode = movie.timecodeOf(track);
  const labelled = timecode && /[:;]\d\d[:;]\d\d[:;.]\d{2,3}$/.test(text.trim()) ? timecode
    .timeOf(text.trim()) : null;
  return labelled === null || labelled === undefined ? parseClock(text) : labelled;
}

/** Parts of the track, in samples, that the movie may show between two times. */
function candidateParts(track, from, to) {
  const parts = [];
  for (const edit of track.edits) {
    const [start, end] = [Math.max(from, edit.start), Math.min(to, edit.start + edit.duration)];
    if (edit.kind === 'gap' || end < start) continue;
    const ticks = [track.tickAt(start, edit), track.tickAt(end, edit)];
    const low = track.decodedAt(Math.min(...ticks) - track.maximumOffset);
    const high = track.decodedAt(Math.max(...ticks) - track.minimumOffset);
    parts.push([low, high + 1]);
  }
  return parts.sort((a, b) => a[0] - b[0]);
}

// An hour of PCM has 172,800,000 samples: a search ends before the reader does.
const MOST_SEARCHED = 4_000_000;

/** The samples that pass; null if all do. filter: {from, to in seconds, keys, size} */
function passingSamples(track, filter) {
  const hasTimes = filter.from !== null || filter.to !== null;
  if (!hasTimes && !filter.keys && !filter.size) return null;
  const from = filter.from === null ? -Infinity : filter.from;
  const to = filter.to === null ? Infinity : filter.to;
  const parts = hasTimes ? candidateParts(track, from, to) : [[0, track.sampleCount]];
  const passing = [];
  let next = 0;
  let left = MOST_SEARCHED;
  for (const [first, end] of parts) {
    for (const index of samplesIn(
      track, Math.max(first, next), Math.min(end, track.sampleCount), filter.keys
    )) {
      left -= 1;
      if (left < 0) return { samples: Uint32Array.from(passing), searched: MOST_SEARCHED, isWhole: false };
      if (filter.size && track.size.at(index) < filter.size) continue;
      if (hasTimes && !isShownBetween(track, index, from, to)) continue;
      passing.push(index);
    }
    next = Math.max(next, end);
  }
  return { samples: Uint32Array.from(passing), searched: MOST_SEARCHED - left, isWhole: true };
}

function* samplesIn(track, first, end, keysOnly) {
  if (!keysOnly || !track.sync) {
    for (let i = first; i < end; i += 1) yield i;
    return;
  }
  for (let k = track.syncFrom(first); k < track.sync.count && track.sync.at(k) < end; k += 1)
    yield track.sync.at(k);
}

function isShownBetween(track, index, from, to) {
  const length = track.duration.at(index) / (track.timescale || 1);
  return track.timesOf(index).some((time) => time <= to + 1e-9 && time + length > from + 1e-9);
}

const PLACES_TO_GO = [['number', 'number'], ['time', 'time'], ['timecode', 'timecode'], ['byte', 'byte']];

/** The sample at a place; null if the text is none, or nothing is there. */
function sampleAtText(kind, text, track, movie) {
  if (kind === 'number') {
    const index = parseInteger(text);
    return index !== null && index < track.sampleCount ? index : null;
  }
  if (kind === 'byte') {
    const byte = parseInteger(text);
    return byte === null ? null : track.sampleAtByte(byte);
  }
  const timecode = movie.timecodeOf(track);
  const time = kind === 'time' ? parseClock(text) : timecode ? timecode.timeOf(text) : null;
  return time === null ? null : track.sampleAt(time);
}
