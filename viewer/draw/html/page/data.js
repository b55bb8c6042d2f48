// The page of one search tree. The script element "data" holds all data; nothing is loaded.
// `nodes` lists the places of the picture in pre-order; `p` is the parent of a place. A place
// without a node of the trace has a fate: 'pruned' (never searched) or 'gap' (searched, but not in
// this page). `steps` lists the search in its order; a place appears with step number `s`.
// Both are column tables that store each text once (html_columns.h), so that a page of 100,000
// nodes opens without delay. Only unfolded nodes are laid out, and of those only the visible ones
// drawn.
const data = JSON.parse(document.getElementById('data').textContent);
const svgName = 'http://www.w3.org/2000/svg';
const $ = (id) => document.getElementById(id);
const view = $('view'), canvas = $('canvas'), edgeLayer = $('edges'), nodeLayer = $('nodes');
const pen = document.createElement('canvas').getContext('2d');

// ---- the tables of the page
// A column becomes a function of the row, which returns undefined for a row without a value.
function reader(column, count) {
  const { kind, at, v } = column;
  let place = (row) => row;
  if (at) {
    const places = new Int32Array(count).fill(-1);
    let row = 0;
    at.forEach((step, k) => { row += step; places[row] = k; });
    place = (row) => places[row];
  }
  if (kind === 'flag') return (row) => place(row) >= 0 || undefined;
  let values = v;
  if (kind === 'number') {
    values = new Float64Array(v.length);
    let sum = 0;
    v.forEach((step, k) => { sum += step; values[k] = sum; });
  }
  const meaning = {
    text: (value) => data.texts[value],
    texts: (value) => value.map((text) => data.texts[text]),
    sentences: (value) => value.map(sentence),
  }[kind] || ((value) => value);
  return (row) => {
    const k = place(row);
    return k < 0 ? undefined : meaning(values[k]);
  };
}
function readers(table) {
  return Object.fromEntries(Object.entries(table.columns).map(([name, column]) => [name, reader(column, table.count)]));
}
// Rebuilds a sentence from its text and the numbers and nodes inserted into it.
function sentence([words, ...numbers]) {
  let k = 0;
  return data.texts[words].replace(/[\u0001\u0002]/g, (sign) => {
    const number = numbers[k++];
    return sign === '\u0001' ? number : `#${nodes[number].id} (${pathOf(nodes[number])})`;
  });
}

class Place {
  constructor(index) {
    this.index = index;
    this.children = [];
    this.folded = true;
  }
}
for (const [name, read] of Object.entries(readers(data.nodes))) {
  Object.defineProperty(Place.prototype, name, { get() { return read(this.index); } });
}
const nodes = Array.from({ length: data.nodes.count }, (_, index) => new Place(index));
nodes.forEach((node) => { if (node.p >= 0) nodes[node.p].children.push(node); });

const stepCount = data.steps.count, stepReaders = readers(data.steps);
const stepAt = (k) => Object.fromEntries(Object.entries(stepReaders).map(([name, read]) => [name, read(k)]));
// The step numbers of each node: a range of one shared list.
const stepStarts = new Int32Array(nodes.length + 1), stepList = new Int32Array(stepCount);
if (stepCount > 0) {
  for (let k = 0; k < stepCount; ++k) ++stepStarts[stepReaders.n(k) + 1];
  for (let i = 0; i < nodes.length; ++i) stepStarts[i + 1] += stepStarts[i];
  const filled = stepStarts.slice();
  for (let k = 0; k < stepCount; ++k) stepList[filled[stepReaders.n(k)]++] = k;
}
const stepsOf = (node) => stepList.subarray(stepStarts[node.index], stepStarts[node.index + 1]);
// The state of a node after step `last`; undefined before the node is entered. A window or best
// value that a step leaves out is unchanged.
function stateAt(node, last) {
  let state;
  const steps = stepsOf(node), isLeaf = node.size === 1 && steps.length === 1;
  for (const k of steps) {
    if (k > last) break;
    const { t, w, v } = stepAt(k);
    state = { window: w === undefined && state ? state.window : w, best: v === undefined && state ? state.best : v, left: isLeaf || t === 'leave' };
  }
  return state;
}
const parentOf = (node) => (node.p >= 0 ? nodes[node.p] : null);
function pathOf(node) {
  const parts = [];
  for (let up = node; up.p >= 0; up = nodes[up.p]) parts.push(up.parts.join(','));
  return (data.root + '/' + parts.reverse().join('/')).replace('//', '/').replace(/(.)\/$/, '$1');
}
