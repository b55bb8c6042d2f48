// SPDX-License-Identifier: MIT
//
// Shows the passes of each search as one strip (iterations, aspiration failures, probes), as wide
// as their node counts.
import {button, el} from './dom.js';
import {Panel} from './panel.js';
import {claim, count, plural, score, shortened, windowOf, words} from './texts.js';

export class PassesPanel extends Panel {
  #shown = '';

  constructor(app) {
    super(app, 'passes', 'Passes');
  }

  get tellsLater() {
    return true;
  }

  refresh() {
    const trace = this.app.traces[this.t];
    const row = this.app.node?.node;
    const key = JSON.stringify([this.t, trace, row?.search, row?.pass]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.body.replaceChildren(...trace.searches.map((search) => this.#search(search, row)),
      trace.searches_total > trace.searches.length
        ? el('p', {class: 'more'}, `+${count(trace.searches_total - trace.searches.length)} more: plytrace info lists all searches`) : '');
  }

  #search(search, row) {
    const most = search.passes.reduce((nodes, pass) => Math.max(nodes, pass.recorded), 1);
    const title = `search ${search.search}: ${search.algorithm}${search.evaluator ? `, evaluator ${search.evaluator}` : ''}` +
      `${search.depth === null ? '' : `, depth ${search.depth}`}: value ${score(search.value)}`;
    const here = (pass) => row && row.search === search.search && row.pass === pass.pass;
    return el('div', {class: 'strip'}, el('p', {}, title),
      el('ol', {}, search.passes.map((pass) => this.#pass(pass, most, here(pass))),
        search.passes_total > search.passes.length
          ? el('li', {class: 'more'}, `+${count(search.passes_total - search.passes.length)} more`) : ''));
  }

  #pass(pass, most, here) {
    const fail = {low: '▼', high: '▲'}[pass.fail] ?? '';
    const failed = pass.fail ? `, failed ${pass.fail}` : '';
    const best = pass.best_name ?? pass.best_move;
    const title = `Pass ${pass.pass}: ${words(pass.purpose ?? '')}, window ${windowOf(pass)}, ${claim(pass)}${failed}, ` +
      `${best === null ? '' : `best move ${best}, `}` +
      `${nodesOf(pass)}${pass.status === 'finished' ? '' : `, ${words(pass.status ?? 'not finished')}`}`;
    const item = el('li', {class: pass.fail ? `fail ${pass.fail}` : ''},
      button(`${fail}${pass.depth === null ? `#${pass.pass}` : `d${pass.depth}`}`, title,
        () => this.app.select(pass.root), {'aria-label': title, 'aria-current': here ? 'true' : null}),
      el('span', {class: 'faint'}, `${score(pass.value)}${best === null ? '' : ` ${shortened(best, 12)}`}`));
    item.style.flexGrow = String(Math.max(0.02, pass.recorded / most));
    return item;
  }
}

// A partial recording contains fewer nodes than the pass visited.
const nodesOf = ({nodes, recorded}) =>
  (nodes === null || nodes === recorded ? plural(recorded, 'node') : `${count(recorded)} of ${plural(nodes, 'node')} recorded`);
