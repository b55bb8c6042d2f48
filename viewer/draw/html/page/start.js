// ---- buttons and start
// A node's smallest text is 10 pixels high; in a fitted view no text may fall below 6.
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
// The factor by which the shown items could be enlarged, relative to `scale`, to fill the space.
function roomFor(items, room, scale) {
  const { width, height } = boundsOf(items);
  return Math.min(room.width / width, room.height / height) / scale;
}
// Unfolds as many nodes from the start of the list as fit into the space at this scale. Returns
// their number; below 1, the fraction of the scale at which the first node alone fits.
function unfoldInto(order, room, scale) {
  const unfold = (count) => {
    nodes.forEach((node) => { node.folded = true; });
    for (let i = 0; i < count; ++i) order[i].folded = false;
  };
  const fits = (count) => {
    unfold(count);
    return roomFor(layOut().flatMap((node) => [node, ...node.below]), room, scale) >= 1;
  };
  let low = 0, high = Math.min(order.length, 2000);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle; else high = middle - 1;
  }
  unfold(Math.max(low, 1));
  draw();
  return low || roomFor(shown, room, scale);
}
// Unfolds as many nodes as a fitted view can show legibly.
function unfoldWhatFits(order) {
  unfoldInto(order, { width: view.clientWidth - 30, height: view.clientHeight - 30 }, smallest);
  fit(smallest);
}
// Nodes with something below them, level by level.
const inner = [nodes[0]];
for (let i = 0; i < inner.length; ++i) {
  for (const child of inner[i].children) if (child.children.length > 0) inner.push(child);
}
function unfoldAll() {
  const selected = nodes[focusIndex];
  unfoldWhatFits(inner);
  const folded = inner.filter((node) => node.folded).length;
  if (at < 0 && folded > 0) $('message').textContent = `${folded.toLocaleString('en')} nodes stay folded to keep the text legible: click or press Enter to unfold one.`;
  reveal(selected);
}
const pvFirst = (list) => [...list.filter((node) => node.pv), ...list.filter((node) => !node.pv)];
function foldToStart() { unfoldWhatFits(pvFirst(inner)); }
function foldAll() {
  nodes.forEach((node) => { node.folded = !node.pv; });
  if (at < 0) $('message').textContent = '';
  draw();
  fit(smallest);
}
// Prints the whole drawing on one page, rotated if that makes it legible. Otherwise unfolds only as
// much as keeps all text at 6 pt or more on A4, less margins, title and legend.
const paper = { width: 680, height: 860 }, legibleOnPaper = 0.8;
let beforePrint = null;
const turn = () => { leftRight = !leftRight; };
function shapeForPaper() {
  const isLegible = () => roomFor(shown, paper, legibleOnPaper) >= 1;
  if (isLegible()) return;
  beforePrint = { leftRight, unfolded: new Set(nodes.filter((node) => !node.folded)) };
  turn();
  draw();
  if (isLegible()) return;
  const order = pvFirst(inner.filter((node) => !node.folded));
  const unfold = () => unfoldInto(order, paper, legibleOnPaper);
  const turned = unfold();
  turn();
  if (unfold() >= turned) return;
  turn();
  unfold();
}
// True if a node is selected. A redraw loses the keyboard focus that shows it.
let isSelected = false;
window.addEventListener('beforeprint', () => {
  isSelected = document.activeElement !== null && document.activeElement === nodes[focusIndex].element;
  shapeForPaper();
  paint(true);
  const box = canvas.getBBox();
  canvas.removeAttribute('transform');
  view.setAttribute('viewBox', `${box.x - 5} ${box.y - 5} ${box.width + 10} ${box.height + 10}`);
});
window.addEventListener('afterprint', () => {
  view.removeAttribute('viewBox');
  if (beforePrint) {
    ({ leftRight } = beforePrint);
    nodes.forEach((node) => { node.folded = !beforePrint.unfolded.has(node); });
    beforePrint = null;
    draw();
  }
  apply();
  if (isSelected) focusOn(nodes[focusIndex]);
});
$('unfold-all').addEventListener('click', unfoldAll);
$('fold-all').addEventListener('click', foldAll);
$('fit').addEventListener('click', () => fit());
$('zoom-in').addEventListener('click', () => zoomMiddle(1.25));
$('zoom-out').addEventListener('click', () => zoomMiddle(0.8));
$('help-button').addEventListener('click', () => {
  $('help').hidden = !$('help').hidden;
  $('help-button').setAttribute('aria-expanded', String(!$('help').hidden));
});
window.addEventListener('resize', () => { if (!view.hasAttribute('viewBox')) fit(smallest); });
// Explains the marks that occur in this tree.
function legend() {
  const any = (test) => nodes.some(test);
  const beside = (sign) => any((node) => !node.fate &&
      [node.text, node.window].some((text) => text && new RegExp('[0-9][' + sign + ']').test(text)));
  const prunedSays = (test) => any((node) => isPruned(node) && test(node));
  const says = (sign) => any((node) => !node.fate && node.text.startsWith(sign));
  return [
    [any((node) => node.side === 0 && !node.ended), 'roof above: MAX to move'],
    [any((node) => node.side === 1 && !node.ended), 'roof below: MIN to move'],
    [any((node) => node.ended), 'box: game over'],
    [true, 'in a node: value, and (alpha, beta) on entry'],
    [says('\u2264'), '\u2264 at most'],
    [says('\u2265'), '\u2265 at least'],
    [beside('+'), '3+ the number next above 3'],
    [beside('-'), '3- the number next below 3'],
    [any((node) => node.pv), 'thick: principal variation'],
    [any(isPruned), 'dotted, with a double stroke and its condition: moves that a cutoff left unsearched' +
        (prunedSays((node) => node.text) ? ', with their values in grey' : '') +
        (prunedSays((node) => node.lines.some((line) => line.includes('node'))) ? ', and how many nodes they saved' : '')],
    [true, 'grey box: searched, folded here or left out'],
    [any((node) => node.aside), 'dashed line: does not count, or is searched again'],
    [any((node) => node.open), 'dashed outline: no usable value'],
    [stepCount > 0, 'in italics, while stepping: best value so far'],
  ].filter(([occurs]) => occurs).map(([, text]) => text).join('; ') + '.';
}
$('legend').hidden = !data.legend;
if (data.legend) $('legend').textContent = legend();
tellSearch();
foldToStart();
showDetails(nodes[0]);
