// Two movies: both on one axis of timecode, and what differs in their atoms.

/** A part of a movie on the common axis, in seconds: of timecode where both have it, else of the movie. */
function axisParts(movie, hasTimecode) {
  if (!hasTimecode) {
    return movie.tracks.filter((track) => track.sampleCount).slice(0, 8)
      .map((track) => ({ title: visible(track.title), colour: track.colour,
      parts: track.edits.filter((edit) => edit.kind !== 'gap').slice(0, 500).map((edit) => ({
        start: edit.start, end: edit.start + edit.duration, first: clock(edit.start),
        last: clock(edit.start + edit.duration)
      })) }));
  }
  return movie.timecodes.slice(0, 8).map((timecode) => ({ title: `Track ${timecode.trackID} timecode`,
    colour: '--timecode',
    parts: timecode.segments.filter((segment) => segment.frame !== null && segment.counting
      && segment.counting.isUsable).slice(0, 500).map((segment) => {
      // Movies that count in other ways stand at the same place of the axis if they have the same label.
      const { counting } = segment;
      const start = counting.seconds(segment.frame);
      const frames = Math.max(1, Math.round(segment.duration / counting.frameDuration * Math.abs(segment.rate)));
      const end = counting.seconds(segment.frame + frames - 1) + 1 / counting.quanta;
      return {
        start, end, first: segment.first, last: segment.last,
        counting: segment.counting, jump: segment.jump
      };
    }) }));
}

class CompareView {
  constructor(app) {
    this.app = app;
    this.title = 'Compare';
  }

  isFor() {
    return this.app.movies.length > 1;
  }

  build() {
    const { movies } = this.app;
    this.hasTimecode = movies.every((movie) => movie.timecodes.length > 0);
    this.rows = movies.flatMap((movie, i) => axisParts(movie, this.hasTimecode)
      .map((row) => ({ ...row, movie: i })));
    const parts = this.rows.flatMap((row) => row.parts);
    const low = parts.reduce((least, part) => Math.min(least, part.start), Infinity);
    const high = parts.reduce((most, part) => Math.max(most, part.end), -Infinity);
    const margin = (high - low) * 0.03 || 1;
    this.range = new Range(
      Number.isFinite(low) ? low - margin : 0, Number.isFinite(high) ? high + margin : 1, 0.02,
      () => this.surface.request()
    );
    this.surface = new Surface(
      'Both movies on one axis. Plus and minus zoom, arrows move; the text above says what they share.',
      (context, width) => this.paint(context, width)
    );
    this.surface.height = 30 + this.rows.length * 48;
    this.gestures = new Gestures(this.surface.canvas, this.range, {});
    this.surface.canvas.addEventListener('keydown', (event) => zoomKeys(event, this.range));
    const axis = this.hasTimecode ? 'On one axis of timecode' : 'On one axis of movie time';
    return [h('section', { class: 'panel' }, h('h2', null, axis), this.hasTimecode ? null : h(
      'p', { class: 'muted' }, 'The movies are placed by movie time, because not both have timecode.'
    ), h('p', null, this.overlap()), h('div', { class: 'flush' }, this.surface.element),
      table(
        'Parts on the axis', ['Movie', 'Track', 'From', 'To'],
        this.rows.flatMap((row) => row.parts.slice(0, 50).map((part) => [
          this.name(row.movie), row.title, visible(part.first), visible(part.last)
        ]))
      )),
    this.sideBySide(movies), this.differences()];
  }

  name(index) {
    return `${'AB'[index]}: ${visible(this.app.movies[index].file)}`;
  }

  bounds(movie) {
    const parts = this.rows.filter((row) => row.movie === movie).flatMap((row) => row.parts);
    return parts.length ? {
      start: Math.min(...parts.map((part) => part.start)), end: Math.max(...parts.map((part) => part.end)),
      counting: parts[0].counting
    } : null;
  }

  label(time, counting) {
    return counting ? counting.labelAt(time) : clock(time);
  }

  overlap() {
    const [a, b] = [this.bounds(0), this.bounds(1)];
    if (!a || !b) return 'One of the movies has neither timecode nor a track to draw.';
    const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
    const shift = b.start - a.start;
    const begins = Math.abs(shift) < 1e-6 ? 'Both begin at the same place.'
      : `B begins ${span(Math.abs(shift))} ${shift > 0 ? 'after' : 'before'} A.`;
    if (end <= start) return `${begins} They do not overlap.`;
    const counting = a.counting;
    const last = counting ? end - 1 / counting.quanta : end;
    return `${begins} They overlap for ${span(end - start)}: ${this.label(start, counting)} to ${this.label(last, counting)}.`;
  }

  paint(context, width) {
    const stage = new Stage(context, width, this.range);
    this.paintRuler(stage);
    this.rows.forEach((row, i) => this.paintRow(stage, row, 30 + i * 48));
  }

  paintRuler(stage) {
    const counting = this.hasTimecode && this.rows.length && this.rows[0].parts.length
      ? this.rows[0].parts[0].counting : null;
    const step = niceSeconds((stage.range.length * LABEL_ROOM * 1.1) / stage.width);
    for (let i = Math.ceil(stage.range.low / step); i * step <= stage.range.high; i += 1) {
      const x = stage.x(i * step);
      stage.fill('--line-strong', Math.round(x), 18, 1, stage.height || 400, 0.5);
      stage.text(this.label(i * step, counting), x + 4, 14, '--muted');
    }
  }

  paintRow(stage, row, y) {
    for (const part of row.parts) {
      const [left, right] = [Math.max(-2, stage.x(part.start)), Math.min(stage.width + 2, stage.x(part.end))];
      if (right < 0 || left > stage.width) continue;
      const width = Math.max(1.5, right - left);
      if (row.movie) stage.hatch(row.colour, left, y + 22, width, 20, 0.8);
      stage.fill(row.colour, left, y + 22, width, 20, row.movie ? 0.15 : 0.45);
      stage.outline(row.colour, left, y + 22, width, 20);
      const label = clipped(stage.context, `${part.first} – ${part.last}`, width - 10);
      if (label) stage.title(label, Math.max(0, left) + 5, y + 32);
    }
    stage.title(clipped(stage.context, `${'AB'[row.movie]} ${row.title}`, stage.width - 12), 6, y + 11);
  }

  sideBySide(movies) {
    const ids = [...new Set(movies.flatMap((movie) => movie.tracks.map((track) => track.trackID)))]
      .slice(0, 64);
    const rows = [['File', ...movies.map((movie) => visible(movie.file))], [
      'Format', ...movies.map((movie) => sentenceOf(movie))
    ],
      ...ids.map((id) => [
        `Track ${id}`,
        ...movies.map((movie) => {
          const track = movie.track(id);
          const samples = track ? `${plural(track.sampleCount, 'sample')}, ${bytes(track.byteCount)}` : '';
          return track ? `${visible(track.kindText)}: ${trackText(track)}; ${samples}` : '–';
        })
      ])];
    const marked = rows.map((row, i) => [
      ...row, i > 0 && h('span', { class: 'one-line' }, row[1] === row[2] ? '= same' : '≠ differs')
    ]);
    return h(
      'section', { class: 'panel' }, h('h2', null, 'Side by side'),
      table('Side by side', ['', 'A', 'B', ''], marked)
    );
  }

  /** A table of which some rows differ: how many, and the first. */
  rowsDiffer(difference) {
    const example = (difference.examples || [])[0];
    const side = (count, value) => h(
      'span', null, plural(count, 'row'),
      value === undefined ? '' : h('span', { class: 'muted' }, ` · row ${example.row}: ${fieldText(value)}`)
    );
    return [h(
      'code', null, visible(difference.path)
    ), `${visible(difference.field)} (${plural(difference.differing, 'different row')})`,
      side(difference.firstCount, example && example.first), side(
        difference.secondCount, example && example.second
      )];
  }

  /** An item, such as a picture, whose bytes differ. */
  itemDiffers(item) {
    const size = (count) => (count === null ? h('span', { class: 'muted' }, 'cannot be read') : bytes(count));
    const place = item.firstDifferentByte;
    return [h('code', null, visible(item.path)),
      `item ${item.itemID} (${visible(item.type)})${place === null ? '' : `, from byte ${number(place)} on`}`,
      size(item.firstSize), size(item.secondSize)];
  }

  differences() {
    const { diff, movies } = this.app;
    if (!diff) return null;
    const all = diff.differences || [];
    const count = this.app.data.differenceCount;
    const text = (value) => (value === undefined ? '–' : fieldText(value));
    const cell = (index, difference) => {
      const atom = movies[index].atoms.find(difference.path);
      const missing = (index === 0 && difference.kind === 'only-in-second')
        || (index === 1 && difference.kind === 'only-in-first');
      if (missing) return h('span', { class: 'muted' }, 'not there');
      const value = index ? difference.second : difference.first;
      const shown = value === undefined ? 'there' : text(value);
      return atom ? this.app.link(
        { view: 'tree', movie: index, atom: difference.path, at: atom.offset }, shown
      ) : shown;
    };
    const rows = [...all.slice(0, 500).map((difference) => (difference.kind === 'rows' ? this
      .rowsDiffer(difference) : [
        h('code', null, visible(difference.path)), visible(difference.field || 'the atom'),
        cell(0, difference), cell(1, difference)
      ])), ...(diff.items || []).map((item) => this.itemDiffers(item))].slice(0, 500);
    return h('section', { class: 'panel' }, h(
      'h2', null, count ? plural(count, 'difference') : 'No differences'
    ),
      h(
        'p', { class: 'muted' },
        'Not compared: file offsets, atom sizes, the samples of tracks and unused space.',
        count > rows.length ? [` Showing the first ${number(rows.length)}; `, h('code', null, 'movtool diff A B'), ' prints all.']
          : ''
      ),
      rows.length ? table('Differences', ['Atom', 'Field', 'A', 'B'], rows) : null);
  }
}
