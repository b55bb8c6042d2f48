// SPDX-License-Identifier: MIT
"use strict";
/* Record searches of a JavaScript engine. One file, to copy; without dependencies, for Node.js 14 and
 * later. CommonJS and ES modules take it as it is:
 *
 *   const plytrace = require("./plytrace.cjs");
 *   import * as plytrace from "./plytrace.cjs";
 *
 * An Emitter writes event lines, which `plytrace import` turns into a trace:
 *
 *   const out = plytrace.start({ perspective: "side", captured: ["usual"] });  // the file of $PLYTRACE
 *   function search(position, depth, alpha, beta, move) {
 *     const node = out.enter(move, { depth, alpha, beta });
 *     if (depth === 0) return node.leave(evaluate(position), { kind: "horizon" });
 *     ...
 *       node.bound(alpha, beta);
 *     return node.leave(best);
 *   }
 *   out.finish(search(position, 5, -Infinity, Infinity));    // the root is worth exactly this
 *
 * The fields of each event are those of docs/events.md; undefined and null leave a field out. A move
 * is a text, a number, or anything that String() makes a text of; a key is a number, a BigInt, or
 * anything that String() makes a text of. A node that an exception jumped over is closed without a value. */

const BUFFERED = 65536; // characters
const closed = new Set(); // the files that this process has written and closed

// Opens a file for a recording. A file with contents is refused, unless this process has written and
// closed it.
function openFile(fs, path) {
  try {
    return fs.openSync(path, "wx");
  } catch (error) {
    const there = error.code === "EEXIST" ? fs.statSync(path) : null;
    if (there === null) throw error;
    if (there.isFile() && there.size > 0 && !closed.has(path)) {
      throw new Error(path + ": exists already; remove it, or name another file");
    }
    return fs.openSync(path, "a");
  }
}

// What JSON cannot say: infinities, and whole numbers of 64 bits. A NaN becomes an error of the import.
function jsonValue(name, value) {
  if (typeof value === "bigint") return "0x" + BigInt.asUintN(64, value).toString(16);
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return value === Infinity ? "+inf" : value === -Infinity ? "-inf" : "NaN";
}

// JSON takes a move as a text or a number.
function moveText(move) {
  return move == null || typeof move === "number" ? move : String(move);
}

function withMoveTexts(fields) {
  const result = { ...fields };
  for (const name of ["move", "best_move"]) {
    if (name in result) result[name] = moveText(result[name]);
  }
  for (const name of ["key", "entry_key"]) {
    if (typeof result[name] === "object" && result[name] !== null) result[name] = String(result[name]);
  }
  for (const name of ["moves", "skipped_moves", "pv"]) {
    if (Array.isArray(result[name])) result[name] = result[name].map(moveText);
  }
  return result;
}

// An open node. Every method reports one event of it; leave() ends it.
class Node {
  constructor(emitter, number) {
    this.emitter = emitter;
    this.number = number;
    this.isOpen = true;
    this.kind = undefined;
    this.left = null; // inside visit(): the fields of leave()
  }

  event(event, fields) {
    this.emitter.reach(this);
    this.emitter.event(event, { node: this.number, ...fields });
  }

  bound(alpha, beta, fields) {
    this.event("bound", { alpha, beta, ...fields });
  }

  // Gives the value back, as the other methods with a value do.
  cutoff(kind, value, fields) {
    this.event("cutoff", { kind, value, ...fields });
    return value;
  }

  store(value, fields) {
    this.event("store", { value, ...fields });
    return value;
  }

  probe(value, fields) {
    this.event("probe", { value, ...fields });
    return value;
  }

  // The static score that the node may return itself.
  standPat(score) {
    this.event("stand_pat", { score });
    return score;
  }

  // The node used `score` for the child left last, not what that returned.
  credit(score) {
    this.event("credit", { score });
    return score;
  }

  // The node leaves these moves out on purpose. Call it before the first child.
  exclude(moves) {
    this.event("exclude", { moves });
  }

  // The kind of the node ("terminal", "horizon") if the search returns from here on, also by answer().
  // A node that was called "illegal" stays so, whatever is called later.
  is(kind, fields) {
    if (this.kind === "illegal") return;
    this.kind = kind;
    if (this.left !== null) this.left = {};
    this.event("is", { kind, ...fields });
  }

  // The search returns the value of the table entry found, stored for stored_depth plies:
  //   return node.answer(value, { bound: "lower", stored_depth: 3 });
  // `depth` is what it asks for if that is not the depth of the node.
  answer(value, fields = {}) {
    this.probe(value, { used: "answered", ...fields });
    if (this.kind !== undefined && this.kind !== "table") return this.leave(value);
    return this.leave(value, { kind: "table", bound: fields.bound });
  }

  // The table entry found narrows the window to (alpha, beta).
  narrow(value, alpha, beta, fields) {
    this.probe(value, { used: "narrowed", ...fields });
    this.bound(alpha, beta, { cause: "table" });
  }

  note(name, value) {
    this.event("note", { name, value: value == null ? undefined : String(value) });
  }

  // Leaves the node, unless that was done: return node.leave(best). Inside visit(), which leaves the
  // node, it only says how.
  leave(value, fields) {
    if (this.left !== null) this.left = fields;
    if (this.left !== null || !this.isOpen) return value;
    this.isOpen = false;
    this.event("leave", this.kind === "illegal" ? { value } : { value, ...fields });
    if (this.emitter.node === this) this.emitter.open.pop();
    return value;
  }
}

class Emitter {
  // `file`: a path, a function that takes text, or null, which records nothing. By default the
  // environment variable PLYTRACE names the file (%p in it is the process id); nothing is recorded if
  // it is not set. If that file cannot be written, the engine goes on unrecorded after a line on
  // stderr; a path given here that cannot be opened throws.
  constructor(file, stream) {
    this.stream = stream;
    this.entered = 0;
    this.open = [];
    this.isInSearch = false;
    this.text = "";
    this.write = typeof file === "function" ? file : null;
    const isNode = typeof process !== "undefined";
    const path = file !== undefined || !isNode ? file : (process.env.PLYTRACE || "").replace(/%p/g, process.pid);
    if (typeof path !== "string" || path === "") return;
    const fs = require("fs");
    let descriptor;
    try {
      descriptor = openFile(fs, path);
    } catch (error) {
      if (file !== undefined) throw error;
      return this.giveUp(error);
    }
    closed.delete(path);
    this.write = (text) => fs.writeFileSync(descriptor, text);
    this.closeFile = () => {
      fs.closeSync(descriptor);
      closed.add(path);
    };
    this.atExit = (code) => {
      if (code !== 0) this.interrupt();
      this.close();
    };
    process.on("exit", this.atExit);
  }

  event(event, fields) {
    if (this.write === null) return;
    this.text += JSON.stringify({ event, stream: this.stream, ...withMoveTexts(fields) }, jsonValue) + "\n";
    if (this.text.length >= BUFFERED) this.flush();
  }

  // Writes all lines so far.
  flush() {
    try {
      if (this.write !== null && this.text !== "") this.write(this.text);
    } catch (error) {
      this.giveUp(error);
    }
    this.text = "";
  }

  giveUp(error) {
    console.error("plytrace: nothing more is recorded: " + error.message);
    this.write = null;
  }

  search(fields) {
    this.isInSearch = true;
    this.event("search", fields);
  }

  beginPass(fields) {
    this.event("pass", fields);
  }

  enter(move, fields) {
    this.isInSearch = true;
    const node = new Node(this, ++this.entered);
    this.open.push(node);
    this.event("enter", { node: node.number, move, ...fields });
    return node;
  }

  // Enters a node, and leaves it with the value of call(node), which is returned:
  //   value = -out.visit(move, { depth: depth - 1, alpha: -beta, beta: -alpha },
  //                      () => search(position, depth - 1, -beta, -alpha));
  // If call() returns more than a value, valueOf(result) is the value.
  visit(move, fields, call, valueOf = (result) => result) {
    const node = this.enter(move, fields);
    node.left = {};
    const result = call(node);
    const left = node.left;
    node.left = null;
    node.leave(valueOf(result), left);
    return result;
  }

  // The open node that was entered last: a search that visit() calls reports to it.
  get node() {
    return this.open[this.open.length - 1];
  }

  // Forgets the nodes below this one, which were never left: the search jumped out of them.
  reach(node) {
    const at = this.open.lastIndexOf(node);
    if (at >= 0) this.open.length = at + 1;
  }

  endPass(fields) {
    this.open.length = 0;
    this.event("end_pass", fields);
    this.flush();
  }

  endSearch(fields) {
    this.open.length = 0;
    this.isInSearch = false;
    this.event("end_search", fields);
    this.flush();
  }

  // Ends the search under way, if there is one, as interrupted. Without this, one that fails between
  // two passes looks finished. A process that ends with an error does it.
  interrupt() {
    if (this.isInSearch) this.endSearch({ status: "interrupted" });
  }

  // Ends the search with the claim that its root is worth exactly `value`, and closes the file. After a limit:
  // finish(value, { status: "time_limit", completed_depth: 6 }), with the value of that depth.
  finish(value, fields) {
    this.endSearch({ value, lower: value, upper: value, ...fields });
    this.close();
    return value;
  }

  close() {
    this.flush();
    this.write = null;
    if (!this.closeFile) return;
    this.closeFile();
    this.closeFile = null;
    process.removeListener("exit", this.atExit);
  }
}

// An Emitter for the file that the environment variable PLYTRACE names, with a search of these fields.
// finish() ends both. A further start() adds a search to the file.
function start(fields) {
  const out = new Emitter();
  out.search(fields);
  return out;
}

module.exports = { Emitter, Node, start };
