// SPDX-License-Identifier: MIT
//
// Arranges the panels: for one trace the overview above tree and node, for two traces a column for
// each.
import {el} from './dom.js';
import {FindPanel} from './find.js';
import {HotPanel} from './hot.js';
import {NodePanel} from './node.js';
import {Overview} from './overview.js';
import {PassesPanel} from './passes.js';
import {StatsPanel} from './stats.js';
import {letter} from './texts.js';
import {TreePanel} from './tree.js';

export class Layout {
  #app;
  #panels = [];

  constructor(app) {
    this.#app = app;
    const passes = new PassesPanel(app), find = new FindPanel(app), stats = new StatsPanel(app), hot = new HotPanel(app);
    const ofTrace = app.traces.map((_, t) => {
      const suffix = app.two ? ` ${letter(t)}` : '';
      return [new Overview(app, `Overview${suffix}`, t), new TreePanel(app, `Tree${suffix}`, t),
        new NodePanel(app, `Node${suffix}`, t)];
    });
    this.#panels = [passes, ...ofTrace.flat(), find, stats, hot];
    const main = document.querySelector('#main');
    const column = (...panels) => el('div', {class: 'column'}, panels.map((panel) => panel.element));
    main.classList.toggle('two', app.two);
    if (app.two) {
      main.append(passes.element, column(...ofTrace[0], find), column(...ofTrace[1], hot, stats));
    } else {
      const [overview, tree, node] = ofTrace[0];
      main.append(passes.element, overview.element, column(tree, find), column(node, hot, stats));
    }
  }

  update() {
    for (const panel of this.#panels) panel.update();
  }

  forget() {
    for (const panel of this.#panels) panel.forget();
  }

  #panel(name, t) {
    return this.#panels.find((panel) => panel.name === name && (panel.own === null || panel.own === t));
  }
  overview(t) {
    return this.#panel('overview', t);
  }
  tree(t) {
    return this.#panel('tree', t);
  }
  get find() {
    return this.#panel('find', null);
  }

  get hot() {
    return this.#panel('hot', null);
  }

  unfold(name) {
    const hide = this.#app.state.hide.split(',').filter((one) => one !== '' && one !== name);
    this.#app.set({hide: hide.join(',')}, {replace: true});
  }

  // Moves the focus to the panel of that name and unfolds it.
  focus(name) {
    this.unfold(name);
    const panel = this.#panel(name, this.#app.t);
    panel.element.focus();
    panel.element.scrollIntoView({block: 'nearest'});
  }
}
