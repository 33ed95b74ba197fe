// The media that a movie refers to: in itself, or in other files, which may be there or not.

class RelinkView {
  constructor(app) {
    this.app = app;
    this.title = 'Media files';
  }

  isFor(movie) {
    return movie.json.relink.length > 0;
  }

  build(movie) {
    const links = movie.json.relink;
    const missing = links.filter((link) => !link.selfContained && link.found === false).length;
    const outside = links.filter((link) => !link.selfContained).length;
    const text = !outside ? 'All media is in this file.'
      : `${plural(outside, 'reference')} to other files${missing ? `, ${number(missing)} of them missing` : ''}.`;
    const rows = links.slice(0, 1000).map((link) => {
      const track = movie.track(link.trackID);
      return [track ? visible(track.title) : `Track ${link.trackID}`, this.state(link), link.selfContained
        ? 'this file' : link.target === null ? 'not readable' : h('code', null, visible(link.target)),
        h('code', null, visible(link.type)), track ? bytes(track.byteCount) : '', this.app.link(
          { view: 'tree', atom: link.path }, h('code', null, visible(link.path))
        )];
    });
    return [h('section', { class: 'panel' }, h('h2', null, 'Where the media is'), h('p', null, text), table(
      'Data references', ['Track', 'State', 'File', 'Kind', 'Bytes in track', 'Atom'], rows
    ),
      missing ? h('p', null, 'Put the missing files where the table says.') : null)];
  }

  state(link) {
    if (link.selfContained) return h('span', { class: 'badge good' }, '✓ here');
    if (link.found === true) return h('span', { class: 'badge good' }, '✓ found');
    return link.found === false ? h('span', { class: 'badge error' }, '✕ missing') : h(
      'span', { class: 'badge note' }, '? not checked'
    );
  }
}
