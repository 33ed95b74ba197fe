// The bytes of an atom: hexadecimal and as characters, with the field that each belongs to.

function decodeBase64(text) {
  const binary = atob(text);
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

class HexView {
  /** hooks.over(field name or null): the pointer or the keys are at a byte of the field. */
  constructor(atom, movie, hooks) {
    this.atom = atom;
    this.hooks = hooks;
    this.bytes = decodeBase64((movie.json.bytes && movie.json.bytes[atom.path]) || '');
    this.spans = ((movie.json.spans && movie.json.spans[atom.path]) || [])
      .filter(([, start]) => start < this.bytes.length);
    this.owner = new Int32Array(this.bytes.length).fill(-1);
    this.spans.forEach(([, start, length], i) => {
      for (let at = start; at < Math.min(start + length, this.bytes.length); at += 1)
        if (this.owner[at] < 0) this.owner[at] = i;
    });
    this.cells = [];
    // Eight bytes a row leave room for the fields beside them, and on a phone.
    this.perRow = matchMedia('(min-width: 600px) and (max-width: 1099px)').matches ? 16 : 8;
    this.active = -1;
    this.element = this.bytes.length ? this.make() : h(
      'p', { class: 'muted' }, 'The page does not hold the bytes of this atom.'
    );
  }

  make() {
    this.note = h(
      'p', { class: 'hex-note numbers', 'aria-live': 'polite' },
      'Point at a byte, or move with the arrow keys.'
    );
    this.dump = h('div', { class: 'hex', tabindex: 0, role: 'group',
      'aria-label': `Bytes of ${visible(this.atom.path)}`,
      onkeydown: (event) => this.pressed(event), onblur: () => this.setActive(-1) });
    for (let row = 0; row < this.bytes.length; row += this.perRow) this.dump.append(this.row(row));
    this.dump.addEventListener('mouseover', (event) => {
      const cell = event.target.closest('[data-at]');
      this.setActive(cell ? Number(cell.dataset.at) : -1);
    });
    this.dump.addEventListener('mouseleave', () => this.setActive(-1));
    const left = this.atom.size > this.bytes.length ? h(
      'p', { class: 'muted' }, `Showing ${number(this.bytes.length)} of ${number(this.atom.size)} bytes.`
    ) : null;
    return h('div', null, this.dump, this.note, left);
  }

  row(start) {
    const codes = [];
    const signs = [];
    for (let at = start; at < Math.min(start + this.perRow, this.bytes.length); at += 1) {
      const byte = this.bytes[at];
      const tone = this.owner[at] < 0 ? '' : this.owner[at] % 2 ? ' odd' : ' even';
      const code = h('span', { class: `byte${tone}`, 'data-at': at }, byte.toString(16).padStart(2, '0'));
      const sign = h(
        'span', { class: `sign${tone}`, 'data-at': at },
        byte > 32 && byte < 127 ? String.fromCharCode(byte) : '·'
      );
      this.cells.push([code, sign]);
      codes.push(code);
      signs.push(sign);
    }
    return h('div', { class: 'hex-row' }, h(
      'span', { class: 'hex-offset' }, (this.atom.offset + start).toString(16).padStart(8, '0')
    ),
      h('span', { class: 'hex-codes' }, codes), h(
        'span', { class: 'hex-signs', 'aria-hidden': 'true' }, signs
      ));
  }

  pressed(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.perRow, ArrowUp: -this.perRow };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.setActive(Math.max(0, Math.min(this.bytes.length - 1, this.active + steps[event.key])));
  }

  setActive(at) {
    if (at === this.active) return;
    this.active = at;
    const name = at < 0 || this.owner[at] < 0 ? null : this.spans[this.owner[at]][0];
    this.mark(name, at);
    this.hooks.over(name, true);
    const place = this.atom.offset + at;
    this.note.textContent = at < 0 ? ' '
      : `Byte ${number(place)} (${hexadecimal(place)}) = ${hexadecimal(this.bytes[at])} = ${this.bytes[at]}${name ? ` · ${visible(name)}` : ''}`;
  }

  /** Marks the bytes of a field: 'entries' has also those of 'entries[0].media_time'. */
  mark(name, at = -1) {
    const isOf = (span) => name !== null
      && (span === name || (span.startsWith(name) && '.['.includes(span[name.length]))
      || (name.startsWith(span) && '.['.includes(name[span.length])));
    this.cells.forEach((pair, i) => {
      const isMarked = this.owner[i] >= 0 && isOf(this.spans[this.owner[i]][0]);
      for (const cell of pair) {
        cell.classList.toggle('marked', isMarked);
        cell.classList.toggle('at', i === at);
      }
    });
  }

  /** Marks one byte of the file. */
  markByte(byte) {
    const at = byte - this.atom.offset;
    this.cells.forEach((pair, i) => pair.forEach((cell) => cell.classList
      .toggle('chosen', i === at && at > 0)));
  }
}
