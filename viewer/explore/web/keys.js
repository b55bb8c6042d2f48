// SPDX-License-Identifier: MIT
//
// All actions that have a key, in one table for the keyboard, the menus and the list of keys.
import {ask} from './api.js';
import {button, el} from './dom.js';
import {kPanels, panelKey} from './layout.js';

// `keys` are values of KeyboardEvent.key; the first one is displayed.
export const kActions = [
  {group: 'Move', keys: ['ArrowUp', 'k'], title: 'To the parent',
    run: (app) => app.select(app.node?.parent)},
  {group: 'Move', keys: ['ArrowDown', 'j'], title: 'To the first child',
    run: (app) => app.select(app.node?.first_child)},
  {group: 'Move', keys: ['J'], shown: 'Shift+J', title: 'To the last child',
    run: (app) => app.select(app.node?.last_child)},
  {group: 'Move', keys: ['ArrowLeft', 'h'], title: 'To the sibling searched before',
    run: (app) => app.select(app.node?.previous)},
  {group: 'Move', keys: ['ArrowRight', 'l'], title: 'To the sibling searched next',
    run: (app) => app.select(app.node?.next)},
  {group: 'Move', keys: ['Home', 'r'], title: 'To the root of the pass',
    run: (app) => app.select(app.node?.path[0].node)},
  {group: 'Move', keys: ['[', 'Backspace'], title: 'Back to the previous view',
    run: () => history.back()},
  {group: 'Move', keys: [']'], title: 'Forward again', run: () => history.forward()},
  {group: 'Follow', keys: ['p'], title: 'Down the principal variation, or onto it',
    run: (app) => principal(app)},
  {group: 'Follow', keys: ['c'], title: 'To the next cutoff in the order of search',
    run: (app) => next(app, 'cutoff')},
  {group: 'Follow', keys: ['C'], shown: 'Shift+C', title: 'To the previous cutoff',
    run: (app) => next(app, 'cutoff', true)},
  {group: 'Follow', keys: ['t'], title: 'To the next cutoff that was not by the first move',
    run: (app) => next(app, 'late-cutoff')},
  {group: 'Follow', keys: ['T'], shown: 'Shift+T', title: 'To the previous late cutoff',
    run: (app) => next(app, 'late-cutoff', true)},
  {group: 'Follow', keys: ['f'], title: 'To the next finding of verify',
    run: (app) => app.layout.find.finding(1)},
  {group: 'Follow', keys: ['F'], shown: 'Shift+F', title: 'To the previous finding',
    run: (app) => app.layout.find.finding(-1)},
  {group: 'Follow', keys: ['a'], title: 'To the next pass', run: (app) => next(app, 'pass')},
  {group: 'Follow', keys: ['A'], shown: 'Shift+A', title: 'To the previous pass',
    run: (app) => next(app, 'pass', true)},
  {group: 'Follow', keys: ['s'], title: 'To the node that stored the table entry used here',
    run: (app) => storing(app)},
  {group: 'Follow', keys: ['e'], title: 'To the node that caused the explosion',
    run: (app) => app.layout.hot.toTrigger()},
  {group: 'Follow', keys: ['E'], shown: 'Shift+E', title: 'Down the heavy path, or onto it',
    run: (app) => app.layout.hot.down()},
  {group: 'Find', keys: ['w'], title: 'Find the late cutoffs, most nodes first', run: (app) => app.layout.find.lateCutoffs()},
  {group: 'Find', keys: ['g'], title: 'Run verify, and list its findings', run: (app) => app.layout.find.verify()},
  {group: 'Find', keys: ['q'], title: 'Find all nodes of this position, in order of time', run: (app) => app.layout.node(app.t).samePosition()},
  {group: 'Find', keys: ['n', '>'], title: 'To the next node found', run: (app) => app.layout.find.hit(1)},
  {group: 'Find', keys: ['N', '<'], shown: 'Shift+N', title: 'To the previous node found', run: (app) => app.layout.find.hit(-1)},
  {group: 'Find', keys: ['X'], shown: 'Shift+X', title: 'Forget what was found, and its marks', run: (app) => app.layout.find.clear()},
  {group: 'Tree', keys: ['Enter', 'o'], title: 'Fold or unfold the selected node in the tree',
    run: (app) => app.layout.tree(app.t).toggle()},
  {group: 'Tree', keys: ['.'], title: 'One step forward in the search', run: (app) => app.layout.tree(app.t).step(1)},
  {group: 'Tree', keys: [','], title: 'One step back', run: (app) => app.layout.tree(app.t).step(-1)},
  {group: 'Tree', keys: ['Escape'], title: 'End the steps', run: (app) => app.layout.tree(app.t).endSteps()},
  {group: 'Tree', keys: ['v'], title: 'Draw the tree from the selected node',
    run: (app) => app.layout.tree(app.t).fromSelected()},
  {group: 'Overview', keys: ['z'], title: 'Zoom to the selected node',
    run: (app) => app.layout.overview(app.t).toSelected()},
  {group: 'Overview', keys: ['Z'], shown: 'Shift+Z', title: 'Sum up the nodes of the range shown',
    run: (app) => app.layout.overview(app.t).sumUp()},
  {group: 'Overview', keys: ['0'], title: 'Show all passes', run: (app) => app.layout.overview(app.t).toAll()},
  {group: 'Overview', keys: ['+', '='], title: 'Zoom in around the selected node',
    run: (app) => app.layout.overview(app.t).scale(0.5)},
  {group: 'Overview', keys: ['-'], title: 'Zoom out around the selected node', run: (app) => app.layout.overview(app.t).scale(2)},
  {group: 'Two traces', keys: ['x'], two: true, title: 'To the same line in the other trace',
    run: (app) => other(app)},
  {group: 'Two traces', keys: ['b'], two: true, title: 'Both traces in one tree, or each in its own',
    run: (app) => app.layout.tree(0).toggleBoth()},
  {group: 'Two traces', keys: ['S'], two: true, shown: 'Shift+S', title: 'The same scale and the same folding for both traces, or each its own',
    run: (app) => app.set({scale: app.state.scale === '1' ? '' : '1'}, {replace: true})},
  {group: 'Two traces', keys: ['d'], two: true,
    title: 'To the first difference of the two traces', run: (app) => difference(app)},
  {group: 'Panels', keys: ['/'], title: 'Go to a path or an id', run: () => focusAndSelect(document.querySelector('#query'))},
  ...kPanels.map(([name, title]) => ({group: 'Panels', keys: [String(panelKey(name))], title: `To the panel ${title}`,
    run: (app) => app.layout.focus(name)})),
  {group: 'Marks', keys: ['m'], title: 'Set a mark with a text at the selected node', run: (app) => app.layout.marks.edit()},
  {group: 'Marks', keys: ['M'], shown: 'Shift+M', title: 'To the next marked node', run: (app) => app.layout.marks.next(1)},
  {group: 'Marks', keys: ['W'], shown: 'Shift+W', title: 'Write the marks to the file beside the trace', run: (app) => app.layout.marks.write()},
  {group: 'Copy', keys: ['y'], title: 'Copy the path', run: (app) => app.copy(app.node.node.path, 'the path')},
  {group: 'Copy', keys: ['i'], title: 'Copy the id', run: (app) => app.copy(String(app.node.node.node), 'the id')},
  {group: 'Copy', keys: ['Y'], shown: 'Shift+Y', title: 'Copy the position',
    run: (app) => app.copy(app.node.position ?? '', 'the position')},
  {group: 'Copy', keys: ['P'], shown: 'Shift+P', title: 'Copy the position without its history (chess: the FEN)',
    run: (app) => app.copy(app.node.position_alone ?? app.node.position ?? '', 'the position without its history')},
  {group: 'Copy', keys: ['u'], title: 'Copy a link to this view', run: (app) => app.copy(location.href, 'the link')},
  {group: 'Panels', keys: ['?'], title: 'All keys', run: (app) => app.keys.help()},
];

async function next(app, what, back = false) {
  const found = `${what.replace('-', ' ')} ${back ? 'before' : 'after'} this node`;
  const from = app.state.n;
  for (let until = {}; until !== null && app.state.n === from;) {
    const answer = await app.attempt(ask('next', {t: app.t, id: from, what, back: back ? 1 : null, ...until}));
    if (!answer) return;
    if (answer.node !== null) return app.select(answer.node);
    until = answer.until;
    app.say(until ? `Looking for a ${found}: at #${until.at} ...` : `No ${found}.`);
  }
}

async function principal(app) {
  const row = app.node?.node;
  if (!row) return;
  const answer = await app.attempt(ask('pv', {t: app.t, search: row.search, pass: row.pass}));
  if (!answer) return;
  const line = answer.steps.map((step) => step.node);
  const at = line.indexOf(row.node);
  if (at >= 0) return at + 1 < line.length ? app.select(line[at + 1]) : app.say('The principal variation ends here.');
  const path = new Set(app.node.path.map((step) => step.node));
  app.select(line.filter((id) => path.has(id)).at(-1) ?? line[0]);
}

function storing(app) {
  const by = app.node?.entry?.stored_by;
  if (by === null || by === undefined) return app.say('This node used no table entry whose storing node is known.');
  app.select(by);
}

function other(app) {
  const id = app.nodes[1 - app.t]?.node.node;
  if (id === undefined) return app.say('The other trace does not hold this line.');
  app.select(id, {t: 1 - app.t});
}

async function difference(app) {
  const answer = await app.attempt(app.ended('difference', {}, (share) => app.say(`comparing: ${share}`)));
  if (!answer) return;
  if (answer.first_difference === null) return app.say('The two traces do not differ.');
  const {a, b, first_difference: {path, message}} = answer;
  const [here, there] = app.t === 1 ? [b, a] : [a, b];
  app.select(here ?? there, here === null ? {t: 1 - app.t} : {});
  app.say(`First difference at ${path}: ${message}`);
}

function focusAndSelect(field) {
  field.focus();
  field.select();
}

const shown = (action) => action.shown ?? kNames[action.keys[0]] ?? action.keys[0];
const kNames = {ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→'};

// Elements in which keys type or choose.
const kTyping = 'input, textarea, select, [contenteditable]';
// Elements that Enter and Space activate.
const kPressing = 'button, a, summary';
// Elements that take the arrow keys themselves.
const kArrows = '[role="separator"], [role="tab"], [role="menu"], .menu > button';

// The menus, and the groups of actions that each one lists.
const kMenus = [['Go', ['Move', 'Follow']], ['Find', ['Find']], ['View', ['Panels', 'Overview', 'Tree']],
  ['Compare', ['Two traces']], ['Marks', ['Marks']], ['Copy', ['Copy']]];

export class Keys {
  #app;
  #actions;
  #queue = Promise.resolve();

  constructor(app) {
    this.#app = app;
    this.#actions = kActions.filter((action) => app.two || !action.two);
    const menus = kMenus.map(([title, groups]) => [title, groups.map((group) => this.#actions.filter((action) => action.group === group))])
      .filter(([, groups]) => groups.flat().length > 0);
    document.querySelector('#tools').append(...menus.map(([title, groups]) => new Menu(title, groups, (action) => this.#run(action)).element),
      button('Keys', 'List all keys (key: ?)', () => this.help()));
    addEventListener('keydown', (event) => this.#press(event));
    this.#fillHelp();
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('#help').open) return;
    if (event.target.closest(kTyping)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    if (event.key === 'Enter' && event.target.closest(kPressing)) return;
    if (event.target.closest('.menu')?.contains(document.querySelector('.menu [role="menu"]:not([hidden])'))) return;
    if (event.key.startsWith('Arrow') && event.target.closest(kArrows)) return turn(event);
    const action = this.#actions.find((one) => one.keys.includes(event.key));
    if (!action) return;
    event.preventDefault();
    this.#run(action);
  }

  // Runs actions one after the other, each starting from the node that the previous one selected.
  #run(action) {
    this.#queue = this.#app.attempt(this.#queue.then(async () => {
      await this.#app.loading;
      if (action.group === 'Panels' || this.#app.node) await action.run(this.#app);
    }));
  }

  #fillHelp() {
    const groups = [...new Set(this.#actions.map((action) => action.group))];
    document.querySelector('#help').append(
      el('div', {class: 'tools'}, el('h2', {id: 'help-title'}, 'Keys'),
        button('Close', 'Close (key: Escape)', () => document.querySelector('#help').close())),
      el('div', {class: 'columns'}, groups.map((group) => el('section', {}, el('h3', {}, group),
        el('dl', {}, this.#actions.filter((action) => action.group === group).map((action) => [
          el('dt', {}, el('kbd', {}, shown(action)), action.keys.slice(1).map((key) => [' ', el('kbd', {}, key)])),
          el('dd', {}, action.title)]))))),
      el('p', {}, 'Escape leaves a field. The overview also takes the wheel (closer, further), dragging, and a double click (zoom).'));
  }

  help() {
    document.querySelector('#help').showModal();
  }
}

// Arrow keys go from tab to tab, and from menu to menu.
function turn(event) {
  const to = {ArrowLeft: 'previousElementSibling', ArrowRight: 'nextElementSibling'}[event.key];
  const next = event.target.closest('[role="tab"], .menu')?.[to];
  if (!next) return;
  event.preventDefault();
  (next.querySelector('button') ?? next).focus();
  if (next.role === 'tab') next.click();
}

// A button that opens a list of actions with their keys.
class Menu {
  #list;
  #button;

  constructor(title, groups, run) {
    const item = (action) => el('button', {type: 'button', role: 'menuitem', onclick: () => {
      this.#close();
      this.#button.blur();
      run(action);
    }}, el('span', {}, action.title), el('kbd', {}, shown(action)));
    this.#button = button(title, `${title}: commands with their keys`, () => (this.#list.hidden ? this.#open() : this.#close()),
      {'aria-haspopup': 'menu', 'aria-expanded': 'false'});
    this.#list = el('div', {role: 'menu', 'aria-label': title, hidden: true},
      groups.map((group) => el('div', {role: 'group'}, group.map(item))));
    this.element = el('div', {class: 'menu', onkeydown: (event) => this.#press(event)}, this.#button, this.#list);
    addEventListener('pointerdown', (event) => this.element.contains(event.target) || this.#close());
    this.element.addEventListener('focusout', (event) => this.element.contains(event.relatedTarget) || this.#close());
  }

  get #items() {
    return [...this.#list.querySelectorAll('button')];
  }

  #open() {
    this.#list.hidden = false;
    this.#button.setAttribute('aria-expanded', 'true');
    this.#list.style.left = '';
    const over = this.#list.getBoundingClientRect().right - document.documentElement.clientWidth;
    if (over > 0) this.#list.style.left = `${-over}px`;
    this.#items[0].focus();
  }

  #close() {
    this.#list.hidden = true;
    this.#button.setAttribute('aria-expanded', 'false');
  }

  #press(event) {
    if (this.#list.hidden) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      event.stopPropagation();
      return this.#open();
    }
    const at = this.#items.indexOf(document.activeElement), last = this.#items.length - 1;
    const to = {ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last, Home: 0, End: last}[event.key];
    if (to !== undefined) this.#items[to].focus();
    else if (event.key === 'Escape') this.#button.focus(), this.#close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
