# SPDX-License-Identifier: MIT
"""Record searches of a Python engine, and read traces of plytrace. One file, to copy; it needs only Python 3.8.

Recording: an Emitter writes event lines, which `plytrace import` turns into a trace.

    out = plytrace.start(game="nim", perspective="side", captured=["usual"])     # the file of $PLYTRACE
    def search(position, depth, alpha, beta, move=None):
        node = out.enter(move, depth=depth, alpha=alpha, beta=beta)
        if depth == 0:
            return node.leave(evaluate(position), kind="horizon")
        ...
            node.bound(alpha, beta)
        return node.leave(best)
    out.finish(search(position, 5, -1, 1))                   # the root is worth exactly this

The fields of each event are those of docs/events.md. None leaves a field out. A move may be anything that str() makes
a text of, and so may a key that is no whole number. `with out.enter(...) as node:` leaves
the node without a value if an exception or a stop ends it, and `with plytrace.Emitter("run.ndjson") as out:` ends the
search as interrupted then.

Reading: a Trace answers from the views of the file (schemas/trace.sql), as dictionaries.

    with plytrace.Trace("run.db") as trace:
        for node in trace.nodes("ply = 1"): print(node["path"], node["value"])
        for event in trace.events(1): print(event["event"], event)
        frame = trace.frame("node_text")                     # a pandas.DataFrame, if pandas is there
"""
import atexit
import errno
import json
import os
import sqlite3
import sys

_KINDS = ("bound_update", "cutoff", "table_store", "table_probe")
_MOVES = ("move", "best_move", "moves", "skipped_moves", "pv")


def _number(value):
    """Infinities are texts in JSON. Other kinds of numbers (Decimal, numpy's) become int or float."""
    if not isinstance(value, (str, int, float, list, tuple, dict)):
        kind = int if hasattr(value, "__index__") else float if hasattr(value, "__float__") else str
        value = kind(value)
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "+inf" if value > 0 else "-inf"
    return value


def _text(move):
    """A move is a text or a whole number in JSON; any other, such as a tuple, is written as str() shows it."""
    return move if isinstance(move, (str, int)) else str(move)


def _value(name, value):
    if name in ("key", "entry_key"):
        return _number(value) if hasattr(value, "__index__") else str(value)
    if name not in _MOVES:
        return _number(value)
    if name in ("move", "best_move") or isinstance(value, str):
        return _text(value)
    return [_text(move) for move in value]


_closed = set()  # the files that this process has written and closed, by path and process


def _open(path):
    """Opens a file for a recording. A file with contents is refused, unless this process has written and closed it."""
    try:
        return open(path, "x", encoding="utf-8")
    except FileExistsError:
        if (path, os.getpid()) not in _closed and os.path.isfile(path) and os.path.getsize(path) > 0:
            raise FileExistsError(errno.EEXIST, "exists already; remove it, or name another file", path) from None
        return open(path, "a", encoding="utf-8")


def start(**fields):
    """An Emitter for the file that the environment variable PLYTRACE names, with a search of these fields. finish()
    ends both. A further start() adds a search to the file."""
    out = Emitter()
    out.search(**fields)
    return out


class Node:
    """An open node. Every method reports one event of it; leave() ends it."""

    def __init__(self, emitter, number):
        self._emitter = emitter
        self.number = number
        self._is_open = True
        self._kind = None
        self._left = None  # inside visit(): the fields of leave()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._left = None
        if self._is_open:
            self.leave()

    def event(self, event, **fields):
        self._emitter._reach(self)
        self._emitter.event(event, node=self.number, **fields)

    def bound(self, alpha, beta, **fields):
        self.event("bound", alpha=alpha, beta=beta, **fields)

    def cutoff(self, kind, value=None, **fields):
        """Gives the value back, as the other methods with a value do: return node.leave(node.cutoff("beta", best))."""
        self.event("cutoff", kind=kind, value=value, **fields)
        return value

    def store(self, value, **fields):
        self.event("store", value=value, **fields)
        return value

    def probe(self, value, **fields):
        self.event("probe", value=value, **fields)
        return value

    def stand_pat(self, score):
        """The static score that the node may return itself."""
        self.event("stand_pat", score=score)
        return score

    def credit(self, score):
        """The node used `score` for the child left last, not what that returned."""
        self.event("credit", score=score)
        return score

    def exclude(self, moves):
        """The node leaves these moves out on purpose. Call it before the first child."""
        self.event("exclude", moves=moves)

    def is_(self, kind, **fields):
        """The kind of the node ("terminal", "horizon") if the search returns from here on, also by answer(). A node
        that was called "illegal" stays so, whatever is called later."""
        if self._kind != "illegal":
            self._kind = kind
            if self._left is not None:
                self._left = {}
            self.event("is", kind=kind, **fields)

    def answer(self, value, **fields):
        """The search returns the value of the table entry found, stored for stored_depth plies:
        return node.answer(value, bound="lower", stored_depth=3). `depth` is what it asks for if that is not the depth
        of the node."""
        self.probe(value, used="answered", **fields)
        if self._kind not in (None, "table"):
            return self.leave(value)
        return self.leave(value, kind="table", bound=fields.get("bound"))

    def narrow(self, value, alpha, beta, **fields):
        """The table entry found narrows the window to (alpha, beta)."""
        self.probe(value, used="narrowed", **fields)
        self.bound(alpha, beta, cause="table")

    def note(self, name, value=None):
        self.event("note", name=name, value=None if value is None else str(value))

    def leave(self, value=None, **fields):
        """Leaves the node, unless that was done, and gives the value back: return node.leave(best). Inside visit(),
        which leaves the node, it only says how."""
        if self._left is not None:
            self._left = fields
        elif self._is_open:
            self._is_open = False
            if self._kind == "illegal":
                fields = {}
            self.event("leave", value=value, **fields)
            if self._emitter._open[-1:] == [self]:
                self._emitter._open.pop()
        return value


class Emitter:
    """Writes event lines to a path or an open text file; with None it records nothing. Without an argument the
    environment variable PLYTRACE names the file (%p in it is the process id), and nothing is recorded if it is not
    set. If that file cannot be written, the engine goes on unrecorded after a line on stderr; a path given here that
    cannot be opened raises OSError."""

    _FROM_ENVIRONMENT = object()

    def __init__(self, file=_FROM_ENVIRONMENT, stream=None):
        self._is_mine = file is self._FROM_ENVIRONMENT or isinstance(file, (str, os.PathLike))
        if file is self._FROM_ENVIRONMENT:
            self._file = None
            path = os.environ.get("PLYTRACE", "").replace("%p", str(os.getpid()))
            try:
                self._file = _open(path) if path else None
            except OSError as error:
                self._give_up(error)
        else:
            self._file = _open(file) if self._is_mine else file
        self._stream = stream
        self._entered = 0
        self._open = []
        self._in_search = False
        if self._is_mine:
            atexit.register(self._at_exit)
        if self._is_mine and hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def __enter__(self):
        return self

    def __exit__(self, kind, *exception):
        if kind is not None:
            self.interrupt()
        self.close()

    def _at_exit(self):
        # An exception that nobody caught is still there.
        if getattr(sys, "last_value", None) is not None:
            self.interrupt()
        self.close()

    def interrupt(self):
        """Ends the search under way, if there is one, as interrupted. Without this, one that fails between two passes
        looks finished."""
        if self._in_search:
            self.end_search(status="interrupted")

    def close(self):
        if self._is_mine:
            atexit.unregister(self._at_exit)
            try:
                if self._file is not None:
                    self._file.close()
                    _closed.add((self._file.name, os.getpid()))
            except OSError as error:
                self._give_up(error)
        self._file, self._is_mine = None, False

    def _after_fork(self):
        # Lines that the parent has not written yet must not be written twice.
        if self._file is not None and self._is_mine:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._file.fileno())
            os.close(nowhere)
            self._file = None

    def _give_up(self, error):
        print(f"plytrace: nothing more is recorded: {error}", file=sys.stderr)
        self._file = None

    def finish(self, value, **fields):
        """Ends the search with the claim that its root is worth exactly `value`, and closes the file. Gives the value
        back. After a limit: finish(value, status="time_limit", completed_depth=6), with the value of that depth."""
        self.end_search(**{"value": value, "lower": value, "upper": value, **fields})
        self.close()
        return value

    def visit(self, move, call, value_of=lambda result: result, **fields):
        """Enters a node, and leaves it with the value of call(), which is returned:
        value = -out.visit(move, lambda: search(position, depth - 1, -beta, -alpha), depth=depth - 1, alpha=-beta,
        beta=-alpha). If call() returns more than a value, value_of(result) is the value. A call that raises leaves the
        node without one."""
        with self.enter(move, **fields) as node:
            node._left = {}
            result = call()
            left, node._left = node._left, None
            node.leave(value_of(result), **left)
            return result

    @property
    def node(self):
        """The open node that was entered last: a search that visit() calls reports to it."""
        return self._open[-1]

    def _reach(self, node):
        # Nodes below it were never left: the search jumped out of them.
        if self._open[-1:] != [node] and node in self._open:
            del self._open[self._open.index(node) + 1:]

    def event(self, event, **fields):
        if self._file is None:
            return
        line = {"event": event}
        if self._stream is not None:
            line["stream"] = self._stream
        line.update((name, _value(name, value)) for name, value in fields.items() if value is not None)
        try:
            self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
        except OSError as error:
            self._give_up(error)

    def search(self, **fields):
        self._in_search = True
        self.event("search", **fields)

    def begin_pass(self, **fields):
        self.event("pass", **fields)

    def enter(self, move=None, **fields):
        self._entered += 1
        self._in_search = True
        self.event("enter", node=self._entered, move=move, **fields)
        self._open.append(Node(self, self._entered))
        return self._open[-1]

    def end_pass(self, **fields):
        self._open.clear()
        self.event("end_pass", **fields)

    def end_search(self, **fields):
        self._open.clear()
        self._in_search = False
        self.event("end_search", **fields)


class Trace:
    """Reads a trace. It never writes to the file. `connection` takes any SQL."""

    def __init__(self, path):
        uri = "file:" + os.path.abspath(path).replace("%", "%25").replace("?", "%3F").replace("#", "%23")
        self.connection = sqlite3.connect(uri + "?mode=ro", uri=True)
        self.connection.row_factory = sqlite3.Row
        try:
            self.connection.execute("SELECT 1 FROM node LIMIT 1")
        except sqlite3.DatabaseError as error:
            self.connection.close()
            raise ValueError(f"{path}: is not a trace of plytrace: {error}") from error

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def close(self):
        self.connection.close()

    def query(self, sql, parameters=()):
        """The rows of any SELECT, as dictionaries."""
        for row in self.connection.execute(sql, parameters):
            yield dict(row)

    def searches(self):
        return list(self.query("SELECT * FROM search ORDER BY id"))

    def passes(self):
        return list(self.query("SELECT * FROM pass ORDER BY id"))

    def nodes(self, where="TRUE", parameters=()):
        """Nodes in the order of entering. `where` is a condition on the columns of the view node_text: "ply = 1",
        "search = ? AND bound = 'lower'"."""
        return self.query(f"SELECT * FROM node_text WHERE {where} ORDER BY id", parameters)

    def node(self, number):
        return next(self.nodes("id = ?", (number,)), None)

    def children(self, number):
        """The children of a node, in the order searched."""
        return self.query("SELECT t.* FROM child c JOIN node_text t ON t.id = c.node WHERE c.parent = ? ORDER BY c.n",
                          (number,))

    def at(self, path, search=1):
        """The nodes at a path such as "/d/c", in all passes of a search; "/" is the root."""
        steps = [step for step in path.split("/") if step]
        found = [row["root"] for row in self.query("SELECT root FROM pass WHERE search = ? AND root > 0 ORDER BY id",
                                                   (search,))]
        for step in steps:
            found = [child["id"] for node in found for child in self.children(node)
                     if child["path"].rsplit("/", 1)[1] == step]
        return [self.node(number) for number in found]

    def events(self, node):
        """The events of a node in the order of time, each with the key "event": the name of its table."""
        rows = [dict(row, event=kind) for kind in _KINDS
                for row in self.query(f"SELECT * FROM {kind}_text WHERE node = ?", (node,))]
        rows += [dict(row, event="note") for row in self.query("SELECT * FROM note WHERE node = ?", (node,))]
        return sorted(rows, key=lambda row: row["id"])

    def frame(self, table="node_text", where="TRUE", parameters=()):
        """A table or view as a pandas.DataFrame."""
        import pandas
        return pandas.read_sql_query(f"SELECT * FROM {table} WHERE {where}", self.connection, params=parameters)
