// SPDX-License-Identifier: MIT
//
// Panel "node": everything that the trace records about the selected node, in the words of `show`,
// `why` and `log`.
import {Latest} from './api.js';
import {button, el, picture, table} from './dom.js';
import {Panel} from './panel.js';
import {claim, count, plural, score, windowOf, words} from './texts.js';

const kChildrenAtOnce = 25;

export class NodePanel extends Panel {
  #shown = null;
  #shownAt = null;  // the step
  #children = el('div');
  #asking = new Latest();
  #why = el('div', {class: 'words'});
  #askingWhy = new Latest();
  // Sections that stay unfolded from node to node.
  #opened = new Set(['Why', 'Events']);

  constructor(app, title, t) {
    super(app, 'node', title, t);
  }

  // Finds all nodes of the selected position.
  samePosition() {
    if (!this.node) return;
    const {key} = this.node.node;
    if (key === null) return this.app.say('This node has no recorded key: record with --capture keys to find its position again.');
    this.app.set({t: this.t}, {replace: true});
    const same = `EXISTS (SELECT 1 FROM node AS same WHERE same.id = node_text.id AND same.key = ${key})`;
    this.app.layout.panel('find').ask(new URLSearchParams({where: same}).toString());
  }

  refresh() {
    if (!this.node) return this.#absent();
    const moment = this.app.moments[this.t];
    if (this.#shown !== this.node || this.#shownAt !== moment) {
      this.#shown = this.node;
      this.#shownAt = moment;
      this.#asking.forget();
      this.#render(this.node);
    }
    if (this.#known().is !== 'nothing') this.#askChildren(this.node);
    if (!moment) this.#askWhy(this.node);
  }

  forget() {
    super.forget();
    this.#asking.forget();
    this.#askingWhy.forget();
  }

  #absent() {
    this.#shown = null;
    this.forget();
    const aligned = this.app.aligned;
    const other = this.app.two && this.t !== this.app.t && aligned;
    this.body.replaceChildren(el('p', {class: 'absent'},
      other ? `◆ Only the other trace holds this line: here it ends after ${plural(aligned.matched, 'move')}.` : ''));
  }

  // Returns how much is known of the node at the step that the tree shows.
  #known() {
    return this.app.known(this.t, this.node.node);
  }

  // The node as the search knew it at a step: nothing of what it would learn later.
  #renderStep(answer) {
    const {is, state} = this.#known();
    if (is === 'nothing') {
      return this.body.replaceChildren(el('p', {class: 'path'}, el('b', {}, `#${answer.node.node}`), ' The search has not reached this node at this step.'));
    }
    const row = answer.node;
    const facts = is === 'all' ? this.#facts(answer) : factList([['to move', row.side ?? '?'], ['window at entry', windowOf(row)],
      ['window now', state ? windowOf(state) : null], ['best so far', state ? score(state.value) : null], ['ply', row.ply], ['depth', row.depth],
      ['position', answer.position_alone ?? answer.position]]);
    this.body.replaceChildren(this.#path(answer), facts, this.#board(answer),
      is === 'all' ? this.#section('Events', this.#events(answer)) : '', this.#section('Children so far', this.#children, 'Children'),
      is === 'all' ? this.#skipped(answer) : '');
    this.element.setAttribute('aria-label', `Node #${row.node} ${row.path}`);
  }

  #render(answer) {
    if (this.app.moments[this.t]) return this.#renderStep(answer);
    const row = answer.node;
    this.body.replaceChildren(
      this.#path(answer), this.#facts(answer), this.#board(answer),
      this.#entry(answer), this.#section('Events', this.#events(answer)),
      this.#section(`Children (${count(answer.children_total)}${answer.children_capped ? ' or more' : ''})`, this.#children, 'Children'),
      this.#skipped(answer),
      answer.parent === null ? '' : this.#section('Why', this.#why),
      answer.log ? this.#section('Log', el('pre', {class: 'log', tabindex: 0}, this.#linked(answer.log))) : '',
      this.#section('Commands with the same answer', this.#commands(answer), 'Commands'));
    this.element.setAttribute('aria-label', `Node #${row.node} ${row.path}`);
  }

  #section(title, content, name = title) {
    const details = el('details', {open: this.#opened.has(name) || name === 'Children', class: name.toLowerCase()},
      el('summary', {}, title), content);
    details.addEventListener('toggle', () => {
      this.#opened[details.open ? 'add' : 'delete'](name);
      if (name === 'Why' && this.node) this.#askWhy(this.node);
    });
    return details;
  }

  // The board as the tree draws it; games without pictures of their boards give a text.
  #board(answer) {
    const drawn = answer.board_svg && picture(answer.board_svg);
    if (!drawn) return answer.board ? el('pre', {class: 'board', 'aria-label': 'Board'}, answer.board) : '';
    drawn.setAttribute('aria-hidden', 'true');
    return el('div', {class: 'board drawn', role: 'img', 'aria-label': `Board: ${answer.board}`}, drawn);
  }

  // The moves from the root, each as a link.
  #path(answer) {
    const [root, ...steps] = answer.path;
    // path_head counts steps; the root comes before them.
    const gap = (i) => answer.path_left_out > 0 && i + 1 === answer.path_head;
    return el('p', {class: 'path'}, el('b', {}, `#${answer.node.node}`), ' ', this.nodeLink(root.node, '/', 'Root'),
      steps.map((step, i) => [i > 0 ? '/' : '', gap(i) ? ` ... ${count(answer.path_left_out)} more ... /` : '',
        this.nodeLink(step.node, step.move ?? '=', `#${step.node}`)]));
  }

  #facts(answer) {
    const row = answer.node;
    const facts = [
      ['to move', row.side ?? '?'], ['window', windowOf(row) || 'not captured'], ['value', claim(row)],
      ['kind', words(row.kind)], ['role', words(row.role)], ['phase', row.phase === 'main' ? null : row.phase],
      ['ply', row.ply], ['depth', row.depth], ['nodes', row.size === null ? 'open' : count(row.size)],
      ['score', row.score === null ? null : score(row.score)], ['credited', row.credited === null ? null : score(row.credited)],
      ['best child', row.best === null ? null : this.nodeLink(row.best)], ['legal moves', row.legal],
      ['cut by move', answer.cut?.rank], ['not recorded', row.unrecorded || null], ['excluded', answer.excluded || null],
      ['pass', `${row.pass} of search ${row.search}`], ['key', row.key], ['position', answer.position_alone ?? answer.position]];
    // The value that the parent used for the node is known only when the parent is done.
    const isStep = this.app.moments[this.t] !== null;
    return factList(facts.filter(([name]) => !isStep || name !== 'credited'));
  }

  #entry(answer) {
    const entry = answer.entry;
    if (!entry) return '';
    return el('p', {class: 'entry'}, 'Used a table entry: ', claim(entry),
      entry.depth !== null && entry.depth !== undefined ? `, depth ${entry.depth}` : '', ', stored by ',
      entry.stored_by === null || entry.stored_by === undefined ? 'a node that is not known'
        : this.nodeLink(entry.stored_by, `#${entry.stored_by}`, 'The node that stored it (key: s)'));
  }

  #events(answer) {
    if (answer.events.length === 0) return el('p', {}, 'None were captured.');
    const list = el('ol', {class: 'timeline'}, answer.events.map((event) => el('li', {}, this.#event(event))));
    if (answer.more_events) list.append(el('li', {class: 'more'}, `+${count(answer.more_events)} more`));
    return list;
  }

  // Uses the words of `show`.
  #event(event) {
    return [el('b', {}, `${event.mark} `), this.#linked(event.text)];
  }

  #skipped(answer) {
    const total = answer.skipped_total ?? answer.skipped.length;
    if (total === 0) return '';
    const more = total - answer.skipped.length;
    return this.#section(`Skipped moves (${count(total)})`, el('ul', {class: 'ghosts'},
      answer.skipped.map((move) => el('li', {}, move)),
      more > 0 ? el('li', {class: 'more'}, `+${count(more)} more`) : ''), 'Skipped');
  }

  #commands(answer) {
    return el('ul', {class: 'commands'}, answer.commands.map(({what, command}) => el('li', {},
      button('Copy', `Copy: ${what}`, () => this.app.copy(command, 'the command')), ' ', el('code', {}, command), ` ${what}`)));
  }

  // Turns the node ids in a text of the program into links.
  #linked(text) {
    return text.split(/(\(#\d+\)|#\d+)/).map((part, i) => {
      if (i % 2 === 0) return part;
      const id = part.match(/\d+/)[0], link = this.nodeLink(id);
      return part.startsWith('(') ? el('span', {class: 'whole'}, '(', link, ')') : link;
    });
  }

  // Requested only while the section is visible, because it takes longer than the rest.
  #askWhy(answer) {
    if (answer.parent === null || !this.#opened.has('Why')) return;
    this.show('why', {t: this.t, id: answer.node.node}, (why) => {
      this.#why.replaceChildren(...lines(why.text).map((line) => el('div', {}, this.#linked(line))));
    }, this.#askingWhy, this.#why);
  }

  // ---- the children, a page at a time

  #askChildren(answer) {
    const {sort, from} = this.#order();
    const parameters = {t: this.t, id: answer.node.node, sort: sort.replace('-', ''), descending: sort.startsWith('-') ? 1 : 0,
      offset: from, limit: kChildrenAtOnce};
    this.show('children', parameters, (page) => this.#takeChildren(page), this.#asking, this.#children);
  }

  #order() {
    const from = this.t === this.app.t && /^\d+$/.test(this.app.state.from) ? Number(this.app.state.from) : 0;
    return {sort: this.app.state.sort, from};
  }

  async #takeChildren(page) {
    const moment = this.app.moments[this.t];
    if (moment) return this.#renderChildren(soFar(page, (child) => this.app.known(this.t, child)), new Set());
    this.#renderChildren(page, new Set());
    if (!this.app.two) return;
    const only = await this.app.attempt(this.app.only(this.t, page.rows.map((child) => child.node)));
    if (only?.size && page.node === this.node?.node.node) this.#renderChildren(page, only);
  }

  #renderChildren(page, onlyHere) {
    if (page.total === 0) return this.#children.replaceChildren(el('p', {}, 'None.'));
    const only = (child) => (onlyHere.has(String(child.node)) ? '◆ ' : '');
    const rows = page.rows.map((child) => ({cells: [
      el('span', {}, only(child), this.nodeLink(child.node, child.name ?? child.move ?? '=', `#${child.node}`)), child.rank ?? '', count(child.size),
      child.depth ?? '', windowOf(child), claim(child), words(child.role === 'move' ? child.kind : `${child.role}, ${child.kind}`),
      child.cut ?? '', child.cut_rank ?? '', child.cutoff ?? '']}));
    const {from} = this.#order();
    const last = from + page.rows.length, more = page.total - last;
    this.#children.replaceChildren(table('Children', ...withoutEmpty(this.#columns(), rows)), el('p', {class: 'under'},
      from > 0 ? button(`${count(from)} before`, 'The children before these', () => this.#page(from - kChildrenAtOnce)) : '',
      more > 0 ? button(`+${count(more)} more`, 'The next children', () => this.#page(last)) : '',
      from > 0 || more > 0 ? ` ${count(from + 1)} to ${count(last)} of ${count(page.total)}` : '',
      rows.length && page.rows.some((child) => only(child)) ? ' ◆ only this trace holds it' : ''));
  }

  #page(from) {
    this.app.set({t: this.t, n: this.node.node.node, from: Math.max(0, from)}, {replace: true});
  }

  #columns() {
    const sorting = (text, key, title, number = false) => {
      const now = this.app.state.sort;
      const down = now === `-${key}`;
      return {text: button(text, title, () => this.app.set({sort: now === key ? `-${key}` : key, from: ''}, {replace: true}),
        {class: 'link'}), number, sorted: now === key ? 'ascending' : down ? 'descending' : null};
    };
    return [sorting('move', 'move', 'Sort by move'), sorting('order', 'order', 'In search order', true),
      sorting('nodes', 'size', 'Sort by nodes', true), {text: 'depth', number: true}, {text: 'window'},
      sorting('value', 'value', 'Sort by value'), {text: 'kind'}, {text: 'cut', title: 'How the child itself was cut'},
      {text: 'by', title: 'Which of the child\'s moves cut it, in the order searched', number: true},
      {text: 'cuts here', title: 'The condition by which this child cut the node above'}];
  }
}

const factList = (facts) =>
  el('dl', {class: 'facts'}, facts.filter(([, fact]) => fact !== null && fact !== undefined).map(([name, fact]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, fact instanceof Element ? fact : String(fact)))));

// The children that a step shows, with what is known of each.
function soFar(page, known) {
  const rows = page.rows.map((child) => [child, known(child).is]).filter(([, is]) => is !== 'nothing').map(([child, is]) => (
    {...child, cutoff: null, ...(is === 'open' ? {value: null, open: true, size: null, cut: null, cut_rank: null} : {})}));
  return {...page, rows, total: rows.length};
}

// Splits a text into lines and keeps the newlines.
const lines = (text) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

// Drops columns that are empty in all rows, except the one sorted by.
function withoutEmpty(columns, rows) {
  const said = columns.map((column, i) => typeof column.text !== 'string' || rows.some(({cells}) => cells[i] !== ''));
  const kept = (list) => list.filter((_, i) => said[i]);
  return [kept(columns), rows.map((row) => ({...row, cells: kept(row.cells)}))];
}
