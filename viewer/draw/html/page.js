'use strict';
// The page of one search tree. All data stands in the page (script "data"); nothing is loaded.
// nodes: the places of the picture in pre-order; a place's parent is `p`. One without a node of the
// trace has a fate: 'pruned' (never searched) or 'gap' (searched, not in this page). steps: the
// search in its order; place `p` appears with step `p.s`. Both are tables in columns, and each text
// stands once (html_columns.h), so that a page of 100,000 nodes opens at once; what is unfolded is
// laid out, and of that drawn what is in view.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const svgName = 'http://www.w3.org/2000/svg';
  const $ = (id) => document.getElementById(id);
  const view = $('view'), canvas = $('canvas'), edgeLayer = $('edges'), nodeLayer = $('nodes');
  const pen = document.createElement('canvas').getContext('2d');

  // ---- the tables of the page
  // A column as a function of the row; undefined where the row has none.
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
  // Its words, and the numbers and nodes that stand in them.
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
  // Of each node the numbers of its steps: a range of one list.
  const stepStarts = new Int32Array(nodes.length + 1), stepList = new Int32Array(stepCount);
  if (stepCount > 0) {
    for (let k = 0; k < stepCount; ++k) ++stepStarts[stepReaders.n(k) + 1];
    for (let i = 0; i < nodes.length; ++i) stepStarts[i + 1] += stepStarts[i];
    const filled = stepStarts.slice();
    for (let k = 0; k < stepCount; ++k) stepList[filled[stepReaders.n(k)]++] = k;
  }
  const stepsOf = (node) => stepList.subarray(stepStarts[node.index], stepStarts[node.index + 1]);
  // What a node knows behind a step; undefined before it is entered. A window or a best value that
  // a step does not name stays.
  function stateAt(node, last) {
    let state;
    for (const k of stepsOf(node)) {
      if (k > last) break;
      const { t, w, v } = stepAt(k);
      state = { window: w === undefined && state ? state.window : w, best: v === undefined && state ? state.best : v, left: t === 'leave' };
    }
    return state;
  }
  const parentOf = (node) => (node.p >= 0 ? nodes[node.p] : null);
  function pathOf(node) {
    const parts = [];
    for (let up = node; up.p >= 0; up = nodes[up.p]) parts.push(up.parts.join(','));
    return (data.root + '/' + parts.reverse().join('/')).replace('//', '/').replace(/(.)\/$/, '$1');
  }

  // ---- sizes and positions
  const widths = new Map();
  function width(text, font) {
    const key = font + text;
    if (!widths.has(key)) {
      pen.font = font;
      widths.set(key, pen.measureText(text).width);
    }
    return widths.get(key);
  }
  const family = 'Helvetica, Arial, "DejaVu Sans", sans-serif';
  const shortened = (text) => {
    const characters = Array.from(text);
    return characters.length > 22 ? characters.slice(0, 21).join('') + '\u2026' : text;
  };

  // Below a node stand its children; of a folded one a mark, and what was pruned.
  const isPruned = (node) => node.fate === 'pruned';
  function itemsBelow(node) {
    if (!node.folded) return node.children;
    const pruned = node.children.filter(isPruned);
    if (pruned.length === node.children.length) return pruned;
    const lines = ['\u2026 ' + (node.size - 1).toLocaleString('en') + ' nodes'];
    return [{ mark: true, fate: 'gap', lines, of: node, text: '', move: '', children: [], s: node.s }, ...pruned];
  }

  // That it has in the course of the search.
  function windowsOf(node) {
    return Array.from(stepsOf(node), (k) => (stepReaders.w ? stepReaders.w(k) : undefined)).filter(Boolean);
  }
  function measure(item) {
    if (item.full !== undefined) return;
    const board = item.picture || { width: 0, height: 0 };
    const lines = item.fate ? item.lines : [item.window, ...windowsOf(item)];
    const font = (item.fate ? '' : 'bold ') + '15px ' + family;
    const wide = Math.max(width(item.text, font), ...lines.map((line) => width(line, '10px ' + family)), board.width, 14);
    item.width = wide + 12;
    item.height = item.fate ? Math.max(8 + (item.text ? 18 : 0) + 13 * lines.length, 18) : 48 + board.height;
    if (item.fate && item.side !== undefined && item.lines && item.kind === 'interior') item.height += 14;
    item.label = data.moves && !item.mark ? shortened(item.move) : '';
    item.header = (item.label ? 17 : 0) + (item.condition ? 14 : 0);
    item.full = Math.max(item.width, width(item.label, 'bold 12px ' + family), item.condition ? width(item.condition, '10px ' + family) : 0);
  }

  // A tidy tree by contours: each subtree is moved right until it clears those before it. The
  // contour is an array by level, so that nothing is recursive: pre-order backwards is bottom-up.
  // Levels are as far apart as the tallest node wants; marks hang where a node without board would.
  const tallest = data.nodes.columns.picture
    ? nodes.reduce((most, node) => Math.max(most, node.picture ? node.picture.height : 0), 0) : 0;
  const levelHeight = 112 + tallest;
  // On a phone a family has more room below each other.
  const leftRight = data.direction === 'LR' || window.innerWidth <= 600;
  // What an item takes beside its siblings, from its middle.
  function extent(item) {
    if (!leftRight) return [-item.full / 2, item.full / 2];
    return [-item.height / 2 - item.header, item.height / 2];
  }
  function layOut() {
    const shown = [];
    const stack = [nodes[0]];
    nodes[0].level = 0;
    while (stack.length > 0) {
      const node = stack.pop();
      shown.push(node);
      measure(node);
      node.below = itemsBelow(node);
      node.below.forEach((item) => {
        item.level = node.level + 1;
        item.above = node;
        if (item.mark) { measure(item); item.below = []; }
      });
      for (let i = node.below.length; i-- > 0;) if (!node.below[i].mark) stack.push(node.below[i]);
    }
    const gap = 14;
    for (let i = shown.length; i-- > 0;) place(shown[i], gap);
    // Absolute positions, from the root on.
    const along = leftRight ? levelMiddles(shown) : (level) => level * levelHeight;
    const across = leftRight ? 'y' : 'x', down = leftRight ? 'x' : 'y';
    nodes[0][across] = 0;
    nodes[0][down] = along(0);
    for (const node of shown) {
      for (const item of node.below) {
        item[across] = node[across] + item.offset;
        item[down] = along(item.level);
      }
    }
    return shown;
  }

  // From left to right each level is as wide as its widest item.
  function levelMiddles(shown) {
    const widths = [nodes[0].full], middles = [0];
    for (const node of shown) {
      for (const item of node.below) widths[item.level] = Math.max(widths[item.level] || 0, item.full);
    }
    for (let i = 1; i < widths.length; ++i) middles.push(middles[i - 1] + (widths[i - 1] + widths[i]) / 2 + 56);
    return (level) => middles[level];
  }

  // Sets the children's offsets and the node's own contour ([left, right] per level below it).
  function place(node, gap) {
    const left = [], right = [];
    const offsets = [];
    for (const item of node.below) {
      const own = item.contour || [extent(item)];
      let at = 0;
      for (let level = 0; level < own.length && level < right.length; ++level) {
        at = Math.max(at, right[level] + gap - own[level][0]);
      }
      if (offsets.length === 0) at = 0;
      offsets.push(at);
      own.forEach(([a, b], level) => {
        if (level >= left.length) left.push(at + a);
        if (level >= right.length) right.push(at + b); else right[level] = at + b;
      });
      item.contour = undefined;
    }
    const middle = offsets.length > 0 ? (offsets[0] + offsets[offsets.length - 1]) / 2 : 0;
    node.below.forEach((item, i) => { item.offset = offsets[i] - middle; });
    node.contour = [extent(node)];
    for (let level = 0; level < left.length; ++level) node.contour.push([left[level] - middle, right[level] - middle]);
  }

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

  // What stands in the outline, and above it.
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
      board.setAttribute('transform', `translate(${-node.picture.width / 2} ${(roof - node.picture.height - 28) / 2})`);
      group.append(board);
    }
    drawTexts(node, group);
    group.addEventListener('click', () => { if (!moved) { toggle(node); focusOn(node); } });
    group.addEventListener('mouseenter', () => showDetails(node));
    group.addEventListener('focus', () => { focusIndex = node.index; showDetails(node); });
    node.element = group;
    return group;
  }

  // Stands for what is folded below a node.
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
      // Clear of the condition below, however flat the line comes in.
      const { reach, backs } = data.mark;
      const along = Math.abs(leftRight ? ux : uy), flat = reach * Math.abs(leftRight ? uy : ux);
      const gap = Math.min(Math.max((2 + flat) / Math.max(along, .01), 5), Math.max(.6 * length, 5));
      for (const back of backs) {
        const cx = x2 - (gap + back) * ux, cy = y2 - (gap + back) * uy;
        group.append(make('line', { class: 'mark', x1: cx - reach * uy, y1: cy + reach * ux, x2: cx + reach * uy, y2: cy - reach * ux }));
      }
    }
    to.line = group;
    edgeLayer.append(group);
  }

  // What is unfolded, as it is laid out; what of it has elements.
  let shown = [], drawn = new Set();
  // Lays out anew; apply() draws.
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
  // Draws the root, and what lies in the view and half a view around it, if it is not drawn yet.
  function paint(everything) {
    const wide = view.clientWidth, high = view.clientHeight;
    const left = (-shiftX - wide / 2) / scale, right = (-shiftX + 1.5 * wide) / scale;
    const top = (-shiftY - high / 2) / scale, bottom = (-shiftY + 1.5 * high) / scale;
    const inView = (x1, x2, y1, y2) => everything ||
        (Math.max(x1, x2) >= left && Math.min(x1, x2) <= right && Math.max(y1, y2) >= top && Math.min(y1, y2) <= bottom);
    // Backwards, so that elements stand in the order of the tree.
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

  // ---- pan and zoom
  let scale = 1, shiftX = 0, shiftY = 0, moved = false;
  function apply() {
    canvas.setAttribute('transform', `translate(${shiftX} ${shiftY}) scale(${scale})`);
    paint(false);
  }
  function zoom(factor, x, y) {
    const next = Math.min(8, Math.max(0.02, scale * factor));
    shiftX = x - (x - shiftX) * next / scale;
    shiftY = y - (y - shiftY) * next / scale;
    scale = next;
    apply();
  }
  function zoomMiddle(factor) { zoom(factor, view.clientWidth / 2, view.clientHeight / 2); }
  function fit(smallest) {
    const box = boundsOf(shown);
    const whole = Math.min(1.6, (view.clientWidth - 30) / box.width, (view.clientHeight - 30) / box.height);
    scale = Math.max(whole, smallest || 0);
    // A tree that is larger than the view shows its root in the middle of the side it starts from.
    const root = scale > whole ? nodes[0] : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    shiftX = leftRight ? 15 - scale * box.x : view.clientWidth / 2 - scale * root.x;
    shiftY = leftRight ? view.clientHeight / 2 - scale * root.y : 15 - scale * box.y;
    apply();
  }
  function bringIn(node) {
    const x = node.x * scale + shiftX, y = node.y * scale + shiftY;
    if (x < 60 || x > view.clientWidth - 60) shiftX = view.clientWidth / 2 - node.x * scale;
    if (y < 60 || y > view.clientHeight - 60) shiftY = view.clientHeight / 2 - node.y * scale;
    apply();
  }
  view.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = view.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  let drag = null;
  view.addEventListener('pointerdown', (event) => { drag = [event.clientX, event.clientY]; moved = false; });
  window.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const dx = event.clientX - drag[0], dy = event.clientY - drag[1];
    if (!moved && Math.hypot(dx, dy) < 4) return;
    moved = true;
    view.classList.add('dragging');
    shiftX += dx;
    shiftY += dy;
    drag = [event.clientX, event.clientY];
    apply();
  });
  window.addEventListener('pointerup', () => { drag = null; view.classList.remove('dragging'); });

  // ---- fold and unfold
  // Redraws with this node where it was on the screen.
  function redrawAround(node, change) {
    const before = [node.x * scale + shiftX, node.y * scale + shiftY];
    change();
    draw();
    shiftX = before[0] - node.x * scale;
    shiftY = before[1] - node.y * scale;
    apply();
  }
  function toggle(node) {
    if (node.children.length === 0) return;
    redrawAround(node, () => { node.folded = !node.folded; });
    unfoldedBySteps.delete(node);
  }
  // What stepping unfolds it folds again when there is more than that.
  const mostBySteps = 400;
  const unfoldedBySteps = new Set();
  function unfoldTo(node) {
    const path = [];
    for (let up = parentOf(node); up; up = parentOf(up)) path.push(up);
    const folded = path.filter((up) => up.folded);
    folded.forEach((up) => { up.folded = false; });
    return [path, folded];
  }
  function reveal(node) {
    const [, unfolded] = unfoldTo(node);
    if (unfolded.length > 0) draw();
    bringIn(node);
  }
  function revealStep(node) {
    const [path, unfolded] = unfoldTo(node);
    unfolded.forEach((up) => unfoldedBySteps.add(up));
    if (unfolded.length > 0 && shown.length > mostBySteps) {
      for (const other of unfoldedBySteps) {
        if (path.includes(other)) continue;
        other.folded = true;
        unfoldedBySteps.delete(other);
      }
    }
    if (unfolded.length > 0) draw();
    bringIn(node);
  }

  // ---- focus and keyboard
  let focusIndex = 0;
  function focusOn(node) {
    reveal(node);
    if (nodes[focusIndex].element) nodes[focusIndex].element.setAttribute('tabindex', -1);
    focusIndex = node.index;
    node.element.setAttribute('tabindex', 0);
    node.element.focus({ preventScroll: true });
    showDetails(node);
  }
  function sibling(node, by) {
    const parent = parentOf(node);
    if (!parent) return null;
    return parent.children[parent.children.indexOf(node) + by] || null;
  }
  const keys = leftRight ? {
    ArrowLeft: (node) => parentOf(node),
    ArrowRight: (node) => { if (node.folded) toggle(node); return node.children[0]; },
    ArrowUp: (node) => sibling(node, -1),
    ArrowDown: (node) => sibling(node, 1),
    Home: () => nodes[0],
  } : {
    ArrowUp: (node) => parentOf(node),
    ArrowDown: (node) => { if (node.folded) toggle(node); return node.children[0]; },
    ArrowLeft: (node) => sibling(node, -1),
    ArrowRight: (node) => sibling(node, 1),
    Home: () => nodes[0],
  };
  document.addEventListener('keydown', (event) => {
    if (event.target.tagName === 'INPUT' || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.target.id === 'find' && event.key === 'Escape') event.target.blur();
      return;
    }
    const node = nodes[focusIndex];
    const inTree = view.contains(event.target) || event.target === document.body;
    if (keys[event.key] && inTree) {
      const next = keys[event.key](node);
      if (next) focusOn(next);
    } else if ((event.key === 'Enter' || event.key === ' ') && view.contains(event.target)) {
      toggle(node);
      focusOn(node);
    } else if (event.key === 'n') stepTo(at + 1);
    else if (event.key === 'p') stepTo(at - 1);
    else if (event.key === 'r') play(!playing);
    else if (event.key === '+' || event.key === '=') zoomMiddle(1.25);
    else if (event.key === '-') zoomMiddle(0.8);
    else if (event.key === '0') fit();
    else if (event.key === '/') $('find').focus();
    else if (event.key === 'Escape') stepTo(-1);
    else if (event.key === 'E') unfoldAll();
    else if (event.key === 'C') foldAll();
    else return;
    event.preventDefault();
  });

  // ---- details
  // What is known of a node's result: while stepping nothing of what comes later.
  function soFar(node) {
    const state = at >= 0 ? stateAt(node, at) : undefined;
    if (at < 0 || (state && (state.left || node.size === 1))) {
      return [['value', node.claim], ['window', node.windowExact], ['nodes', node.size.toLocaleString('en')]];
    }
    return state ? [['best so far', state.best], ['window now', state.window]] : [['state', 'not entered yet']];
  }
  function showDetails(node) {
    const box = $('details');
    box.replaceChildren();
    const add = (parent, name, text) => {
      const element = document.createElement(name);
      if (text !== undefined) element.textContent = text;
      parent.append(element);
      return element;
    };
    add(box, 'h2', pathOf(node));
    if (node.picture) {
      const { width, height } = node.picture;
      const drawing = make('svg', { width: 2 * width, height: 2 * height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': node.board });
      drawing.append(boardOf(node.picture));
      box.append(drawing);
    } else if (node.board) add(box, 'pre', node.board);
    const list = add(box, 'dl');
    const facts = node.fate ? [['fate', isPruned(node) ? 'never searched' : 'searched, but not in this page'],
      ['move', node.move], ['value', node.claim], ['kind', node.kind], ['nodes', node.nodes], ['cut', node.condition]]
      : [['node', '#' + node.id], ['side', sideOf(node)], ...soFar(node),
        ['kind', node.kind], ['role', node.role], ['depth', node.depth]];
    for (const [name, value] of facts) {
      if (value === null || value === undefined || value === '') continue;
      add(list, 'dt', name);
      add(list, 'dd', String(value));
    }
    if (node.why) {
      add(box, 'p', 'Why:');
      const reasons = add(box, 'ol');
      node.why.forEach((sentence) => add(reasons, 'li', sentence));
    }
    const events = Array.from(stepsOf(node).filter((k) => at < 0 || k <= at), stepAt).filter((step) => step.t !== 'enter');
    if (events.length > 0) {
      add(box, 'p', 'What happened here:');
      const items = add(box, 'ol');
      events.forEach((step) => add(items, 'li', step.x));
    }
  }

  // ---- search by move: "d" anywhere, "d/c" as consecutive moves, "/d/c" from the root
  let matches = [], match = -1, sought = '';
  function endsWith(node, parts, fromRoot) {
    let up = node;
    for (let i = parts.length; i-- > 0; up = nodes[up.p]) {
      if (up.p < 0 || !up.parts.some((part) => part.toLowerCase() === parts[i].toLowerCase())) return false;
    }
    return !fromRoot || up.p < 0;
  }
  function find() {
    const text = $('find').value.trim();
    if (text !== sought) {
      sought = text;
      match = -1;
      const parts = text.split('/').filter((part) => part !== '');
      matches = parts.length === 0 ? [] : nodes.filter((node) => endsWith(node, parts, text.startsWith('/')));
    }
    if (matches.length === 0) {
      $('found').textContent = text === '' ? '' : 'not in this picture';
      return;
    }
    match = (match + 1) % matches.length;
    $('found').textContent = (match + 1) + ' of ' + matches.length;
    const node = matches[match];
    reveal(node);
    document.querySelectorAll('.hit').forEach((element) => element.classList.remove('hit'));
    node.element.classList.add('hit');
    focusIndex = node.index;
    showDetails(node);
  }
  $('find').addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); find(); } });
  $('find').addEventListener('search', () => { if ($('find').value === '') find(); });
  $('find-next').addEventListener('click', find);
  $('tools').addEventListener('submit', (event) => event.preventDefault());

  // ---- step through the search: what was entered, raised, cut, and in which order
  // -1 shows the search when it is over.
  let at = -1;
  function setText(node, name, text) {
    const element = node.element.querySelector('.' + name);
    if (element && element.textContent !== text) element.textContent = text;
  }
  // What is not searched yet is absent, what is under way shows its window and its best value so far.
  function markStep(item) {
    const stepping = at >= 0, absent = stepping && item.s > at;
    if (item.element) item.element.classList.toggle('absent', absent);
    if (item.line) item.line.classList.toggle('absent', absent);
    if (!item.element || item.mark) return;
    item.element.classList.toggle('current', stepping && stepReaders.n(at) === item.index);
    if (item.fate) return;
    const state = stepping ? stateAt(item, at) : undefined, open = state && !state.left && item.size > 1;
    setText(item, 'value', open ? (state.best === undefined ? '' : state.best + ' \u2026') : item.text);
    setText(item, 'window', open ? (data.ids ? item.window : state.window || '') : item.window);
    item.element.classList.toggle('under-way', Boolean(open));
  }
  function markSteps() {
    view.classList.toggle('stepping', at >= 0);
    drawn.forEach(markStep);
  }
  function stepTo(next) {
    at = Math.max(-1, Math.min(stepCount - 1, next));
    $('step').value = at + 1;
    if (at < 0) {
      $('message').textContent = '';
      markSteps();
      return;
    }
    const step = stepAt(at), node = nodes[step.n];
    revealStep(node);
    markSteps();
    $('message').textContent = `Step ${at + 1} of ${stepCount}: ${pathOf(node)} ${step.x}`;
    showDetails(node);
  }
  // Play goes on by itself, about one step a second, and from the start where it stands at the end.
  let playing = 0;
  function play(on) {
    clearInterval(playing);
    playing = on ? setInterval(() => (at + 1 < stepCount ? stepTo(at + 1) : play(false)), 900) : 0;
    if (on) stepTo(at + 1 < stepCount ? at + 1 : 0);
    $('play').textContent = on ? 'Pause' : 'Play';
    $('play').setAttribute('aria-pressed', String(on));
  }
  $('play').addEventListener('click', () => play(!playing));
  $('step').max = stepCount;
  $('step').addEventListener('input', () => stepTo(Number($('step').value) - 1));
  $('step-on').addEventListener('click', () => stepTo(at + 1));
  $('step-back').addEventListener('click', () => stepTo(at - 1));
  $('step-end').addEventListener('click', () => stepTo(-1));

  // ---- buttons and start
  // The smallest text of a node is 10 pixels high; a fitted view shows none below 6.
  const smallest = 0.6;
  function boundsOf(items) {
    const box = { left: 0, right: 0, top: 0, bottom: 0 };
    for (const item of items) {
      box.left = Math.min(box.left, item.x - item.full / 2);
      box.right = Math.max(box.right, item.x + item.full / 2);
      box.top = Math.min(box.top, item.y - item.height / 2 - item.header);
      box.bottom = Math.max(box.bottom, item.y + item.height / 2);
    }
    return { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
  }
  // Unfolds as many nodes of the list, from its start, as a fitted view shows legibly.
  function unfoldWhatFits(order) {
    const unfold = (count) => {
      nodes.forEach((node) => { node.folded = true; });
      for (let i = 0; i < count; ++i) order[i].folded = false;
    };
    const fits = (count) => {
      unfold(count);
      const { width, height } = boundsOf(layOut().flatMap((node) => [node, ...node.below]));
      return width * smallest <= view.clientWidth - 30 && height * smallest <= view.clientHeight - 30;
    };
    let low = 0, high = Math.min(order.length, 2000);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(middle)) low = middle; else high = middle - 1;
    }
    unfold(Math.max(low, 1));
    draw();
    fit(smallest);
  }
  // Those with something below, level by level.
  const inner = [nodes[0]];
  for (let i = 0; i < inner.length; ++i) {
    for (const child of inner[i].children) if (child.children.length > 0) inner.push(child);
  }
  function unfoldAll() {
    const selected = nodes[focusIndex];
    unfoldWhatFits(inner);
    reveal(selected);
  }
  function foldToStart() {
    unfoldWhatFits([...inner.filter((node) => node.pv), ...inner.filter((node) => !node.pv)]);
  }
  function foldAll() {
    nodes.forEach((node) => { node.folded = !node.pv; });
    draw();
    fit(smallest);
  }
  // Printed is the whole drawing, on one page.
  window.addEventListener('beforeprint', () => {
    paint(true);
    const box = canvas.getBBox();
    canvas.removeAttribute('transform');
    view.setAttribute('viewBox', `${box.x - 5} ${box.y - 5} ${box.width + 10} ${box.height + 10}`);
  });
  window.addEventListener('afterprint', () => { view.removeAttribute('viewBox'); apply(); });
  $('unfold-all').addEventListener('click', unfoldAll);
  $('fold-all').addEventListener('click', foldAll);
  $('fit').addEventListener('click', () => fit());
  $('zoom-in').addEventListener('click', () => zoomMiddle(1.25));
  $('zoom-out').addEventListener('click', () => zoomMiddle(0.8));
  $('help-button').addEventListener('click', () => {
    $('help').hidden = !$('help').hidden;
    $('help-button').setAttribute('aria-expanded', String(!$('help').hidden));
  });
  window.addEventListener('resize', () => fit(smallest));
  // What occurs in this tree.
  function legend() {
    const any = (test) => nodes.some(test);
    const says = (sign) => any((node) => !node.fate && node.text.startsWith(sign));
    return [
      [any((node) => node.side === 0 && !node.ended), 'roof above: MAX to move'],
      [any((node) => node.side === 1 && !node.ended), 'roof below: MIN to move'],
      [any((node) => node.ended), 'box: game over'],
      [true, 'in a node: value, and (alpha, beta) on entry'],
      [says('\u2264'), '\u2264 at most'],
      [says('\u2265'), '\u2265 at least'],
      [any((node) => node.text && node.text.endsWith('+')), '3+ the number next above 3'],
      [any((node) => node.pv), 'thick: principal variation'],
      [any(isPruned), 'dotted, with a double stroke and its condition: moves that a cutoff left unsearched, in grey what they are worth and how many nodes they spared'],
      [true, 'grey box: searched, folded here or left out'],
      [any((node) => node.aside), 'dashed line: does not count, or is searched again'],
      [any((node) => node.open), 'dashed outline: no usable value'],
      [stepCount > 0, 'in italics, while stepping: best value so far'],
    ].filter(([occurs]) => occurs).map(([, text]) => text).join('; ') + '.';
  }
  $('legend').hidden = !data.legend;
  if (data.legend) $('legend').textContent = legend();
  $('title').textContent = data.title;
  $('caption').textContent = data.caption.join(' \u00b7 ');
  foldToStart();
  showDetails(nodes[0]);
})();
