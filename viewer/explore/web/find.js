// SPDX-License-Identifier: MIT
//
// Panel "find": nodes by condition, SQL, and the findings of `verify`.
import {ask, Latest} from './api.js';
import {button, choice, el, table} from './dom.js';
import {Panel} from './panel.js';
import {claim, count, plural, score, share, shortened, words} from './texts.js';

const kPatience = 2000;  // milliseconds
const kTabs = [['nodes', 'Nodes'], ['sql', 'SQL'], ['findings', 'Findings']];

export class FindPanel extends Panel {
  #tabs = el('div', {role: 'tablist', 'aria-label': 'Ways to find'});
  #content = el('div', {role: 'tabpanel', id: 'find-content'});
  #parts;
  #now = null;

  constructor(app) {
    super(app, 'find', 'Find');
    this.#parts = {nodes: new NodesPart(this), sql: new SqlPart(this), findings: new FindingsPart(this)};
    this.#tabs.append(...kTabs.map(([name, text]) => button(text, text, () => app.set({tab: name}, {replace: true}),
      {role: 'tab', 'data-tab': name, 'aria-controls': 'find-content'})));
    this.body.append(this.#tabs, this.#content);
  }

  get tellsLater() {
    return true;
  }

  // Searches for what the address asks even while the panel is hidden, because the overview and the
  // tree mark it.
  update() {
    super.update();
    if (this.hidden && this.app.state.find !== '' && this.app.node) this.#parts.nodes.update();
  }

  // The nodes that the overview and the tree mark.
  get found() {
    const part = this.#parts[this.#now ?? this.app.state.tab] ?? this.#parts.nodes;
    return {ids: part.hits, conditions: part.conditions ?? null};
  }

  refresh() {
    const name = this.app.state.tab in this.#parts ? this.app.state.tab : 'nodes';
    for (const tab of this.#tabs.children) tab.setAttribute('aria-selected', String(tab.dataset.tab === name));
    if (this.#now !== name) {
      this.#now = name;
      this.#content.replaceChildren(this.#parts[name].element);
    }
    this.#parts[name].update();
    this.mark(this.#content);
  }

  // Finds late cutoffs in the pass of the selected node, with the largest subtrees first.
  lateCutoffs() {
    const root = this.app.node?.path[0].node;
    if (root !== undefined) this.ask(`${kLateCutoffs}&node=${root}`);
  }

  // Finds nodes by the conditions of a query, and unfolds the panel.
  ask(query) {
    this.#parts.nodes.forget();
    this.app.set({tab: 'nodes', find: query});
    this.app.layout.focus('find');
  }

  verify() {
    this.app.set({tab: 'findings'}, {replace: true});
    this.app.layout.focus('find');
    this.#parts.findings.start();
  }

  // Goes to the next or previous finding in search order; runs verify first if necessary.
  async finding(by) {
    const answer = await this.app.attempt(this.app.ended('findings', {t: this.t}, (done) => this.app.say(`verify is running: ${done}`)));
    if (!answer) return;
    this.app.clear();
    const now = Number(this.app.state.n);
    const nodes = findingsOf(answer).map((finding) => finding.node).filter((node) => node !== null)
      .filter((node) => (by > 0 ? Number(node) > now : Number(node) < now)).sort((a, b) => by * (Number(a) - Number(b)));
    if (nodes.length > 0) return this.app.select(nodes[0]);
    this.app.say(`No finding ${by > 0 ? 'after' : 'before'} this node: ${plural(answer.findings_total, 'finding')} in the trace.`);
  }

  // Forgets what was found, and removes its marks.
  clear() {
    for (const part of Object.values(this.#parts)) part.clear?.();
    this.app.set({find: '', sql: ''});
  }

  // Goes to the next or previous hit, or to the first one if none is selected. Waits for a search
  // in progress, but only for kPatience; then uses the hits found so far.
  async hit(by) {
    const late = new Promise((done) => setTimeout(() => done(true), kPatience));
    const isEarly = await Promise.race([this.#parts[this.#now ?? 'nodes']?.ended, late]);
    const hits = this.app.layout.shows('hot') ? this.app.layout.panel('hot').found.ids : this.found.ids;
    if (hits.length === 0) return this.app.say('Nothing has been found yet: use the conditions, SQL or findings of the panel Find.');
    const at = hits.indexOf(this.app.state.n);
    const to = at < 0 ? 0 : at + by;
    if (to < 0 || to >= hits.length) return this.app.say(`That was the ${by > 0 ? 'last' : 'first'} of ${count(hits.length)} listed.`);
    this.app.select(hits[to]);
    if (isEarly) this.app.say('One of the nodes found so far; the search continues.');
  }

  forget() {
    super.forget();
    for (const part of Object.values(this.#parts)) part.forget?.();
  }
}

// ---- nodes by condition

// [option, label, example]; a condition without an example is a choice among the values that the
// server lists.
const kConditions = [
  ['kind', 'kind'], ['role', 'role'], ['cutoff', 'cutoff'],
  ['cut-rank', 'cut by move', '2..'], ['ply', 'ply', '1..3'], ['move', 'move', ''], ['value', 'value', '0..5'],
  ['min-size', 'least nodes', '1000'],
  ['where', 'where (SQL)', 'value > beta'],
];
const kNotAsked = 'not asked';  // the choice of a condition that is not used
const kSorts = [['id', 'in order of search'], ['-size', 'most nodes first'], ['size', 'fewest nodes first'],
  ['-value', 'highest value first'], ['value', 'lowest value first'], ['-ply', 'deepest first']];
const kScopes = [['pass', 'the pass'], ['below', 'the selected subtree'], ['', 'all passes']];
const kRows = 100;
const kLateCutoffs = 'cut-rank=2..&sort=-size';

class NodesPart {
  hits = [];
  conditions = null;  // set if there may be more nodes than `hits`
  ended = null;  // settles when the latest search has ended
  #panel;
  #fields = new Map();
  #sort = choice('Sort', kSorts, 'id', () => {});
  #progress = el('p', {class: 'under', role: 'status'});
  #results = el('div');
  #key = '';
  #turn = 0;

  constructor(panel) {
    this.#panel = panel;
    for (const [name, , example] of kConditions) {
      this.#fields.set(name, example === undefined
        ? choice(name, [['', kNotAsked], ...panel.app.conditions[name].map((word) => [word, words(word)])], '', () => {})
        : el('input', {name, placeholder: example, size: name === 'where' ? 24 : 8, autocomplete: 'off', spellcheck: 'false'}));
    }
    this.#fields.set('node', choice('Where', kScopes, 'pass', () => {}));
    const form = el('form', {class: 'conditions', onsubmit: (event) => this.#submit(event)},
      kConditions.map(([name, label]) => el('label', {}, `${label} `, this.#fields.get(name))),
      el('label', {}, 'in ', this.#fields.get('node')), el('label', {}, 'sort ', this.#sort), el('button', {type: 'submit'}, 'Find'),
      button('Late cutoffs', 'Nodes that were not cut by their first move, most nodes first (key: w)', () => panel.lateCutoffs()));
    this.element = el('div', {}, form, this.#progress, this.#results);
  }

  #submit(event) {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, field] of this.#fields) {
      if (field.value.trim() !== '' && name !== 'node') query.set(name, field.value.trim());
    }
    const path = this.#panel.app.node?.path;
    const scope = this.#fields.get('node').value;
    if (scope !== '' && path) query.set('node', {pass: path[0].node, below: path.at(-1).node}[scope] ?? scope);
    if (this.#sort.value !== 'id') query.set('sort', this.#sort.value);
    // A search without conditions finds all nodes, so the query must not be empty.
    this.#panel.ask(query.toString() || 'sort=id');
  }

  update() {
    const find = this.#panel.app.state.find;
    if (find === '' && this.#key !== '') this.clear();
    const key = `${this.#panel.t}?${find}`;
    if (find === '' || key === this.#key) return;
    this.#key = key;
    const given = new URLSearchParams(find);
    for (const [name, field] of this.#fields) field.value = name === 'node' ? this.#scope(given) : given.get(name) ?? '';
    this.#sort.value = given.get('sort') ?? 'id';
    this.hits = [];
    this.conditions = Object.fromEntries(given);
    this.#search(Object.fromEntries(given));
  }

  // Adds a choice that names the subtree searched, whatever node is selected now.
  #scope(given) {
    const id = given.get('node');
    if (id === null) return '';
    const field = this.#fields.get('node');
    field.querySelector('.named')?.remove();
    field.append(el('option', {value: id, class: 'named'}, this.#passOf(id) ?? `the subtree of #${id}`));
    return id;
  }

  #passOf(root) {
    const {searches} = this.#panel.app.traces[this.#panel.t];
    for (const {search, passes} of searches) {
      const pass = passes.find((one) => String(one.root) === root);
      if (pass) return `pass ${pass.pass}${searches.length > 1 ? ` of search ${search}` : ''}`;
    }
    return null;
  }

  forget() {
    this.#key = '';
  }

  clear() {
    this.#turn += 1;
    this.forget();
    this.hits = [];
    this.conditions = null;
    this.#progress.replaceChildren();
    this.#results.replaceChildren();
  }

  #search(conditions, after = null) {
    this.ended = this.#panel.during(this.#run(conditions, (this.#turn += 1), after));
  }

  // In search order, reads a page at a time; for any other order, reads everything and keeps the
  // first hits.
  async #run(conditions, turn, after) {
    const inOrder = (conditions.sort ?? 'id') === 'id';
    let best = [], found = 0;
    try {
      for (;;) {
        const answer = await ask('find', {t: this.#panel.t, ...conditions, after, limit: kRows});
        if (turn !== this.#turn) return;
        found += answer.found;
        best = inOrder ? [...best, ...answer.matches] : merged(best, answer.matches, conditions.sort);
        const goesOn = answer.truncated && (!inOrder || best.length < kRows);
        after = answer.until;
        this.#render(best, found, answer.truncated, goesOn);
        if (inOrder && answer.truncated && !goesOn) this.#offerMore(conditions, after);
        if (!goesOn) return;
      }
    } catch (error) {
      if (turn === this.#turn) this.#progress.textContent = error.message;
    }
  }

  #offerMore(conditions, after) {
    this.#progress.append(button('+ more', `The nodes found after #${after}`, () => this.#search(conditions, after)));
  }

  #render(rows, found, truncated, goesOn) {
    const all = `${plural(found, 'node')} found${truncated ? ' so far' : ''}`;
    const shown = rows.length < found ? `, ${count(rows.length)} shown` : '';
    this.#progress.replaceChildren(`${all}${shown} `,
      goesOn ? button('Stop', 'Stop searching', () => { this.#turn += 1; }) : '');
    this.hits = rows.map((row) => String(row.node));
    if (!truncated && found === rows.length) this.conditions = null;
    this.#panel.app.layout.markHits();
    const late = rows.some((row) => row.cut_rank);
    const columns = [{text: 'node'}, {text: 'path'}, {text: 'ply', number: true}, {text: 'nodes', number: true}, {text: 'value'}, {text: 'kind'},
      ...(late ? [{text: 'cut by move', number: true}] : [])];
    this.#results.replaceChildren(table('Nodes found', columns, rows.map((row) => ({attributes: {'data-row': row.node},
      cells: [this.#panel.nodeLink(row.node), shortened(row.path) + (row.name ? ` (${row.name})` : ''), row.ply, count(row.recorded ?? row.size), claim(row),
        words(row.kind), ...(late ? [row.cut_rank ?? ''] : [])]}))));
    this.#panel.mark(this.#results);
  }
}

// The first hits of both lists by a column; those without a value come last.
function merged(one, other, sort) {
  const column = sort.replace('-', ''), sign = sort.startsWith('-') ? -1 : 1;
  const of = (row) => (column === 'size' ? row.recorded ?? row.size : row[column] === null || row[column] === undefined ? NaN : Number(String(row[column]).replace('inf', 'Infinity')));
  const order = (a, b) => (Number.isNaN(of(a)) - Number.isNaN(of(b))) || sign * (of(a) - of(b)) || Number(a.node) - Number(b.node);
  return [...one, ...other].sort(order).slice(0, kRows);
}

// ---- SQL, read only

class SqlPart {
  hits = [];
  #panel;
  #text = el('textarea', {rows: 3, spellcheck: 'false', 'aria-label': 'SQL', placeholder: 'SELECT ply, count(*) FROM node GROUP BY ply'});
  #results = el('div', {role: 'status'});
  #asking = new Latest();

  constructor(panel) {
    this.#panel = panel;
    this.element = el('div', {}, el('form', {onsubmit: (event) => this.#submit(event)}, this.#text,
      el('button', {type: 'submit'}, 'Ask'),
      el('span', {class: 'faint'}, ' read only; tables: node_text, cutoff_text, child, pass, search ...')), this.#results);
    this.#text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.ctrlKey) this.#submit(event);
    });
  }

  #submit(event) {
    event.preventDefault();
    this.#asking.forget();
    this.#panel.app.set({sql: this.#text.value});
  }

  update() {
    const q = this.#panel.app.state.sql;
    if (q === '') return;
    const parameters = {t: this.#panel.t, q, limit: 200};
    if (!this.#asking.is('sql', parameters)) this.#text.value = q;
    this.#panel.show('sql', parameters, (answer) => this.#render(answer), this.#asking, this.#results);
  }

  #render(answer) {
    const ids = answer.columns.map((name) => ['node', 'id', 'parent', 'child', 'stored_by', 'best', 'root'].includes(name));
    const column = ids.indexOf(true);
    this.hits = column < 0 ? [] : answer.rows.map((row) => String(row[column]));
    const cell = (value, i) => (ids[i] && Number.isInteger(value) ? this.#panel.nodeLink(value, String(value))
      : value === null ? 'NULL' : String(value));
    this.#results.replaceChildren(table('Rows', answer.columns.map((text) => ({text})),
      answer.rows.map((row) => ({attributes: {'data-row': column < 0 ? null : row[column]}, cells: row.map(cell)}))),
    el('p', {class: 'under'}, `${plural(answer.rows.length, 'row')}${answer.truncated ? ', and more: add LIMIT and OFFSET' : ''}`));
    this.#panel.mark(this.#results);
    this.#panel.app.layout.markHits();
  }

  clear() {
    this.hits = [];
    this.#results.replaceChildren();
  }
}

// ---- findings of verify

const kMostReasons = 200;

// The findings of all searches, each with its search; a running job has none yet.
const findingsOf = (answer) => (answer.results ?? []).flatMap((result) =>
  result.findings.map((finding) => ({...finding, search: result.search})));

class FindingsPart {
  element;
  hits = [];
  #panel;
  #start;
  #state = el('p', {class: 'under', role: 'status'});
  #effects = el('ul', {class: 'effects'});
  #list = el('ol', {class: 'findings'});
  #polling = null;

  constructor(panel) {
    this.#panel = panel;
    this.#start = button('Run verify', 'Check the pruning of the whole trace (key: g)', () => this.start());
    this.element = el('div', {}, this.#start, this.#state, this.#effects, this.#list);
  }

  start() {
    this.#panel.during(this.#ask(1));
  }

  // Sends one request for each trace, then polls the running job.
  update() {
    if (this.#polling !== this.#panel.t) this.#panel.during(this.#ask(null));
  }

  async #ask(start) {
    const t = (this.#polling = this.#panel.t);
    try {
      for (let first = start; t === this.#panel.t; first = null) {
        const answer = await ask('findings', {t, start: first});
        this.#render(answer);
        if (answer.state !== 'running') return;
        await new Promise((done) => setTimeout(done, 400));
      }
    } catch (error) {
      this.#state.textContent = error.message;
    }
  }

  #render(answer) {
    const findings = findingsOf(answer), total = answer.findings_total ?? 0;
    this.hits = findings.filter((finding) => finding.node !== null).map((finding) => String(finding.node));
    this.#start.disabled = answer.state === 'running';
    this.#state.textContent = {
      none: 'verify has not run yet.',
      running: `verify is running: ${share(answer.done ?? 0, 1)}`,
      done: `Verdict: ${String(answer.verdict).toUpperCase()}, ${plural(total, 'finding')}`,
    }[answer.state] ?? answer.state;
    this.#effects.replaceChildren(...effectsOf(answer));
    this.#list.replaceChildren(...findings.map((finding) => el('li', {'data-row': finding.node},
      finding.node === null ? '' : this.#panel.nodeLink(finding.node), ' ', el('b', {}, finding.rule), `: ${where(finding)}${finding.message}`,
      finding.expected ? el('div', {class: 'faint'}, `expected ${finding.expected}, is ${finding.actual}`) : '')));
    const more = total - findings.length;
    if (more > 0) this.#list.append(el('li', {class: 'more'}, `+${count(more)} more`));
    // Many searches share the same reasons.
    const reasons = [...new Set((answer.results ?? []).flatMap((result) => result.reasons))].slice(0, kMostReasons);
    if (reasons.length) this.#state.append(` (${reasons.join('; ')})`);
    this.#panel.mark(this.#list);
    this.#panel.app.layout.markHits();
  }
}

// List items: the root value with findings mended, and the search if there are several.
const effectsOf = ({effects = [], results_total: searches}) => effects.map(({search, text}) =>
  el('li', {}, searches > 1 ? `search ${search}: ${text}` : text));

// Most messages already contain the path.
const where = ({path, message}) => (path && !message.includes(path) ? `${shortened(path)} ` : '');
