// A file: its atoms, tracks, timecode and findings.

class Movie {
  constructor(json) {
    this.json = json;
    this.file = json.inspect.file;
    this.size = json.inspect.size;
    this.atoms = new AtomTree(json.inspect.atoms || []);
    const summaries = json.inspect.tracks || [];
    this.tracks = (json.tracks || []).map((track, order) => new Track(track,
      summaries.find((summary) => summary.trackID === track.trackID && summary.path === track.path), order));
    this.giveColours();
    this.timecodes = ((json.timecode && json.timecode.tracks) || [])
      .map((track, index) => new TimecodeTrack(track, json.counting[index]))
      .filter((track) => track.segments.length);
    this.findings = this.makeFindings();
    this.items = json.items;
    this.fragments = this.makeFragments(json.fragments);
  }

  /** The first track of a kind has the colour of the kind, the next ones others. */
  giveColours() {
    const kinds = new Set();
    let others = 0;
    for (const track of this.tracks) {
      const isFirst = track.kind in KIND_COLOURS && !kinds.has(track.kind);
      track.colour = isFirst ? KIND_COLOURS[track.kind] : OTHER_COLOURS[others % OTHER_COLOURS.length];
      if (!isFirst) others += 1;
      kinds.add(track.kind);
    }
  }

  /** Findings of the check; where it could not be made, what reading the file found. */
  makeFindings() {
    const checked = (this.json.check && this.json.check.findings) || [];
    const known = new Set(checked.map((finding) => finding.rule));
    const read = (this.json.inspect.diagnostics || []).filter((finding) => !known.has(finding.rule));
    const order = { error: 0, warning: 1, note: 2 };
    return [...checked, ...read].map((finding, index) => ({ ...finding, index, atom: this.atomOf(finding) }))
      .sort((a, b) => order[a.severity] - order[b.severity] || a.index - b.index);
  }

  atomOf(finding) {
    return (finding.path && this.atoms.find(finding.path))
      || (typeof finding.offset === 'number' ? this.atoms.at(finding.offset) : null);
  }

  makeFragments(json) {
    if (!json) return null;
    const columns = Object.fromEntries(Object.entries(json)
      .map(([name, column]) => [name, makeColumn(column)]));
    return columns.offset && columns.offset.count ? columns : null;
  }

  track(id) {
    return this.tracks.find((track) => track.trackID === id) || null;
  }

  /** The track that a page opens with: the first video track, or else the first that has samples. */
  get mainTrack() {
    return this.tracks.find((track) => track.kind === 'video' && track.sampleCount)
      || this.tracks.find((track) => track.sampleCount) || this.tracks[0] || null;
  }

  /** How long the movie is in seconds, as `inspect` says; else until where its tracks reach. */
  get seconds() {
    const said = this.json.inspect.movie && this.json.inspect.movie.duration;
    return said && said.timescale && said.value ? said.value / said.timescale : this.duration;
  }

  /** Where the tracks end in seconds: the longest of them, or as the header says. */
  get duration() {
    const header = this.json.inspect.movie && this.json.inspect.movie.duration;
    const said = header && header.timescale ? header.value / header.timescale : 0;
    const tracks = Math.max(0, ...this.tracks.map((track) => track.end));
    return tracks || said;
  }

  /** The timecode that belongs to a track: its own, the one it refers to, or else the first. */
  timecodeOf(track) {
    return this.timecodes.find((timecode) => track && timecode.trackID === track.trackID)
      || this.timecodes.find((timecode) => track && timecode.associated.includes(track.trackID))
      || this.timecodes[0] || null;
  }

  /** The track and the sample that have a byte. */
  sampleAtByte(byte) {
    for (const track of this.tracks) {
      const sample = track.sampleAtByte(byte);
      if (sample !== null) return { track: track.trackID, sample };
    }
    return null;
  }
}
