// The page: its head, its views, and the selection that they share.

class App {
  constructor(data) {
    this.data = data;
    this.movies = data.movies.map((json) => new Movie(json));
    this.diff = data.diff;
    this.selection = new Selection();
    this.selection.listen((names) => this.changed(names));
    this.views = { summary: new SummaryView(this), timeline: new TimelineView(this),
      map: new FileMapView(this), tree: new TreeView(this), samples: new SamplesView(this),
      geometry: new GeometryView(this), items: new ItemsView(this), fragments: new FragmentsView(this), relink: new RelinkView(this), compare: new CompareView(this) };
    this.root = document.getElementById('page');
    this.build();
    const buildReport = () => replace(this.report, ...this.movies.map((movie) => reportOf(movie, this)));
    addEventListener('beforeprint', buildReport);
    matchMedia('print').addEventListener('change', (event) => { if (event.matches) buildReport(); });
    this.selection.complete = () => this.complete();
    this.selection.read();
    this.showView();
  }

  get movie() {
    return this.movies[this.selection.get('movie')] || this.movies[0];
  }

  /** The chosen track, or else the one that the page opens with. */
  track() {
    return this.movie.track(this.selection.get('track')) || this.movie.mainTrack;
  }

  /** Another track has other samples. */
  trackChange(id) {
    return this.track() && this.track().trackID === id ? { track: id } : { track: id, sample: undefined };
  }

  get view() {
    const name = this.selection.get('view');
    return this.isShown(name) ? name : this.movies.length > 1 ? 'compare' : 'summary';
  }

  isShown(name) {
    const view = this.views[name];
    return Boolean(view) && Object.hasOwn(this.views, name) && (!view.isFor || view.isFor(this.movie));
  }

  /** Selects a byte, its atom and its sample. */
  selectByte(byte) {
    const atom = this.movie.atoms.at(byte);
    const found = this.movie.sampleAtByte(byte);
    this.selection.set({ at: byte, atom: atom ? atom.path : undefined, ...(found || { sample: undefined }) });
  }

  /** An address may say only a byte, or a sample without its track. */
  complete() {
    const [track, sample, at, atom] = [
      'track', 'sample', 'at', 'atom'
    ].map((name) => this.selection.get(name));
    if (at !== undefined && atom === undefined && sample === undefined) this.selectByte(at);
    if (sample !== undefined && track === undefined && this.track())
      this.selection.set({ track: this.track().trackID });
  }

  /** A link to a selection: an address that can be copied, and no step of the history. */
  link(change, ...content) {
    const target = { ...change };
    const element = h('a', { href: '#', onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.selection.set(target.track !== undefined && !('sample' in target) ? {
        ...this.trackChange(target.track), ...target
      } : target);
    } }, content);
    element.href = '#' + Object.entries({
      ...(this.selection.get('movie') ? { movie: this.selection.get('movie') } : {}), ...change
    })
      .filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${encoded(String(value))}`)
        .join('&');
    return element;
  }

  build() {
    this.head = h('header', { class: 'head' });
    this.tabs = h(
      'div',
      { role: 'tablist', class: 'tabs', 'aria-label': 'Views', onkeydown: (event) => this.tabKeys(event) }
    );
    this.bar = h('section', { class: 'selection-bar', 'aria-label': 'Selection' });
    this.report = h('div', { class: 'on-paper' });
    this.panels = h('main', { id: 'views' });
    replace(this.root, h(
      'a',
      {
        class: 'skip', href: '#views',
        onclick: (event) => {
          event.preventDefault();
          this.panels.querySelector('[role=tabpanel]:not([hidden])').focus();
        }
      },
      'Skip to the view'
    ),
      this.head, h(
        'nav', { class: 'nav', 'aria-label': 'Views of the file' }, this.tabs
      ), this.bar, this.report, this.panels,
      h(
        'footer', { class: 'foot' },
        `Made by movtool ${visible(this.data.version)}. This page needs no network.`
      ));
    this.buildMovie();
  }

  /** Makes what belongs to one movie anew. */
  buildMovie() {
    this.built = {};
    this.builtMovie = this.movie;
    this.buildHead();
    const names = Object.keys(this.views).filter((name) => this.isShown(name));
    replace(this.tabs, names.map((name) => h('button', { role: 'tab', type: 'button', id: `tab-${name}`,
      'aria-controls': `view-${name}`, 'aria-selected': 'false', tabindex: -1,
      onclick: () => this.selection.set({ view: name }) }, this.views[name].title)));
    replace(
      this.panels,
      names.map((name) => h(
        'section',
        {
          role: 'tabpanel', id: `view-${name}`, class: `view view-${name}`, 'aria-labelledby': `tab-${name}`,
          tabindex: -1, hidden: true
        }
      ))
    );
  }

  buildHead() {
    const { movie } = this;
    const movieChoice = this.movies.length > 1 ? choice('Movie', this.movies.map((one, i) => [
      String(i), `${'AB'[i]}: ${visible(one.file)}`
    ]), String(this.movies.indexOf(movie)),
      (index) => this.selection.set({
        movie: Number(index), track: undefined, sample: undefined, atom: undefined, at: undefined
      })) : null;
    replace(
      this.head,
      h(
        'div', { class: 'head-line' },
        h(
          'h1', null, this.movies.length > 1 ? `${'AB'[this.movies.indexOf(movie)]}: ` : '',
          visible(movie.file)
        ),
        h('span', { class: 'verdict' }, verdict(movie)), movieChoice, theme.button()
      ),
      h('p', { class: 'sentence' }, sentenceOf(movie))
    );
  }

  tabKeys(event) {
    const tabs = [...this.tabs.children];
    const at = tabs.indexOf(document.activeElement);
    const target = {
      ArrowRight: tabs[(at + 1) % tabs.length], ArrowLeft: tabs[(at + tabs.length - 1) % tabs.length],
      Home: tabs[0], End: tabs[tabs.length - 1]
    }[event.key];
    if (!target || at < 0) return;
    event.preventDefault();
    target.focus();
    target.click();
  }

  changed(names) {
    if (this.movie !== this.builtMovie) { this.buildMovie(); names.add('view'); }
    if (names.has('view')) this.showView();
    this.showSelection();
    const view = this.views[this.view];
    if (this.built[this.view] && view.changed && !names.has('view')) view.changed(names);
  }

  showView() {
    const name = this.view;
    for (const tab of this.tabs.children) {
      const isChosen = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    for (const panel of this.panels.children) panel.hidden = panel.id !== `view-${name}`;
    const view = this.views[name];
    if (!this.built[name]) {
      this.built[name] = true;
      replace(document.getElementById(`view-${name}`), view.build(this.movie));
    }
    if (view.shown) view.shown();
    this.showSelection();
  }

  /** One line for all views: what is selected, and where else to see it. */
  showSelection() {
    const { movie } = this;
    const [sample, at, path] = ['sample', 'at', 'atom'].map((name) => this.selection.get(name));
    const track = movie.track(this.selection.get('track'));
    const parts = [];
    if (track) {
      const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.background = `var(${track.colour})`;
      parts.push(h('span', null, swatch, visible(track.title)));
    }
    if (track && sample !== undefined && sample < track.sampleCount)
      parts.push(this.sampleText(track, sample));
    if (at !== undefined)
      parts.push(h(
        'span', null, h('span', { class: 'muted' }, 'byte '), `${number(at)} (${hexadecimal(at)})`
      ));
    const atom = path && movie.atoms.find(path);
    if (atom) parts.push(h('span', null, h('span', { class: 'muted' }, 'atom '), copyButton(atom.path)));
    const isSome = parts.length > 0;
    if (isSome)
      parts.push(
        button('Copy address', () => this.copyAddress(), { class: 'small' }),
        button(
          'Clear', () => this.selection.set({ track: null, sample: null, at: null, atom: null }),
          { class: 'small' }
        )
      );
    replace(
      this.bar,
      isSome ? parts : h(
        'span', { class: 'muted' }, 'Nothing is selected. A click in any view selects in all of them.'
      )
    );
  }

  sampleText(track, sample) {
    const showing = track.showings(sample)[0];
    const timecode = this.movie.timecodeOf(track);
    const label = showing && timecode ? track.labelOf(showing, timecode) : null;
    const step = (by) => this.selection.set({ sample: sample + by, at: track.offsetOf(sample + by) });
    return [h('span', { class: 'stepper' }, button(
      '◀', () => step(-1), { 'aria-label': 'Sample before', disabled: sample === 0 }
    ), ` sample ${number(sample)} `,
      button('▶', () => step(1), { 'aria-label': 'Next sample', disabled: sample + 1 >= track.sampleCount })),
    h(
      'span', null, h('span', { class: 'muted' }, 'shown '), showing ? clock(showing.time, 4) : 'never'
    ), label === null ? null : h('span', { class: 'timecode' }, visible(label))];
  }

  async copyAddress() {
    clearTimeout(this.selection.timer);
    const address = location.href.replace(/#.*$/, '') + '#' + this.selection.address();
    try {
      await navigator.clipboard.writeText(address);
      say('Copied the address of this selection.');
    } catch { say(address); }
  }
}

new App(JSON.parse(document.getElementById('movtool-data').textContent));
document.documentElement.dataset.ready = 'true';
