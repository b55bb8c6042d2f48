// SPDX-License-Identifier: MIT
//
// The state that the panels share: the traces, the selected node of each, navigation and messages.
// A panel is an object with `element` and `update()`. update() is called after every change of the
// state; it asks the server only for what the panel does not show already.
import {ask, Latest} from './api.js';
import {Card} from './card.js';
import {el} from './dom.js';
import {Keys} from './keys.js';
import {Hits} from './hits.js';
import {Layout} from './layout.js';
import {claim, count, letter, plural, score, share, windowOf, words} from './texts.js';
import {View, field} from './view.js';

// In milliseconds: polling of a growing trace; polling of a running job.
const kPollEvery = 1000, kAskEvery = 250;
const kAlignedAtOnce = 200;

export class App {
  view = new View();
  traces = [];
  // The picture formats that a panel can be saved in: {tree, icicle}.
  formats = {};
  // The values that the conditions of "find" accept: {kind, role, cutoff}.
  conditions = {};
  // The server's answer about the selected node, or null, for each trace.
  nodes = [null, null];
  // The answer of "align" about the trace that is not in use.
  aligned = null;
  // The nodes that the overview and the tree mark.
  hits = new Hits(this);
  // The step shown in the tree of each trace: {node, until, open}; null: the search is over.
  moments = [null, null];
  // Settles when the selected node has been loaded or has failed to load.
  loading = Promise.resolve();
  #asking = [new Latest(), new Latest()];
  #aligning = new Latest();
  #pending = 0;

  get state() {
    return this.view.state;
  }
  // The trace in use.
  get t() {
    return Number(this.state.t);
  }
  get two() {
    return this.traces.length > 1;
  }
  // The answer about the selected node of the trace in use.
  get node() {
    return this.nodes[this.t];
  }

  async start() {
    try {
      ({traces: this.traces, formats: this.formats, conditions: this.conditions} = await ask('traces'));
    } catch (error) {
      return this.fail(error);
    }
    this.layout = new Layout(this);
    this.keys = new Keys(this);
    this.card = new Card(this);
    document.querySelector('#search').addEventListener('submit', (event) => this.#search(event));
    this.view.on(() => this.update());
    this.#title();
    this.update();
    this.#poll();
  }

  // ---- navigation

  select(id, {t = this.t, replace = false, ...changes} = {}) {
    if (id === null || id === undefined) return this.say('There is no such node.');
    this.clear();
    this.view.set({n: id, t, from: '', ...changes}, {replace});
  }

  set(changes, options) {
    this.view.set(changes, options);
  }

  // The value of a field of the view for one trace.
  of(name, t) {
    return this.state[field(name, t)];
  }
  setOf(name, t, value, options) {
    this.view.set({[field(name, t)]: value}, options);
  }

  // Returns whether the node exists.
  async goto(text) {
    const id = /^#?\d+$/.test(text) ? text.replace('#', '') : null;
    const here = this.node?.node;
    const where = id ? {id} : {path: text.startsWith('/') ? text : `/${text}`, search: here?.search, pass: here?.pass};
    const answer = await this.attempt(ask('node', {t: this.t, ...where}));
    if (answer) this.select(answer.node.node);
    return Boolean(answer);
  }

  async #search(event) {
    event.preventDefault();
    const query = document.querySelector('#query');
    if (query.value.trim() === '') return;
    if (!(await this.goto(query.value.trim()))) return;
    // Move the focus from the text field, so that keys act on the tree again.
    document.querySelector('#main').focus({preventScroll: true});
  }

  // ---- requests for all panels

  update() {
    if (this.state.n === '') {
      const root = firstRoot(this.traces[this.t]);
      if (root !== null) return this.select(root, {replace: true});
    }
    this.layout.update();
    this.loading = this.attempt(this.#nodesOfView());
  }

  async #nodesOfView() {
    if (this.state.n === '') return;
    const id = this.state.n, t = this.t;
    await this.#load(t, id);
    if (String(this.node?.node.node) === this.state.n) this.#tellSelected(this.node);
    if (this.two) await this.#loadOther(t, id);
  }

  async #load(t, id) {
    const asking = this.#asking[t];
    if (asking.is('node', {t, id})) return;
    const answer = await asking.ask('node', {t, id});
    if (answer === undefined) return;
    this.nodes[t] = answer;
    this.layout.update();
  }

  async #loadOther(t, id) {
    if (this.#aligning.is('align', {t, id})) return;
    const answer = await this.#aligning.ask('align', {t, id});
    if (answer === undefined) return;
    this.aligned = answer;
    if (answer.node !== null) return this.#load(1 - t, String(answer.node));
    this.#asking[1 - t].forget();
    this.nodes[1 - t] = null;
    this.layout.update();
  }

  // The nodes of `ids` that the other trace did not search, as a set of texts.
  async only(t, ids) {
    const only = new Set();
    for (let from = 0; this.two && from < ids.length; from += kAlignedAtOnce) {
      const answer = await ask('only', {t, ids: ids.slice(from, from + kAlignedAtOnce).join(',')});
      for (const id of answer.only) only.add(String(id));
    }
    return only;
  }

  // ---- steps

  // While steps are shown, nothing tells what comes later.
  setMoment(t, moment) {
    if (moment === this.moments[t]) return;
    this.moments[t] = moment;
    if (this.node) this.#tellSelected(this.node);
    this.layout.update();
  }

  // Returns how much is known of a node at the step shown: "all", "nothing", or "open" with its
  // state then, {alpha, beta, value}, if the tree shows it.
  known(t, row) {
    const moment = this.moments[t];
    if (!moment) return {is: 'all'};
    const id = Number(row.node);
    if (id > moment.until) return {is: 'nothing'};
    const state = moment.open.find((one) => Number(one.node) === id);
    const isOpen = state || row.size === null || id + row.size - 1 > moment.until;
    return isOpen ? {is: 'open', state} : {is: 'all'};
  }

  // ---- growing traces

  async #poll() {
    while (this.traces.some((trace) => trace.growing)) {
      await new Promise((done) => setTimeout(done, kPollEvery));
      const answer = await ask('traces').catch((error) => this.fail(error));
      if (!answer) return;
      if (JSON.stringify(answer.traces) !== JSON.stringify(this.traces)) this.#grow(answer.traces);
    }
  }

  #grow(traces) {
    this.traces = traces;
    this.#title();
    this.refresh();
  }

  // Requests everything again.
  refresh() {
    for (const latest of [...this.#asking, this.#aligning]) latest.forget();
    this.layout.forget();
    this.update();
  }

  // ---- messages

  #title() {
    const named = this.traces.map((trace, t) =>
      `${this.two ? `${letter(t)}: ` : ''}${trace.trace}${trace.growing ? ' (recording)' : ''}`);
    document.title = `${named.join(' | ')} - plytrace explore`;
    const facts = this.traces.map((trace, t) =>
      el('span', {class: 'trace'}, el('b', {}, named[t]), ` ${trace.game}, ${plural(trace.nodes, 'node')}`));
    document.querySelector('#title').replaceChildren(...facts);
  }

  #tellSelected(answer) {
    const row = answer.node;
    const size = row.size === null ? 'open' : plural(row.size, 'node');
    const {is, state} = this.known(this.t, row);
    const facts = is === 'nothing' ? 'not reached at this step'
      : `${row.side ?? '?'} to move, ${words(row.kind)}, window ${windowOf(is === 'open' && state ? state : row)}, ` +
        (is === 'open' ? `best so far ${score(state?.value)}` : `${claim(row)}, ${size}`);
    const text = `${this.two ? `${letter(this.t)} ` : ''}#${row.node} ${row.path}: ${facts}`;
    document.querySelector('#selected').textContent = text;
  }

  say(text, failed = false) {
    const message = document.querySelector('#message');
    message.textContent = text;
    message.classList.toggle('failed', failed);
  }
  clear() {
    this.say('');
  }
  fail(error) {
    this.say(error.message, true);
  }

  // Asks for a job's answer again and again until it is done.
  async ended(name, parameters, tell) {
    for (;;) {
      let answer = await ask(name, parameters);
      if (answer.state === 'none') answer = await ask(name, {...parameters, start: 1});
      if (answer.state === 'done') return answer;
      tell(share(answer.done, 1));
      await new Promise((done) => setTimeout(done, kAskEvery));
    }
  }

  // Awaits the promise and marks the page as busy. A failure becomes a message and gives undefined.
  async attempt(promise) {
    this.#pend(1);
    try {
      return await promise;
    } catch (error) {
      this.fail(error);
      return undefined;
    } finally {
      this.#pend(-1);
    }
  }

  // Panels that search for long show their progress themselves and do not count here.
  #pend(by) {
    this.#pending += by;
    document.querySelector('#main').setAttribute('aria-busy', String(this.#pending > 0));
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copyBySelection(text);
    }
    this.say(`Copied ${what}: ${text.length > 200 ? `${count(text.length)} characters` : text}`);
  }
}

// The fallback for browsers that give pages no access to the clipboard.
function copyBySelection(text) {
  const area = el('textarea', {class: 'unseen', 'aria-hidden': 'true'});
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

// The root of the last pass with a value in the last search; null for an empty trace.
function firstRoot(trace) {
  const passes = trace.searches.flatMap((search) => search.passes).filter((pass) => pass.root !== null);
  const finished = passes.filter((pass) => pass.value !== null);
  return (finished.at(-1) ?? passes.at(-1))?.root ?? null;
}
