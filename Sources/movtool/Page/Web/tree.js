// The tree of atoms beside the fields and the bytes of the chosen one.

class TreeView {
  constructor(app) {
    this.app = app;
    this.title = 'Atoms';
  }

  isFor(movie) {
    return movie.atoms.count > 0;
  }

  build(movie) {
    this.movie = movie;
    this.open = new Set();
    this.found = null;
    this.findings = this.countFindings(movie);
    this.openFirst();
    this.element = h(
      'div', { class: 'tree', role: 'tree', id: 'atom-tree', tabindex: 0, 'aria-label': 'Atoms of the file' }
    );
    this.list = new VirtualRows(
      this.element, { rowHeight: 28, row: (index) => this.row(index), moved: (index) => this.choose(index) }
    );
    this.element.addEventListener('keydown', (event) => this.pressed(event));
    this.search = h('input', { type: 'search', placeholder: 'Type, path, name, value, or field=value',
      oninput: () => this.searched(), spellcheck: 'false',
      onkeydown: (event) => { if (event.key === 'Enter') this.nextMatch(event.shiftKey ? -1 : 1); } });
    this.countText = h('span', { class: 'muted numbers', role: 'status' });
    this.detail = h('div', { class: 'detail' });
    this.update();
    return [h(
      'div', { class: 'toolbar' }, labelled('Find', this.search),
      button('Open all', () => this.openAll(true)), button('Close all', () => this.openAll(false)),
      this.countText
    ),
      h('div', { class: 'tree-panes' }, this.element, this.detail)];
  }

  countFindings(movie) {
    const found = new Map();
    for (const finding of movie.findings) {
      for (let atom = finding.atom; atom; atom = atom.parent) {
        if (!found.has(atom)) found.set(atom, []);
        found.get(atom).push(finding);
      }
    }
    return found;
  }

  openFirst() {
    const isSmall = this.movie.atoms.count <= 150;
    for (const atom of this.movie.atoms.all())
      if (atom.children.length && (isSmall || atom.depth < 2)) this.open.add(atom);
  }

  openAll(isOpen) {
    this.open.clear();
    if (isOpen) for (const atom of this.movie.atoms.all()) if (atom.children.length) this.open.add(atom);
    this.update();
  }

  /** The rows in sight: each an atom, with its place among its siblings. */
  flatten(atoms, rows, depth) {
    const shown = this.found ? atoms.filter((atom) => this.found.kept.has(atom)) : atoms;
    shown.forEach((atom, i) => {
      rows.push({ atom, place: i + 1, of: shown.length, depth });
      const isOpen = this.found ? !this.found.closed.has(atom) : this.open.has(atom);
      if (!isOpen) return;
      if (atom.isRun)
        for (let n = 0; n < atom.count; n += 1)
          rows.push({ run: atom, index: n, place: n + 1, of: atom.count, depth: depth + 1 });
      else this.flatten(atom.children, rows, depth + 1);
    });
    return rows;
  }

  update() {
    this.rows = this.flatten(this.movie.atoms.roots, [], 0);
    const chosen = this.app.selection.get('atom');
    const index = this.rows.findIndex((row) => this.pathOf(row) === chosen);
    if (index >= 0) this.list.active = index;
    this.list.reset(this.rows.length);
    this.countText.textContent = this.found
      ? `${number(this.found.matches.length)} of ${number(this.movie.atoms.count)} atoms` : plural(
        this.movie.atoms.count, 'atom'
      );
  }

  atomOf(row) {
    return row.run ? row.run.at(row.index) : row.atom;
  }

  pathOf(row) {
    return row.run ? `${row.run.before}${row.run.type}[${row.run.first + row.index}]` : row.atom.path;
  }

  row(index) {
    const row = this.rows[index];
    const atom = this.atomOf(row);
    const hasChildren = atom.isRun || atom.children.length > 0;
    const isOpen = this.found ? !this.found.closed.has(atom) : this.open.has(atom);
    const isChosen = !atom.isRun && atom.path === this.app.selection.get('atom');
    const name = atom.isRun ? `${number(atom.count)} more` : atom.isBrief
      ? `number ${number(row.run.first + row.index)}` : visible(atom.name);
    const twisty = h(
      'span',
      {
        class: 'twisty', 'aria-hidden': 'true',
        onclick: (event) => { event.stopPropagation(); this.toggle(atom); }
      },
      hasChildren ? (isOpen ? '▾' : '▸') : ''
    );
    const element = h('div', { role: 'treeitem', class: 'tree-row', 'aria-level': row.depth
      + 1, 'aria-posinset': row.place, 'aria-setsize': row.of,
      'aria-expanded': hasChildren ? String(isOpen)
        : null, 'aria-selected': String(isChosen), ondblclick: () => this.toggle(atom) },
    twisty, h(
      'code', { class: 'type' }, visible(atom.type)
    ), h('span', { class: 'name' }, name), this.badge(atom),
    h('span', { class: 'size numbers' }, number(atom.size)));
    element.style.paddingLeft = `${8 + Math.min(row.depth, 14) * 16}px`;
    if (this.found && this.found.matchSet.has(atom)) element.classList.add('match');
    return element;
  }

  badge(atom) {
    const findings = this.findings.get(atom);
    if (!findings) return null;
    const worst = ['error', 'warning', 'note']
      .find((severity) => findings.some((finding) => finding.severity === severity));
    const isHere = findings.some((finding) => finding.atom === atom);
    const [name, sign] = SEVERITIES[worst];
    return h('span', {
      class: `dot ${worst}${isHere ? '' : ' inside'}`,
      title: `${plural(findings.length, 'finding')}${isHere ? '' : ' inside'}`
    },
      h('span', { 'aria-hidden': 'true' }, sign), h(
        'span', { class: 'unseen' }, `${name}${isHere ? '' : ' inside'}`
      ));
  }

  toggle(atom) {
    const set = this.found ? this.found.closed : this.open;
    if (set.has(atom)) set.delete(atom);
    else set.add(atom);
    this.update();
  }

  pressed(event) {
    const row = this.rows[this.list.active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const atom = this.atomOf(row);
    const hasChildren = atom.isRun || atom.children.length > 0;
    const isOpen = this.found ? !this.found.closed.has(atom) : this.open.has(atom);
    if (event.key === 'ArrowRight' && hasChildren) {
      if (isOpen) this.list.move(this.list.active + 1);
      else this.toggle(atom);
    } else if (event.key === 'ArrowLeft') {
      if (hasChildren && isOpen) this.toggle(atom);
      else this.toParent(row);
    } else if (event.key === '*') this.openSiblings(row);
    else if (event.key === '/') this.search.focus();
    else return;
    event.preventDefault();
  }

  toParent(row) {
    for (let i = this.list.active - 1; i >= 0; i -= 1) {
      if (this.rows[i].depth < row.depth) { this.list.move(i); return; }
    }
  }

  openSiblings(row) {
    const siblings = row.atom && row.atom.parent ? row.atom.parent.children : this.movie.atoms.roots;
    for (const atom of siblings) if (atom.children.length) this.open.add(atom);
    this.update();
  }

  choose(index) {
    const atom = this.atomOf(this.rows[index]);
    if (atom.isRun) return;
    const track = this.movie.tracks.find((candidate) => atom.path === candidate.path || atom.path
      .startsWith(candidate.path + '/'));
    this.app.selection.set({
      atom: atom.path, at: atom.offset, ...(track ? this.app.trackChange(track.trackID) : {})
    });
  }

  shown() {
    this.changed(new Set(['atom']));
  }

  changed(names) {
    if (!names.has('atom') && !names.has('at')) return;
    const atom = this.movie.atoms.find(this.app.selection.get('atom'));
    if (atom !== this.shownAtom) this.showAtom(atom);
    if (atom) this.reveal(atom);
    else this.list.refresh();
    if (this.hex) this.hex.markByte(this.app.selection.get('at'));
  }

  reveal(atom) {
    let opened = false;
    const holders = [];
    for (let up = atom.parent; up; up = up.parent) holders.push(up);
    if (atom.isBrief)
      holders.push(this.movie.atoms.runs.find((run) => run.made
        .has(Number((/\[(\d+)\]$/.exec(atom.path) || [])[1]) - run.first) && run.type === atom.type));
    for (const holder of holders)
      if (holder && !this.open.has(holder)) { this.open.add(holder); opened = true; }
    if (opened) this.update();
    const index = this.rows.findIndex((row) => this.pathOf(row) === atom.path);
    if (index < 0) { this.list.refresh(); return; }
    this.list.active = index;
    this.list.center(index);
    this.list.refresh();
  }

  showAtom(atom) {
    this.shownAtom = atom;
    this.hex = null;
    if (!atom) {
      replace(this.detail, h('p', { class: 'muted' }, 'Choose an atom to see its fields and bytes.'));
      return;
    }
    const hooks = { over: (name, fromHex) => this.over(name, fromHex) };
    this.hex = new HexView(atom, this.movie, hooks);
    const clause = this.clauseOf(atom);
    const findings = this.movie.findings.filter((finding) => finding.atom === atom);
    replace(this.detail, h('h2', null, h('code', null, visible(atom.type)), ' ', visible(atom.name)),
      h(
        'div', { class: 'detail-line' }, copyButton(atom.path),
        copyButton(`movtool inspect FILE --atom '${atom.path.replaceAll("'", "'\\''")}'`, 'copy command')
      ),
      facts([
        ['Byte', atom.hasPlace ? `${number(atom.offset)} (${hexadecimal(atom.offset)})` : 'in compressed form'],
        ['Size', `${number(atom.size)} bytes`], ['Header', `${atom.headerSize} bytes`],
        ['Clause', clause && visible(clause)]
      ]),
      findings.length ? h(
        'ul', { class: 'findings' }, findings.slice(0, 20).map((finding) => findingCard(finding, this.app))
      ) : null,
      h(
        'div', { class: 'atom-panes' },
        h('section', { class: 'atom-fields', 'aria-label': 'Fields' }, fieldList(atom, this.movie, hooks)),
        h('section', { class: 'atom-bytes', 'aria-label': 'Bytes' }, this.hex.element)
      ));
  }

  clauseOf(atom) {
    const clauses = this.movie.json.clauses || {};
    const plain = atom.path.replace(/\[\d+\]/g, '');
    return clauses[atom.path] || clauses[plain] || clauses[atom.type] || null;
  }

  /** The fields and the bytes mark each other. */
  over(name, fromHex) {
    if (!fromHex && this.hex && this.hex.cells.length) this.hex.mark(name);
    const base = name === null ? null : name.split(/[.[]/)[0];
    for (const row of this.detail.querySelectorAll('[data-field]'))
      row.classList.toggle('marked', base !== null && row.dataset.field === base);
  }

  searched() {
    const query = this.search.value.trim().toLowerCase();
    this.found = query ? this.find(query) : null;
    this.update();
    this.list.scrollTo(0);
  }

  find(query) {
    const pair = /^([\w.]+)=(.*)$/.exec(query);
    const matches = [];
    const kept = new Set();
    for (const atom of this.movie.atoms.all()) {
      if (!(pair ? this.hasField(atom, pair[1], pair[2]) : this.hasText(atom, query))) continue;
      matches.push(atom);
      for (let up = atom; up; up = up.parent) kept.add(up);
    }
    for (const run of this.movie.atoms.runs)
      if (run.type.toLowerCase().includes(query)) for (let up = run; up; up = up.parent) kept.add(up);
    return { matches, matchSet: new Set(matches), kept, closed: new Set(this.movie.atoms.runs) };
  }

  hasText(atom, query) {
    return atom.type.toLowerCase().includes(query) || atom.path.toLowerCase().includes(query) || atom.name
      .toLowerCase().includes(query)
      || this.valuesOf(atom).toLowerCase().includes(query);
  }

  valuesOf(atom) {
    if (atom.values === undefined) {
      const { cut, ...fields } = atom.fields;
      atom.values = JSON.stringify(fields);
    }
    return atom.values;
  }

  hasField(atom, name, value) {
    return Object.entries(atom.fields).some(([field, stored]) => field.toLowerCase() === name
      && String(stored && typeof stored === 'object' && 'value' in stored ? stored.value : stored)
        .toLowerCase() === value);
  }

  nextMatch(direction) {
    if (!this.found || !this.found.matches.length) return;
    const { matches } = this.found;
    const at = matches.findIndex((atom) => atom.path === this.app.selection.get('atom'));
    const next = matches[(at + direction + matches.length) % matches.length];
    this.app.selection.set({ atom: next.path, at: next.offset });
  }
}
