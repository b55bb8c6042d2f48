// ---- drawing
function make(name, attributes, text) {
  const element = document.createElementNS(svgName, name);
  for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return element;
}

const roofOf = (node) => (node.ended || node.side === undefined || (node.fate && node.kind !== 'interior') ? 0 : 13);
function outline(node) {
  const w = node.width / 2, h = node.height / 2, roof = roofOf(node);
  if (node.fate === 'gap') return `M${7 - w} ${-h}H${w - 7}Q${w} ${-h} ${w} ${7 - h}V${h - 7}Q${w} ${h} ${w - 7} ${h}H${7 - w}Q${-w} ${h} ${-w} ${h - 7}V${7 - h}Q${-w} ${-h} ${7 - w} ${-h}Z`;
  if (node.ended || (node.fate && roof === 0)) return `M${-w} ${-h}H${w}V${h}H${-w}Z`;
  if (node.side === 0) return `M${-w} ${h}V${roof - h}L0 ${-h}L${w} ${roof - h}V${h}Z`;
  if (node.side === 1) return `M${-w} ${-h}V${h - roof}L0 ${h}L${w} ${h - roof}V${-h}Z`;
  return `M${-w} 0A${w} ${h} 0 1 0 ${w} 0A${w} ${h} 0 1 0 ${-w} 0Z`;
}

const sideOf = (node) => (node.side === 0 ? 'MAX' : node.side === 1 ? 'MIN' : 'side unknown');
function describe(node) {
  if (node.fate) {
    const fate = isPruned(node) ? 'never searched' : 'searched, not in this page';
    return [node.move ? 'move ' + node.move : 'moves', fate, node.claim, node.nodes, node.condition && 'cut: ' + node.condition].filter(Boolean).join(', ');
  }
  let text = (node.move ? 'move ' + node.move : 'root') + ', ' + sideOf(node) + ', ' + node.claim + ', window ' + node.windowExact + ', ' + node.kind;
  if (node.pv) text += ', principal variation';
  for (const cut of node.cuts || []) text += ', ' + cut;
  return text;
}

function boardOf(picture) {
  const group = make('g', { class: 'board' });
  for (const [name, ...at] of picture.shapes) {
    if (name === '') group.append(make('text', { x: at[0], y: at[1] + 2.5 }, at[2]));
    else if (at.length === 1) group.append(make('polygon', { class: name, points: at[0] }));
    else group.append(make('circle', { class: name, cx: at[0], cy: at[1], r: at[2] }));
  }
  return group;
}

// Draws the texts inside the outline and above it.
function drawTexts(node, group) {
  const roof = roofOf(node), shift = node.side === 1 ? -roof / 2 : roof / 2;
  if (node.fate) {
    const height = (node.text ? 18 : 0) + 13 * node.lines.length;
    let y = shift - height / 2;
    if (node.text) group.append(make('text', { class: 'value', y: (y += 18) - 4 }, node.text));
    for (const line of node.lines) group.append(make('text', { class: 'small', y: (y += 13) - 3 }, line));
  } else {
    const low = (node.picture ? node.picture.height / 2 : 0) + (roof === 0 ? 0 : node.side === 0 ? 5 : -6);
    group.append(make('text', { class: 'value', y: low }, node.text));
    group.append(make('text', { class: 'window', y: low + 13 }, node.window));
  }
  if (node.label) group.append(make('text', { class: 'move', y: -node.height / 2 - 5 }, node.label));
  if (node.condition) group.append(make('text', { class: 'condition', y: -node.height / 2 - (node.label ? 20 : 5) }, node.condition));
}

function drawNode(node) {
  const side = node.fate ? '' : node.side === 0 ? 'max' : node.side === 1 ? 'min' : '';
  const group = make('g', {
    class: ['node', node.fate || '', side, node.pv ? 'pv' : '', node.open ? 'open' : ''].filter(Boolean).join(' '),
    transform: `translate(${node.x} ${node.y})`, role: 'treeitem', tabindex: node.index === focusIndex ? 0 : -1,
    'aria-label': describe(node), 'aria-level': node.level + 1, id: 'place' + node.index,
  });
  if (node.children.length > 0) group.setAttribute('aria-expanded', String(!node.folded));
  group.append(make('path', { class: 'shape', d: outline(node) }));
  if (node.picture) {
    const roof = node.side === 0 ? roofOf(node) : -roofOf(node);
    const board = boardOf(node.picture);
    board.setAttribute('transform', `translate(${-node.picture.width / 2} ${(roof - node.picture.height - wordsHeight) / 2})`);
    group.append(board);
  }
  drawTexts(node, group);
  group.addEventListener('click', () => { if (!moved) { toggle(node); focusOn(node); } });
  group.addEventListener('mouseenter', () => showDetails(node));
  group.addEventListener('focus', () => { focusIndex = node.index; showDetails(node); });
  node.element = group;
  return group;
}

// Draws the mark for nodes folded below a node.
function drawMark(mark) {
  const group = make('g', { class: 'node gap', transform: `translate(${mark.x} ${mark.y})`, role: 'note', 'aria-label': 'folded: ' + mark.lines.join(' ') });
  group.append(make('path', { class: 'shape', d: outline(mark) }));
  drawTexts(mark, group);
  group.addEventListener('click', () => { if (!moved) toggle(mark.of); });
  mark.element = group;
  return group;
}

function drawEdge(from, to) {
  const x1 = from.x + (leftRight ? from.width / 2 : 0), y1 = from.y + (leftRight ? 0 : from.height / 2);
  const x2 = to.x - (leftRight ? to.width / 2 : 0);
  const y2 = leftRight ? to.y : to.y - to.height / 2 - to.header;
  const kind = isPruned(to) ? 'ghost' : to.pv ? 'pv' : to.fate || to.aside ? 'aside' : '';
  const group = make('g', {});
  group.append(make('path', { class: 'edge ' + kind, d: `M${x1} ${y1}L${x2} ${y2}` }));
  if (to.condition) {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    // Keeps clear of the condition text, however flat the line is; the same rule as cut_mark_gap().
    const { reach, backs, clear, least, share } = data.mark;
    const along = Math.abs(leftRight ? ux : uy), flat = reach * Math.abs(leftRight ? uy : ux);
    const gap = Math.min(Math.max((clear + flat) / Math.max(along, .01), least), Math.max(share * length, least));
    for (const back of backs) {
      const cx = x2 - (gap + back) * ux, cy = y2 - (gap + back) * uy;
      group.append(make('line', { class: 'mark', x1: cx - reach * uy, y1: cy + reach * ux, x2: cx + reach * uy, y2: cy - reach * ux }));
    }
  }
  to.line = group;
  edgeLayer.append(group);
}

// shown: the unfolded items as laid out; drawn: those that have SVG elements.
let shown = [], drawn = new Set();
// Recomputes the layout; apply() draws.
function draw() {
  edgeLayer.replaceChildren();
  nodeLayer.replaceChildren();
  for (const item of drawn) item.element = item.line = null;
  drawn = new Set();
  shown = [];
  for (const node of layOut()) {
    shown.push(node);
    for (const item of node.below) if (item.mark) shown.push(item);
  }
}
// Draws the root, and whatever is within half a view around the view and not drawn yet.
function paint(everything) {
  const wide = view.clientWidth, high = view.clientHeight;
  const left = (-shiftX - wide / 2) / scale, right = (-shiftX + 1.5 * wide) / scale;
  const top = (-shiftY - high / 2) / scale, bottom = (-shiftY + 1.5 * high) / scale;
  const inView = (x1, x2, y1, y2) => everything ||
      (Math.max(x1, x2) >= left && Math.min(x1, x2) <= right && Math.max(y1, y2) >= top && Math.min(y1, y2) <= bottom);
  // Goes backwards, so that elements are inserted in tree order.
  let next = null;
  for (let i = shown.length; i-- > 0;) {
    const item = shown[i], { above } = item;
    const newLine = !item.line && above && inView(above.x, item.x, above.y, item.y);
    const newElement = !item.element && (!above ||
        inView(item.x - item.full / 2, item.x + item.full / 2, item.y - item.height / 2 - item.header, item.y + item.height / 2));
    if (newLine) drawEdge(above, item);
    if (newElement) nodeLayer.insertBefore(item.mark ? drawMark(item) : drawNode(item), next);
    next = item.element || next;
    if (!newLine && !newElement) continue;
    drawn.add(item);
    markStep(item);
  }
}
