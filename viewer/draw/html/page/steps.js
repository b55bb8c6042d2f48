// ---- step through the search: nodes entered, bounds raised and cuts, in order
// -1 shows the search after its end.
let at = -1;
function setText(node, name, text) {
  const element = node.element.querySelector('.' + name);
  if (element && element.textContent !== text) element.textContent = text;
}
// The mark for folded nodes appears only after all of them were searched, because its count would
// reveal what is to come.
function isAbsent(item) {
  const state = item.mark && stateAt(item.of, at);
  return item.mark ? !(state && state.left) : item.s > at;
}
// Nodes not searched yet are absent; open nodes show their window and best value so far.
function markStep(item) {
  const stepping = at >= 0, absent = stepping && isAbsent(item);
  if (item.element) item.element.classList.toggle('absent', absent);
  if (item.line) item.line.classList.toggle('absent', absent);
  if (!item.element || item.mark) return;
  item.element.classList.toggle('current', stepping && stepReaders.n(at) === item.index);
  if (item.fate) return;
  const state = stepping ? stateAt(item, at) : undefined, open = state && !state.left;
  setText(item, 'value', open ? (state.best === undefined ? '' : state.best + ' \u2026') : item.text);
  setText(item, 'window', open ? (data.ids ? item.window : state.window || '') : item.window);
  item.element.classList.toggle('under-way', Boolean(open));
}
// Hides the result until the search is over.
function tellSearch() {
  const told = (line) => (at >= 0 && line === data.search ? data.question : line);
  $('title').textContent = told(data.title);
  $('caption').textContent = data.caption.map(told).join(' \u00b7 ');
}
function markSteps() {
  view.classList.toggle('stepping', at >= 0);
  tellSearch();
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
// Play advances about one step per second; at the end it starts over.
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
