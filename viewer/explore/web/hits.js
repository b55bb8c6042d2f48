// SPDX-License-Identifier: MIT
//
// What the overview and the tree mark: the nodes found, by their ids if the page knows them all,
// or by their number in narrow parts of the range that the overview shows.
import {address, ask} from './api.js';


export class Hits {
  #app;
  #turn = 0;
  // The trace that they are in; ids: sorted, or null; conditions: of "find"; key: changes with them.
  #source = {t: 0, ids: [], conditions: null, key: ''};
  // The counts of one range: {key, first, last, bins, sums, total, done}; sums[i]: hits before part i.
  #counts = null;

  constructor(app) {
    this.#app = app;
  }

  // Marks these nodes from now on; without conditions the ids are all of them.
  set(t, ids, conditions = null) {
    const key = conditions ? address('hits', {t, ...conditions}) : JSON.stringify([t, ids]);
    const listed = ids.map(Number).sort((a, b) => a - b);
    const isNew = key !== this.#source.key;
    const isSame = !isNew && listed.join() === this.#source.ids.join();
    this.#source = {t, ids: listed, conditions, key};
    if (isNew) {
      this.#counts = null;
      this.#turn += 1;
    }
    if (!isSame) this.#app.layout.hitsChanged();
  }

  get key() {
    return this.#source.key;
  }

  // Whether something is marked in a trace.
  marks(t) {
    const {key, ids, conditions} = this.#source;
    return key !== '' && t === this.#source.t && (conditions !== null || ids.length > 0);
  }

  // The ids of the nodes listed; with conditions there may be more.
  listed(t) {
    return this.marks(t) ? this.#source.ids : [];
  }

  // The number of nodes found among these ids; null if it is not known.
  count(t, first, last) {
    const {ids, conditions} = this.#source;
    if (!this.marks(t)) return 0;
    if (conditions === null) return upTo(ids, last) - upTo(ids, first - 1);
    const known = this.#counts;
    if (!known || last < known.first || first > known.last) return null;
    const part = (id) => Math.min(known.bins, Math.max(0, Math.floor(((id - known.first) / (known.last - known.first + 1)) * known.bins)));
    return known.sums[Math.min(known.bins, part(last) + 1)] - known.sums[part(first)];
  }

  // Whether count() is exact: ids are known, or each id has a part of its own.
  get isExact() {
    const known = this.#counts;
    return this.#source.conditions === null || (known?.done === true && known.bins === known.last - known.first + 1);
  }

  // The number of nodes found in the range asked for, and whether the whole range has been searched.
  get total() {
    return this.#counts && {found: this.#counts.total, done: this.#counts.done};
  }

  // Counts the hits of a range in `bins` parts, unless that is known, and calls `tell` after each
  // part of the search.
  async ask(t, first, last, bins, tell) {
    const {conditions, key} = this.#source;
    if (!this.marks(t) || conditions === null) return;
    const asked = `${key} ${first} ${last} ${bins}`;
    if (this.#counts?.key === asked) return;
    const turn = (this.#turn += 1);
    const counts = {key: asked, first, last, bins, sums: [], total: 0, done: false};
    const numbers = [];
    this.#counts ??= counts;
    for (let after = null; ;) {
      const answer = await this.#app.attempt(ask('hits', {t, ...conditions, first, last, bins, after}));
      if (turn !== this.#turn || !answer) return;
      counts.bins = answer.bins;
      for (const [part, found] of answer.counts) numbers[part] = (numbers[part] ?? 0) + found;
      counts.sums = [0];
      for (let i = 0; i < counts.bins; i += 1) counts.sums.push(counts.sums[i] + (numbers[i] ?? 0));
      counts.total = counts.sums[counts.bins];
      counts.done = answer.until === null;
      this.#counts = counts;
      tell();
      if (counts.done) return;
      after = answer.until;
    }
  }
}

// How many ids are not above `id`.
function upTo(ids, id) {
  let from = 0, to = ids.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ids[middle] <= id) from = middle + 1;
    else to = middle;
  }
  return from;
}
