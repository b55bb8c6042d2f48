// SPDX-License-Identifier: MIT
//
// The base of all panels: a section with a title, tools, a body, and the last answer it shows.
import {address, Latest} from './api.js';
import {button, el} from './dom.js';

export class Panel {
  tools = el('div', {class: 'tools'});
  body = el('div', {class: 'body'});
  #latest = new Latest();
  #pending = 0;

  // `t`: the trace that the panel shows; null: the one in use.
  constructor(app, name, title, t = null) {
    this.app = app;
    this.name = name;
    this.own = t;
    const id = `${name}${t === 1 ? '-b' : ''}`;
    this.tools.id = `tools-${id}`;
    this.element = el('section', {id: `panel-${id}`, class: `panel ${name}`, tabindex: -1, 'aria-label': title},
      el('h2', {}, title), this.tools, this.body);
  }

  get t() {
    return this.own ?? this.app.t;
  }
  // The answer about the selected node of the panel's trace, or null.
  get node() {
    return this.app.nodes[this.t];
  }
  // Whether the panel shows the outcome of the whole search.
  get tellsLater() {
    return false;
  }
  get hidden() {
    return !this.app.layout.shows(this.name);
  }

  update() {
    const hidden = this.hidden;
    this.element.hidden = this.tools.hidden = hidden;
    this.element.classList.toggle('in-use', this.app.two && this.own === this.app.t);
    // While steps are shown, panels about the whole search would tell what comes later.
    this.element.classList.toggle('later', this.tellsLater && this.app.moments[this.t] !== null);
    if (!hidden) this.refresh();
  }

  // Updates the panel to the current view.
  refresh() {}

  // Makes the next update request everything again.
  forget() {
    this.#latest.forget();
  }

  // Requests an answer and renders it, unless it is shown already. An error is shown in `place`.
  async show(name, parameters, render, latest = this.#latest, place = this.body) {
    if (latest.is(name, parameters)) return;
    try {
      const answer = await this.during(latest.ask(name, parameters));
      if (answer !== undefined) render(answer);
    } catch (error) {
      place.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }

  // Awaits the promise and marks the panel as busy meanwhile.
  async during(promise) {
    this.#pend(1);
    try {
      return await promise;
    } finally {
      this.#pend(-1);
    }
  }

  #pend(by) {
    this.#pending += by;
    this.element.setAttribute('aria-busy', String(this.#pending > 0));
  }

  // Links that save what the panel shows.
  exports(panel, parameters) {
    return el('span', {class: 'exports'}, 'Save: ', this.app.formats[panel].map((format) =>
      [el('a', {href: address('export', {panel, ...parameters, format}), download: true}, format.toUpperCase()), ' ']));
  }

  // Marks the rows (data-row) of the selected node, and scrolls its list to a newly selected one.
  mark(within) {
    for (const row of within.querySelectorAll('[data-row]')) {
      const isHere = row.dataset.row === this.app.state.n;
      if (isHere && !row.hasAttribute('aria-current')) row.scrollIntoView({block: 'nearest', inline: 'nearest'});
      if (isHere) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
  }

  // A button that selects a node of the panel's trace.
  nodeLink(id, text = `#${id}`, title = 'Select this node') {
    return button(text, title, () => this.app.select(id, {t: this.t}), {class: 'link', 'data-id': id});
  }
}
