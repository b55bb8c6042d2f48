// SPDX-License-Identifier: MIT
//
// Creates elements of the page. All text is added as text nodes, so texts of a trace are never
// parsed as markup.

const kSvg = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

// Attributes such as "onclick" are added as listeners; null and false are omitted.
export const el = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(kSvg, name), attributes, children);

export const button = (text, title, onclick, more = {}) =>
  el('button', {type: 'button', title, onclick, ...more}, text);

// `options` are pairs [value, text].
export function choice(label, options, value, onchange) {
  const select = el('select', {'aria-label': label, title: label, onchange: () => onchange(select.value)},
    options.map(([option, text]) => el('option', {value: option}, text)));
  select.value = value;
  return select;
}

// Rows of cells; a cell is a text or an element. Columns are {text, title, number}; number:
// right-aligned.
export function table(caption, columns, rows) {
  const cell = (content, i) => el('td', {class: columns[i].number ? 'number' : null}, content ?? '');
  return el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
    el('table', {}, el('caption', {class: 'unseen'}, caption),
      el('thead', {}, el('tr', {}, columns.map((column) =>
        el('th', {scope: 'col', title: column.title, class: column.number ? 'number' : null,
          'aria-sort': column.sorted}, column.text)))),
      el('tbody', {}, rows.map((row) => el('tr', row.attributes ?? {}, row.cells.map(cell))))));
}

// Elements that an SVG of the server may contain; all others are dropped.
const kElements = new Set(['svg', 'g', 'path', 'polygon', 'polyline', 'ellipse', 'circle', 'rect', 'line', 'text',
  'tspan', 'desc', 'defs', 'pattern', 'clipPath']);
const kAttributes = new Set(['viewBox', 'class', 'transform', 'fill', 'stroke', 'stroke-width',
  'stroke-dasharray', 'd', 'points', 'cx', 'cy', 'rx', 'ry', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'r', 'width', 'height',
  'text-anchor', 'textLength', 'lengthAdjust', 'xml:space', 'font-size', 'font-weight', 'font-style', 'font-family',
  'opacity', 'fill-opacity',
  'role', 'data-node', 'data-other', 'data-gap', 'data-first', 'data-last', 'data-skipped']);

function copied(from) {
  const node = document.createElementNS(kSvg, from.localName);
  for (const {name, namespaceURI, value} of from.attributes) {
    if (kAttributes.has(name)) node.setAttributeNS(namespaceURI, name, value);
  }
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) node.append(child.data);
    else if (kElements.has(child.localName)) node.append(copied(child));
    else if (child.localName === 'a') node.append(titleOf(child), ...copied(child).childNodes);
  }
  return node;
}

// The server's hint at a node, as the title that screen readers and browsers show.
const titleOf = (link) => svg('title', {}, [...link.attributes].find(({localName}) => localName === 'title')?.value ?? '');

// The picture that `text` describes, without links, styles and scripts; null if it is not an SVG.
export function picture(text) {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return root.localName === 'svg' ? copied(root) : null;
}
