// The picture of each video track to scale: encoded, clean aperture, pixel shape, track header and matrix.

/** The rectangles that a track's atoms say, in pixels of the picture as shown. */
class Geometry {
  constructor(track, movie) {
    this.entry = this.firstEntry(movie.atoms.find(track.path + '/mdia/minf/stbl/stsd'));
    this.header = movie.atoms.find(track.path + '/tkhd');
    this.tapt = movie.atoms.find(track.path + '/tapt');
    this.width = this.entry ? this.entry.field('width') || 0 : 0;
    this.height = this.entry ? this.entry.field('height') || 0 : 0;
    this.matrix = this.header && Array.isArray(this.header.fields.matrix) ? this.header.fields.matrix
      .map(Number) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
    this.pixel = this.pixelShape();
    this.clean = this.cleanAperture();
  }

  firstEntry(stsd) {
    return stsd ? stsd.children.find((atom) => !atom.isRun && atom.field('width') !== undefined) || null
      : null;
  }

  pixelShape() {
    const pasp = this.entry && this.entry.child('pasp');
    const [horizontal, vertical] = pasp ? [pasp.field('h_spacing'), pasp.field('v_spacing')] : [1, 1];
    return horizontal > 0 && vertical > 0 ? [horizontal, vertical] : [1, 1];
  }

  cleanAperture() {
    const clap = this.entry && this.entry.child('clap');
    if (!clap) return null;
    const pick = (...names) => names.map((name) => clap.field(name)).find((value) => value !== undefined);
    const part = (long, short) => pick(`${long}_n`, `${short}_n`) / (pick(`${long}_d`, `${short}_d`) || 1);
    const [width, height] = [
      part('clean_aperture_width', 'cleanApertureWidth'), part('clean_aperture_height', 'cleanApertureHeight')
    ];
    const [across, down] = [part('horiz_off', 'horizOff'), part('vert_off', 'vertOff')];
    if (![width, height, across, down].every(Number.isFinite)) return null;
    return { width, height, x: (this.width - width) / 2 + across, y: (this.height - height) / 2 + down };
  }

  size(type) {
    const atom = this.tapt && this.tapt.child(type);
    if (!atom) return null;
    const [width, height] = [atom.field('width'), atom.field('height')];
    return Number(width) > 0 && Number(height) > 0 ? [Number(width), Number(height)] : null;
  }

  get headerSize() {
    return this.header ? [
      Number(this.header.field('width')) || 0, Number(this.header.field('height')) || 0
    ] : [0, 0];
  }

  get stretch() {
    return this.pixel[0] / this.pixel[1];
  }

  /** What the matrix does, in words. */
  get turn() {
    const [a, b, , c, d] = this.matrix;
    const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
    const mirrored = a * d - b * c < 0;
    const scale = Math.hypot(a, b);
    const words = [angle ? `turned ${angle < 0 ? angle + 360 : angle}° clockwise` : '', mirrored ? 'mirrored'
      : '',
      Math.abs(scale - 1) > 1e-3 ? `scaled by ${Math.round(scale * 1000) / 1000}` : '',
      this.matrix[6] || this.matrix[7] ? `moved by ${this.matrix[6]}, ${this.matrix[7]}` : '']
        .filter(Boolean);
    return words.join(', ') || 'none (identity)';
  }

  /** Corners of the track's picture after the matrix. */
  get corners() {
    const [width, height] = this.headerSize;
    const [a, b, , c, d, , x, y] = this.matrix;
    return [
      [0, 0], [width, 0], [width, height], [0, height]
    ].map(([px, py]) => [a * px + c * py + x, b * px + d * py + y]);
  }
}

class GeometryView {
  constructor(app) {
    this.app = app;
    this.title = 'Geometry';
  }

  tracks(movie) {
    return movie.tracks.filter((track) => track.kind === 'video').map((track) => [
      track, new Geometry(track, movie)
    ])
      .filter(([, geometry]) => geometry.width > 0 && geometry.height > 0);
  }

  isFor(movie) {
    return this.tracks(movie).length > 0;
  }

  build(movie) {
    return this.tracks(movie).slice(0, 16).map(([track, geometry]) => h('section', { class: 'panel' },
      h('h2', null, visible(track.title)), h('div', { class: 'geometry' },
        this.figure('Stored', this.stored(geometry), 'The encoded picture and its clean aperture.'),
        this.figure('Shown', this.displayed(geometry), 'With the pixel aspect ratio applied; sizes from tapt and tkhd.'),
        this.figure(
          'In the movie', this.placed(geometry), 'After the matrix of the track header.'
        )), this.numbers(track, geometry)));
  }

  figure(title, drawing, text) {
    return h(
      'figure', null, h('figcaption', null, h('b', null, title), ' ', h('span', { class: 'muted' }, text)),
      drawing
    );
  }

  /** Boxes to scale, each with a dash of its own and a name: colour is not all that tells them apart. */
  drawing(label, boxes, extra = []) {
    const width = Math.max(1, ...boxes.map((box) => box.x + box.width));
    const height = Math.max(1, ...boxes.map((box) => box.y + box.height));
    const left = Math.min(0, ...boxes.map((box) => box.x));
    const top = Math.min(0, ...boxes.map((box) => box.y));
    const unit = Math.max(width - left, height - top) / 100;
    const shapes = boxes.map((box, i) => s(
      'rect',
      {
        x: box.x, y: box.y, width: box.width, height: box.height, class: `box box-${i}`,
        'stroke-width': unit * 0.9
      }
    ));
    return h('div', null, s(
      'svg',
      {
        class: 'boxes', role: 'img', 'aria-label': label,
        viewBox: `${left - unit * 2} ${top - unit * 2} ${width - left + unit * 4} ${height - top + unit * 4}`
      },
      shapes, extra
    ),
      h(
        'ul', { class: 'box-names' },
        boxes.map((box, i) => h(
          'li', null, h('span', { class: `key box-key-${i}`, 'aria-hidden': 'true' }),
          `${box.name}: ${this.sizeText(box.width)} × ${this.sizeText(box.height)}`
        ))
      ));
  }

  sizeText(value) {
    return String(Math.round(value * 100) / 100);
  }

  stored(geometry) {
    const boxes = [{ name: 'encoded', x: 0, y: 0, width: geometry.width, height: geometry.height }];
    if (geometry.clean) boxes.push({ name: 'clean aperture (clap)', ...geometry.clean });
    return this.drawing('The encoded picture and its clean aperture', boxes);
  }

  displayed(geometry) {
    const full = geometry.width * geometry.stretch;
    const middle = (name, [width, height]) => ({
      name, width, height, x: (full - width) / 2, y: (geometry.height - height) / 2
    });
    const boxes = [{
      name: `encoded, pixels ${geometry.pixel.join(':')}`, x: 0, y: 0, width: full, height: geometry.height
    }];
    if (geometry.clean) {
      const { x, y, width, height } = geometry.clean;
      boxes.push({
        name: 'clean aperture', x: x * geometry.stretch, y, width: width * geometry.stretch, height
      });
    }
    for (const [type, name] of [
      ['prof', 'production (prof)'], ['clef', 'clean (clef)'], ['enof', 'encoded (enof)']
    ]) {
      const size = geometry.size(type);
      if (size) boxes.push(middle(name, size));
    }
    if (geometry.headerSize[0] > 0) boxes.push(middle('track header (tkhd)', geometry.headerSize));
    return this.drawing('The picture as shown', boxes);
  }

  placed(geometry) {
    const { corners } = geometry;
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const box = {
      name: 'in the movie', x: Math.min(...xs), y: Math.min(...ys), width: Math.max(...xs) - Math.min(...xs),
      height: Math.max(...ys) - Math.min(...ys)
    };
    if (!(box.width > 0 && box.height > 0))
      return h('p', { class: 'muted' }, 'The track header gives the picture no size.');
    const unit = Math.max(box.width, box.height) / 100;
    const [first, second] = corners;
    const third = corners[3];
    const at = (u, v) => [
      first[0] + (second[0] - first[0]) * u + (third[0] - first[0]) * v,
      first[1] + (second[1] - first[1]) * u + (third[1] - first[1]) * v
    ].join(',');
    const arrow = s(
      'polygon',
      {
        class: 'up',
        points: [
          at(0.5, 0.15), at(0.62, 0.4), at(0.54, 0.4), at(0.54, 0.85), at(0.46, 0.85), at(0.46, 0.4),
          at(0.38, 0.4)
        ].join(' ')
      }
    );
    return h('div', null, this.drawing(
      'The picture after the matrix; the arrow shows where its top is', [box],
      [
        arrow,
        s('circle', { class: 'corner', cx: first[0] + (box.x - Math.min(...xs)), cy: first[1], r: unit * 3 })
      ]
    ),
      h(
        'p', { class: 'muted' },
        'The arrow points to the top of the encoded picture, the dot is its first pixel.'
      ));
  }

  numbers(track, geometry) {
    const link = (atom, text) => (atom ? this.app.link(
      { view: 'tree', atom: atom.path, at: atom.offset }, text
    ) : text);
    const shown = track.summary.video;
    return facts([[
      'Encoded', link(geometry.entry, `${geometry.width} × ${geometry.height}`)
    ], ['Pixels', `${geometry.pixel.join(':')}`],
      [
        'Clean aperture',
        geometry.clean ? `${this.sizeText(geometry.clean.width)} × ${this.sizeText(geometry.clean.height)} from ${this.sizeText(geometry.clean.x)}, ${this.sizeText(geometry.clean.y)}` : 'none'
      ],
      [
        'Track header',
        link(geometry.header, geometry.headerSize.map((size) => this.sizeText(size)).join(' × '))
      ], ['Matrix', h('code', null, geometry.matrix.join(' '))], ['Transform', geometry.turn],
      ['Shown as', shown && shown.displayWidth ? `${shown.displayWidth} × ${shown.displayHeight}` : null]]);
  }
}
