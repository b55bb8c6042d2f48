// SPDX-License-Identifier: MIT
//
// Panel "statistics" of the selected subtree. The server counts one part per request, and the page
// adds up the counts.
import {address, ask} from './api.js';
import {button, el, table} from './dom.js';
import {Panel} from './panel.js';
import {count, plural, share} from './texts.js';

// Number of parts that are counted automatically: about two million nodes.
const kPartsUnasked = 40, kSummaryFrom = 2_000_000;
// Two tables, side by side if there is space.
const kNodeColumns = [['ply', 'ply'], ['nodes', 'nodes'], ['interior', 'interior'], ['horizon', 'horizon'],
  ['terminal', 'terminal'], ['table', 'table'], ['known', 'known'], ['draw', 'draw'], ['unknown', 'unknown'], ['illegal', 'illegal']];
const kCutColumns = [['ply', 'ply'], ['alpha_cutoffs', 'alpha cuts'], ['beta_cutoffs', 'beta cuts'],
  ['by_move', 'by a move', {part: byMove, whole: cutoffs, isUsed: (ply) => byMove(ply) !== cutoffs(ply)}],
  ['by_first', 'by 1st move', {part: (ply) => ply.cut_by_first ?? 0, whole: byMove, isUsed: (ply) => cutoffs(ply) > 0}],
  ['skipped', 'skipped'], ['forward', 'forward'], ['forward_skipped', 'skipped by these']];

function cutoffs(ply) {
  return (ply.alpha_cutoffs ?? 0) + (ply.beta_cutoffs ?? 0);
}

function byMove(ply) {
  return ply.cut_by_move ?? 0;
}

export class StatsPanel extends Panel {
  #progress = el('p', {class: 'under'});
  #tables = el('div', {class: 'tables'});
  #stopped = false;
  #key = '';
  #turn = 0;

  constructor(app) {
    super(app, 'stats', 'Statistics of the selection');
    this.body.append(this.#progress, this.#tables);
  }

  get tellsLater() {
    return true;
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
    const sums = {plies: new Map(), ranks: [], stages: new Map(), extensions: new Map()};
    // A large pass first shows the recorder's own counts, which are available at once.
    const summary = row.parent === null && row.size > kSummaryFrom ? 1 : null;
    for (let from = null, parts = kPartsUnasked; ; parts -= 1) {
      if (parts === 0) await this.#asks();
      const answer = await this.during(ask('stats', {t: this.t, node: row.node, from, summary}));
      if (turn !== this.#turn) return;
      add(sums, answer);
      const done = answer.until === answer.last;
      this.#render(row, sums);
      this.#tell(answer, done);
      if (done || this.#stopped) return;
      from = Number(answer.until) + 1;
    }
  }

  // Asks the user whether to continue.
  #asks() {
    return new Promise((goOn) => this.#progress.append(button('Count on', 'Count the rest', goOn)));
  }

  #tell(answer, done) {
    const all = answer.last - answer.first + 1;
    if (done) return this.#progress.replaceChildren(`${plural(all, 'node')}, all counted`);
    const seen = answer.until - answer.first + 1;
    this.#progress.replaceChildren(
      `${count(seen)} of ${plural(all, 'node')} counted (${share(seen, all)})${this.#stopped ? ': stopped' : ''} `,
      this.#stopped ? '' : button('Stop', 'Stop counting', () => { this.#stopped = true; }));
  }

  #render(row, sums) {
    const plies = [...sums.plies.values()].sort((a, b) => a.ply - b.ply);
    const cuts = plies.some((ply) => kCutColumns.slice(1).some(([name]) => ply[name]));
    this.#tables.replaceChildren(plyTable(`Nodes of #${row.node} by ply`, kNodeColumns, plies),
      cuts ? plyTable(`Cutoffs of #${row.node} by ply`, kCutColumns, plies) : '', rankTable(sums.ranks),
      stageTable(sums.stages), extensionTable(sums.extensions));
  }
}

const kMostPlies = 200;

// A column is a count, or one count as a share of another.
function plyTable(caption, columns, plies) {
  const used = columns.filter(([name, , ratio]) =>
    name === 'ply' || plies.some((ply) => (ratio ? ratio.isUsed(ply) : ply[name])));
  const text = (ply, name, ratio) => (ratio ? share(ratio.part(ply), ratio.whole(ply)) : count(ply[name] ?? 0));
  const cells = (ply, first) => used.map(([name, , ratio]) => (name === 'ply' ? first : text(ply, name, ratio)));
  const total = plies.reduce((sum, ply) => addTo(sum, ply), {});
  const rows = [...plies.slice(0, kMostPlies).map((ply) => ({cells: cells(ply, ply.ply)})),
    {attributes: {class: 'total'}, cells: cells(total, 'all')}];
  return el('div', {}, table(caption, used.map(([, text]) => ({text, number: true})), rows),
    plies.length > kMostPlies ? el('p', {class: 'more'}, `+${count(plies.length - kMostPlies)} more`) : '');
}

function rankTable(ranks) {
  const all = ranks.reduce((sum, cutoffs) => sum + cutoffs, 0);
  if (all === 0) return '';
  const bar = (part) => el('meter', {min: 0, max: all, value: part, 'aria-hidden': 'true'});
  const rows = ranks.map((cutoffs, i) => ({cells: [`${i + 1}${i + 1 === ranks.length ? ' or later' : ''}`, count(cutoffs),
    share(cutoffs, all), bar(cutoffs)]})).filter((row, i) => ranks[i] > 0);
  return el('div', {}, table('Which move cut',
    [{text: 'cut by move'}, {text: 'cutoffs', number: true}, {text: 'share', number: true}, {text: ''}], rows));
}

// [name, counts] of a map, the largest counts first; the names that the server summed up come last.
function byCount(counts, ...names) {
  return [...counts].sort(([one, a], [other, b]) => (one === null) - (other === null)
    || names.map((name) => b[name] - a[name]).find((difference) => difference !== 0)
    || (one < other ? -1 : 1));
}

function stageTable(stages) {
  if (stages.size === 0) return '';
  const rows = byCount(stages, 'cutoffs', 'nodes').map(([stage, {cutoffs, nodes}]) => (
    {cells: [stage ?? 'others', count(cutoffs), count(nodes), share(cutoffs, nodes)]}));
  return el('div', {}, table('Stages of the move picker',
    [{text: 'stage'}, {text: 'cutoffs', number: true}, {text: 'nodes', number: true}, {text: 'share', number: true}], rows));
}

function extensionTable(extensions) {
  if (extensions.size === 0) return '';
  const rows = byCount(extensions, 'nodes').map(([reason, {nodes}]) => ({cells: [reason ?? 'others', count(nodes)]}));
  return el('div', {}, table('Extensions', [{text: 'reason'}, {text: 'nodes', number: true}], rows));
}

function addTo(sum, row) {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'number') sum[name] = (sum[name] ?? 0) + value;
  }
  return sum;
}

// Adds one part to the sums.
function add(sums, answer) {
  const rows = [...answer.plies, answer.deeper_plies, ...(answer.scan?.forward ?? []).map(
    ({ply, cutoffs, skipped}) => ({ply, forward: cutoffs, forward_skipped: skipped}))];
  for (const row of rows.filter((one) => one !== null)) {
    const {ply, ...counts} = row;
    sums.plies.set(ply, {...addTo(sums.plies.get(ply) ?? {}, counts), ply});
  }
  answer.scan?.cut_ranks.by_rank.forEach((cutoffs, i) => { sums.ranks[i] = (sums.ranks[i] ?? 0) + cutoffs; });
  for (const {stage, ...counts} of answer.scan?.stages ?? []) {
    sums.stages.set(stage, addTo(sums.stages.get(stage) ?? {}, counts));
  }
  for (const {reason, ...counts} of answer.scan?.extensions ?? []) {
    sums.extensions.set(reason, addTo(sums.extensions.get(reason) ?? {}, counts));
  }
}
