// What the file is: a sentence, its findings, its tracks.

const BRANDS = { 'qt  ': 'QuickTime movie', heic: 'HEIF picture', heix: 'HEIF picture', mif1: 'HEIF picture',
  avif: 'AVIF picture',
  avis: 'AVIF sequence', 'M4A ': 'MPEG-4 audio', 'M4V ': 'MPEG-4 movie' };

function kindOfFile(movie) {
  const info = movie.json.inspect.movie;
  const first = movie.atoms.roots.find((atom) => atom.type === 'ftyp');
  const brand = (info && info.majorBrand) || (first && first.field('major_brand'));
  if (BRANDS[brand]) return BRANDS[brand];
  if (!info && movie.items) return 'HEIF picture';
  if (info) return info.fragmented ? 'Fragmented MP4 movie' : brand ? 'MP4 movie' : 'QuickTime movie';
  return 'File without a movie';
}

function videoText(track) {
  const { video, codec } = track.summary;
  if (!video) return null;
  const profile = profileOf(codec && codec.codecs);
  const fps = video.frameRate
    ? `${rate(video.frameRate.numerator, video.frameRate.denominator)} fps${video.constantFrameRate ? '' : ' (varies)'}` : null;
  return [`${codec ? visible(codec.name) : 'video'}${profile ? ` ${profile}` : ''}`,
    `${video.width} × ${video.height}`, fps,
    video.bitDepth ? `${video.bitDepth} bit` : null, colourOf(video.colour),
    video.rotation ? `rotated ${video.rotation}°` : null].filter(Boolean).join(', ');
}

function audioText(track) {
  const { audio, codec } = track.summary;
  if (!audio) return null;
  const channels = audio.channelLayout ? visible(audio.channelLayout) : plural(audio.channels, 'channel');
  return [codec && visible(codec.name), channels, audio.sampleRate ? `${number(audio.sampleRate)} Hz` : null,
    audio.bitsPerSample ? `${audio.bitsPerSample} bit` : null].filter(Boolean).join(', ');
}

function timecodeText(track) {
  const { timecode } = track.summary;
  if (!timecode) return null;
  const first = timecode.first === null || timecode.first === undefined ? null
    : `${visible(timecode.first)} to ${visible(timecode.last)}`;
  const fps = timecode.frameRate ? `${rate(timecode.frameRate.numerator, timecode.frameRate.denominator)} fps`
    : null;
  return [first, fps, timecode.dropFrame ? 'drop frame' : null, timecode.counter ? 'counter' : null,
    timecode.reel ? `reel ${visible(timecode.reel)}` : null].filter(Boolean).join(', ');
}

function trackText(track) {
  return videoText(track) || audioText(track) || timecodeText(track)
    || (track.summary.codec ? visible(track.summary.codec.name || track.summary.codec.format) : '');
}

/** "QuickTime movie of 3.003 s: H.264 (High, level 1.3), 320 × 180, 29.97 fps; AAC-LC, stereo, 48,000 Hz." */
function sentenceOf(movie) {
  const video = movie.tracks.filter((track) => track.kind === 'video').map(videoText).filter(Boolean);
  const audio = movie.tracks.filter((track) => track.kind === 'audio').map(audioText).filter(Boolean);
  const timecode = movie.tracks.map((track) => track.summary.timecode)
    .find((found) => found && found.first !== null);
  const several = (texts) => (texts.length < 2 ? texts[0] : `${texts[0]} and ${texts.length - 1} more`);
  const parts = [several(video), several(audio)].filter(Boolean);
  if (timecode) {
    parts.push(`timecode ${visible(timecode.first)} to ${visible(timecode.last)}${timecode.reel ? `, reel ${visible(timecode.reel)}` : ''}`);
  }
  if (movie.items) parts.push(itemsText(movie));
  const duration = movie.seconds ? ` of ${span(movie.seconds)}` : '';
  const camera = cameraOf(movie);
  return `${kindOfFile(movie)}${duration}, ${bytes(movie.size)}${parts.length ? ': ' + parts.join('; ') : ''}`
    + `${camera ? `; from ${visible(camera)}` : ''}.`;
}

function itemsText(movie) {
  const primary = movie.items.items.find((item) => item.id === movie.items.primary);
  const size = primary && primary.width ? `, ${primary.width} × ${primary.height}` : '';
  return `${plural(movie.items.items.length, 'item')}${size}`;
}

/** The place stays hidden until somebody asks for it: pages are passed on. */
function placeButton(movie) {
  const found = metadataOf(movie, PLACES);
  if (!found) return null;
  return button(
    'Show recording location', (event) => event.target.replaceWith(h('span', null, visible(found.text))),
    { class: 'small' }
  );
}

function trackFacts(track, movie) {
  const header = movie.atoms.find(track.path + '/tkhd');
  const mdhd = movie.atoms.find(track.path + '/mdia/mdhd');
  const seconds = track.mediaSeconds;
  const scale = track.timescale || 1;
  const edits = track.hasEditList ? plural(track.edits.length, 'edit') : 'none';
  const date = (atom, name) => atom && atom.fields[name] && atom.fields[name].date;
  const samples = track.sampleCount;
  return facts([
    ['Format', trackText(track)],
    [
      'Codec',
      track.summary.codec ? h(
        'code', null, visible(track.summary.codec.codecs || track.summary.codec.sampleEntry)
      ) : null
    ],
    ['Duration', `${clock(track.seconds)}`],
    ['Media', `${clock(seconds)} at ${number(track.timescale)} ticks a second`],
    ['Samples', `${number(samples)} in ${plural(track.chunkCount, 'chunk')}`],
    ['Key samples', track.sync ? number(track.syncCount) : samples ? 'all' : null],
    [
      'Size',
      `${bytes(track.byteCount)}${movie.size ? ` (${Math.round((track.byteCount / movie.size) * 1000) / 10} % of the file)` : ''}`
    ],
    ['Bitrate', seconds > 0 ? bitrate((track.byteCount * 8) / seconds) : null],
    [
      'Sample sizes',
      samples ? `${number(track.size.minimum(0, samples))} to ${number(track.size.maximum(0, samples))} bytes`
        : null
    ],
    ['Composition shift', track.compositionOffset
      ? `${span(track.minimumOffset / scale)} to ${span(track.maximumOffset / scale)}` : null],
    ['Edits', edits],
    [
      'Language',
      track.summary.language
        && visible(typeof track.summary.language === 'object' ? JSON.stringify(track.summary.language)
          : track.summary.language)
    ],
    ['Enabled', track.summary.enabled === false ? 'no' : null],
    [
      'Encrypted',
      track.summary.codec && track.summary.codec.encrypted
        ? visible(track.summary.codec.encryptionScheme || 'yes') : null
    ],
    ['Layer', header && header.field('layer') ? header.field('layer') : null],
    ['Alternate group', header && header.field('alternate_group') ? header.field('alternate_group') : null],
    [
      'Refers to',
      (track.references || []).map((reference) => `${visible(reference.type)} → ${reference.trackIDs.join(', ')}`).join('; ')
    ],
    ['Created', date(header, 'creation_time') || date(mdhd, 'creation_time')],
    ['Modified', date(header, 'modification_time')],
  ]);
}

function trackCard(track, movie, app) {
  const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
  swatch.style.background = `var(${track.colour})`;
  const title = h('h3', null, swatch, visible(track.title));
  return h('article', { class: 'track-card' }, title, trackFacts(track, movie),
    h('div', { class: 'card-links' },
      app.link({ view: 'timeline', track: track.trackID }, 'Timeline'),
      track.sampleCount ? app.link({ view: 'samples', track: track.trackID }, 'Samples') : null,
      track.path && movie.atoms.find(track.path) ? app.link(
        { view: 'tree', track: track.trackID, atom: track.path }, 'Atoms'
      ) : null));
}

function brandText(major, others) {
  const rest = (others || []).filter((brand) => brand !== major && brand.trim());
  return visible(major.trim())
    + (rest.length ? `, also ${rest.map((brand) => visible(brand.trim())).join(', ')}` : '');
}

function movieFacts(movie) {
  const info = movie.json.inspect.movie || {};
  const ftyp = movie.atoms.roots.find((atom) => atom.type === 'ftyp');
  const brands = ftyp && Array.isArray(ftyp.fields.compatible_brands) ? ftyp.fields.compatible_brands : null;
  const title = metadataOf(movie, TITLES);
  const software = metadataOf(movie, CAMERA.software);
  return facts([
    ['Title', title && visible(title.text)],
    ['Size', `${number(movie.size)} bytes`],
    ['Brand', info.majorBrand ? brandText(info.majorBrand, brands) : null],
    ['Duration', movie.seconds ? clock(movie.seconds) : null],
    ['Fragments', movie.fragments ? number(movie.fragments.offset.count) : null],
    ['Created', info.creationTime && info.creationTime.date],
    ['Modified', info.modificationTime && info.modificationTime.date],
    ['Camera', cameraOf(movie) && visible(cameraOf(movie))],
    ['Written by', software && visible(software.text)],
    ['Place', placeButton(movie)],
    ['Atoms', number(movie.atoms.count)],
  ]);
}

/** The outermost atoms in their order, as wide as the logarithm of their size. */
function layoutStrip(movie, app) {
  const roots = movie.atoms.roots.slice(0, 24);
  const parts = roots.map((atom) => {
    const name = atom.isRun ? `${number(atom.count)} more ${visible(atom.type)}` : visible(atom.type);
    const item = h('li', { class: MEDIA.has(atom.type) ? 'media' : FREE.has(atom.type) ? 'free' : '' },
      app.link(
        atom.isRun ? { view: 'map', at: atom.offset } : { view: 'tree', atom: atom.path, at: atom.offset },
        h('code', null, name), ` ${bytes(atom.size)}`
      ));
    item.style.flex = `${Math.log2(2 + atom.size)} 1 0`;
    return item;
  });
  const left = movie.atoms.roots.length - roots.length;
  return [
    h('ul', { class: 'strip', 'aria-label': 'The outermost atoms, in their order' }, parts),
    left > 0 ? h(
      'p', { class: 'muted' }, `Showing ${roots.length} of ${number(roots.length + left)} outermost atoms.`
    ) : null
  ];
}

/** What is printed with any view: all findings, and a table of the tracks. */
function reportOf(movie, app) {
  const { findings } = movie;
  const left = movie.json.leftOut || [];
  const rows = movie.tracks.slice(0, 256).map((track) => [
    visible(track.title), trackText(track) || '', clock(track.end), number(track.sampleCount), bytes(track.byteCount),
    track.mediaSeconds > 0 ? bitrate((track.byteCount * 8) / track.mediaSeconds) : ''
  ]);
  return [
    app.movies.length > 1 ? h('h2', null, visible(movie.file)) : null,
    h('h2', null, 'Findings'),
    findings.length ? h('ul', { class: 'findings' }, findings.slice(0, 500).map((finding) => findingCard(finding, app)))
      : h('p', null, 'All checks passed.'),
    findings.length > 500 ? h('p', null, `Showing 500 of ${number(findings.length)}.`) : null,
    left.length ? [h('h3', null, 'Left out of this page'),
      h('ul', { class: 'plain' }, left.map((text) => h('li', null, visible(text))))] : null,
    rows.length ? [h('h2', null, plural(movie.tracks.length, 'track')),
      table('Tracks', ['Track', 'Format', 'Ends at', 'Samples', 'Size', 'Bitrate'], rows)] : null,
    movie.tracks.length > 256 ? h('p', null, `Showing 256 of ${number(movie.tracks.length)} tracks.`) : null
  ];
}

class SummaryView {
  constructor(app) {
    this.app = app;
    this.title = 'Summary';
  }

  build(movie) {
    return [findingList(movie, this.app),
      h(
        'section', { class: 'panel' }, h('h2', null, 'File'), layoutStrip(movie, this.app), movieFacts(movie)
      ),
      movie.tracks.length ? h('section', { class: 'panel' }, h(
        'h2', null, plural(movie.tracks.length, 'track')
      ),
        h(
          'div', { class: 'track-cards' },
          movie.tracks.slice(0, 64).map((track) => trackCard(track, movie, this.app))
        ),
        movie.tracks.length > 64 ? h(
          'p', null, `Showing 64 of ${number(movie.tracks.length)} tracks.`
        ) : null) : null];
  }
}
