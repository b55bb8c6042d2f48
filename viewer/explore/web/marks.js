// SPDX-License-Identifier: MIT
//
// Panel "marks": short texts at nodes. The address keeps them; on request they are written to a
// file beside the trace, which `show`, `render --marks` and `report` read.
import {Latest} from './api.js';
import {button, el, table} from './dom.js';
import {Panel} from './panel.js';
import {plural} from './texts.js';

export class MarksPanel extends Panel {
  #asking = [new Latest(), new Latest()];
  #lists = [[], []];  // of each trace
  #text = el('input', {'aria-label': 'Text of the mark', maxlength: 120, size: 30, autocomplete: 'off'});
  #at = el('b');
  #list = el('div');
  #state = el('p', {class: 'under', role: 'status'});
  #editing = null;  // the node whose text is in the field
  #file = '';

  constructor(app) {
    super(app, 'marks', 'Marks');
    this.body.append(el('form', {class: 'conditions', onsubmit: (event) => this.#submit(event)},
      el('label', {}, 'Mark ', this.#at, ' ', this.#text), el('button', {type: 'submit'}, 'Set the mark')),
    this.#list, this.#state);
  }

  // The marks of a trace: [{node, path, text, in_file}].
  of(t) {
    return this.#lists[t];
  }

  // Keeps the marks up to date even while the panel is hidden, because other panels show them.
  update() {
    super.update();
    this.app.traces.forEach((_, t) => this.#ask(t));
  }

  async #ask(t, write = null) {
    const parameters = {t, changes: this.app.of('marks', t), write};
    if (!write && this.#asking[t].is('marks', parameters)) return;
    const answer = await this.app.attempt(this.#asking[t].ask('marks', parameters));
    if (!answer) return;
    this.#lists[t] = answer.marks;
    if (t === this.t) this.#file = answer.file;
    if (document.activeElement !== this.#text) this.#text.value = this.#textOf(this.app.state.n);
    this.app.layout.hitsChanged();
    this.#render();
    const kept = answer.kept ? `, and kept ${plural(answer.kept, 'mark')} left out here` : '';
    if (write) this.app.say(`Wrote ${plural(answer.marks.length, 'mark')} to ${answer.file}${kept}`);
    else if (answer.kept) this.app.say(answer.left_out.join('; '));
  }

  forget() {
    super.forget();
    for (const latest of this.#asking) latest.forget();
  }

  refresh() {
    const id = this.app.state.n;
    this.#at.textContent = `#${id}`;
    if (this.#editing !== `${this.t} ${id}`) {
      this.#editing = `${this.t} ${id}`;
      this.#text.value = this.#textOf(id);
    }
    this.#render();
  }

  #textOf(id) {
    return this.of(this.t).find((mark) => String(mark.node) === id)?.text ?? '';
  }

  #render() {
    const marks = this.of(this.t);
    const rows = marks.map((mark) => ({attributes: {'data-row': mark.node}, cells: [this.nodeLink(mark.node), mark.text, mark.path,
      mark.in_file ? 'in the file' : 'in the address',
      button('Remove', `Remove the mark of #${mark.node}`, () => this.#set(mark.node, ''))]}));
    const columns = ['node', 'mark', 'path', 'kept', ''].map((text) => ({text}));
    this.#list.replaceChildren(marks.length ? table('Marks', columns, rows) : el('p', {}, 'No node is marked: m sets a mark at the selected node.'));
    this.#state.replaceChildren(button('Write to the file', 'Write these marks beside the trace, for show, render --marks and report',
      () => this.write()), ` ${this.#file}`);
    this.mark(this.#list);
  }

  #submit(event) {
    event.preventDefault();
    this.#set(this.app.state.n, this.#text.value.trim());
    document.querySelector('#main').focus({preventScroll: true});
  }

  // Changes the address: a list of [node, text]; an empty text removes a mark of the file.
  #set(id, text) {
    const changes = JSON.parse(this.app.of('marks', this.t) || '[]').filter(([node]) => String(node) !== String(id));
    const isKept = this.of(this.t).some((mark) => String(mark.node) === String(id) && mark.in_file);
    if (text !== '' || isKept) changes.push([Number(id), text]);
    this.#editing = null;
    this.app.setOf('marks', this.t, changes.length ? JSON.stringify(changes) : '');
  }

  async write() {
    await this.#ask(this.t, 1);
    // The file has them now.
    this.app.setOf('marks', this.t, '', {replace: true});
  }

  // Opens the panel to type the text of the selected node's mark.
  edit() {
    this.app.layout.open('marks');
    this.#text.focus();
    this.#text.select();
  }

  // Goes to the next marked node.
  next(by) {
    const now = Number(this.app.state.n);
    const ids = this.of(this.t).map((mark) => Number(mark.node));
    const to = by > 0 ? ids.find((id) => id > now) ?? ids[0] : ids.findLast((id) => id < now) ?? ids.at(-1);
    if (to === undefined) return this.app.say('No node is marked: m sets a mark at the selected node.');
    this.app.select(to);
  }
}
