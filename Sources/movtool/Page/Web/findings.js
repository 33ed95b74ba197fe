// What the checks found: the rule, what follows from it, and the command that mends it.

const SEVERITIES = { error: ['Error', '✕'], warning: ['Warning', '!'], note: ['Note', 'i'] };

function badge(severity, count) {
  const [name, sign] = SEVERITIES[severity] || [severity, '?'];
  return h('span', { class: `badge ${severity}` }, h('span', { 'aria-hidden': 'true' }, sign), ' ',
    count === undefined ? name : plural(count, name.toLowerCase()));
}

/** How many errors, warnings and notes there are. */
function verdict(movie) {
  const counts = {};
  for (const finding of movie.findings) counts[finding.severity] = (counts[finding.severity] || 0) + 1;
  const badges = Object.keys(SEVERITIES).filter((severity) => counts[severity])
    .map((severity) => badge(severity, counts[severity]));
  return badges.length ? badges : [h(
    'span', { class: 'badge good' }, h('span', { 'aria-hidden': 'true' }, '✓'), ' No findings'
  )];
}

function findingCard(finding, app) {
  const times = finding.count > 1 ? ` (${number(finding.count)} times)` : '';
  return h('li', { class: `finding ${finding.severity}` },
    h('div', { class: 'finding-head' }, badge(finding.severity), h('code', { class: 'rule' }, finding.rule)),
    h('p', { class: 'finding-message' }, visible(finding.message) + times),
    finding.consequence && h('p', null, h('b', null, 'Effect: '), visible(finding.consequence)),
    finding.remedy && h('p', null, h('b', null, 'Fix: '), visible(finding.remedy)),
    h('div', { class: 'finding-foot' },
      finding.atom && app.link(
        { view: 'tree', atom: finding.atom.path, at: finding.atom.offset },
        h('code', null, visible(finding.atom.path))
      ),
      !finding.atom && typeof finding.offset === 'number'
        && app.link({ view: 'map', at: finding.offset }, `byte ${number(finding.offset)}`),
      finding.command && copyButton(finding.command)));
}

/** The findings, five at first. */
function findingList(movie, app) {
  const { findings } = movie;
  const left = movie.json.leftOut || [];
  const list = h(
    'ul', { class: 'findings' }, findings.slice(0, 5).map((finding) => findingCard(finding, app))
  );
  const section = h('section', { class: 'panel', 'aria-labelledby': 'findings-title' },
    h('h2', { id: 'findings-title' }, 'Findings ', h('span', { class: 'verdict' }, verdict(movie))), list);
  if (findings.length > 5) {
    const more = button(`Show all ${number(findings.length)} findings`, () => {
      replace(list, findings.slice(0, 500).map((finding) => findingCard(finding, app)));
      more.remove();
      if (findings.length > 500) list.append(h('li', null, `Showing 500 of ${number(findings.length)}.`));
    });
    section.append(more);
  }
  if (!findings.length) section.append(h('p', { class: 'muted' }, 'All checks passed.'));
  if (left.length) {
    section.append(
      h('h3', null, 'Left out of this page'),
      h('ul', { class: 'plain' }, left.map((text) => h('li', null, visible(text))))
    );
  }
  return section;
}
