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
  // If the tree is larger than the view, centre the root on the side where the tree starts.
  const root = scale > whole ? nodes[0] : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  shiftX = leftRight ? 15 - scale * box.x : view.clientWidth / 2 - scale * root.x;
  shiftY = leftRight ? view.clientHeight / 2 - scale * root.y : 15 - scale * box.y;
  apply();
}
// Scrolls only if the node is out of sight, so that a fitted tree does not move while the user
// walks or steps through it.
function bringIn(node) {
  const leaves = (from, to, shift, size) => from * scale + shift < 0 || to * scale + shift > size;
  const across = node.full / 2, above = node.height / 2 + node.header, below = node.height / 2;
  if (leaves(node.x - across, node.x + across, shiftX, view.clientWidth)) {
    shiftX = view.clientWidth / 2 - node.x * scale;
  }
  if (leaves(node.y - above, node.y + below, shiftY, view.clientHeight)) {
    shiftY = view.clientHeight / 2 - node.y * scale;
  }
  apply();
}
// Brings a node's unfolded children into view; if they do not all fit, the middle ones.
function bringInBelow(node) {
  const items = [node, ...node.children, ...node.below.filter((item) => item.mark)];
  const into = (from, to, middle, shift, size) => {
    const low = from * scale + shift, high = to * scale + shift;
    if (high - low > size) return size / 2 - middle * scale;
    return shift - Math.min(low, 0) - Math.max(high - size, 0);
  };
  const left = Math.min(...items.map((item) => item.x - item.full / 2));
  const right = Math.max(...items.map((item) => item.x + item.full / 2));
  const top = Math.min(...items.map((item) => item.y - item.height / 2 - item.header));
  const bottom = Math.max(...items.map((item) => item.y + item.height / 2));
  shiftX = into(left, right, node.x, shiftX, view.clientWidth);
  shiftY = into(top, bottom, node.y, shiftY, view.clientHeight);
  apply();
}
view.addEventListener('wheel', (event) => {
  event.preventDefault();
  const box = view.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
// Pointers (mouse or fingers) that hold the drawing: one pans, two also zoom.
const holds = new Map();
function grip() {
  const points = [...holds.values()].slice(0, 2), [a] = points, b = points[points.length - 1];
  return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, apart: Math.hypot(a[0] - b[0], a[1] - b[1]) };
}
view.addEventListener('pointerdown', (event) => {
  if (holds.size === 0) moved = false;
  holds.set(event.pointerId, [event.clientX, event.clientY]);
});
window.addEventListener('pointermove', (event) => {
  if (!holds.has(event.pointerId)) return;
  const [x, y] = holds.get(event.pointerId);
  if (!moved && holds.size === 1 && Math.hypot(event.clientX - x, event.clientY - y) < 4) return;
  moved = true;
  view.classList.add('dragging');
  const before = grip();
  holds.set(event.pointerId, [event.clientX, event.clientY]);
  const now = grip(), box = view.getBoundingClientRect();
  shiftX += now.x - before.x;
  shiftY += now.y - before.y;
  if (before.apart > 0 && now.apart > 0) zoom(now.apart / before.apart, now.x - box.left, now.y - box.top);
  else apply();
});
function release(event) {
  holds.delete(event.pointerId);
  if (holds.size === 0) view.classList.remove('dragging');
}
window.addEventListener('pointerup', release);
window.addEventListener('pointercancel', release);

// ---- fold and unfold
// Redraws and keeps this node at its position on the screen.
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
  if (!node.folded) bringInBelow(node);
  unfoldedBySteps.delete(node);
}
// Stepping unfolds nodes; beyond this number it folds them again.
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
