// SPDX-License-Identifier: MIT
//
// All actions that have a key, in one table for the keyboard, the menus and the list of keys.
import {ask} from './api.js';
import {button, el} from './dom.js';
import {kPanels, panelKey} from './layout.js';

// The actions by group: their keys, title, and what they do. A key is a value of KeyboardEvent.key;
// the first one is displayed.
const kTwo = 'Two traces';  // a group for two traces only
const kGroups = {
  Move: [
    [['ArrowUp', 'k'], 'To the parent', (app) => app.select(app.node?.parent)],
    [['ArrowDown', 'j'], 'To the first child', (app) => app.select(app.node?.first_child)],
    [['J'], 'To the last child', (app) => app.select(app.node?.last_child)],
    [['ArrowLeft', 'h'], 'To the sibling searched before', (app) => app.select(app.node?.previous)],
    [['ArrowRight', 'l'], 'To the sibling searched next', (app) => app.select(app.node?.next)],
    [['Home', 'r'], 'To the root of the pass', (app) => app.select(app.node?.path[0].node)],
    [['[', 'Backspace'], 'Back to the previous view', () => history.back()],
    [[']'], 'Forward again', () => history.forward()],
  ],
  Follow: [
    [['p'], 'Down the principal variation, or onto it', (app) => principal(app)],
    [['c'], 'To the next cutoff in the order of search', (app) => next(app, 'cutoff')],
    [['C'], 'To the previous cutoff', (app) => next(app, 'cutoff', true)],
    [['t'], 'To the next cutoff that was not by the first move', (app) => next(app, 'late-cutoff')],
    [['T'], 'To the previous late cutoff', (app) => next(app, 'late-cutoff', true)],
    [['f'], 'To the next finding of verify', (app) => app.layout.panel('find').finding(1)],
    [['F'], 'To the previous finding', (app) => app.layout.panel('find').finding(-1)],
    [['a'], 'To the next pass', (app) => next(app, 'pass')],
    [['A'], 'To the previous pass', (app) => next(app, 'pass', true)],
    [['s'], 'To the node that stored the table entry used here', (app) => storing(app)],
    [['e'], 'To the node that caused the explosion', (app) => app.layout.panel('hot').toTrigger()],
    [['E'], 'Down the heavy path, or onto it', (app) => app.layout.panel('hot').down()],
  ],
  Find: [
    [['w'], 'Find the late cutoffs, most nodes first', (app) => app.layout.panel('find').lateCutoffs()],
    [['g'], 'Run verify, and list its findings', (app) => app.layout.panel('find').verify()],
    [['q'], 'Find all nodes of this position, in order of time', (app) => app.layout.panel('node', app.t).samePosition()],
    [['n', '>'], 'To the next node found', (app) => app.layout.panel('find').hit(1)],
    [['N', '<'], 'To the previous node found', (app) => app.layout.panel('find').hit(-1)],
    [['X'], 'Forget what was found, and its marks', (app) => app.layout.panel('find').clear()],
  ],
  Tree: [
    [['Enter', 'o'], 'Fold or unfold the selected node in the tree', (app) => app.layout.panel('tree', app.t).toggle()],
    [['.'], 'One step forward in the search', (app) => app.layout.panel('tree', app.t).step(1)],
    [[','], 'One step back', (app) => app.layout.panel('tree', app.t).step(-1)],
    [['Escape'], 'End the steps', (app) => app.layout.panel('tree', app.t).endSteps()],
    [['v'], 'Draw the tree from the selected node', (app) => app.layout.panel('tree', app.t).fromSelected()],
  ],
  Overview: [
    [['z'], 'Zoom to the selected node', (app) => app.layout.panel('overview', app.t).toSelected()],
    [['Z'], 'Sum up the nodes of the range shown', (app) => app.layout.panel('overview', app.t).sumUp()],
    [['0'], 'Show all passes', (app) => app.layout.panel('overview', app.t).toAll()],
    [['+', '='], 'Zoom in around the selected node', (app) => app.layout.panel('overview', app.t).scale(0.5)],
    [['-'], 'Zoom out around the selected node', (app) => app.layout.panel('overview', app.t).scale(2)],
  ],
  [kTwo]: [
    [['x'], 'To the same line in the other trace', (app) => other(app)],
    [['b'], 'Both traces in one tree, or each in its own', (app) => app.layout.panel('tree', 0).toggleBoth()],
    [['S'], 'The same scale and the same folding for both traces, or each its own', (app) => app.set({scale: app.state.scale === '1' ? '' : '1'}, {replace: true})],
    [['d'], 'To the first difference of the two traces', (app) => difference(app)],
  ],
  Panels: [
    [['/'], 'Go to a path or an id', () => focusAndSelect(document.querySelector('#query'))],
    ...kPanels.map(([name, title]) => [[String(panelKey(name))], `To the panel ${title}`, (app) => app.layout.focus(name)]),
    [['?'], 'All keys', (app) => app.keys.help()],
  ],
  Marks: [
    [['m'], 'Set a mark with a text at the selected node', (app) => app.layout.panel('marks').edit()],
    [['M'], 'To the next marked node', (app) => app.layout.panel('marks').next(1)],
    [['W'], 'Write the marks to the file beside the trace', (app) => app.layout.panel('marks').write()],
  ],
  Copy: [
    [['y'], 'Copy the path', (app) => app.copy(app.node.node.path, 'the path')],
    [['i'], 'Copy the id', (app) => app.copy(String(app.node.node.node), 'the id')],
    [['Y'], 'Copy the position', (app) => app.copy(app.node.position ?? '', 'the position')],
    [['P'], 'Copy the position without its history (chess: the FEN)', (app) => app.copy(app.node.position_alone ?? app.node.position ?? '', 'the position without its history')],
    [['u'], 'Copy a link to this view', (app) => app.copy(location.href, 'the link')],
  ],
};
export const kActions = Object.entries(kGroups).flatMap(([group, rows]) =>
  rows.map(([keys, title, run]) => ({group, keys, title, run})));

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

const shown = ({keys: [key]}) => kNames[key] ?? (/^[A-Z]$/.test(key) ? `Shift+${key}` : key);
const kNames = {ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→'};

// Elements in which keys type or choose.
const kTyping = 'input, textarea, select, [contenteditable]';
// Elements that Enter and Space activate.
const kPressing = 'button, a, summary';
// Elements that take the arrow keys themselves.
const kArrows = '[role="separator"], [role="tab"], [role="menu"], .menu > button';

// The menus, and the groups of actions that each one lists.
const kMenus = [['Go', ['Move', 'Follow']], ['Find', ['Find']], ['View', ['Panels', 'Overview', 'Tree']],
  ['Compare', [kTwo]], ['Marks', ['Marks']], ['Copy', ['Copy']]];

export class Keys {
  #app;
  #actions;
  #queue = Promise.resolve();

  constructor(app) {
    this.#app = app;
    this.#actions = kActions.filter((action) => app.two || action.group !== kTwo);
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
