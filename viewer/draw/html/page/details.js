// ---- details
const valueOf = (node) => node.claim && node.claim.replace(/^value /, '');
// The known part of a node's result: while stepping, nothing that comes later.
function soFar(node) {
  const state = at >= 0 ? stateAt(node, at) : undefined;
  if (at < 0 || state?.left) {
    return [['value', valueOf(node)], ['window', node.windowExact], ['nodes', node.size.toLocaleString('en')], ['kind', node.kind]];
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
    ['move', node.move], ['value', valueOf(node)], ['kind', node.kind], ['nodes', node.nodes], ['cut', node.condition]]
    : [['node', '#' + node.id], ['side', sideOf(node)], ...soFar(node),
      ['role', node.role], ['depth', node.depth]];
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

// ---- search by name
// The move "d" anywhere, "d/c" for consecutive moves, "/d/c" from the root of the pass (as the
// commands write it), "#12" by id.
let matches = [], match = -1, sought = '';
const partsOf = (path) => path.split('/').filter((part) => part !== '');
const encoded = (move) => move.replace(/[%/~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
function matchesOf(text) {
  if (/^#\d+$/.test(text)) return nodes.filter((node) => String(node.id) === text.slice(1));
  const fromRoot = text.startsWith('/');
  let parts = partsOf(text);
  // The page may start below the root of the pass.
  const above = partsOf(data.root);
  if (fromRoot && above.every((part, i) => part === parts[i])) {
    parts = parts.slice(above.length);
    if (parts.length === 0) return [nodes[0]];
  }
  const found = parts.length === 0 ? [] : nodes.filter((node) => endsWith(node, parts, fromRoot));
  // Retry with the move's special characters encoded, because the user may type it as drawn.
  return found.length > 0 || text === '' ? found : nodes.filter((node) => endsWith(node, [encoded(text)], false));
}
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
    matches = matchesOf(text);
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
