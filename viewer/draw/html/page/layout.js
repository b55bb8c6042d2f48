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

// Below a node are its children. A folded node has a mark instead, and its pruned places.
const isPruned = (node) => node.fate === 'pruned';
function itemsBelow(node) {
  if (!node.folded) return node.children;
  const pruned = node.children.filter(isPruned);
  if (pruned.length === node.children.length) return pruned;
  const below = node.size - 1;
  const lines = ['\u2026 ' + below.toLocaleString('en') + (below === 1 ? ' node' : ' nodes')];
  return [{ mark: true, fate: 'gap', lines, of: node, text: '', move: '', children: [] }, ...pruned];
}

// All windows the node has in the course of the search.
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
  item.height = item.fate ? Math.max(8 + (item.text ? 18 : 0) + 13 * lines.length, 18) : plainHeight + board.height;
  if (item.fate && item.side !== undefined && item.lines && item.kind === 'interior') item.height += 14;
  item.label = data.moves && !item.mark ? shortened(item.move) : '';
  item.header = (item.label ? 17 : 0) + (item.condition ? 14 : 0);
  item.full = Math.max(item.width, width(item.label, 'bold 12px ' + family), item.condition ? width(item.condition, '10px ' + family) : 0);
}

// A tidy tree by contours: each subtree moves right until it clears the subtrees before it. The
// contour is an array by level, so nothing is recursive: pre-order backwards is bottom-up. Levels
// are as far apart as the tallest node requires, and the nodes of a level share one top, so that
// their moves line up.
const hasBoards = Boolean(data.nodes.columns.picture);
// Without a value or a window, a node with a board needs no space for them.
const wordsHeight = hasBoards && !nodes.some((node) => node.text || node.window) ? 0 : 28;
const plainHeight = 20 + wordsHeight;
const tallest = hasBoards
  ? nodes.reduce((most, node) => Math.max(most, node.picture ? node.picture.height : 0), 0) : 0;
const levelHeight = 64 + plainHeight + tallest;
// A phone's narrow screen has more space for siblings below one another.
let leftRight = data.direction === 'LR' || window.innerWidth <= 600;
// Space an item takes among its siblings, measured from its middle.
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
  // Converts relative to absolute positions, starting from the root.
  const along = leftRight ? levelMiddles(shown) : (level) => level * levelHeight;
  const across = leftRight ? 'y' : 'x', down = leftRight ? 'x' : 'y';
  nodes[0][across] = 0;
  const hangs = (item) => (leftRight ? 0 : (item.height - plainHeight - tallest) / 2);
  nodes[0][down] = along(0) + hangs(nodes[0]);
  for (const node of shown) {
    for (const item of node.below) {
      item[across] = node[across] + item.offset;
      item[down] = along(item.level) + hangs(item);
    }
  }
  return shown;
}

// In left-to-right trees each level is as wide as its widest item.
function levelMiddles(shown) {
  const widths = [nodes[0].full], middles = [0];
  for (const node of shown) {
    for (const item of node.below) widths[item.level] = Math.max(widths[item.level] || 0, item.full);
  }
  for (let i = 1; i < widths.length; ++i) middles.push(middles[i - 1] + (widths[i - 1] + widths[i]) / 2 + 56);
  return (level) => middles[level];
}

// Sets the children's offsets and returns the node's contour ([left, right] per level below it).
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
