// SPDX-License-Identifier: MIT
//
// Panel "hot spots": where the nodes of the selected pass went and which node caused it, as `hot`
// reports. A small pass is counted automatically, a large one only on request, because it takes a
// while.
import {ask} from './api.js';
import {button, choice, el, table} from './dom.js';
import {Panel} from './panel.js';
import {count, plural, score, share, shortened, words} from './texts.js';

const kCountedUnasked = 2_000_000;  // nodes; larger passes are counted on request only
const kAskEvery = 400;  // milliseconds
const kOf = [['', 'the selected pass'], ['all', 'all passes of the search']];
const kListed = 40;  // entries of the heavy path, until the user asks for all

export class HotPanel extends Panel {
  #of;
  #state = el('p', {class: 'under', role: 'status'});
  #content = el('div');
  #key = '';
  #turn = 0;
  #answer = null;
  #whole = false;

  constructor(app) {
    super(app, 'hot', 'Hot spots');
    this.#of = choice('Hot spots of', kOf, '', (of) => app.set({hot: of}, {replace: true}));
    this.tools.append(el('label', {}, 'of ', this.#of),
      button('To the trigger', 'To the node that caused the explosion (key: e)', () => this.toTrigger()),
      button('Down the heavy path', 'To the next node of the heavy path, or onto it (key: Shift+E)', () => this.down()));
    this.body.append(this.#state, this.#content);
  }

  // ---- what is shown

  get tellsLater() {
    return true;
  }

  refresh() {
    const {hot} = this.app.state;
    this.#of.value = hot === 'all' ? 'all' : '';
    const row = this.app.node?.node;
    if (!row) return;
    const asked = {t: this.t, search: row.search, pass: hot === 'all' ? '' : row.pass};
    const unasked = hot !== '' || this.#isSmall(row);
    const key = JSON.stringify([asked, unasked]);
    if (key === this.#key) return this.mark(this.#content);
    this.#key = key;
    this.#answer = null;
    this.#content.replaceChildren();
    this.during(this.#run(asked, (this.#turn += 1), unasked)).catch((error) => {
      this.#state.replaceChildren(el('span', {class: 'error'}, error.message));
    });
  }

  // Keep the counts of a growing pass, which would otherwise be counted again and again.
  forget() {
    super.forget();
    if (!this.#grows()) this.#key = '';
  }
  #grows() {
    return this.app.traces[this.t].growing;
  }

  #isSmall(row) {
    const search = this.app.traces[this.t].searches.find((one) => one.search === row.search);
    const nodes = search?.passes.find((one) => one.pass === row.pass)?.recorded;
    return !this.#grows() && (nodes ?? Infinity) <= kCountedUnasked;
  }

  // Shows an existing answer at once; otherwise starts counting if `unasked`, or offers a button.
  async #run(asked, turn, unasked) {
    let answer = await ask('hot', asked);
    if (answer.state === 'none' && unasked) answer = await ask('hot', {...asked, start: 1});
    while (answer.state === 'running' && turn === this.#turn) {
      this.#state.textContent = `counting: ${share(answer.done, 1)}`;
      await new Promise((done) => setTimeout(done, kAskEvery));
      answer = await ask('hot', asked);
    }
    if (turn !== this.#turn) return;
    if (answer.state === 'done') return this.#render(answer);
    this.#state.replaceChildren(button('Where did the nodes go?', 'Count them; takes as long as plytrace hot', () => this.#want()));
  }

  // Stores the choice in the address.
  #want() {
    this.app.set({hot: this.app.state.hot || 'pass'}, {replace: true});
  }

  #again() {
    this.#key = '';
    this.refresh();
  }

  #render(answer) {
    this.#answer = answer;
    const passes = answer.passes === 1 ? `pass ${answer.heavy_pass}` : `${count(answer.passes)} passes`;
    this.#state.replaceChildren(`${plural(answer.nodes, 'node')} in ${passes}` +
      (answer.unrecorded ? `, and ${count(answer.unrecorded)} not recorded` : ''),
    ...(this.#grows() ? [' so far ', button('Count again', 'The trace has grown since', () => this.#again())] : []));
    this.#content.replaceChildren(this.#trigger(answer), ...this.#heavyPath(answer), ...this.#accounts(answer), ...this.#changes(answer));
    this.mark(this.#content);
    this.app.layout.markHits();
  }

  #trigger({trigger, trigger_text: text}) {
    if (!trigger) return el('p', {}, text);
    return el('p', {class: 'trigger'}, el('b', {}, 'Trigger: '), this.nodeLink(trigger.node, `#${trigger.node} ${shortened(trigger.path, 80)}`),
      `, ${plural(trigger.nodes, 'node')}; ${text}`);
  }

  #heavyPath(answer) {
    const path = answer.heavy_path;
    const listed = this.#whole ? path : path.slice(0, kListed);
    const rows = listed.map((row) => ({attributes: {'data-row': row.node}, cells: [
      this.nodeLink(row.node, row.name ?? moveOf(row.path), row.path), row.node === answer.trigger?.node ? '◀ trigger' : '', row.depth ?? '',
      count(row.nodes), percent(row.share)]}));
    const columns = [{text: 'heavy path'}, {text: ''}, {text: 'depth', number: true}, {text: 'nodes', number: true}, {text: 'share', number: true}];
    const more = answer.heavy_path_total - listed.length;
    return [table(`Heavy path of pass ${answer.heavy_pass}`, columns, rows), el('p', {class: 'under'},
      more > 0 ? this.#moreOfPath(more, path.length - listed.length) : '', answer.path_end)];
  }

  #moreOfPath(more, there) {
    if (there === 0) return `+${count(more)} more. `;
    return [button(`+${count(more)} more`, 'The rest of the heavy path', () => {
      this.#whole = true;
      this.#render(this.#answer);
    }), ' '];
  }

  #accounts(answer) {
    const used = answer.accounts.filter((account) => account.nodes > 0);
    if (used.length === 0) return [];
    const rows = used.map((account) => ({cells: [account.text, count(account.nodes), percent(account.share),
      account.count === null ? '' : count(account.count), account.confirmed === null ? '' : count(account.confirmed)]}));
    return [table('What the nodes were searched for', [{text: 'searched for', title: 'A node may count in several'},
      {text: 'nodes', number: true}, {text: 'share', number: true}, {text: 'times', number: true},
      {text: 'confirmed', title: 'Re-searches whose value beat the bound of the first search, too', number: true}], rows)];
  }

  #changes(answer) {
    if (answer.extensions.length === 0) return [];
    const rows = answer.extensions.map((change) => ({cells: [`${change.by > 0 ? '+' : ''}${change.by}`, words(change.reason ?? ''), count(change.count)]}));
    const left = answer.extensions_left_out;
    return [table('Extensions and reductions', [{text: 'plies deeper', number: true}, {text: 'reason'}, {text: 'times', number: true}], rows),
      left ? el('p', {class: 'more'}, `+${count(left)} for other reasons`) : ''];
  }

  // The nodes that the overview and the tree mark while this panel is shown.
  get found() {
    return {ids: (this.#answer?.heavy_path ?? []).map((row) => String(row.node)), conditions: null};
  }

  // ---- actions

  // Waits for the counts, and starts counting even for a large pass.
  async #counted() {
    const row = this.app.node.node;
    const pass = this.app.state.hot === 'all' ? '' : row.pass;
    if (this.#answer === null) this.#want();
    const answer = await this.app.attempt(this.app.ended('hot', {t: this.t, search: row.search, pass},
      (done) => this.app.say(`counting: ${done}`)));
    if (!answer) return null;
    this.app.clear();
    if (this.#answer === null) {
      this.#turn += 1;
      this.#render(answer);
    }
    return answer;
  }

  async toTrigger() {
    const answer = this.app.node && await this.#counted();
    if (!answer) return;
    if (!answer.trigger) return this.app.say(answer.trigger_text);
    this.app.select(answer.trigger.node);
    this.app.say(`Trigger: ${plural(answer.trigger.nodes, 'node')}, usual are ${score(answer.trigger.median)}`);
  }

  async down() {
    const answer = this.app.node && await this.#counted();
    if (!answer) return;
    const path = answer.heavy_path.map((row) => String(row.node));
    const at = path.indexOf(this.app.state.n);
    if (at >= 0) return at + 1 < path.length ? this.app.select(path[at + 1]) : this.app.say('The heavy path ends here.');
    const above = new Set(this.app.node.path.map((step) => String(step.node)));
    this.app.select(path.filter((id) => above.has(id)).at(-1) ?? path[0]);
  }
}

// The last move of a path; "/" for the root.
const moveOf = (path) => shortened(path.slice(path.lastIndexOf('/') + 1) || '/', 30);

const percent = (part) => (part === null ? '-' : share(part, 1));
