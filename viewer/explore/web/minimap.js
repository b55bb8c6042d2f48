// SPDX-License-Identifier: MIT
//
// The strip above a zoomed overview: the whole trace, its passes, and the range shown. A click or a
// drag moves the range.
import {el} from './dom.js';
import {inks} from './looks.js';

export class Minimap {
  element = el('canvas', {class: 'minimap', role: 'img', 'aria-label': 'The whole trace, with the range shown', hidden: true,
    title: 'The whole trace: click or drag to move the range shown'});
  #place = null;  // {least, most, range, passes}

  // `move` is called with the id for the middle of the range.
  constructor(move) {
    const go = (event) => this.#place && move(this.#idAt(event.offsetX));
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      go(event);
    });
    this.element.addEventListener('pointermove', (event) => event.buttons && go(event));
  }

  #idAt(x) {
    const {least, most} = this.#place;
    return least + (x / this.element.clientWidth) * (most - least + 1);
  }

  // `found`: the number of nodes found among ids, or null.
  draw(place, width, found) {
    this.#place = place;
    this.element.hidden = place === null;
    if (place === null) return;
    const {least, most, range: [first, last], passes} = place, height = 24, ratio = devicePixelRatio || 1, ink = inks();
    this.element.width = width * ratio;
    this.element.height = height * ratio;
    const pen = this.element.getContext('2d');
    pen.scale(ratio, ratio);
    const x = (id) => ((id - least) / (most - least + 1)) * width;
    passes.forEach(([from, to], i) => {
      pen.fillStyle = i % 2 ? ink.line : ink.run;
      pen.fillRect(x(from), 7, Math.max(1, x(to + 1) - x(from)), 10);
    });
    pen.fillStyle = ink.hit;
    for (const id of found) pen.fillRect(x(id), 17, 1.5, 5);
    pen.strokeStyle = ink.chosen;
    pen.lineWidth = 2;
    pen.strokeRect(Math.min(x(first), width - 4) + 1, 2, Math.max(3, x(last + 1) - x(first) - 2), height - 4);
  }
}
