// SPDX-License-Identifier: MIT
//
// Arranges the panels in three panes that fill the window: overview above, tree left, the others
// right. Two traces share each pane. Panels of one pane are its tabs. A narrow window shows one
// panel at a time.
import {button, el} from './dom.js';
import {FindPanel} from './find.js';
import {HotPanel} from './hot.js';
import {MarksPanel} from './marks.js';
import {NodePanel} from './node.js';
import {Overview} from './overview.js';
import {PassesPanel} from './passes.js';
import {StatsPanel} from './stats.js';
import {letter} from './texts.js';
import {TreePanel} from './tree.js';

const kPanes = {top: ['overview', 'passes'], left: ['tree'], side: ['node', 'find', 'hot', 'stats', 'marks']};
const kTitles = {overview: 'Overview', passes: 'Passes', tree: 'Tree', node: 'Node', find: 'Find', hot: 'Hot spots',
  stats: 'Statistics', marks: 'Marks'};
const kShort = {hot: 'Hot', stats: 'Stats'};  // where space is scarce
const kNarrow = matchMedia('(max-width: 800px)');
const kLeast = 10, kMost = 90, kStep = 2;  // the place of a border, in percent

const paneOf = (name) => Object.keys(kPanes).find((pane) => kPanes[pane].includes(name));

export class Layout {
  #app;
  #main = document.querySelector('#main');
  #panels;
  #tabs = [];  // all tabs, [name, button]
  #borders;

  constructor(app) {
    this.#app = app;
    const twice = (Kind, name) => app.traces.map((_, t) => new Kind(app, `${kTitles[name]}${app.two ? ` ${letter(t)}` : ''}`, t));
    this.#panels = [...twice(Overview, 'overview'), new PassesPanel(app), ...twice(TreePanel, 'tree'), ...twice(NodePanel, 'node'),
      new FindPanel(app), new HotPanel(app), new StatsPanel(app), new MarksPanel(app)];
    this.#borders = {up: new Border(app, 'up', 'Height of the overview'), left: new Border(app, 'left', 'Width of the tree')};
    const panes = Object.keys(kPanes).map((pane) => this.#pane(pane));
    this.#main.classList.toggle('two', app.two);
    this.#main.append(panes[0], this.#borders.up.element, panes[1], this.#borders.left.element, panes[2]);
    document.querySelector('#tabs').append(...Object.values(kPanes).flat().map((name) => this.#tab(name, kShort[name] ?? kTitles[name])));
    kNarrow.addEventListener('change', () => app.update());
  }

  #pane(pane) {
    const names = kPanes[pane];
    const panels = names.flatMap((name) => this.#panels.filter((panel) => panel.name === name));
    const head = el('div', {class: 'head'}, names.length < 2 ? '' : el('div', {role: 'tablist', 'aria-label': 'Panels'},
      names.map((name) => this.#tab(name, kTitles[name]))));
    // The tools of a panel that has its pane alone stand beside the tabs.
    for (const panel of panels) {
      if (panel.own === null || !this.#app.two) head.append(panel.tools);
    }
    return el('div', {class: `pane ${pane}`}, head, el('div', {class: 'panels'}, panels.map((panel) => panel.element)));
  }

  #tab(name, text) {
    const tab = button(text, `${kTitles[name]} (key: ${panelKey(name)})`, () => this.open(name, {}), {role: 'tab',
      'aria-controls': `panel-${name}`});
    this.#tabs.push([name, tab]);
    return tab;
  }

  update() {
    const {front} = this.#app.state;
    this.#main.dataset.front = paneOf(front) ?? 'left';
    for (const [name, tab] of this.#tabs) tab.setAttribute('aria-selected', String(this.shows(name)));
    for (const border of Object.values(this.#borders)) border.update();
    for (const panel of this.#panels) panel.update();
    this.markHits();
  }

  // Marks what Find has found, or the heavy path while Hot spots are shown.
  markHits() {
    const {ids, conditions} = (this.shows('hot') ? this.panel('hot') : this.panel('find')).found;
    this.#app.hits.set(this.#app.t, ids, conditions);
  }


  // The overviews and trees mark what was found.
  hitsChanged() {
    for (const panel of this.#panels) panel.hitsChanged?.();
  }

  forget() {
    for (const panel of this.#panels) panel.forget();
  }

  // Whether the panels of that name are visible.
  shows(name) {
    const {state} = this.#app, pane = paneOf(name);
    if (kNarrow.matches) return name === (paneOf(state.front) ? state.front : 'tree');
    const names = kPanes[pane];
    return name === (names.includes(state[pane]) ? state[pane] : names[0]);
  }

  // The panel of that name; `t`: of which trace, where each has one.
  panel(name, t) {
    return this.#panels.find((panel) => panel.name === name && (panel.own === null || panel.own === t));
  }

  open(name, options = {replace: true}) {
    const pane = paneOf(name);
    this.#app.set(pane === 'left' ? {front: name} : {front: name, [pane]: name}, options);
  }

  // Opens the panel of that name and moves the focus to it.
  focus(name) {
    this.open(name);
    this.panel(name, this.#app.t).element.focus({preventScroll: true});
  }
}

// The panels have the keys 1, 2, ... in this order.
export const kPanels = Object.values(kPanes).flat().map((name) => [name, kTitles[name]]);
export const panelKey = (name) => kPanels.findIndex(([one]) => one === name) + 1;

// A border between panes: dragged, or moved by arrow keys. The address keeps its place in percent.
class Border {
  #app;
  #name;
  #grip;

  constructor(app, name, label) {
    this.#app = app;
    this.#name = name;
    this.#grip = el('div', {class: 'grip', role: 'separator', tabindex: 0, 'aria-label': label, 'aria-valuemin': kLeast,
      'aria-valuemax': kMost, title: `${label}: drag, or use the arrow keys; a double click resets it`,
      'aria-orientation': name === 'up' ? 'horizontal' : 'vertical', onkeydown: (event) => this.#press(event)});
    this.element = el('div', {class: `border between-${name === 'up' ? 'rows' : 'columns'}`, ondblclick: () => this.#set(''), onpointerdown: (event) => this.#take(event)}, this.#grip);
  }

  get #place() {
    const place = Number(this.#app.state[this.#name]);
    return place >= kLeast && place <= kMost ? place : kUsual[this.#name];
  }

  update() {
    document.querySelector('#main').style.setProperty(`--${this.#name}`, `${this.#place}%`);
    this.#grip.setAttribute('aria-valuenow', this.#place);
  }

  #set(place) {
    const within = place === '' ? kUsual[this.#name] : Math.min(kMost, Math.max(kLeast, Math.round(place)));
    if (within !== this.#place) this.#app.set({[this.#name]: within}, {replace: true});
  }

  #press(event) {
    const by = {ArrowUp: -kStep, ArrowLeft: -kStep, ArrowDown: kStep, ArrowRight: kStep}[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#set(this.#place + by);
  }

  #take(event) {
    event.preventDefault();
    this.#grip.focus();
    this.element.setPointerCapture(event.pointerId);
    const around = document.querySelector('#main').getBoundingClientRect();
    const follow = (move) => this.#set(100 * (this.#name === 'up' ? (move.clientY - around.top) / around.height
      : (move.clientX - around.left) / around.width));
    this.element.addEventListener('pointermove', follow);
    for (const end of ['pointerup', 'pointercancel']) {
      this.element.addEventListener(end, () => this.element.removeEventListener('pointermove', follow), {once: true});
    }
  }
}
const kUsual = {up: 38, left: 58};  // as view.js has them
