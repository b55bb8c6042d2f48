// ---- step through the search: what was entered, raised, cut, and in which order
// -1 shows the search when it is over.
let at = -1;
function setText(node, name, text) {
  const element = node.element.querySelector('.' + name);
  if (element && element.textContent !== text) element.textContent = text;
}
// A mark for what is folded comes when all of it has been searched: its number tells what came.
function isAbsent(item) {
  const state = item.mark && stateAt(item.of, at);
  return item.mark ? !(state && state.left) : item.s > at;
}
// What is not searched yet is absent, what is under way shows its window and its best value so far.
function markStep(item) {
  const stepping = at >= 0, absent = stepping && isAbsent(item);
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
// The result is not told before the search is over.
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
