// The decoded fields of an atom: name, value, and tables of any length.

/** A value in the form of inspect's JSON, as text. */
function fieldText(value) {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return `“${visible(value)}”`;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(fieldText).join(', ');
  return objectText(value);
}

function objectText(value) {
  const { value: inner, ...rest } = value;
  if (inner === undefined)
    return Object.entries(value).map(([name, part]) => `${visible(name)} ${fieldText(part)}`).join(', ');
  if ('timescale' in rest) return timeText(inner, rest.timescale);
  if ('date' in rest) return rest.date ? `${visible(rest.date)} (${inner})` : String(inner);
  const flags = Object.entries(rest).filter(([, on]) => on === true).map(([name]) => visible(name));
  const isFlags = Object.keys(rest).length === 0 || Object.values(rest).some((on) => typeof on === 'boolean');
  if (isFlags && typeof inner === 'number')
    return hexadecimal(inner) + (flags.length ? ': ' + flags.join(', ') : '');
  const words = Object.values(rest).filter((word) => word !== null).map(fieldText).join(', ');
  return `${fieldText(inner)}${words ? ` (${words})` : ''}`;
}

function timeText(value, timescale) {
  if (value === null) return 'none';
  return timescale > 0 ? `${value} / ${timescale} = ${span(value / timescale)}` : `${value} ticks`;
}

function isTable(value) {
  return Array.isArray(value) && value.length > 0 && (typeof value[0] === 'object' || value.length > 16)
    && value[0] !== null;
}

/** Rows of a table: packed columns where the page has all of them, else the rows that inspect gave. */
function tableRows(atom, name, movie) {
  const rows = atom.fields[name];
  const full = atom.fields.cut && atom.fields.cut[name];
  const packed = movie.json.tables && movie.json.tables[atom.path] && movie.json.tables[atom.path][name];
  if (packed) {
    const columns = Object.entries(packed).map(([title, column]) => [title, makeColumn(column)]);
    return { names: columns.map(([title]) => title), count: columns[0][1].count, total: columns[0][1].count,
      cell: (row, at) => String(columns[at][1].at(row)), value: (row, at) => columns[at][1].at(row) };
  }
  const track = (atom.type === 'stsz' || atom.type === 'stz2') && movie.tracks
    .find((candidate) => atom.path.startsWith(candidate.path + '/'));
  if (track && full === track.sampleCount) {
    return { names: ['size'], count: full, total: full, cell: (row) => String(track.size.at(row)) };
  }
  const isPlain = typeof rows[0] !== 'object' || 'value' in rows[0];
  const names = isPlain ? ['value'] : Object.keys(rows[0]).filter((key) => key !== 'cut');
  return { names, count: rows.length, total: full || rows.length,
    cell: (row, at) => fieldText(isPlain ? rows[row] : rows[row][names[at]] === undefined ? null
      : rows[row][names[at]]),
    value: (row, at) => {
      const value = isPlain ? rows[row] : rows[row][names[at]];
      return value && typeof value === 'object' && 'value' in value ? value.value : value;
    } };
}

function tableGrid(atom, name, movie, hooks) {
  const rows = tableRows(atom, name, movie);
  const columns = [{ title: '#', width: 8, className: 'numeric muted', cell: (row) => number(row) },
    ...rows.names.map((title, at) => ({
      title: visible(title), width: Math.max(12, title.length + 3), className: 'mono',
      cell: (row) => rows.cell(row, at)
    }))];
  const grid = new Grid(
    `${name} of ${visible(atom.path)}`, columns,
    { className: 'small-grid', moved: (row) => hooks.over(`${name}[${row}]`) }
  );
  grid.element.style.height = `${Math.min(rows.count + 1, 12) * 26 + 10}px`;
  grid.reset(rows.count);
  const cut = rows.count < rows.total ? h(
    'p', { class: 'muted' }, `Showing ${number(rows.count)} of ${number(rows.total)} rows.`
  ) : null;
  return h(
    'section', { class: 'field-table' },
    h('h4', null, `${visible(name)} `, h('span', { class: 'muted' }, plural(rows.total, 'row'))),
    grid.element, cut
  );
}

/** The fields of an atom as a list, whose entries say what bytes they are. hooks.over(name or null) */
function fieldList(atom, movie, hooks) {
  const body = h('tbody');
  const tables = [];
  const cut = atom.fields.cut || {};
  for (const [name, value] of Object.entries(atom.fields)) {
    if (name === 'cut') continue;
    if (isTable(value)) { tables.push(tableGrid(atom, name, movie, hooks)); continue; }
    const note = cut[name] ? h('span', { class: 'muted' }, ` (${number(cut[name])} in full)`) : null;
    const text = name === 'flags' || typeof value === 'object' || typeof value === 'string' ? fieldText(value)
      : String(value);
    body.append(h('tr', { 'data-field': name, tabindex: 0, onmouseenter: () => hooks.over(name),
      onmouseleave: () => hooks.over(null),
      onfocus: () => hooks.over(name), onblur: () => hooks.over(null) }, h(
        'th', { scope: 'row' }, visible(name)
      ), h('td', null, text, note)));
  }
  const list = body.children.length ? h(
    'table', { class: 'fields' }, h('caption', { class: 'unseen' }, `Fields of ${visible(atom.path)}`), body
  ) : null;
  if (!list && !tables.length)
    return [h(
      'p', { class: 'muted' },
      atom.isBrief ? 'The page has only the place of this atom; the command prints its fields.'
        : 'No fields of its own.'
    )];
  return [list, tables];
}
