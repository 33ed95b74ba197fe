// Elements are made here and nowhere else. Text goes in as text: nothing that a file says can become markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** h('a', {href: '#x', onclick: f}, 'text', otherElement) */
function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A table with a caption for readers that hear it. */
function table(caption, heads, rows, attributes = {}) {
  return h('div', { class: 'table-wrap', role: 'region', 'aria-label': caption, tabindex: 0 },
    h('table', attributes,
      h('caption', { class: 'unseen' }, caption),
      h(
        'thead', null,
        h('tr', null, heads.map((head) => (head === '' ? h('td') : h('th', { scope: 'col' }, head))))
      ),
      h('tbody', null, rows.map((row) => h('tr', null, row.map((cell) => h('td', null, cell)))))));
}

/** Names beside values. Pairs whose value is null are left out. */
function facts(pairs) {
  const list = h('dl', { class: 'facts' });
  for (const [name, value] of pairs) {
    if (value === null || value === undefined || value === '') continue;
    list.append(h('div', null, h('dt', null, name), h('dd', null, value)));
  }
  return list;
}

function button(text, action, attributes = {}) {
  return h('button', { type: 'button', ...attributes, onclick: action }, text);
}

/** A button that copies text, and says so. The text can be selected where the clipboard is refused. */
function copyButton(text, label = text) {
  const shown = visible(text);
  const element = button(h('code', null, label === text ? shown : label), async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied: ${shown}`);
    } catch {
      getSelection().selectAllChildren(element);
      say('The browser refused to copy. The text is selected: press Ctrl+C.');
    }
  }, { class: 'copy', title: 'Copy' });
  return element;
}

/** A labelled field of a form. */
function labelled(label, control) {
  return h('label', { class: 'field' }, h('span', null, label), control);
}

function choice(label, options, chosen, action) {
  const select = h('select', { onchange: () => action(select.value) },
    options.map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
  return labelled(label, select);
}

let status = null;

/** A line that screen readers read out, and that the foot of the page shows. */
function say(text) {
  if (!status) {
    status = h('div', { role: 'status', 'aria-live': 'polite', class: 'said' });
    document.body.append(status);
  }
  status.textContent = text;
  clearTimeout(say.timer);
  status.classList.add('shown');
  say.timer = setTimeout(() => status.classList.remove('shown'), 4000);
}
