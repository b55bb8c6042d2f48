# SPDX-License-Identifier: MIT
"""Traces, explorers and pages for the tests of plytrace explore in a real browser."""
import contextlib
import os
import signal
import sqlite3
import subprocess
import unittest

from browser import Browser

PLYTRACE = ""
FOLDER = ""


def begin(program, folder):
    global PLYTRACE, FOLDER
    PLYTRACE, FOLDER = program, folder


def record(name, *arguments):
    path = os.path.join(FOLDER, name)
    subprocess.run([PLYTRACE, "search", *arguments, "-o", path, "-q"], check=True, stdout=subprocess.DEVNULL)
    return path


class Trace:
    """The rows of a trace, read by SQL."""

    def __init__(self, path):
        self.file = path
        self._rows = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def all(self, query, *values):
        return self._rows.execute(query, values).fetchall()

    def one(self, query, *values):
        row = self._rows.execute(query, values).fetchone()
        return row[0] if row is not None else None

    def root(self):
        return self.one("SELECT root FROM pass ORDER BY id DESC LIMIT 1")

    def children(self, node):
        return [row[0] for row in self.all("SELECT node FROM child WHERE parent = ? ORDER BY n", node)]

    def path(self, node):
        return self.one("SELECT path FROM node_text WHERE id = ?", node)

    def named(self, path, root):
        """The last counting node of a path below a root."""
        for move in [step for step in path.split("/") if step]:
            root = [child for child in self.children(root)
                    if self.one("SELECT move FROM node_text WHERE id = ?", child) == move][-1]
        return root

    def cut_rank(self, node):
        """The number of the searched move that cut, from 1; None if no move did."""
        cause = self.one("SELECT child FROM cutoff WHERE node = ? AND kind < 2 AND child IS NOT NULL", node)
        return None if cause is None else self.children(node).index(cause) + 1


class Explorer:
    """Runs `plytrace explore` until the end of the `with` block."""

    def __init__(self, *traces):
        self._traces = traces

    def __enter__(self):
        self._process = subprocess.Popen([PLYTRACE, "explore", *self._traces, "--no-open"],
                                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self._process.stdout:
            for word in line.split():
                if word.startswith("http://127.0.0.1"):
                    self.url = word
                    return self
        raise AssertionError("plytrace explore gave no link")

    def end(self):
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=20)

    def __exit__(self, *_):
        if self._process.poll() is None:
            self.end()
        self._process.stdout.close()


class Page:
    """A page of the explorer, with the actions and questions of the tests."""

    def __init__(self, browser, url):
        self.browser = browser
        self.url = url
        browser.open(url)
        self.rests()

    def open(self, url):
        """Loads the page again, even if only the part after # differs."""
        self.browser.open("about:blank")
        self.browser.open(url)
        self.rests()

    def rests(self):
        """Waits until all keys are handled, no request is open, and the selected node is shown."""
        self.browser.wait("return document.querySelector('#selected')?.textContent"
                          " && !document.querySelector('[aria-busy=true]')", what="the page rests")

    def selected(self):
        return int(self.browser.text("#selected").split("#")[1].split(" ")[0])

    def selects(self, node):
        """Waits until the node is selected, in the line above and in its panel."""
        self.browser.wait(
            "return document.querySelector('#selected').textContent.includes(`#${arguments[0]} `)", node,
            what=f"#{node} is selected")
        self.rests()

    def press(self, *keys, node=None):
        self.browser.keys(*keys)
        if node is not None:
            self.selects(node)

    def tab(self, *names):
        """Opens panels by their tabs."""
        for name in names:
            self.browser.click(f"main [role=tab][aria-controls=panel-{name}]")
            self.rests()

    def menu(self, menu, item):
        """Chooses a command of a menu by its text."""
        self.browser.click_text(menu, "#tools")
        entry = self.browser.js("const items = [...document.querySelectorAll('#tools [role=menuitem]')];"
                                "const item = items.find((one) => one.querySelector('span').textContent === arguments[0]);"
                                "item.id = 'chosen-item'; return item.id", item)
        self.browser.click(f"#{entry}")
        self.browser.js("document.querySelector('#chosen-item').removeAttribute('id')")

    def goto(self, text, node):
        self.browser.type("#query", text)
        self.browser.click("#search button")
        self.selects(node)
        self.browser.js("document.activeElement.blur()")

    def message(self):
        return self.browser.text("#message")


class ExplorerCase(unittest.TestCase):
    """Tests with one browser and two traces of one position."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.first = Trace(record("first.plt", "connect4", "-d", "7", "--iterative", "--table", "8"))
        cls.second = Trace(record("second.plt", "connect4", "-d", "7", "--iterative", "--table", "8", "--order", "static"))

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def setUp(self):
        self.browser.size(1300, 1000)
        self.browser.media()
        self.allowed = ()

    @contextlib.contextmanager
    def visit(self, *traces):
        """The page of an explorer of these traces, which must write nothing to the console."""
        with Explorer(*traces) as explorer:
            self.browser.complaints()
            page = Page(self.browser, explorer.url)
            page.explorer = explorer
            yield page
            bad = [one for one in self.browser.complaints() if not any(word in one for word in self.allowed)]
            self.browser.open("about:blank")
            self.assertEqual(bad, [], "the console complains")
