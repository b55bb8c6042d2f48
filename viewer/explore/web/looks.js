// SPDX-License-Identifier: MIT
//
// The look of the overview's boxes, by the pattern and the fill that the server's legend names.
// `render --view icicle` uses the same looks (viewer/draw/icicle_looks.cc); only the dark colours
// are the page's own.

const kDark = {plain: '#2a2d33', rising: '#2d4f6e', falling: '#6b531b', crossed: '#74402a', level: '#2c5a3a', upright: '#66355a', grid: '#8a6100', dotted: '#4a4a4a'};
const kLight = {plain: '#ffffff', level: '#cfe9df', rising: '#cfe4f5'};  // for a sample without a look
const kTile = 8;  // pixels

export const dark = () =>
  matchMedia('(prefers-color-scheme: dark)').matches && !matchMedia('print').matches;

export const inks = () => (dark()
  ? {text: '#f0f0f0', line: '#9a9a9a', hatch: '#a8a8a8', paper: '#16181c', run: '#3a3d44', chosen: '#ffd54d', only: '#ff9b6b', hit: '#ff9b3d', mark: '#8ec5ff'}
  : {text: '#111111', line: '#555555', hatch: '#8a8a8a', paper: '#ffffff', run: '#d9d9d9', chosen: '#b00020', only: '#c04a00', hit: '#d1480a', mark: '#0b57a4'});

const kStrokes = {
  plain: [],
  rising: [[0, 8, 8, 0], [-2, 2, 2, -2], [6, 10, 10, 6]],
  falling: [[0, 0, 8, 8], [-2, 6, 2, 10], [6, -2, 10, 2]],
  crossed: [[0, 8, 8, 0], [0, 0, 8, 8]],
  level: [[0, 4, 8, 4]],
  upright: [[4, 0, 4, 8]],
  grid: [[0, 4, 8, 4], [4, 0, 4, 8]],
  dotted: [[1.5, 2, 3, 2], [5.5, 6, 7, 6]],
  run: [[0, 2, 1, 2], [4, 6, 5, 6]],
};

function tile(color, pattern, ink) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = kTile;
  const pen = canvas.getContext('2d');
  pen.fillStyle = color;
  pen.fillRect(0, 0, kTile, kTile);
  pen.strokeStyle = ink;
  pen.beginPath();
  for (const [x0, y0, x1, y1] of kStrokes[pattern]) {
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
  }
  pen.stroke();
  return canvas;
}

// A legend entry in the form of the server's entries.
export const kRun = {pattern: 'run', text: 'too small to be seen apart, not examined'};
export const kMix = {stripes: ['plain', 'level', 'rising'], text: 'too small to be seen apart: shares of the nodes'};

// Returns the fill of a legend entry's boxes.
export function filling(pen, {pattern, fill}) {
  const {hatch, run} = inks();
  const color = pattern === 'run' ? run : dark() ? kDark[pattern] : fill;
  return pen.createPattern(tile(color, pattern, hatch), 'repeat');
}

export function sample(entry) {
  const canvas = document.createElement('canvas');
  canvas.width = 28;
  canvas.height = 14;
  canvas.setAttribute('aria-hidden', 'true');
  const pen = canvas.getContext('2d');
  const stripes = entry.stripes ? entry.stripes.map((pattern) => ({pattern, fill: kLight[pattern]})) : [entry];
  stripes.forEach((stripe, i) => {
    pen.fillStyle = filling(pen, stripe);
    pen.fillRect(0, (14 / stripes.length) * i, 28, 14 / stripes.length);
  });
  pen.strokeStyle = inks().line;
  pen.strokeRect(0.5, 0.5, 27, 13);
  return canvas;
}
