// The atoms of a file, as a tree and by path and byte. Long rows of siblings are columns of places and sizes.

class Atom {
  constructor(json, parent) {
    Object.assign(this, { type: json.type, path: json.path, offset: json.offset, size: json.size, parent,
      name: json.name || '', headerSize: json.headerSize || 8, fields: json.fields || {},
      depth: parent ? parent.depth + 1 : 0, children: [], rest: null });
    for (const child of json.children || []) this.children.push(makeAtom(child, this));
  }

  /** Whether the atom lies in the file as it is: one in compressed form has no bytes of its own there. */
  get hasPlace() {
    return typeof this.offset === 'number';
  }

  get end() {
    return this.offset + this.size;
  }

  /** The value of a field; undefined if the atom has none. */
  field(name) {
    const value = this.fields[name];
    return value && typeof value === 'object' && 'value' in value ? value.value : value;
  }

  child(type) {
    return this.children.find((atom) => atom.type === type) || null;
  }

  /** The first atom below this one at a path of types: 'mdia/mdhd'. */
  below(path) {
    return path.split('/').reduce((atom, type) => atom && atom.child(type), this);
  }
}

/** Many siblings of one type of which only place and size are known. */
class AtomRun {
  constructor(json, parent) {
    const before = parent ? `${parent.path}/` : '';
    Object.assign(this, { type: json.type || '…', parent, depth: parent ? parent.depth + 1
      : 0, count: json.omitted,
      offsets: makeColumn(json.offset), sizes: makeColumn(json.size), isRun: true, children: [], before,
      path: null, name: '', fields: {} });
    this.first = 0;
    this.made = new Map();
  }

  get hasPlace() {
    return this.offsets !== null;
  }

  get offset() {
    return this.hasPlace ? this.offsets.at(0) : null;
  }

  get size() {
    return this.hasPlace ? this.offsets.at(this.count - 1) + this.sizes.at(this.count - 1) - this.offset
      : this.sizes.sum(this.count);
  }

  get end() {
    return this.offset + this.size;
  }

  /** The sibling of an index, as an atom without fields. */
  at(index) {
    if (!this.made.has(index)) {
      const atom = new Atom({ type: this.type, path: `${this.before}${this.type}[${this.first + index}]`,
        offset: this.hasPlace ? this.offsets.at(index) : null, size: this.sizes.at(index) }, this.parent);
      atom.isBrief = true;
      this.made.set(index, atom);
    }
    return this.made.get(index);
  }

  atomAt(byte) {
    if (!this.hasPlace) return null;
    const index = lowerBound(this.count, (i) => this.offsets.at(i) > byte) - 1;
    if (index < 0 || byte >= this.offsets.at(index) + this.sizes.at(index)) return null;
    return this.at(index);
  }
}

function makeAtom(json, parent) {
  return json.omitted ? new AtomRun(json, parent) : new Atom(json, parent);
}

class AtomTree {
  constructor(list) {
    this.roots = list.map((json) => makeAtom(json, null));
    this.byPath = new Map();
    this.runs = [];
    this.count = 0;
    this.enter(this.roots);
  }

  enter(atoms) {
    const counts = new Map();
    for (const atom of atoms) {
      if (atom.isRun) {
        atom.first = counts.get(atom.type) || 0;
        this.runs.push(atom);
        this.count += atom.count;
        continue;
      }
      counts.set(atom.type, (counts.get(atom.type) || 0) + 1);
      this.count += 1;
      if (!this.byPath.has(atom.path)) this.byPath.set(atom.path, atom);
      this.enter(atom.children);
    }
  }

  /** The atom of a path, also one that is only in a run. */
  find(path) {
    if (this.byPath.has(path)) return this.byPath.get(path);
    const match = /^(.*)\[(\d+)\]$/.exec(path || '');
    if (!match) return null;
    const run = this.runs.find((r) => r.before + r.type === match[1]);
    const index = run ? Number(match[2]) - run.first : -1;
    return run && index >= 0 && index < run.count ? run.at(index) : null;
  }

  * all(atoms = this.roots) {
    for (const atom of atoms) {
      if (atom.isRun) continue;
      yield atom;
      yield* this.all(atom.children);
    }
  }

  ofType(type) {
    return [...this.all()].filter((atom) => atom.type === type);
  }

  /** The innermost atom that holds a byte. */
  at(byte) {
    let found = null;
    let atoms = this.roots;
    for (;;) {
      let next = null;
      for (const atom of atoms) {
        if (atom.isRun) next = next || atom.atomAt(byte);
        else if (atom.hasPlace && byte >= atom.offset && byte < atom.end) next = atom;
      }
      if (!next) return found;
      found = next;
      atoms = next.children;
    }
  }
}
