// SPDX-License-Identifier: MIT
//
// The overview is an icicle chart. Each box is a subtree: node ids from left to right, plies from
// top to bottom. Adjacent subtrees that are too small to be distinguished share a cell, which shows
// the mix of their colours.
import {ask} from './api.js';
import {button, choice, el, table} from './dom.js';
import {filling, inks, kMix, kRun, sample} from './looks.js';
import {Minimap} from './minimap.js';
import {Panel} from './panel.js';
import {hitsInside} from './card.js';
import {claim, count, plural, score, share} from './texts.js';

const kGutter = 30, kAxis = 18;  // pixels left of and above the boxes
const kRow = 18, kLeastRow = 7;
const kLeastNodes = 2;  // smallest range that can be zoomed to
const kZoomSettles = 120;  // milliseconds after the last zoom step
const kBy = [['kind', 'kind'], ['role', 'role'], ['phase', 'phase'], ['class', 'expected node type'],
  ['cut-rank', 'rank of the move that cut'], ['depth-gain', 'depth gained or lost']];

export class Overview extends Panel {
  #canvas = el('canvas', {tabindex: 0, role: 'img'});
  #status = el('p', {class: 'under', 'aria-live': 'off'});
  #legend = el('ul', {class: 'legend', 'aria-label': 'Legend'});
  #largest = el('details', {}, el('summary', {}, 'Largest subtrees seen here, as a table'));
  #sums = el('p', {class: 'under sums', role: 'status', hidden: true});
  #band = null;  // the range summed up, [first, last]
  #summing = 0;
  #minimap = new Minimap((id) => this.#centre(id));
  #foot = el('div', {class: 'foot'}, this.#legend, this.#status, this.#largest, this.#sums);
  #by;
  #exports = el('span');
  #scaled = el('input', {type: 'checkbox'});
  #answer = null;
  // The range shown, [first, last] as numbers. While the user zooms it is ahead of the last answer.
  #range = null;
  #drag = null;
  #later = 0;  // timer of a zoom in progress
  #frame = 0;  // pending animation frame; 0: none
  #chart = el('div', {class: 'chart'}, this.#canvas);
  // Size of the canvas in pixels; measured only after a resize, because measuring forces a layout.
  #wide = 0;
  #high = 0;

  constructor(app, title, t) {
    super(app, 'overview', title, t);
    this.#by = choice('Coloured by', kBy, 'class', (by) => app.set({by}, {replace: true}));
    this.tools.append(el('label', {}, 'by ', this.#by),
      button('Zoom to node', 'Only the subtree of the selected node (key: z)', () => this.toSelected()),
      button('Closer', 'Zoom in: half as many nodes, around the selected node (key: +)', () => this.scale(0.5)),
      button('Further', 'Zoom out: twice as many nodes (key: -)', () => this.scale(2)),
      button('All', 'All passes (key: 0)', () => this.toAll()),
      button('Sums', 'Sum up the nodes of the range shown (key: Shift+Z); a drag along the axis sums up another one', () => this.sumUp()),
      app.two && t === 0 ? el('label', {title: 'The same scale and folding for both traces (key: Shift+S)'}, this.#scaled, ' one scale') : '',
      this.#exports);
    this.#scaled.addEventListener('change', () => app.set({scale: this.#scaled.checked ? '1' : ''}, {replace: true}));
    this.body.append(this.#chart, this.#minimap.element, this.#foot);
    this.#listen();
  }

  // ---- what is shown

  refresh() {
    this.#by.value = this.app.state.by;
    if (this.#answer) this.#describe();
    this.#scaled.checked = this.app.state.scale === '1';
    const parameters = this.#parameters();
    this.#exports.replaceChildren(this.exports('icicle', parameters));
    if (this.#answer) this.#draw();
    this.show('icicle', parameters, (answer) => this.#take(answer));
  }

  #parameters() {
    const [first, last] = this.#wanted();
    return {t: this.t, first, last, by: this.app.state.by, width: Math.max(200, Math.round(this.#width()))};
  }

  // The range that the view requests; empty texts stand for everything.
  #wanted() {
    const zoom = /^(\d+)-(\d+)$/.exec(this.app.of('z', this.t));
    return zoom ? [zoom[1], zoom[2]] : ['', ''];
  }

  #measure() {
    this.#wide ||= this.#chart.clientWidth;
    this.#high ||= this.#chart.clientHeight;
  }
  #width() {
    this.#measure();
    return (this.#wide || 600) - kGutter;
  }
  // Space below the axis.
  #height() {
    this.#measure();
    return (this.#high || 240) - kAxis - 1;
  }
  #mostRows() {
    return Math.max(4, Math.floor(this.#height() / kLeastRow));
  }

  #resized() {
    this.#wide = this.#high = 0;
    if (this.app.layout && !this.hidden) this.refresh();
  }

  #take(answer) {
    if (!this.#chart.isConnected) this.body.replaceChildren(this.#chart, this.#minimap.element, this.#foot);
    this.#answer = answer;
    // If the user has zoomed or dragged further meanwhile, keep that range.
    if (!this.#later) this.#range = rangeOf(answer);
    this.#draw();
    this.#fillLegend();
    this.#fillLargest();
    this.#describe();
    this.#markOnly(answer);
    this.hitsChanged();
  }

  // Counts what was found in the range shown, by the pixel.
  hitsChanged() {
    if (!this.#answer || this.hidden) return;
    const [first, last] = rangeOf(this.#answer);
    const redraw = () => {
      this.#draw();
      this.#describe();
    };
    redraw();
    this.app.hits.ask(this.t, first, last, Math.max(1, Math.round(this.#width())), () => {
      redraw();
      this.app.layout.panel('tree', this.t).hitsChanged();
    });
  }

  // "35 found here"; empty if nothing is marked.
  #foundHere() {
    if (!this.app.hits.marks(this.t)) return '';
    const [first, last] = this.#range;
    const found = this.app.hits.count(this.t, first, last);
    const isDone = this.app.hits.total?.done !== false;
    return found === null ? '' : `${count(found)}${isDone ? '' : ' or more'} found here (▾; the rest is pale), `;
  }

  // Marks boxes that only this trace searched, ply by ply. Everything below such a box is also only
  // in this trace.
  async #markOnly(answer) {
    if (!this.app.two) return;
    this.app.layout.panel('overview', 1 - this.t).scaleChanged();
    let above = [];  // boxes of the ply above that only this trace has
    for (let ply = 0; ply <= answer.max_ply; ply += 1) {
      const boxes = answer.boxes.filter((box) => box.ply === ply);
      const isBelow = (box) => above.some((one) => Number(one.first) <= Number(box.first) && Number(box.last) <= Number(one.last));
      for (const box of boxes) box.only = isBelow(box);
      const asked = boxes.filter((box) => !box.only).map((box) => box.node);
      const only = await this.app.attempt(this.app.only(this.t, asked));
      if (!only || answer !== this.#answer) return;
      for (const box of boxes) box.only ||= only.has(String(box.node));
      above = boxes.filter((box) => box.only);
    }
    this.#draw();
    this.#fillLegend();
  }

  // ---- the number of ids in the width, which two traces may share

  get length() {
    return this.#range ? this.#range[1] - this.#range[0] + 1 : 0;
  }
  #span() {
    const isShared = this.app.two && this.app.state.scale === '1';
    return isShared ? Math.max(this.length, this.app.layout.panel('overview', 1 - this.t).length) : this.length;
  }
  scaleChanged() {
    if (this.#answer && !this.hidden) this.#draw();
  }

  // ---- sums of a range

  sumUp() {
    if (this.#range) this.#sum(...this.#range);
  }

  // Counts the nodes of these ids, pass by pass and part by part, as Statistics does.
  async #sum(first, last) {
    this.#band = [first, last];
    this.#draw();
    const turn = (this.#summing += 1), sums = {};
    this.#sums.hidden = false;
    const passes = this.#passes().filter(([from, to]) => from <= last && first <= to);
    for (const [root, end] of passes) {
      for (let from = Math.max(first, root); from <= Math.min(last, end);) {
        const answer = await this.app.attempt(ask('stats', {t: this.t, node: root, from, to: Math.min(last, end)}));
        if (!answer || turn !== this.#summing) return;
        for (const row of [...answer.plies, ...(answer.deeper_plies ? [answer.deeper_plies] : [])]) {
          for (const [name, value] of Object.entries(row)) sums[name] = (sums[name] ?? 0) + (Number(value) || 0);
        }
        this.#tellSums(first, last, sums, Number(answer.until) + 1);
        from = Number(answer.until) + 1;
      }
    }
    this.#tellSums(first, last, sums, null);
  }

  #tellSums(first, last, sums, at) {
    const kinds = ['interior', 'horizon', 'terminal', 'table', 'known', 'draw', 'unknown', 'illegal'].filter((kind) => sums[kind])
      .map((kind) => `${count(sums[kind])} ${kind}`);
    const cuts = (sums.alpha_cutoffs ?? 0) + (sums.beta_cutoffs ?? 0);
    this.#sums.replaceChildren(el('b', {}, `#${count(first)} to #${count(last)}: ${plural(sums.nodes ?? 0, 'node')}`),
      ` (${kinds.join(', ')}), ${plural(cuts, 'cutoff')}` + (sums.cut_by_move ? `, ${share(sums.cut_by_first ?? 0, sums.cut_by_move)} of those by a move by the first` : '') +
      (at === null ? ' ' : `; counting at #${count(at)} `),
      button('Zoom to them', 'Show only this range', () => this.#zoom(first, last)), ' ',
      button('Close', 'Forget these sums', () => this.#endSums()));
  }

  #endSums() {
    this.#summing += 1;
    this.#band = null;
    this.#sums.hidden = true;
    this.#draw();
  }

  // [root, last] of each pass.
  #passes() {
    const passes = this.app.traces[this.t].searches.flatMap((search) => search.passes).filter((pass) => pass.root !== null);
    return passes.map((pass, i) => [Number(pass.root), Number(passes[i + 1]?.root ?? this.app.traces[this.t].last + 1) - 1]);
  }

  #centre(id) {
    const half = Math.floor(this.length / 2);
    const from = this.#within(id - half, id - half)[0];
    this.#zoom(from, from + this.length - 1);
  }

  #describe() {
    const [first, last] = this.#range;
    const text = `Icicle of the nodes ${count(first)} to ${count(last)}, ${this.#answer.max_ply === 0 ? '1 ply' : `${this.#answer.max_ply + 1} plies`}, coloured by ` +
      `${this.#by.selectedOptions[0].text}: ${plural(this.#answer.boxes.length, 'subtree')}`;
    this.#canvas.setAttribute('aria-label', text);
    this.#largest.hidden = this.#until() !== Infinity;
    if (this.#largest.hidden) {
      this.#status.textContent = `as it was at this step: searched up to #${count(this.#until())}`;
      return;
    }
    const hidden = this.#answer.runs.reduce((sum, run) => sum + run.nodes, 0);
    this.#status.textContent = `${this.#foundHere()}${plural(last - first + 1, 'id')}, ${plural(this.#answer.boxes.length, 'subtree')} apart` +
      (hidden ? `, ${plural(hidden, 'node')} in subtrees too small for a box of their own (shares stacked in cells)` : '') +
      (this.#answer.capped ? `; ${this.#answer.capped}` : '');
  }

  #fillLegend() {
    const {boxes, cells, runs, legend} = this.#answer;
    const used = new Set([...boxes.map((box) => box.by), ...cells.flatMap((cell) => cell.shares.map(([by]) => by))]);
    const entries = legend.filter((entry) => used.has(entry.by));
    const examined = new Set(cells.map((cell) => cell.first));
    if (cells.length) entries.push(kMix);
    if (runs.some((run) => !examined.has(run.first))) entries.push(kRun);
    this.#legend.replaceChildren(...entries.map((entry) => el('li', {}, sample(entry), ` ${entry.text}`)));
    if (this.#answer.boxes.some((box) => box.only)) {
      this.#legend.append(el('li', {}, el('span', {class: 'only-sample'}, '◆'), ' only this trace holds it'));
    }
  }

  #fillLargest() {
    const text = (by) => this.#answer.legend.find((entry) => entry.by === by)?.text ?? '';
    const boxes = this.#answer.boxes.toSorted((a, b) => size(b) - size(a)).slice(0, 12);
    const rows = boxes.map((box) => ({cells: [this.nodeLink(box.node), box.move ?? 'root', box.ply, count(size(box)),
      score(box.value), text(box.by)]}));
    const columns = [{text: 'node'}, {text: 'move'}, {text: 'ply', number: true}, {text: 'nodes', number: true},
      {text: 'value', number: true}, {text: this.#by.selectedOptions[0].text}];
    this.#largest.replaceChildren(this.#largest.firstChild, table('Largest subtrees seen', columns, rows));
  }

  // ---- zooming

  toSelected() {
    const row = this.node?.node;
    if (!row) return;
    this.#zoom(Number(row.node), Number(row.last ?? this.app.traces[this.t].last));
  }

  toAll() {
    this.#zoomEnds();
    if (this.#answer) this.#range = rangeOf(this.#answer);
    this.app.setOf('z', this.t, '');
  }

  scale(factor) {
    if (!this.#range) return;
    const id = Number(this.node?.node.node ?? 0);
    const [first, last] = this.#range;
    this.#scaleAround(id >= first && id <= last ? id : (first + last) / 2, factor);
  }

  #scaleAround(id, factor) {
    const [first, last] = this.#range;
    this.#zoom(id - (id - first) * factor, id + (last - id) * factor);
  }

  // Zooms to these ids, limited to those that exist.
  #zoom(first, last) {
    this.#range = this.#within(first, last);
    this.#draw();
    this.#zoomEnds();
    this.#later = setTimeout(() => this.#zoomed(), kZoomSettles);
  }

  #zoomEnds() {
    clearTimeout(this.#later);
    this.#later = 0;
  }

  #zoomed() {
    this.#zoomEnds();
    this.app.setOf('z', this.t, this.#range.join('-'), {replace: true});
  }

  #within(first, last) {
    const passes = this.app.traces[this.t].searches.flatMap((search) => search.passes);
    const least = Math.min(...passes.map((pass) => Number(pass.root ?? Infinity)));
    const most = Number(this.app.traces[this.t].last);
    const from = Math.max(least, Math.min(Math.round(first), most - kLeastNodes + 1));
    return [from, Math.min(most, Math.max(Math.round(last), from + kLeastNodes - 1))];
  }

  // ---- pointer

  #listen() {
    const canvas = this.#canvas;
    new ResizeObserver(() => this.#resized()).observe(this.#chart);
    for (const query of ['(prefers-color-scheme: dark)', 'print']) {
      matchMedia(query).addEventListener('change', () => this.#answer && this.#recolour());
    }
    canvas.addEventListener('wheel', (event) => {
      if (event.shiftKey || !this.#range) return;
      event.preventDefault();
      this.#scaleAround(this.#idAt(event.offsetX), event.deltaY < 0 ? 0.8 : 1.25);
    }, {passive: false});
    canvas.addEventListener('pointerdown', (event) => {
      this.#drag = {x: event.offsetX, range: this.#range, moved: false, sums: event.offsetY < kAxis};
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#release(event));
    canvas.addEventListener('pointercancel', () => { this.#drag = null; });
    canvas.addEventListener('pointerleave', () => {
      this.app.card.hide();
      if (this.#answer) this.#describe();
    });
    canvas.addEventListener('dblclick', (event) => {
      const hit = this.#range && this.#hit(event.offsetX, event.offsetY);
      if (hit) this.#zoom(Number(hit.first), Number(hit.last));
    });
  }

  #move(event) {
    if (!this.#range) return;
    if (!this.#drag) return this.#hover(event);
    this.app.card.hide();
    const shift = this.#drag.x - event.offsetX;
    if (!this.#drag.moved && Math.abs(shift) < 5) return;
    this.#drag.moved = true;
    if (this.#drag.sums) {
      this.#band = this.#dragged(event);
      return this.#draw();
    }
    const [first, last] = this.#drag.range;
    const ids = shift * ((last - first + 1) / this.#width());
    const from = this.#within(first + ids, first + ids)[0];
    this.#zoom(from, from + (last - first));
  }

  #release(event) {
    const was = this.#drag;
    this.#drag = null;
    if (was?.moved && was.sums) this.#sum(...this.#band);
    if (!was || was.moved) return;
    const hit = this.#hit(event.offsetX, event.offsetY);
    if (hit) this.app.select(hit.node ?? hit.first, {t: this.t});
  }

  // The ids from the start of the drag to the pointer.
  #dragged(event) {
    const ids = [this.#drag.x, event.offsetX].map((x) => Math.min(this.#range[1], Math.max(this.#range[0], this.#idAt(x))));
    return ids.sort((a, b) => a - b);
  }

  #hover(event) {
    const hit = this.#hit(event.offsetX, event.offsetY);
    this.#tell(hit);
    if (hit?.node === undefined) return this.app.card.hide();
    const found = this.app.hits.count(this.t, Number(hit.first), Number(hit.last));
    this.app.card.show(event, this.t, hit.node, hitsInside(found, this.app.hits.isExact));
  }

  #tell(hit) {
    if (!hit || this.#until() !== Infinity) return this.#describe();
    this.#status.textContent = hit.node === undefined
      ? `Small subtrees at ply ${hit.ply}, ${plural(size(hit), 'id')}: ${this.#sharesOf(hit)}a click selects the first, #${hit.first}`
      : `#${hit.node} ${hit.path ?? hit.move}${hit.name ? ` (${hit.name})` : ''}${hit.search ? ` (${hit.search})` : ''}, ply ${hit.ply}, ${claim(hit)}, ${plural(size(hit), 'node')}` +
        `${hit.open ? ' so far' : ''}, ${this.#answer.legend.find((entry) => entry.by === hit.by)?.text ?? ''}` +
        `${hit.only ? '; only this trace holds it' : ''}`;
  }

  // "ALL, as expected 62 %; CUT, as expected 38 %; " of a cell; empty for a run.
  #sharesOf({shares = []}) {
    return shares.map(([by, part]) => `${this.#answer.legend[by].text} ${Math.round(100 * part)} %; `).join('');
  }

  #hit(x, y) {
    const id = this.#idAt(x), ply = Math.floor((y - kAxis) / this.#row()) + this.#top();
    if (id > this.#until()) return null;
    const at = (box) => box.ply === ply && Number(box.first) <= id && id <= Number(box.last);
    return this.#answer.boxes.find(at) ?? this.#answer.cells.find(at) ?? this.#answer.runs.find(at) ?? null;
  }

  // The last id that the step shown has reached.
  #until() {
    return this.app.moments[this.t]?.until ?? Infinity;
  }

  #idAt(x) {
    return Math.floor(this.#range[0] + ((x - kGutter) / this.#width()) * this.#span());
  }

  // ---- drawing

  // Draws once in the next animation frame, however often it is called before.
  #draw() {
    this.#frame ||= requestAnimationFrame(() => this.#paint());
  }

  // Draws at once, because printing does not wait for an animation frame.
  #recolour() {
    this.#take(this.#answer);
    this.#paint();
  }

  // The first ply drawn: a tree too deep for the panel starts some plies above the selected node.
  #top() {
    const least = this.#answer.boxes.reduce((ply, box) => Math.min(ply, box.ply), this.#answer.max_ply);
    const most = this.#answer.max_ply - this.#mostRows() + 1;
    if (least >= most) return least;
    return Math.max(least, Math.min(most, (this.node?.node.ply ?? 0) - Math.floor(this.#mostRows() / 3)));
  }
  #rows() {
    return Math.min(this.#mostRows(), this.#answer.max_ply - this.#top() + 1);
  }
  #row() {
    return Math.max(kLeastRow, Math.min(kRow, Math.floor(this.#height() / this.#rows())));
  }

  #paint() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const width = this.#width() + kGutter, top = this.#top();
    const rows = this.#rows();
    const height = kAxis + rows * this.#row() + 1;
    const pen = this.#pen(width, height);
    const ink = inks();
    pen.fillStyle = ink.paper;
    pen.fillRect(0, 0, width, height);
    pen.font = '11px system-ui, sans-serif';
    this.#drawAxis(pen, ink, width);
    this.#drawPlies(pen, ink, rows, top);
    pen.save();
    pen.beginPath();
    pen.rect(kGutter, kAxis, width - kGutter, height);
    pen.clip();
    const fills = new Map(this.#answer.legend.map((entry) => [entry.by, filling(pen, entry)]));
    const grey = filling(pen, kRun);
    for (const run of this.#answer.runs) this.#drawBox(pen, ink, run, grey, top);
    for (const cell of this.#answer.cells) this.#drawCell(pen, ink, cell, fills, top);
    // The colour of a node that the step shown has not left would tell its outcome.
    const isKnown = (box) => Number(box.last) <= this.#until();
    for (const box of this.#answer.boxes) this.#drawBox(pen, ink, box, isKnown(box) ? fills.get(box.by) : grey, top);
    this.#drawHits(pen, ink, top);
    this.#drawSelected(pen, ink, top, height);
    this.#drawFuture(pen, ink, height);
    pen.restore();
    this.#drawTicks(pen, ink);
    this.#drawBand(pen, ink, height);
    this.#drawMarks(pen, ink);
    this.#drawMinimap();
  }

  #pen(width, height) {
    const ratio = devicePixelRatio || 1;
    this.#canvas.width = width * ratio;
    this.#canvas.height = height * ratio;
    this.#canvas.style.height = `${height}px`;
    const pen = this.#canvas.getContext('2d');
    pen.scale(ratio, ratio);
    return pen;
  }

  #x(id) {
    return kGutter + ((id - this.#range[0]) / this.#span()) * this.#width();
  }

  #drawAxis(pen, ink, width) {
    const [first, last] = this.#range;
    const step = niceStep(this.#span() / Math.max(2, Math.floor(width / 110)));
    pen.fillStyle = ink.text;
    pen.strokeStyle = ink.line;
    pen.textBaseline = 'middle';
    let free = 0;  // labels must start to the right of this
    for (let id = Math.ceil(first / step) * step; id <= last; id += step) {
      const x = this.#x(id), text = count(id);
      const wide = pen.measureText(text).width;
      const at = x + 3 + wide <= width ? x + 3 : x - 3 - wide;
      pen.fillRect(x, 3, 1, kAxis - 4);
      if (at < free) continue;
      pen.fillText(text, at, kAxis / 2);
      free = at + wide + 3;
    }
  }

  #drawPlies(pen, ink, rows, top) {
    const row = this.#row(), every = row < 12 ? 5 : 1;
    pen.fillStyle = ink.text;
    pen.textAlign = 'right';
    for (let ply = 0; ply < rows; ply += 1) {
      if ((ply + top) % every === 0) pen.fillText(String(ply + top), kGutter - 6, kAxis + (ply + 0.5) * row);
    }
    pen.textAlign = 'left';
  }

  #place(box, top) {
    const row = this.#row();
    const from = Math.max(this.#x(Number(box.first)), kGutter - 2);
    const to = Math.min(this.#x(Number(box.last) + 1), kGutter + this.#width() + 2);
    return [from, kAxis + (box.ply - top) * row, to - from, row];
  }

  #drawBox(pen, ink, box, fill, top) {
    const [x, y, width, height] = this.#place(box, top);
    if (width <= 0 || y < kAxis) return;
    pen.fillStyle = fill;
    pen.fillRect(x, y, Math.max(width, 0.7), height);
    pen.strokeStyle = ink.line;
    pen.lineWidth = 1;
    if (width > 3) pen.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    if (box.open && width > 3) this.#drawOpen(pen, ink, x + width, y, height);
    const text = `${box.only ? '◆ ' : ''}${box.node === undefined ? '' : box.move ?? `#${box.node}`}`;
    if (height >= 12 && width > 10) this.#drawText(pen, ink, text, x, y, width, height);
    if (box.only && width > 2) {
      pen.fillStyle = ink.only;
      pen.fillRect(x, y + height - 3, width, 3);
    }
  }

  // Stacks the shares of a cell from the top of its row. What no share takes stays empty: there the
  // subtrees end above this ply.
  #drawCell(pen, ink, cell, fills, top) {
    const [x, y, width, height] = this.#place(cell, top);
    if (width <= 0 || y < kAxis || Number(cell.last) > this.#until()) return;
    pen.fillStyle = ink.paper;
    pen.fillRect(x, y, Math.max(width, 0.7), height);
    let from = y;
    for (const [by, share] of cell.shares) {
      pen.fillStyle = fills.get(by);
      pen.fillRect(x, from, Math.max(width, 0.7), height * share);
      from += height * share;
      pen.fillStyle = ink.line;
      pen.fillRect(x, from - 0.5, Math.max(width, 0.7), 0.5);
    }
  }

  // Pales what holds no node that was found, and frames the nodes found.
  #drawHits(pen, ink, top) {
    const {hits} = this.app;
    if (!hits.marks(this.t)) return;
    const listed = new Set(hits.listed(this.t));
    pen.lineWidth = 2;
    for (const box of [...this.#answer.cells, ...this.#answer.runs, ...this.#answer.boxes]) {
      const [x, y, width, height] = this.#place(box, top);
      if (width <= 0 || y < kAxis) continue;
      const found = hits.count(this.t, Number(box.first), Number(box.last));
      pen.fillStyle = ink.paper;
      pen.globalAlpha = 0.72;
      if (found === 0) pen.fillRect(x, y, Math.max(width, 0.7), height);
      pen.globalAlpha = 1;
      pen.strokeStyle = ink.hit;
      if (box.node !== undefined && listed.has(Number(box.node))) pen.strokeRect(x + 1, y + 1, Math.max(1, width - 2), height - 2);
    }
  }

  // One tick on the axis for each pixel that holds a node found.
  #drawTicks(pen, ink) {
    const {hits} = this.app;
    if (!hits.marks(this.t)) return;
    pen.fillStyle = ink.hit;
    const idAt = (x) => Math.ceil(this.#range[0] + ((x - kGutter) / this.#width()) * this.#span());
    for (let x = kGutter; x < kGutter + this.#width(); x += 1) {
      const [from, to] = [idAt(x), idAt(x + 1) - 1];
      if (to >= from && from <= this.#until() && hits.count(this.t, from, to)) pen.fillRect(x, kAxis - 6, 1.6, 6);
    }
  }

  // The range that is summed up.
  #drawBand(pen, ink, height) {
    if (!this.#band) return;
    const [from, to] = [this.#x(this.#band[0]), this.#x(this.#band[1] + 1)];
    pen.strokeStyle = ink.chosen;
    pen.lineWidth = 1.5;
    pen.setLineDash([5, 3]);
    pen.strokeRect(Math.max(kGutter, from), 1, Math.max(2, Math.min(kGutter + this.#width(), to) - Math.max(kGutter, from)), height - 3);
    pen.setLineDash([]);
  }

  // A flag on the axis at each marked node.
  #drawMarks(pen, ink) {
    for (const mark of this.app.layout.panel('marks').of(this.t)) {
      const id = Number(mark.node);
      if (id < this.#range[0] || id > this.#range[1]) continue;
      const x = this.#x(id);
      pen.fillStyle = ink.mark;
      pen.fillRect(x, 1, 1.5, kAxis - 2);
      pen.beginPath();
      pen.moveTo(x, 1);
      pen.lineTo(x + 8, 4.5);
      pen.lineTo(x, 8);
      pen.fill();
    }
  }

  #drawMinimap() {
    const passes = this.#passes();
    const isZoomed = this.app.of('z', this.t) !== '' && passes.length > 0;
    const place = isZoomed ? {least: passes[0][0], most: Number(this.app.traces[this.t].last), range: this.#range, passes} : null;
    this.#minimap.draw(place, this.#width() + kGutter, this.app.hits.listed(this.t));
  }

  // Covers what the step shown has not reached.
  #drawFuture(pen, ink, height) {
    const until = this.#until();
    if (until === Infinity) return;
    const x = Math.max(kGutter, this.#x(until + 1));
    pen.fillStyle = ink.paper;
    pen.fillRect(x, kAxis, kGutter + this.#width() - x + 3, height);
    pen.fillStyle = ink.text;
    if (kGutter + this.#width() - x > 120) pen.fillText('not yet searched', x + 6, kAxis + 10);
  }

  // The right edge of an open subtree is ragged.
  #drawOpen(pen, ink, x, y, height) {
    pen.strokeStyle = ink.text;
    pen.beginPath();
    for (let at = 0; at <= height; at += 4) pen.lineTo(x - (at % 8 === 0 ? 1 : 5), y + at);
    pen.stroke();
  }

  #drawText(pen, ink, text, x, y, width, height) {
    const wide = pen.measureText(text).width;
    if (text === '' || wide + 6 > width) return;
    const [dark, light] = [ink.text, ink.paper];
    pen.fillStyle = light;
    pen.globalAlpha = 0.7;
    pen.fillRect(x + 2, y + 3, wide + 2, height - 6);
    pen.globalAlpha = 1;
    pen.fillStyle = dark;
    pen.fillText(text, x + 3, y + height / 2 + 0.5);
  }

  // Marks the selected node and its ancestors; if the node has no box, a line marks its place.
  #drawSelected(pen, ink, top, height) {
    const row = this.node?.node;
    if (!row || !this.#range) return;
    const id = Number(row.node);
    const above = this.#answer.boxes.filter((box) => Number(box.first) <= id && id <= Number(box.last) && box.ply <= row.ply);
    pen.strokeStyle = ink.chosen;
    for (const box of above) {
      const [x, y, width, tall] = this.#place(box, top);
      pen.lineWidth = String(box.node) === String(row.node) ? 3.5 : 1.2;
      pen.strokeRect(x + 1, y + 1, Math.max(1, width - 2), tall - 2);
    }
    pen.fillStyle = ink.chosen;
    const x = this.#x(id);
    pen.fillRect(x - 0.5, kAxis, 1.5, Math.min(height, (row.ply - top + 1) * this.#row()));
    pen.beginPath();
    pen.moveTo(x - 5, kAxis - 8);
    pen.lineTo(x + 5, kAxis - 8);
    pen.lineTo(x, kAxis + 1);
    pen.fill();
  }
}

const size = (box) => Number(box.last) - Number(box.first) + 1;
const rangeOf = (answer) => [Number(answer.first), Number(answer.last)];

// The smallest of 1, 2 or 5 times a power of ten that is not below `least`.
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least);
}
