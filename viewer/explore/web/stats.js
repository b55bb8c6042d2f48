// SPDX-License-Identifier: MIT
//
// Statistics of the selected subtree: the server counts a part at each question, the page adds up.
import {address, ask} from './api.js';
import {button, el, table} from './dom.js';
import {Panel} from './panel.js';
import {count, plural, share} from './texts.js';

// Parts counted unasked: some two million nodes.
const kPartsUnasked = 40, kSummaryFrom = 2_000_000;
const kColumns = [['ply', 'ply'], ['nodes', 'nodes'], ['interior', 'interior'], ['horizon', 'horizon'],
  ['terminal', 'terminal'], ['table', 'table'], ['other', 'other'], ['alpha_cutoffs', 'alpha cutoffs'],
  ['beta_cutoffs', 'beta cutoffs'], ['forward', 'forward'], ['cut_by_first', 'by first move'], ['skipped', 'skipped moves']];

export class StatsPanel extends Panel {
  #progress = el('p', {class: 'under'});
  #plies = el('div');
  #ranks = el('div');
  #stopped = false;
  #key = '';
  #turn = 0;

  constructor(app) {
    super(app, 'stats', 'Statistics of the selection');
    this.body.append(this.#progress, this.#plies, this.#ranks);
  }

  refresh() {
    const row = this.app.node?.node;
    if (!row) return;
    const key = address('stats', {t: this.t, node: row.node});
    if (key === this.#key) return;
    this.#key = key;
    this.#stopped = false;
    this.#count(row, (this.#turn += 1)).catch((error) => {
      this.#progress.textContent = error.message;
    });
  }

  forget() {
    super.forget();
    this.#key = '';
    this.#turn += 1;
  }

  async #count(row, turn) {
    const sums = {plies: new Map(), ranks: new Map()};
    // What the recorder counted of a large pass is there at once.
    const summary = row.parent === null && row.size > kSummaryFrom ? 1 : null;
    for (let from = null, parts = kPartsUnasked; ; parts -= 1) {
      if (parts === 0) await this.#asks();
      const answer = await ask('stats', {t: this.t, node: row.node, from, summary});
      if (turn !== this.#turn) return;
      add(sums.plies, answer.plies, 'ply');
      add(sums.ranks, answer.ranks, 'rank');
      const done = answer.until === answer.last;
      this.#render(row, sums);
      this.#tell(answer, done);
      if (done || this.#stopped) return;
      from = Number(answer.until) + 1;
    }
  }

  // Goes on when the user says so.
  #asks() {
    return new Promise((goOn) => this.#progress.append(button('Count on', 'Count the rest, too', goOn)));
  }

  #tell(answer, done) {
    const all = answer.last - answer.first + 1;
    if (done) return this.#progress.replaceChildren(`${plural(all, 'node')}, all counted`);
    const seen = answer.until - answer.first + 1;
    this.#progress.replaceChildren(
      `${count(seen)} of ${plural(all, 'node')} counted (${share(seen, all)})${this.#stopped ? ': stopped' : ''} `,
      this.#stopped ? '' : button('Stop', 'Count no further', () => { this.#stopped = true; }));
  }

  #render(row, sums) {
    const used = kColumns.filter(([name]) => name === 'ply' || [...sums.plies.values()].some((ply) => ply[name]));
    const plies = [...sums.plies.values()].sort((a, b) => a.ply - b.ply);
    const total = plies.reduce((sum, ply) => addTo(sum, ply), {});
    const cells = (ply, first) => used.map(([name]) => (name === 'ply' ? first : count(ply[name] ?? 0)));
    const shown = plies.slice(0, 200);
    const rows = [...shown.map((ply) => ({cells: cells(ply, ply.ply)})), {attributes: {class: 'total'}, cells: cells(total, 'all')}];
    this.#plies.replaceChildren(table(`Plies of #${row.node}`, used.map(([, text]) => ({text, number: true})), rows),
      plies.length > shown.length ? el('p', {class: 'more'}, `+${count(plies.length - shown.length)} more plies`) : '');
    this.#renderRanks([...sums.ranks.values()]);
  }

  #renderRanks(ranks) {
    const all = ranks.reduce((sum, rank) => sum + rank.cutoffs, 0);
    if (all === 0) return this.#ranks.replaceChildren();
    const bar = (part) => el('meter', {min: 0, max: all, value: part, 'aria-hidden': 'true'});
    const rows = ranks.map((rank) => ({cells: [String(rank.rank), count(rank.cutoffs), share(rank.cutoffs, all), bar(rank.cutoffs)]}));
    this.#ranks.replaceChildren(table('Which move cut',
      [{text: 'cut by move'}, {text: 'cutoffs', number: true}, {text: 'share', number: true}, {text: ''}], rows));
  }
}

function addTo(sum, row) {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'number') sum[name] = (sum[name] ?? 0) + value;
  }
  return sum;
}

function add(sums, rows, key) {
  for (const row of rows ?? []) {
    const {[key]: name, ...counts} = row;
    sums.set(name, {...addTo(sums.get(name) ?? {}, counts), [key]: name});
  }
}
