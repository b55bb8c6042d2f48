// SPDX-License-Identifier: MIT
//
// Sends requests to the program that serves this page. Nothing is cached here; callers store the
// last answer.

export function address(name, parameters) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '' && value !== false) query.set(key, value);
  }
  const text = query.toString();
  return `api/${name}${text ? `?${text}` : ''}`;
}

// Invisible characters that affect the text around them (viewer/format/unseen.h). They are shown as
// the program shows them.
const kUnseen = /[\p{Cc}\p{DI}\p{NChar}\u2028\u2029\ufff9-\ufffb\u{13430}-\u{1343f}]/u;
const kAllUnseen = new RegExp(kUnseen, 'gu');
function seen(text) {
  if (!kUnseen.test(text)) return text;
  return text.replace(kAllUnseen, (character) => {
    const code = character.codePointAt(0), digits = code.toString(16).toUpperCase();
    if (character === '\n') return character;
    return code < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits.padStart(4, '0')}}`;
  });
}

// Returns the answer, or throws an Error that says what is wrong, where, and what to try.
export async function ask(name, parameters = {}, signal = undefined) {
  let response;
  try {
    response = await fetch(address(name, parameters), {signal});
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Error('plytrace explore does not answer: it has probably ended; start it again and open its new link');
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = JSON.parse(text, (key, value) => (typeof value === 'string' ? seen(value) : value));
  } catch {
    // The body is not JSON.
  }
  if (answer === null) throw new Error(`${name}: the answer cannot be read (${response.status})`);
  if (!response.ok || typeof answer.error === 'string') throw new Error(answer.error ?? `${name}: ${response.status}`);
  return answer;
}

// Runs requests of which only the latest counts; the answers of earlier ones are dropped.
export class Latest {
  #controller = null;
  key = null;

  // Returns undefined if a later request has been started.
  async ask(name, parameters) {
    this.#controller?.abort();
    const mine = (this.#controller = new AbortController());
    this.key = address(name, parameters);
    try {
      const answer = await ask(name, parameters, mine.signal);
      return mine === this.#controller ? answer : undefined;
    } catch (error) {
      if (error.name === 'AbortError' || mine !== this.#controller) return undefined;
      this.key = null;
      throw error;
    }
  }

  // True if the last request was this one.
  is(name, parameters) {
    return this.key === address(name, parameters);
  }

  forget() {
    this.key = null;
  }
}
