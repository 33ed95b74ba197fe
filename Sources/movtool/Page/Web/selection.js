// One selection for all views. It is held in the address: #movie=0&track=1&sample=250&atom=moov/trak[0]&view=atoms

const NUMBERS = ['movie', 'track', 'sample', 'at'];
const TEXTS = ['atom', 'view'];

/** Slashes and brackets stay readable in the address. */
function encoded(text) {
  return encodeURIComponent(text).replace(/%(2F|5B|5D)/g, decodeURIComponent);
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

class Selection {
  constructor() {
    this.state = { movie: 0 };
    this.listeners = [];
    this.written = null;
    window.addEventListener('hashchange', () => {
      if (location.hash.slice(1) !== this.written) this.read();
    });
  }

  get(name) {
    return this.state[name];
  }

  /** Calls back with the changed names, now and whenever something changes. */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** Changes some of the selection. What is undefined or null is no longer selected. */
  set(change) {
    const changed = new Set();
    for (const [name, value] of Object.entries(change)) {
      const clean = value === null ? undefined : value;
      if (this.state[name] === clean) continue;
      this.state[name] = clean;
      changed.add(name);
    }
    if (!changed.size) return;
    this.write();
    for (const listener of this.listeners) listener(changed);
  }

  parse(text) {
    const state = {};
    for (const part of text.replace(/^#/, '').split('&')) {
      const [name, value] = part.split(/=(.*)/s);
      if (NUMBERS.includes(name) && /^\d{1,16}$/.test(value || '')) state[name] = Number(value);
      else if (TEXTS.includes(name) && value) state[name] = decoded(value);
    }
    return state;
  }

  read() {
    const state = this.parse(location.hash);
    const change = { movie: 0 };
    for (const name of [...NUMBERS, ...TEXTS])
      if (name !== 'movie' && name in this.state) change[name] = undefined;
    this.set({ ...change, ...state });
    if (this.complete) this.complete();
  }

  address() {
    return [...NUMBERS, ...TEXTS]
      .filter((name) => this.state[name] !== undefined && !(name === 'movie' && this.state.movie === 0))
      .map((name) => `${name}=${encoded(String(this.state[name]))}`).join('&');
  }

  /** A quick series of changes is one change of the address: browsers refuse more than 100 in 30 s. */
  write() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.written = this.address();
      try { history.replaceState(null, '', '#' + this.written); } catch { location.hash = this.written; }
    }, 150);
  }
}
