// SPDX-License-Identifier: MIT
//
// What is seen, as the address holds it: a link shows the same. All values are texts; those that are
// as at the start are left out.
//   t       the trace in use, 0 or 1          n       the selected node of it
//   hide    panels folded, "find,stats"       by      what the overview is coloured by
//   z       part of the overview, "first-last"
//   root    the tree's root                   at      the node that the tree must show
//   open    nodes unfolded, "12,40"           closed  nodes folded
//   fold    what the tree follows             size    how many nodes are in it
//   step    of the search played in the tree
//   sort    of the children, "-size"          from    the first child listed
//   tab     of the panel find                 find    its conditions, a query
//   sql     the statement asked               hot     of which passes the hot spots are, "", "pass" or "all"
//   both    1: both traces in the tree of the first
// z, root, at, open, closed and step of the second trace end in 2.

export const kStart = {
  t: '0', n: '', hide: '', by: 'class', z: '', z2: '', root: '', root2: '', at: '', at2: '', open: '', open2: '',
  closed: '', closed2: '', fold: 'path', size: 'fit', step: '', step2: '', both: '', sort: 'order', from: '',
  tab: 'nodes', find: '', sql: '', hot: '',
};

export const field = (name, t) => (t === 1 ? `${name}2` : name);

export function parsed(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const state = {...kStart};
  for (const [name, value] of given) {
    if (name in kStart) state[name] = value;
  }
  if (state.t !== '1') state.t = '0';
  return state;
}

export function written(state) {
  const query = new URLSearchParams();
  for (const name of Object.keys(kStart)) {
    if (state[name] !== kStart[name]) query.set(name, state[name]);
  }
  return `#${query}`;
}

export class View {
  #listeners = [];
  state = parsed(location.hash);

  constructor() {
    addEventListener('hashchange', () => this.#read());
    addEventListener('popstate', () => this.#read());
  }

  on(listener) {
    this.#listeners.push(listener);
  }

  // A new place in the history of the browser, or with `replace` the same one.
  set(changes, {replace = false} = {}) {
    const next = {...this.state};
    for (const [name, value] of Object.entries(changes)) next[name] = String(value ?? '');
    const hash = written(next);
    this.state = next;
    if (hash !== written(parsed(location.hash))) {
      history[replace ? 'replaceState' : 'pushState'](null, '', hash === '#' ? location.pathname : hash);
    }
    this.#tell();
  }

  // Both are told of one step back: the second finds nothing new.
  #read() {
    const next = parsed(location.hash);
    if (written(next) === written(this.state)) return;
    this.state = next;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener(this.state);
  }
}
