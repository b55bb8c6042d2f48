// SPDX-License-Identifier: MIT
//
// How numbers, scores and nodes of a trace are written, as the commands write them.

export const count = (number) =>
  number === null || number === undefined ? '?' : String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

export const plural = (number, word) => `${count(number)} ${word}${number === 1 ? '' : 's'}`;

export const share = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '-');

export const score = (value) => (value === null || value === undefined ? '?' : String(value));

export const windowOf = (row) =>
  row.alpha === null && row.beta === null ? '' : `(${score(row.alpha)}, ${score(row.beta)})`;

const kClaims = {exact: '=', lower: '>=', upper: '<='};

// "= 53", ">= 3", "<= -2"; "?" while there is none.
export function claim(row) {
  if (row.value === null || row.value === undefined) return row.open ? 'open' : 'no value';
  return `${kClaims[row.bound] ?? ''} ${score(row.value)}`.trim();
}

export const words = (text) => String(text).replaceAll('_', ' ');

export const shortened = (text, most = 60) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
