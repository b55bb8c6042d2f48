// SPDX-License-Identifier: MIT
//
// Shows the tree as `plytrace render` draws it, laid out by the server, and replays the search in
// it step by step.
import {ask} from './api.js';
import {button, choice, el, picture, svg} from './dom.js';
import {Panel} from './panel.js';
import {count, plural, shortened, windowOf} from './texts.js';
import {field} from './view.js';

// The number of nodes drawn: as many as fit legibly, or a fixed number of any size.
const kSizes = [['fit', 'what fits'], ...['15', '30', '60', '120', '300'].map((size) => [size, `${size} nodes`])];
const kMostFitted = 60;
const kPoint = 0.75;  // in pixels
// Factors by which texts may be reduced: still well legible, and barely legible.
const kGoodScale = 0.75, kLeastScale = 0.66;
const kTarget = 26;  // the least size of what can be clicked, in pixels
const kStepsListed = 8;
const kPlayEvery = 900;  // milliseconds

export class TreePanel extends Panel {
  #fold;
  #size;
  #exports = el('span');
  #both = el('input', {type: 'checkbox'});
  #picture = el('div', {class: 'picture', tabindex: 0});
  #note = el('p', {class: 'under'});
  #bar;
  #drawnRoot = null;
  #natural = [0, 0];  // size of the picture in pixels as it was drawn
  #wide = 0;  // width available in pixels; measured only after a resize, because measuring forces a layout

  constructor(app, title, t) {
    super(app, 'tree', title, t);
    this.#fold = choice('What the tree follows', [['path', 'principal variation'], ['hot', 'largest subtrees']],
      'path', (fold) => app.set({fold}, {replace: true}));
    this.#size = choice('How many nodes', kSizes, 'fit',
      (size) => app.set({size}, {replace: true}));
    this.tools.append(el('label', {}, 'follow ', this.#fold), this.#size,
      button('From here', 'Draw the tree from the selected node (key: v)', () => this.fromSelected()),
      button('From the root', 'Draw the tree from the root of the pass', () => this.#setRoot('')),
      button('Unfold', 'Unfold the selected node, or fold it (key: Enter)', () => this.toggle()),
      button('Steps', 'Play the search from the root of this tree (keys: . and ,)', () => this.step(0)),
      app.two && t === 0 ? el('label', {title: 'The nodes of both traces in one tree (key: b)'}, this.#both, ' both in one tree') : '',
      this.#exports);
    this.#both.addEventListener('change', () => this.toggleBoth());
    this.#bar = new StepBar(this);
    this.body.append(this.#bar.element, this.#picture, this.#note);
    this.#picture.addEventListener('click', (event) => this.#click(event));
    this.#picture.addEventListener('dblclick', (event) => this.#doubleClick(event));
    this.#picture.addEventListener('pointermove', (event) => this.#hover(event));
    this.#picture.addEventListener('pointerleave', () => app.card.hide());
    new ResizeObserver(() => this.#resized()).observe(this.#picture);
  }

  // ---- what is shown

  refresh() {
    this.#fold.value = this.app.state.fold;
    this.#size.value = this.app.state.size;
    this.#both.checked = this.#isOfTwo();
    if (!this.node) return this.#absent();
    // May change the view, and so the parameters.
    this.#mark();
    const parameters = this.#parameters();
    this.#exports.replaceChildren(this.exports('tree', parameters));
    this.#bar.update(this.#step());
    if (this.#step() === null) this.app.setMoment(this.t, null);
    if (this.#step() === null) return this.show('tree', parameters, (answer) => this.#take(answer));
    delete parameters.against;
    const steps = {...parameters, from: this.#step(), count: 1, back: kStepsListed - 1, svg: 1};
    this.show('steps', steps, (answer) => this.#takeSteps(answer));
  }

  #step() {
    const step = this.app.of('step', this.t);
    return /^\d+$/.test(step) ? Number(step) : null;
  }

  // True if both traces are drawn in the first one's tree.
  #isOfTwo() {
    return this.app.two && this.t === 0 && this.app.state.both === '1';
  }

  toggleBoth() {
    this.app.set({both: this.#isOfTwo() ? '' : '1'}, {replace: true});
  }

  // The root that the user chose if the selected node is below it, else the root of the node's
  // pass.
  #root() {
    const wanted = this.app.of('root', this.t);
    const path = this.node.path;
    return path.some((step) => String(step.node) === wanted) ? wanted : String(path[0].node);
  }

  // Another width has space for another number of nodes.
  #resized() {
    this.#wide = 0;
    this.#fit();
    if (this.app.layout && !this.hidden) this.refresh();
  }

  #width() {
    return (this.#wide ||= this.#picture.clientWidth);
  }

  #parameters() {
    const root = this.#root();
    const {size} = this.app.state;
    const width = Math.max(200, Math.floor(((this.#width() || 600) / kGoodScale) * kPoint));
    // A node that must be shown belongs to the tree in which it was chosen.
    const at = this.#drawnRoot === null || this.#drawnRoot === root ? this.app.of('at', this.t) : '';
    return {t: this.t, node: root, nodes: size === 'fit' ? kMostFitted : size, width: size === 'fit' ? width : null,
      fold: this.app.state.fold,
      at: at || String(this.node.node.node), open: this.app.of('open', this.t), closed: this.app.of('closed', this.t),
      against: this.#isOfTwo() ? 1 : null};
  }

  #take(answer) {
    this.#drawnRoot = this.#root();
    this.#draw(answer.svg);
    const left = answer.left_out ? `, ${plural(answer.left_out, 'node')} left out: click a gap to open it` : '';
    this.#note.textContent = `${plural(answer.drawn, 'node')} drawn${left}`;
    this.#picture.setAttribute('aria-label', `Tree from #${this.#drawnRoot}: ${this.#note.textContent}`);
    this.#mark();
  }

  #takeSteps(answer) {
    this.#drawnRoot = this.#root();
    const now = answer.steps.at(-1);
    if (now?.svg) this.#draw(now.svg);
    this.#bar.take(answer);
    this.app.setMoment(this.t, now ? {node: now.node, until: Number(answer.until), open: answer.open} : null);
    this.#note.textContent = 'The tree as it was at this step.';
    this.#mark();
  }

  #draw(text) {
    const drawn = picture(text);
    if (!drawn) throw new Error('the tree cannot be drawn: the answer is not a picture');
    drawn.setAttribute('role', 'group');
    drawn.setAttribute('aria-label', 'Tree');
    for (const node of drawn.querySelectorAll('[data-node], [data-other], [data-gap]')) this.#name(node);
    const at = [this.#picture.scrollLeft, this.#picture.scrollTop];
    this.#picture.replaceChildren(drawn);
    this.#natural = [drawn.width.baseVal.value, drawn.height.baseVal.value];
    this.#fit();
    [this.#picture.scrollLeft, this.#picture.scrollTop] = at;
    if (!this.#bar.element.isConnected) this.body.replaceChildren(this.#bar.element, this.#picture, this.#note);
    if (this.app.two && !this.#isOfTwo()) this.#markOnly(drawn);
  }

  // Gives a node of the picture a role, its text as a name, and a title that also says what a click
  // does.
  #name(node) {
    const title = node.querySelector('title') ?? svg('title');
    const [name, does] = [title.textContent, hint(node.dataset)];
    title.textContent = name === '' ? does : `${name}: ${does}`;
    node.prepend(title);
    node.setAttribute('role', 'button');
    node.setAttribute('aria-label', title.textContent);
  }

  // Everything that can be clicked is at least 24 pixels wide and high, and the selected node has a
  // frame around it.
  #frames(drawn, scale) {
    for (const old of drawn.querySelectorAll('.target, .frame, .found, .flag')) old.remove();
    for (const node of drawn.querySelectorAll('[data-node], [data-other], [data-gap]')) {
      const {x, y, width, height} = node.getBBox(), least = kTarget / scale;
      const [more, higher] = [Math.max(0, least - width), Math.max(0, least - height)];
      node.querySelector('title').after(svg('rect', {class: 'target', fill: 'none', x: x - more / 2, y: y - higher / 2,
        width: width + more, height: height + higher}));
      node.append(svg('rect', {class: 'frame', fill: 'none', x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 3}));
    }
  }

  // Scales the picture to the panel's width if the texts stay legible; never enlarges it.
  #fit() {
    const drawn = this.#picture.querySelector('svg');
    if (!drawn) return;
    const [width, height] = this.#natural;
    const scale = Math.min(1, Math.max(kLeastScale, this.#width() / width));
    drawn.setAttribute('width', width * scale);
    drawn.setAttribute('height', height * scale);
    this.#frames(drawn, scale);
    this.hitsChanged();
  }

  // Marks the nodes that the other trace did not search at their corners.
  async #markOnly(drawn) {
    const nodes = [...drawn.querySelectorAll('[data-node]')];
    const only = await this.app.attempt(this.app.only(this.t, nodes.map((node) => node.dataset.node)));
    for (const node of nodes.filter((one) => only?.has(one.dataset.node))) {
      const box = node.getBBox();
      node.append(svg('text', {x: box.x - 4, y: box.y + 10, class: 'only', 'font-size': 10}, '◆'));
    }
  }

  // Marks the selected node, and requests a new picture if the node is not in this one.
  #mark() {
    for (const old of this.#picture.querySelectorAll('.chosen')) old.classList.remove('chosen');
    const id = String(this.node.node.node);
    const node = this.#picture.querySelector(`[data-node="${CSS.escape(id)}"]`);
    if (node) return this.#show(node);
    if (this.#drawnRoot === null || this.#step() !== null || this.app.of('at', this.t) === id) return;
    this.app.setOf('at', this.t, id, {replace: true});
  }

  #show(node) {
    node.classList.add('chosen');
    const outer = this.#picture.getBoundingClientRect(), box = node.getBoundingClientRect();
    if (box.left < outer.left || box.right > outer.right) {
      this.#picture.scrollLeft += box.left + box.width / 2 - outer.left - outer.width / 2;
    }
    if (box.top < outer.top || box.bottom > outer.bottom) {
      this.#picture.scrollTop += box.top + box.height / 2 - outer.top - outer.height / 2;
    }
  }

  // The other trace is in use, and this one did not search its line.
  #absent() {
    this.forget();
    this.#drawnRoot = null;
    const aligned = this.app.aligned;
    const text = this.app.two && this.t !== this.app.t && aligned
      ? `This trace searched only ${plural(aligned.matched, 'move')} of that line.` : '';
    this.#picture.replaceChildren(el('p', {}, text));
    this.#note.textContent = '';
  }

  #hover(event) {
    const {node} = event.target.closest('[data-node]')?.dataset ?? {};
    if (node) this.app.card.show(event, this.t, node);
    else this.app.card.hide();
  }

  // The user's marks beside their nodes.
  #flags() {
    for (const old of this.#picture.querySelectorAll('.flag')) old.remove();
    for (const mark of this.app.layout.panel('marks').of(this.t)) {
      const frame = this.#picture.querySelector(`[data-node="${mark.node}"] > .frame`);
      if (!frame) continue;
      const [x, y, width] = ['x', 'y', 'width'].map((name) => Number(frame.getAttribute(name)));
      frame.parentNode.append(svg('text', {class: 'flag', x: x + width + 1, y: y + 9, 'font-size': 9}, `⚑ ${shortened(mark.text, 24)}`));
    }
  }

  // Marks the nodes found, and says how many of them a gap holds.
  hitsChanged() {
    const {hits} = this.app;
    const listed = new Set(hits.listed(this.t).map(String));
    for (const old of this.#picture.querySelectorAll('.found')) old.remove();
    for (const node of this.#picture.querySelectorAll('[data-node]')) node.classList.toggle('hit', listed.has(node.dataset.node));
    this.#flags();
    if (!hits.marks(this.t) || this.#step() !== null) return;
    for (const gap of this.#picture.querySelectorAll('[data-gap][data-first]')) {
      const found = hits.count(this.t, Number(gap.dataset.first), Number(gap.dataset.last));
      if (!found) continue;
      const box = gap.querySelector('.target').getBBox();
      gap.append(svg('text', {class: 'found', x: box.x + box.width / 2, y: box.y + box.height + 7, 'text-anchor': 'middle', 'font-size': 9},
        `${hits.isExact ? '' : '≈ '}${count(found)} found`));
    }
  }

  // ---- actions

  fromSelected() {
    if (this.node) this.#setRoot(this.node.node.node);
  }

  #setRoot(id) {
    this.app.set({[field('root', this.t)]: id, [field('step', this.t)]: ''});
  }

  toggle() {
    if (!this.node) return;
    const id = String(this.node.node.node);
    const folded = this.#picture.querySelector(`[data-gap="${CSS.escape(id)}"]`) !== null ||
      list(this.app.of('closed', this.t)).includes(id);
    this.#unfold(id, folded);
  }

  // The change of the view that unfolds a node of trace `t`, or folds it.
  #folding(id, opens, t) {
    const without = (name) => list(this.app.of(name, t)).filter((one) => one !== id);
    const [to, from] = opens ? ['open', 'closed'] : ['closed', 'open'];
    return {[field(to, t)]: [...without(to), id].join(','), [field(from, t)]: without(from).join(',')};
  }

  #unfold(id, opens) {
    this.app.set(this.#folding(id, opens, this.t));
    if (this.app.two && this.app.state.scale === '1') this.#unfoldOther(id, opens);
  }

  // Folds the same line of the other trace in the same way.
  async #unfoldOther(id, opens) {
    const answer = await this.app.attempt(ask('align', {t: this.t, id}));
    if (!answer || answer.node === null) return;
    this.app.set(this.#folding(String(answer.node), opens, 1 - this.t), {replace: true});
  }

  #click(event) {
    const node = event.target.closest('[data-node], [data-other], [data-gap]');
    if (!node) return;
    if (!node.dataset.node && node.dataset.other) return this.app.select(node.dataset.other, {t: 1 - this.t});
    if (node.dataset.node) return this.app.select(node.dataset.node, {t: this.t});
    this.#unfold(node.dataset.gap, true);
  }

  #doubleClick(event) {
    if (event.target.closest('[data-node]')) this.toggle();
  }

  // ---- steps

  // Moves by this many steps; goes to the first step if none is shown.
  step(by) {
    const now = this.#step();
    this.stepTo(now === null ? 0 : now + by);
  }

  stepTo(step) {
    const most = this.#bar.total === null ? step : this.#bar.total - 1;
    this.app.setOf('step', this.t, Math.max(0, Math.min(step, most)), {replace: this.#step() !== null});
  }

  endSteps() {
    if (this.#step() === null) return;
    this.forget();
    this.app.setOf('step', this.t, '');
  }
}

const list = (text) => text.split(',').filter((one) => one !== '');

function hint(data) {
  if (data.node) return 'a click selects it, a double click folds it or unfolds it';
  if (data.other) return 'a click selects it in the other trace, which alone holds it';
  return 'a click opens it';
}

// The list of steps: the current one, what happened in it, and what led to it.
class StepBar {
  element = el('div', {class: 'steps', hidden: true, role: 'group', 'aria-label': 'Steps of the search'});
  total = null;
  #tree;
  #slider = el('input', {type: 'range', min: 0, value: 0, 'aria-label': 'Step'});
  #place = el('span');
  #events = el('ol', {class: 'timeline'});
  #play;
  #timer = null;

  constructor(tree) {
    this.#tree = tree;
    this.#play = button('▶ play', 'Play the steps, or stop', () => this.#toggle());
    this.#slider.addEventListener('input', () => tree.stepTo(Number(this.#slider.value)));
    this.element.append(
      button('|◀', 'To the first step', () => tree.stepTo(0)),
      button('◀', 'One step back (key: ,)', () => tree.step(-1)), this.#play,
      button('▶', 'One step forward (key: .)', () => tree.step(1)),
      button('▶|', 'To the last step', () => tree.stepTo(this.total - 1)), this.#slider, this.#place,
      button('End the steps', 'Show the tree as the search left it (key: Escape)', () => tree.endSteps()), this.#events);
  }

  update(step) {
    this.element.hidden = step === null;
    if (step === null) return this.#stop();
    this.#slider.value = step;
    this.#showPlace(step);
  }

  take(answer) {
    this.total = answer.total;
    this.#slider.max = Math.max(0, (answer.total ?? 1) - 1);
    const now = answer.steps.at(-1)?.n ?? 0;
    this.#slider.value = now;
    this.#showPlace(now);
    // The current step and those before it: nothing of what comes.
    this.#events.start = (answer.steps[0]?.n ?? 0) + 1;
    this.#events.replaceChildren(...answer.steps.map((step) => el('li', step.n === now ? {'aria-current': 'step'} : {},
      this.#tree.nodeLink(step.node), ` ${step.sentence || step.text} `, el('span', {class: 'faint'}, windowOf(step)))));
    this.#events.scrollTop = this.#events.scrollHeight;
    if (now + 1 >= answer.total) this.#stop();
  }

  #showPlace(step) {
    this.#place.textContent = this.total === null ? `step ${step + 1}` : `step ${count(step + 1)} of ${count(this.total)}`;
  }

  #toggle() {
    if (this.#timer) return this.#stop();
    this.#timer = setInterval(() => this.#tree.step(1), kPlayEvery);
    this.#play.textContent = '■ stop';
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#play.textContent = '▶ play';
  }
}
