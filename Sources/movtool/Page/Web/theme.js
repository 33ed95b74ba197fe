// Light, dark or as the system says; and the colours of the style sheet for what is drawn on a canvas.

const theme = {
  listeners: [],
  colours: new Map(),

  /** The colour of a property such as '--line', as the present theme has it. */
  colour(name) {
    if (!this.colours.has(name)) {
      this.probe = this.probe || document.body.appendChild(h(
        'span', { class: 'probe', 'aria-hidden': 'true' }
      ));
      this.probe.style.color = `var(${name})`;
      this.colours.set(name, getComputedStyle(this.probe).color);
    }
    return this.colours.get(name);
  },

  get isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  },

  changed() {
    this.colours.clear();
    this.hatches = new Map();
    this.nameButton();
    for (const listener of this.listeners) listener();
  },

  toggle() {
    document.documentElement.dataset.theme = this.isDark ? 'light' : 'dark';
    this.changed();
  },

  /** A button that changes to the other theme and names it, also after the system changed the theme. */
  button() {
    this.toggler = button('', () => this.toggle(), { class: 'theme' });
    this.nameButton();
    return this.toggler;
  },

  nameButton() {
    if (!this.toggler) return;
    this.toggler.textContent = this.isDark ? 'Light' : 'Dark';
    this.toggler.setAttribute('aria-label', this.isDark ? 'Use light colours' : 'Use dark colours');
  },

  hatches: new Map(),

  /** Diagonal lines in a colour, so that what is hatched is known without its colour. */
  hatch(context, name, gap = 6) {
    const key = name + gap;
    if (!this.hatches.has(key)) {
      const tile = h('canvas', { width: gap * 2, height: gap * 2 });
      const pen = tile.getContext('2d');
      pen.strokeStyle = this.colour(name);
      pen.lineWidth = 1.5;
      for (const x of [-gap * 2, 0, gap * 2]) {
        pen.moveTo(x, gap * 2);
        pen.lineTo(x + gap * 2, 0);
      }
      pen.stroke();
      this.hatches.set(key, context.createPattern(tile, 'repeat'));
    }
    return this.hatches.get(key);
  },
};

for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print']) {
  matchMedia(query).addEventListener('change', () => theme.changed());
}
