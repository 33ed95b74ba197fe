// Camera, place and names out of the metadata atoms, in whichever of their forms.

const CAMERA = { make: ['com.apple.quicktime.make', '©mak', '©MAK', 'manu'],
  model: ['com.apple.quicktime.model', '©mod', '©MOD', 'modl'],
  software: ['com.apple.quicktime.software', '©swr', '©too'] };
const PLACES = ['com.apple.quicktime.location.ISO6709', '©xyz', 'loci'];
const TITLES = ['com.apple.quicktime.title', '©nam', 'titl'];

/** The first text that an atom or the atoms in it hold; null if they hold none. */
function textOf(atom) {
  for (const name of ['text', 'name', 'value', 'string', 'data_string']) {
    if (typeof atom.fields[name] === 'string') return atom.fields[name];
  }
  for (const rows of [atom.fields.texts, atom.fields.values]) {
    if (Array.isArray(rows) && rows.length && typeof rows[0].text === 'string') return rows[0].text;
  }
  for (const child of atom.children) {
    const text = child.type === 'data' ? textOf(child) : null;
    if (text !== null) return text;
  }
  return null;
}

/** The value of the first atom with one of the names or types. */
function metadataOf(movie, names) {
  for (const atom of movie.atoms.all()) {
    // What a track says of itself is not said of the movie.
    const isNamed = names.includes(atom.type) || names.includes(atom.name);
    if (!isNamed || atom.path.startsWith('moov/trak')) continue;
    const text = textOf(atom);
    if (text) return { text, atom };
    if (PLACES.includes(atom.type) && 'latitude' in atom.fields) {
      return { text: `${atom.field('latitude')}, ${atom.field('longitude')}`, atom };
    }
  }
  return null;
}

function cameraOf(movie) {
  const parts = ['make', 'model'].map((part) => metadataOf(movie, CAMERA[part])).filter(Boolean)
    .map((found) => found.text);
  return parts.length ? parts.join(' ') : null;
}

const AVC_PROFILES = { 66: 'Baseline', 77: 'Main', 88: 'Extended', 100: 'High', 110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4', 44: 'CAVLC 4:4:4' };
const HEVC_PROFILES = { 1: 'Main', 2: 'Main 10', 3: 'Main Still Picture', 4: 'Range Extensions' };

/** The profile and level that an RFC 6381 name says: "avc1.64000d" is High, level 1.3. */
function profileOf(codecs) {
  const avc = /^avc[1-4]\.([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(codecs || '');
  if (avc) {
    const profile = parseInt(avc[1], 16);
    const name = profile === 66 && parseInt(avc[2], 16) & 0x40 ? 'Constrained Baseline'
      : AVC_PROFILES[profile];
    return `${name || 'profile ' + profile}, level ${parseInt(avc[3], 16) / 10}`;
  }
  const hevc = /^(?:hvc|hev)1\.[A-C]?(\d+)\.[0-9a-f]+\.([LH])(\d+)/i.exec(codecs || '');
  if (!hevc) return null;
  const tier = hevc[2] === 'H' ? ', high tier' : '';
  return `${HEVC_PROFILES[hevc[1]] || 'profile ' + hevc[1]}, level ${Number(hevc[3]) / 30}${tier}`;
}

const PRIMARIES = { 1: 'BT.709', 4: 'BT.470 M', 5: 'BT.601 (625)', 6: 'BT.601 (525)', 9: 'BT.2020',
  11: 'DCI P3',
  12: 'Display P3' };
const TRANSFERS = { 1: 'BT.709', 4: 'gamma 2.2', 5: 'gamma 2.8', 6: 'BT.601', 8: 'linear', 13: 'sRGB',
  14: 'BT.2020',
  15: 'BT.2020', 16: 'PQ', 18: 'HLG' };

/** Colour in few words: "BT.2020 PQ". */
function colourOf(colour) {
  if (!colour) return null;
  const pick = (...names) => names.map((name) => colour[name])
    .find((value) => value !== undefined && value !== null);
  const say = (value, names) => {
    const code = value && typeof value === 'object' ? value.value : value;
    // 2 says that nothing is said (ISO/IEC 23091-2).
    return names[code] || (value && value.name) || (code === undefined || code === 2 ? '' : `code ${code}`);
  };
  const primaries = say(pick('primaries', 'colourPrimaries'), PRIMARIES);
  const transfer = say(pick('transfer', 'transferCharacteristics'), TRANSFERS);
  const text = primaries === transfer ? primaries : `${primaries} ${transfer}`.trim();
  return text || null;
}
