// The items of a HEIF or AVIF file: which picture is made of which, the grid of tiles, properties and places.

/** Items with what the atoms say of them. */
class ItemList {
  constructor(movie) {
    this.movie = movie;
    this.items = movie.items.items;
    this.primary = movie.items.primary;
    this.byID = new Map(this.items.map((item) => [item.id, item]));
    this.extents = new Map();
    for (const extent of itemExtents(movie)) {
      if (!this.extents.has(extent.item)) this.extents.set(extent.item, []);
      this.extents.get(extent.item).push(extent);
    }
    this.associations = this.findAssociations();
    this.parts = new Set(this.items.flatMap((item) => this.targets(item, 'dimg')));
  }

  targets(item, type) {
    return item.references.filter((reference) => reference.type === type)
      .flatMap((reference) => reference.items);
  }

  /** The property atoms of each item, in their order, and whether each is essential. */
  findAssociations() {
    const found = new Map();
    const properties = (this.movie.atoms.ofType('ipco')[0] || { children: [] }).children;
    for (const ipma of this.movie.atoms.ofType('ipma')) {
      for (const row of Array.isArray(ipma.fields.items) ? ipma.fields.items : []) {
        const list = (Array.isArray(row.associations) ? row.associations : [])
          .map((one) => ({
            atom: properties[one.property_index - 1], essential: Boolean(one.essential),
            index: one.property_index
          }));
        found.set(row.item_ID, [...(found.get(row.item_ID) || []), ...list]);
      }
    }
    return found;
  }

  /** Tiles across and down of a grid; null for others. */
  grid(item) {
    const tiles = this.targets(item, 'dimg');
    const tile = this.byID.get(tiles[0]);
    if (item.type !== 'grid' || !tile || !tile.width || !tile.height || !item.width || !item.height)
      return null;
    return {
      tiles, tile, across: Math.ceil(item.width / tile.width), down: Math.ceil(item.height / tile.height)
    };
  }

  /** What an item is for, in words. */
  role(item) {
    const words = item.references.filter((reference) => reference.type !== 'dimg')
      .map((reference) => ROLES[reference.type] || reference.type);
    if (item.id === this.primary) words.unshift('primary');
    if (this.parts.has(item.id)) words.push('part of another');
    return words.join(', ') || (item.hidden ? 'hidden' : '');
  }
}

const ROLES = {
  thmb: 'thumbnail', auxl: 'auxiliary', cdsc: 'describes', prem: 'premultiplied', base: 'base',
  dimg: 'made of'
};

class ItemsView {
  constructor(app) {
    this.app = app;
    this.title = 'Items';
  }

  isFor(movie) {
    return Boolean(movie.items && movie.items.items.length);
  }

  build(movie) {
    const list = new ItemList(movie);
    const grids = list.items.filter((item) => list.grid(item)).slice(0, 8);
    return [h('section', { class: 'panel' }, h('h2', null, 'Which item is made of which'), this.graph(list)),
      grids.map((item) => h(
        'section', { class: 'panel' }, h('h2', null, `Grid of item ${item.id}`), this.gridDrawing(list, item)
      )),
      h(
        'section', { class: 'panel' }, h('h2', null, plural(list.items.length, 'item')), this.itemTable(list)
      ), this.groups(movie)];
  }

  /** How deep an item is among what others are made of: 1 for a picture that is no part of another. */
  depths(list) {
    const depths = new Map(list.items.map((item) => [item.id, 1]));
    for (let round = 0; round < 3; round += 1) {
      for (const item of list.items) {
        for (const id of list.targets(item, 'dimg')) {
          if (depths.has(id)) depths.set(id, Math.min(3, Math.max(depths.get(id), depths.get(item.id) + 1)));
        }
      }
    }
    return depths;
  }

  /** Nodes in columns: what refers to pictures, pictures, what they are made of, and what that is made of. */
  nodes(list) {
    const nodes = [];
    const columns = [[], [], [], []];
    const depths = this.depths(list);
    const held = new Set();
    const add = (column, ids) => {
      nodes.push({ ids, item: list.byID.get(ids[0]), column, row: columns[column].length });
      columns[column].push(ids);
      for (const id of ids) held.add(id);
    };
    const order = [...list.items].sort((a, b) => (b.id === list.primary) - (a.id === list.primary));
    for (const item of order) {
      const isTile = list.parts.has(item.id) && item.id !== list.primary && !item.references.length;
      if (isTile) continue;
      const describes = item.references.length > 0 && item.references
        .every((reference) => reference.type !== 'dimg') && item.id !== list.primary;
      add(describes && depths.get(item.id) === 1 ? 0 : depths.get(item.id), [item.id]);
    }
    for (const item of order) {
      const tiles = [...new Set(list.targets(item, 'dimg'))]
        .filter((id) => !held.has(id) && list.byID.has(id));
      const column = Math.min(3, depths.get(item.id) + 1);
      if (tiles.length > 3) add(column, tiles);
      else for (const id of tiles) add(column, [id]);
    }
    const used = [0, 1, 2, 3].filter((column) => columns[column].length);
    for (const node of nodes) node.column -= used[0] || 0;
    return {
      nodes, rows: Math.max(...columns.map((column) => column.length), 1),
      columns: used[used.length - 1] - used[0] + 1 || 1
    };
  }

  graph(list) {
    const all = this.nodes(list);
    const nodes = all.nodes.filter((node) => node.row < 40);
    const rows = Math.min(40, all.rows);
    const width = all.columns * 300;
    const place = (node) => [20 + node.column * 300, 16 + node.row * 66];
    const of = new Map(nodes.flatMap((node) => node.ids.map((id) => [id, node])));
    const edges = new Map();
    for (const item of list.items) {
      for (const reference of item.references) {
        for (const id of reference.items) {
          const [from, to] = [of.get(item.id), of.get(id)];
          if (!from || !to || from === to) continue;
          const key = `${nodes.indexOf(from)} ${nodes.indexOf(to)} ${reference.type}`;
          if (!edges.has(key)) edges.set(key, { from, to, type: reference.type, count: 0 });
          edges.get(key).count += 1;
        }
      }
    }
    const lines = [...edges.values()].map((edge, i) => this.edge(edge, place, i % 2 ? 0.34 : 0.6));
    const boxes = nodes.map((node) => this.node(node, place(node), list));
    const note = all.nodes.length > nodes.length ? h(
      'p', { class: 'muted' }, `Showing ${nodes.length} of ${all.nodes.length}. The table has all.`
    ) : null;
    return [h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Graph of items' },
      s('svg', {
        class: 'graph', role: 'group', 'aria-label': 'Items and their references',
        viewBox: `0 0 ${width} ${rows * 66 + 20}`, width, height: rows * 66 + 20
      },
        s(
          'defs', null,
          s(
            'marker',
            {
              id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 8, markerHeight: 8,
              orient: 'auto'
            },
            s('path', { d: 'M0 0 L8 4 L0 8 z', class: 'arrow' })
          )
        ), lines, boxes)), note];
  }

  /** A curve with an arrow; its label stands at a share of the way, so that those of crossing curves stay apart. */
  edge({ from, to, type, count }, place, share) {
    const [[x1, y1], [x2, y2]] = [place(from), place(to)];
    const isForward = from.column < to.column;
    const isSame = from.column === to.column;
    const [sx, ex] = isSame ? [x1 + 220, x2 + 220] : isForward ? [x1 + 220, x2] : [x1, x2 + 220];
    const [sy, ey] = [y1 + 24, y2 + 24];
    const bend = isSame ? 50 : (ex - sx) / 2;
    const turn = isSame ? ex + bend : ex - bend;
    const path = `M${sx} ${sy} C${sx + bend} ${sy} ${turn} ${ey} ${ex} ${ey}`;
    const along = (a, b, c, d) => (1 - share) ** 3 * a + 3 * (1 - share) ** 2 * share * b
      + 3 * (1 - share) * share ** 2 * c + share ** 3 * d;
    const text = count > 1 ? `${visible(type)} × ${count}` : visible(type);
    return [s('path', { d: path, class: 'edge', 'marker-end': 'url(#arrow)' }),
      s(
        'text',
        {
          x: along(sx, sx + bend, turn, ex), y: along(sy, sy, ey, ey) - 5, class: 'edge-label',
          'text-anchor': 'middle'
        },
        text
      )];
  }

  node(node, [x, y], list) {
    const { item, ids } = node;
    const name = ids.length > 1 ? `${ids.length} items ${Math.min(...ids)} to ${Math.max(...ids)}`
      : `Item ${item.id}`;
    const size = item.width ? `${item.width} × ${item.height}` : item.size === null ? '' : bytes(item.size);
    const lines = [
      `${name} · ${visible(item.type)}`,
      [size, ids.length > 1 ? 'each' : list.role(item), visible(item.name || '')].filter(Boolean).join(' · ')
    ];
    const isPrimary = ids.includes(list.primary);
    return s('g', { class: isPrimary ? 'node primary' : 'node' }, s('title', null, lines.join(', ')), s(
      'rect', { x, y, width: 220, height: 48, rx: 6 }
    ),
      s('text', { x: x + 12, y: y + 20, class: 'node-title' }, lines[0]), s(
        'text', { x: x + 12, y: y + 38, class: 'node-text' },
        lines[1].length > 32 ? lines[1].slice(0, 30) + '…' : lines[1]
      ));
  }

  gridDrawing(list, item) {
    const { tiles, tile, across, down } = list.grid(item);
    const cells = tiles.slice(0, 2048).map((id, i) => {
      const [x, y] = [(i % across) * tile.width, Math.floor(i / across) * tile.height];
      const size = Math.min(tile.width, tile.height) / 4;
      return [s('rect', { x, y, width: tile.width, height: tile.height, class: 'tile' }),
        s(
          'text',
          {
            x: x + tile.width / 2, y: y + tile.height / 2 + size / 3, class: 'tile-label',
            'text-anchor': 'middle', 'font-size': size
          },
          String(id)
        )];
    });
    const [width, height] = [across * tile.width, down * tile.height];
    const cutOff = width > item.width || height > item.height
      ? `; what is right of ${item.width} and below ${item.height} is cut off` : '';
    return [h(
      'p', null,
      `${across} × ${down} tiles of ${tile.width} × ${tile.height} make ${item.width} × ${item.height}${cutOff}.`
    ),
      s('svg', {
        class: 'grid-drawing', preserveAspectRatio: 'xMinYMin', role: 'img',
        'aria-label': `Grid of ${across} by ${down} tiles with the IDs of their items`,
        viewBox: `-2 -2 ${width + 4} ${height + 4}`
      }, cells,
        s(
          'rect',
          {
            x: 0, y: 0, width: item.width, height: item.height, class: 'output',
            'stroke-width': Math.max(width, height) / 150
          }
        ))];
  }

  itemTable(list) {
    const rows = list.items.slice(0, 1000).map((item) => {
      const extents = list.extents.get(item.id) || [];
      const places = extents.slice(0, 4).map((extent) => this.app.link(
        { view: 'map', at: extent.offset, atom: undefined },
        `${number(extent.offset)} + ${number(extent.length)}`
      ));
      return [String(item.id), h('code', null, visible(item.type)), visible(item.name || ''), list
        .role(item), item.width ? `${item.width} × ${item.height}` : '', item.size === null ? '–'
          : number(item.size),
        h(
          'span', { class: 'chips' }, places, extents.length > 4 ? ` and ${extents.length - 4} more` : ''
        ), this.properties(list, item),
        item.references.map((reference) => `${visible(reference.type)} → ${reference.items.length > 8 ? `${reference.items.slice(0, 8).join(', ')} … (${reference.items.length})` : reference.items.join(', ')}`).join('; ')];
    });
    const note = list.items.length > 1000 ? h(
      'p', null, `Showing 1,000 of ${number(list.items.length)} items.`
    ) : null;
    return [
      table(
        'Items',
        ['ID', 'Type', 'Name', 'For', 'Size', 'Bytes', 'Byte ranges', 'Properties, in order', 'Refers to'],
        rows, { class: 'tall' }
      ),
      note
    ];
  }

  properties(list, item) {
    const found = list.associations.get(item.id);
    if (!found) return item.properties.map(visible).join(', ');
    return h('span', { class: 'chips' }, found.map(({ atom, essential, index }) => (atom && atom.path
      ? this.app.link(
        { view: 'tree', atom: atom.path, at: atom.offset },
        visible(atom.type) + (essential ? ' (essential)' : '')
      ) : `property ${index}`)));
  }

  groups(movie) {
    const found = movie.atoms.ofType('grpl').flatMap((atom) => atom.children);
    if (!found.length) return null;
    const rows = found.map((atom) => [this.app.link(
      { view: 'tree', atom: atom.path, at: atom.offset }, visible(atom.type)
    ), visible(atom.name),
      fieldText(atom.fields.group_id === undefined ? null : atom.fields.group_id), Object.entries(atom.fields)
        .filter(([name, value]) => Array.isArray(value)).map(([, value]) => fieldText(value)).join('; ')]);
    return h(
      'section', { class: 'panel' }, h('h2', null, 'Groups of items'),
      table('Groups of items', ['Type', 'Name', 'Group', 'Items'], rows)
    );
  }
}
