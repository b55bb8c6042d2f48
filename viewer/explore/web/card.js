// SPDX-License-Identifier: MIT
//
// The card beside the pointer: what a node is, for the overview and the tree.
import {Latest} from './api.js';
import {el} from './dom.js';
import {claim, count, plural, shortened, windowOf, words} from './texts.js';

const kRests = 60;  // milliseconds until the pointer rests

export class Card {
  #app;
  #element = el('div', {id: 'card', hidden: true, 'aria-hidden': 'true'});
  #asking = new Latest();
  #timer = 0;
  #shown = '';

  constructor(app) {
    this.#app = app;
    document.body.append(this.#element);
    addEventListener('keydown', () => this.hide());
  }

  // Shows a node's card beside the pointer; `more`: further lines.
  show(event, t, id, more = []) {
    const key = `${t} ${id} ${more.join()}`;
    if (key === this.#shown) return this.#place(event);
    clearTimeout(this.#timer);
    this.#element.hidden = true;
    this.#shown = key;
    this.#timer = setTimeout(() => this.#ask(event, t, id, more), kRests);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#shown = '';
    this.#element.hidden = true;
  }

  async #ask(event, t, id, more) {
    const key = this.#shown;
    const answer = await this.#asking.ask('node', {t, id}).catch(() => null);
    if (!answer || key !== this.#shown) return;
    const row = answer.node, {is, state} = this.#app.known(t, row);
    const name = shortened(row.path ?? `... ${answer.path.at(-1)?.move ?? ''}`, 70);
    const lines = is === 'nothing' ? ['not reached at this step']
      : is === 'open' ? [`best so far ${claim({...row, value: state?.value ?? null, bound: null, mate: null})}`, `window ${windowOf(state ?? row)}`]
        : [claim(row), `window ${windowOf(row) || 'not captured'}`, row.size === null ? 'open' : plural(row.size, 'node'),
          answer.class ?? words(row.kind)];
    this.#element.replaceChildren(el('b', {}, `#${row.node} ${name}`), ...[...lines, ...more].map((line) => el('div', {}, line)));
    this.#element.hidden = false;
    this.#place(event);
  }

  #place(event) {
    const {offsetWidth: width, offsetHeight: height} = this.#element;
    const left = event.clientX + 14 + width > innerWidth ? event.clientX - 14 - width : event.clientX + 14;
    const top = event.clientY + 18 + height > innerHeight ? event.clientY - 10 - height : event.clientY + 18;
    this.#element.style.left = `${Math.max(2, left)}px`;
    this.#element.style.top = `${Math.max(2, top)}px`;
  }
}

export const hitsInside = (found, isExact) => (found ? [`${isExact ? '' : 'about '}${count(found)} found inside`] : []);
