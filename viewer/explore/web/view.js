// SPDX-License-Identifier: MIT
//
// The state of the view, which the address stores, so that a link shows the same. All values are
// texts; default values are omitted.
//   t       the trace in use, 0 or 1          n       its selected node
//   top     panel in the upper pane           side    panel in the right pane
//   front   the panel used last; a narrow window shows only this one
//   up      height of the upper pane, in %    left    width of the tree, in %
//   by      what colours the overview
//   z       range of the overview, "first-last"
//   root    root of the tree                  at      a node that the tree must show
//   open    unfolded nodes, "12,40"           closed  folded nodes
//   fold    what the tree follows             size    the number of nodes in it
//   step    step of the search replayed in the tree
//   sort    order of the children, "-size"    from    the first child listed
//   tab     tab of the panel find             find    its conditions as a query
//   sql     the SQL statement                 hot     passes of the hot spots: "", "pass" or "all"
//   marks   changes of the marks, as JSON     scale   1: both traces at one scale
//   both    1: both traces in the tree of the first
// The names z, root, at, open, closed, step and marks end in 2 for the second trace.

export const kStart = {
  t: '0', n: '', top: 'overview', side: 'node', front: 'tree', up: '38', left: '58', by: 'class', z: '', z2: '', root: '', root2: '', at: '', at2: '', open: '', open2: '',
  closed: '', closed2: '', fold: 'path', size: 'fit', step: '', step2: '', both: '', scale: '', marks: '', marks2: '', sort: 'order', from: '',
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

  // Adds an entry to the browser's history or, with `replace`, changes the current one.
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

  // The browser fires two events for one step back; the second finds nothing new.
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
