// SPDX-License-Identifier: MIT
//
// Questions to the program that serves this page. Nothing is kept: who asks keeps the last answer.

export function address(name, parameters) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '' && value !== false) query.set(key, value);
  }
  const text = query.toString();
  return `api/${name}${text ? `?${text}` : ''}`;
}

// Characters that act on the text around them instead of being seen (viewer/format/unseen.h), as
// the program writes them.
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

// The answer; throws an Error that says what, where, and what to try.
// Where too many ask at once it asks again, a few times.
export async function ask(name, parameters = {}, signal = undefined, tries = 5) {
  let response;
  try {
    response = await fetch(address(name, parameters), {signal});
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Error('plytrace explore does not answer: it has ended; start it again and open its new link');
  }
  if (response.status === 503 && response.headers.has('Retry-After') && tries > 1) {
    await new Promise(done => setTimeout(done, 1000 * Number(response.headers.get('Retry-After'))));
    return ask(name, parameters, signal, tries - 1);
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = JSON.parse(text, (key, value) => (typeof value === 'string' ? seen(value) : value));
  } catch {
    // It is no JSON.
  }
  if (answer === null) throw new Error(`${name}: no answer that can be read (${response.status})`);
  if (!response.ok || typeof answer.error === 'string') throw new Error(answer.error ?? `${name}: ${response.status}`);
  return answer;
}

// Questions of which only the latest counts: an answer that comes too late is dropped.
export class Latest {
  #controller = null;
  key = null;

  // Undefined where another question came in between.
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

  // Whether the last question was this one.
  is(name, parameters) {
    return this.key === address(name, parameters);
  }

  forget() {
    this.key = null;
  }
}
