// SPDX-License-Identifier: MIT
//
// Formats numbers, scores and nodes in the same way as the commands.

export const count = (number) =>
  number === null || number === undefined ? '?' : String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

export const plural = (number, word) => `${count(number)} ${word}${number === 1 ? '' : 's'}`;

export const share = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '-');

// The name of a trace when two are shown.
export const letter = (t) => (t === 1 ? 'B' : 'A');

// The next number above or below.
function beside(number, isAbove) {
  const double = new Float64Array([number]);
  const bits = new BigInt64Array(double.buffer);
  if (number === 0) return isAbove ? Number.MIN_VALUE : -Number.MIN_VALUE;
  bits[0] += number > 0 === isAbove ? 1n : -1n;
  return double[0];
}

// A score with the minus sign and the infinity of print, as the pictures write them.
const printed = (text) => text.replace(/^-/, '−').replace(/inf$/, '∞');

// "3+" for the number just above 3, which would need 17 digits.
export function score(value) {
  if (value === null || value === undefined) return '?';
  const text = String(value);
  if (typeof value !== 'number') return printed(text);
  for (const [isAbove, sign] of [[false, '+'], [true, '-']]) {
    const shorter = String(beside(value, isAbove));
    if (shorter.length + 4 <= text.length) return printed(shorter) + sign;
  }
  return printed(text);
}

export const windowOf = (row) =>
  row.alpha === null && row.beta === null ? '' : `(${score(row.alpha)}, ${score(row.beta)})`;

const kClaims = {exact: '=', lower: '≥', upper: '≤'};

// "= 53", "≥ 3", "≤ −2", "= mate in 3 (31995)"; "?" without a value.
export function claim(row) {
  if (row.value === null || row.value === undefined) return row.open ? 'open' : 'no value';
  const value = row.mate ? `${row.mate} (${score(row.value)})` : score(row.value);
  return `${kClaims[row.bound] ?? ''} ${value}`.trim();
}

// Converts a stored word as the program does (viewer/format/rows/format.cc: readable()).
export const words = (text) => String(text).replaceAll('_', ' ')
  .replace(/\bre search\b/, 're-search').replace(/\bhand over\b/, 'hand-over');

export const shortened = (text, most = 60) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
