# SPDX-License-Identifier: MIT
"""Covers viewer/explore/web: plytrace explore in a real browser, with every panel, key, link and step.

Usage: explorer_test.py PLYTRACE [TEST...]; exit code 77 if chromium-headless-shell is missing.
Expected values come from this file's own SQL queries on the trace, never from the explorer.
"""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import time
import urllib.request

import explorer_page
from browser import Browser, run_tests
from explorer_page import ExplorerCase, Page, Trace, record

PLYTRACE = ""
FOLDER = ""

HOSTILE = [
    "<script>window.hacked = 1</script>", "<img src=x onerror=\"window.hacked = 2\">", "\"'><b>bold</b>",
    "]]>", "javascript:hacked", "\u202eevil", "x" * 300, "&lt;b&gt;", "#12",
]


class ExplorerTest(ExplorerCase):
    # ---- panels

    def test_every_panel_has_its_contents_on_traces_small_and_large(self):
        one = Trace(record("one.plt", "connect4", "-d", "0"))
        small = Trace(record("small.plt", "tree"))
        large = Trace(record("large.plt", "connect4", "-d", "10", "--iterative", "--table", "16"))
        for trace in (one, small, self.first, large):
            with self.subTest(trace.file), self.visit(trace.file) as page:
                browser = self.browser
                self.assertEqual(page.selected(), trace.root())
                total = trace.one("SELECT count(*) FROM node")
                self.assertIn(f"{total:,} node", browser.text("#title"))
                passes = trace.one("SELECT count(*) FROM pass")
                page.tab("passes")
                self.assertEqual(browser.count("#panel-passes .strip button"), passes)
                page.tab("overview")
                self.assertRegex(browser.text("#panel-overview .under"), " ids?, ")
                self.assertGreater(browser.count("#panel-tree svg [data-node]"), 0)
                self.assertIn("window", browser.text("#panel-node .facts"))
                children = trace.children(trace.root())
                self.assertIn(f"Children ({len(children)})", browser.text("#panel-node"))
                page.tab("stats")
                browser.wait("return document.querySelector('#panel-stats .under').textContent.includes('all counted')")
                size = trace.one("SELECT last - id + 1 FROM node WHERE id = ?", trace.root())
                self.assertIn(f"{size:,}", browser.text("#panel-stats .total"))

    def test_statistics_are_those_of_the_selected_subtree(self):
        with self.visit(self.first.file) as page:
            node = self.first.children(self.first.root())[2]
            page.goto(str(node), node)
            page.tab("stats")
            self.browser.wait("return document.querySelector('#panel-stats .under').textContent.includes('all counted')")
            shown = self.browser.js(
                "return [...document.querySelectorAll('#panel-stats table')[0].querySelectorAll('tbody tr')]"
                ".map((row) => [row.cells[0].textContent, row.cells[1].textContent])")
            wanted = self.first.all("SELECT ply, count(*) FROM node WHERE id BETWEEN ? AND (SELECT last FROM node"
                                    " WHERE id = ?) GROUP BY ply", node, node)
            total = sum(nodes for _, nodes in wanted)
            self.assertEqual(shown, [[str(ply), f"{nodes:,}"] for ply, nodes in wanted] + [["all", f"{total:,}"]])

    def test_statistics_have_the_stages_and_extensions_that_an_engine_notes(self):
        file = os.path.join(FOLDER, "stages.plt")
        window = {"alpha": "-inf", "beta": "+inf"}
        events = [{"event": "search", "game": "mine", "captured": ["usual"]}, {"event": "pass"},
                  {"event": "enter", "side": "max", "depth": 1, "alpha": 0, "beta": 3}]
        for move, stage, value in (("a", "quiet", 1), ("b", "quiet", 2), ("c", "killer", 3)):
            events += [{"event": "enter", "move": move, "side": "min", "depth": 0, **window},
                       {"event": "note", "name": "stage", "value": stage},
                       {"event": "note", "name": "extension", "value": "check"},
                       {"event": "leave", "value": value, "kind": "horizon"}]
        events += [{"event": "cutoff", "kind": "beta", "cause": "child", "value": 3, "skipped": 4},
                   {"event": "leave", "value": 3, "legal": 7}, {"event": "end_search", "value": 3}]
        subprocess.run([PLYTRACE, "import", "-", "-o", file, "-q"], check=True, stdout=subprocess.DEVNULL, text=True,
                       input="\n".join(json.dumps(event) for event in events))
        with self.visit(file) as page:
            page.tab("stats")
            self.browser.wait("return document.querySelector('#panel-stats .under').textContent.includes('all counted')")
            shown = self.browser.js(
                "return [...document.querySelectorAll('#panel-stats table')].slice(-2).map((table) =>"
                " [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent)))")
            self.assertEqual(shown, [[["killer", "1", "1", "100.0 %"], ["quiet", "0", "2", "0.0 %"]], [["check", "3"]]])

    def test_statistics_of_hundreds_of_millions_of_nodes_fit_into_their_panel(self):
        file = record("huge.plt", "connect4", "-d", "9", "--table", "1")
        with sqlite3.connect(file) as rows:  # as the recorder counts them: nine digits and more
            columns = [row[1] for row in rows.execute("PRAGMA table_info(ply_summary)")][2:]
            rows.execute("UPDATE ply_summary SET " + ", ".join(f'"{name}" = "{name}" * 4000' for name in columns))
            rows.execute("UPDATE node SET last = 900000000 WHERE id = 1")
            rows.execute("UPDATE pass SET last = 900000000")
        rows.close()
        with self.visit(file) as page:
            page.tab("stats")
            self.browser.js("location.hash += '&left=30'")
            for width in (1440, 1300):
                self.browser.size(width, 900)
                page.rests()
                self.browser.wait("return document.querySelectorAll('#panel-stats table').length >= 2")
                wide = self.browser.js("return [...document.querySelectorAll('#panel-stats .scroll')]"
                                       ".map((one) => one.scrollWidth - one.clientWidth)")
                self.assertEqual(wide, [0] * len(wide), width)
                self.assertIn(",", self.browser.text("#panel-stats .total"))

    def test_a_scroll_bar_that_comes_or_goes_changes_no_width(self):
        """A tree slightly too high got a scroll bar, was requested again for the smaller width, lost the bar, and so on."""
        widths = "[document.documentElement.clientWidth, document.querySelector('.picture').clientWidth]"
        with self.visit(self.first.file):
            for what in (".picture svg",):
                low, high = self.browser.js(
                    f"const part = document.querySelector(arguments[0]), widths = () => {widths};"
                    "part.style = 'height: 10px; overflow: hidden'; const low = widths();"
                    "part.style = 'height: 9000px'; return [low, widths()]", what)
                self.assertEqual(low, high, what)

    def test_children_beyond_a_page_are_counted_and_turned_to(self):
        wide = Trace(record("wide.plt", "synthetic", "-g", "branching=400", "-g", "depth=1"))
        with self.visit(wide.file) as page:
            browser = self.browser
            self.assertIn("Children (400)", browser.text("#panel-node"))
            self.assertEqual(browser.count("#panel-node .children tbody tr"), 25)
            browser.click_text("+375 more", "#panel-node")
            browser.wait("return document.querySelector('#panel-node').textContent.includes('26 to 50 of 400')")
            self.assertEqual(browser.count("#panel-node .children tbody tr"), 25)
            browser.click_text("nodes", "#panel-node .children")
            page.rests()
            browser.click_text("move", "#panel-node .children")
            browser.wait("return document.querySelector('#panel-node [aria-sort=ascending]')?.textContent === 'move'")
            first = browser.text("#panel-node .children tbody button")
            self.assertEqual(first, wide.one("SELECT move FROM node_text WHERE parent IS NOT NULL ORDER BY move LIMIT 1"))
            self.assertLess(browser.count("*"), 4000)

    # ---- keys

    def test_every_key_of_the_walk_leads_where_the_trace_says(self):
        trace = self.first
        root = trace.root()
        children = trace.children(root)
        with self.visit(trace.file) as page:
            page.press("Down", node=children[0])
            page.press("Right", node=children[1])
            page.press("Right", node=children[2])
            page.press("Left", node=children[1])
            page.press("Up", node=root)
            page.press("J", node=children[-1])
            page.press("k", node=root)
            page.press("j", node=children[0])
            page.press("Down", node=trace.children(children[0])[0])
            page.press("Home", node=root)
            page.press("[", node=trace.children(children[0])[0])
            page.press("]", node=root)
            page.press("Up")
            self.browser.wait("return document.querySelector('#message').textContent === 'There is no such node.'")
            self.assertEqual(page.selected(), root)

    def test_keys_pressed_at_once_are_all_taken(self):
        trace = self.first
        node = trace.root()
        for _ in range(4):
            node = trace.children(node)[0]
        with self.visit(trace.file) as page:
            page.press("Down", "Down", "Down", "Down", node=node)

    def test_what_is_said_is_in_sight_wherever_the_page_is_scrolled_to(self):
        with self.visit(self.first.file) as page:
            browser = self.browser
            browser.js("window.scrollTo(0, document.body.scrollHeight)")
            page.press("e")
            browser.wait("return document.querySelector('#message').textContent !== ''")
            top, bottom, height = browser.js("const box = document.querySelector('#message').getBoundingClientRect();"
                                             " return [box.top, box.bottom, innerHeight]")
            self.assertTrue(0 <= top < bottom <= height, (top, bottom, height))

    def test_null_windows_are_written_as_the_commands_write_them(self):
        trace = Trace(record("null.plt", "connect4", "-d", "5", "-a", "pvs"))
        with self.visit(trace.file) as page:
            beside = trace.one("SELECT alpha FROM node WHERE parent = ? AND beta > alpha AND beta < alpha + 0.001", trace.root())
            table = self.browser.text("#panel-node tbody")
            self.assertIn(f"({beside:g}, {beside:g}+)".replace("-", "\u2212"), table)
            self.assertNotIn("0000", table)
            self.assertNotIn("9999", table)

    def test_the_principal_variation_is_followed(self):
        trace = self.first
        with self.visit(trace.file) as page:
            node = trace.root()
            while (best := trace.one("SELECT best FROM node WHERE id = ?", node)) is not None:
                node = best
                page.press("p", node=node)
            page.press("p")
            self.browser.wait("return document.querySelector('#message').textContent.includes('ends here')")
            off = trace.children(trace.root())[3]
            page.goto(str(off), off)
            page.press("p", node=trace.root())

    def test_cutoffs_and_passes_are_stepped_through(self):
        trace = self.first
        with self.visit(trace.file) as page:
            root = trace.root()
            cut = [row[0] for row in trace.all("SELECT DISTINCT node FROM cutoff WHERE node > ? AND skipped > 0"
                                               " ORDER BY node LIMIT 2", root)]
            page.press("c", node=cut[0])
            page.press("c", node=cut[1])
            page.press("C", node=cut[0])
            late = next(row[0] for row in trace.all("SELECT DISTINCT node FROM cutoff WHERE node > ? ORDER BY node", cut[0])
                        if (trace.cut_rank(row[0]) or 1) > 1)
            page.press("t", node=late)
            page.press("Home", node=root)
            before = trace.one("SELECT root FROM pass WHERE root < ? ORDER BY root DESC LIMIT 1", root)
            page.press("A", node=before)
            page.press("a", node=root)

    def test_positions_of_chess_are_copied_with_and_without_history(self):
        trace = Trace(record("chess.plt", "chess", "-d", "2", "--moves", "e2e4,e7e5"))
        fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
        with self.visit(trace.file) as page:
            node = trace.named("g1f3", trace.root())
            page.goto(str(node), node)
            for key, what, wanted in (("P", "the position without its history", [fen]),
                                      ("Y", "the position", [" w KQkq - 0 2 moves g1f3"]),
                                      ("y", "the path", ["/g1f3"]),
                                      ("i", "the id", [str(node)])):
                page.press(key)
                self.browser.wait("return document.querySelector('#message').textContent.startsWith(arguments[0])",
                                  f"Copied {what}: ")
                copied = self.browser.clipboard()
                self.assertEqual(page.message(), f"Copied {what}: {copied}")
                for part in wanted:
                    self.assertTrue(copied.endswith(part), copied)
                if key == "P":
                    self.assertEqual(copied, fen)

    def test_all_keys_are_listed_and_every_button_names_its_key(self):
        with self.visit(self.first.file) as page:
            page.press("?")
            self.browser.wait("return document.querySelector('#help').open")
            listed = self.browser.js("return [...document.querySelectorAll('#help kbd')].map((key) => key.textContent)")
            for key in ("↑", "↓", "Shift+J", "p", "c", "t", "f", "n", "Enter", ".", ",", "z", "0", "/", "?", "w", "g", "e", "Shift+E"):
                self.assertIn(key, listed)
            self.assertNotIn("x", listed, "keys of two traces are not those of one")
            page.press("Escape")
            self.browser.wait("return !document.querySelector('#help').open")
            menus = self.browser.js("return [...document.querySelectorAll('#tools [role=menuitem] kbd')].map((key) => key.textContent)")
            self.assertLessEqual(set(menus), set(listed))
            self.assertGreater(len(menus), 40)

    def test_what_is_typed_is_no_key(self):
        with self.visit(self.first.file) as page:
            page.press("/")
            page.press("d", "/", "c")
            self.assertEqual(self.browser.js("return document.querySelector('#query').value"), "d/c")
            page.press("Enter", node=self.first.named("d/c", self.first.root()))
            self.browser.type("#query", "/d/zz")
            self.allowed = ("Failed to load resource",)
            page.press("Enter")
            self.browser.wait("return document.querySelector('#message').textContent.includes('zz')")

    # ---- links

    def test_each_kind_of_link_selects_its_node(self):
        trace = self.first
        root = trace.root()
        first = trace.children(root)[0]
        with self.visit(trace.file) as page:
            browser = self.browser
            best = trace.one("SELECT best FROM node WHERE id = ?", root)
            browser.click(f"#panel-node .facts [data-id='{best}']")
            page.selects(best)
            browser.click("#panel-node .path button")
            page.selects(root)
            browser.click(f"#panel-node .children [data-id='{trace.children(root)[4]}']")
            page.selects(trace.children(root)[4])
            browser.click(f"#panel-tree [data-node='{first}']")
            page.selects(first)
            child = trace.one("SELECT child FROM bound_update WHERE node = ? ORDER BY id LIMIT 1", first)
            browser.click(f"#panel-node .timeline [data-id='{child}']")
            page.selects(child)
            page.tab("passes")
            page.browser.click("#panel-passes .strip li:nth-child(3) button")
            page.selects(trace.one("SELECT root FROM pass ORDER BY id LIMIT 1 OFFSET 2"))
            page.tab("overview")
            browser.click_text("Largest subtrees seen here, as a table", "#panel-overview")
            largest = trace.one("SELECT id FROM node ORDER BY last - id DESC, id LIMIT 1")
            browser.click(f"#panel-overview table [data-id='{largest}']")
            page.selects(largest)

    def test_a_gap_of_the_tree_opens_and_a_node_folds(self):
        with self.visit(self.first.file) as page:
            browser = self.browser
            gap = browser.js("return document.querySelector('#panel-tree [data-gap]').dataset.gap")
            gaps = f"#panel-tree [data-gap='{gap}']"
            inner = {str(child) for child in self.first.children(int(gap))}
            self.assertFalse(inner <= self.drawn())
            browser.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center', inline: 'center'})", gaps)
            browser.pointer(gaps, 0, 0, "click")
            browser.wait("return document.querySelector(arguments[0]) === null", gaps)
            self.assertLessEqual(inner, self.drawn())
            self.assertIn(f"open={gap}", browser.url())
            page.goto(gap, int(gap))
            page.press("Enter")
            browser.wait("return location.hash.includes('closed=')")
            page.rests()
            self.assertEqual(inner & self.drawn(), set())

    def drawn(self):
        return set(self.browser.js("return [...document.querySelectorAll('#panel-tree [data-node]')].map((one) => one.dataset.node)"))

    def test_the_overview_is_clicked_zoomed_and_dragged(self):
        trace = self.first
        with self.visit(trace.file) as page:
            browser = self.browser
            canvas = "#panel-overview canvas"
            root = trace.root()
            last = trace.one("SELECT max(id) FROM node")
            width, height = browser.js("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                                       "return [box.width, box.height]", canvas)
            first = trace.children(root)[0]
            middle = (first + trace.one("SELECT last FROM node WHERE id = ?", first)) / 2
            row = browser.js("return Math.max(7, Math.min(18, Math.floor((document.querySelector('.chart').clientHeight - 19) / arguments[0])))",
                             trace.one("SELECT max(ply) + 1 FROM node"))
            at = 30 + (middle / last) * (width - 30) - width / 2, 18 + 1.5 * row - height / 2
            browser.pointer(canvas, *at, "click")
            page.selects(first)
            page.press("z")
            browser.wait("return location.hash.includes(arguments[0])",
                         f"z={first}-{trace.one('SELECT last FROM node WHERE id = ?', first)}")
            page.rests()
            self.assertIn(f"the nodes {first:,} to", browser.js("return document.querySelector(arguments[0]).ariaLabel", canvas))
            browser.wheel(canvas, -100)
            page.rests()
            browser.wait("return !location.hash.includes(arguments[0])", f"z={first}-")
            before = browser.js("return /z=(\\d+)/.exec(location.hash)[1]")
            browser.pointer(canvas, 0, 0, ("drag", -120))
            browser.wait("return Number(/z=(\\d+)/.exec(location.hash)?.[1]) > Number(arguments[0])", before)
            page.press("0")
            browser.wait("return !location.hash.includes('z=')")
            page.press("+")
            browser.wait("return location.hash.includes('z=')")

    def test_an_answer_that_comes_while_one_zooms_on_does_not_zoom_back(self):
        """A slow answer to the first turn of the wheel undid the second turn."""
        canvas = "#panel-overview canvas"
        with self.visit(self.first.file) as page:
            browser = self.browser
            browser.js("const ask = fetch, held = new Promise((done) => { window.release = done; });"
                       "window.fetch = async (...question) => { await held; return ask(...question); }")
            browser.wheel(canvas, -100)
            part = "return /z=(\\d+-\\d+)/.exec(location.hash)?.[1]"
            first = browser.wait(part)
            browser.js("const canvas = document.querySelector(arguments[0]), {x, y} = canvas.getBoundingClientRect();"
                       "canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: -100, clientX: x + 99, clientY: y}));"
                       "window.release()", canvas)
            browser.wait("const [first, last] = location.hash.match(/z=(\\d+)-(\\d+)/).slice(1).map(Number);"
                         "const [from, to] = arguments[0].split('-').map(Number);"
                         "return last - first < 0.9 * (to - from)", first)
            page.rests()
            second = browser.js(part)
            self.assertIn("the nodes {:,} to {:,},".format(*map(int, second.split("-"))),
                          browser.js("return document.querySelector(arguments[0]).ariaLabel", canvas))

    def test_what_colours_mean_is_asked_and_told(self):
        with self.visit(self.first.file) as page:
            browser = self.browser
            for by in ("role", "phase", "class", "cut-rank", "depth-gain", "kind"):
                browser.js("const choice = document.querySelector('#tools-overview select'); choice.value = arguments[0];"
                           "choice.dispatchEvent(new Event('change'))", by)
                page.rests()
                self.assertGreater(browser.count("#panel-overview .legend li"), 0, by)
                self.assertEqual(browser.count("#panel-overview .legend li canvas"), browser.count("#panel-overview .legend li"))

    # ---- the address

    def test_a_link_shows_the_same_in_another_window(self):
        with self.visit(self.first.file) as page:
            browser = self.browser
            page.press("Down", "Down", "Right", "z")
            page.rests()
            browser.js("const choice = document.querySelector('#tools-overview select'); choice.value = 'cut-rank';"
                       "choice.dispatchEvent(new Event('change'))")
            browser.click_text("nodes", "#panel-node .children")
            page.press("v", "w")
            browser.wait("return document.querySelectorAll('#panel-find tbody tr').length > 10")
            page.tab("passes")
            browser.js("document.querySelector('.between-columns .grip').focus()")
            page.press("Left", "Left")
            self.assertIn("left=54", browser.url())
            page.tab("overview", "stats")
            seen = self.seen()
            with Browser() as other:
                other.size(1300, 1000)
                Page(other, browser.url())
                other.wait("return document.querySelector('#panel-stats .under').textContent.includes('all counted')")
                other.wait("return document.querySelector('#panel-overview .under').textContent.includes(' found here')")
                self.assertEqual(self.seen(other), seen)
                self.assertEqual(other.complaints(), [])

    def seen(self, browser=None):
        """The texts of all panels, the tree's picture and the pixels of the overview."""
        browser = browser or self.browser
        browser.wait("return document.querySelector('#panel-stats .under').textContent.includes('all counted')")
        browser.js("return new Promise(requestAnimationFrame)")  # in which the overview is drawn
        return browser.js(
            "const texts = [...document.querySelectorAll('.panel')].map((panel) => [panel.id, panel.className,"
            " panel.hidden, panel.hidden ? '' : panel.querySelector('.body').innerText]);"
            "return JSON.stringify([texts, document.querySelector('#panel-tree .picture').innerHTML,"
            " document.querySelector('#panel-overview canvas').toDataURL()])")

    def test_back_shows_what_was_seen_before(self):
        root = self.first.root()
        child = self.first.children(root)[0]
        with self.visit(self.first.file) as page:
            page.press("Down", node=child)
            self.browser.js("history.back()")
            page.selects(root)
            self.browser.js("history.forward()")
            page.selects(child)

    # ---- steps

    def test_the_search_is_played_step_by_step(self):
        small = Trace(record("steps.plt", "tree"))
        with self.visit(small.file) as page:
            browser = self.browser
            all_nodes = browser.count("#panel-tree [data-node]")
            page.press(".")
            browser.wait("return document.querySelector('#panel-tree .steps').textContent.includes('step 1 of')")
            page.rests()
            self.assertLess(browser.count("#panel-tree svg [data-node]"), all_nodes)
            total = int(browser.text("#panel-tree .steps > span").split(" of ")[1].replace(",", ""))
            self.assertEqual(browser.text("#panel-tree .steps li button"), f"#{small.root()}")
            for step in range(2, total + 1):
                page.press(".")
                browser.wait("return document.querySelector('#panel-tree .steps > span').textContent === arguments[0]",
                             f"step {step} of {total}")
                page.rests()
            self.assertEqual(browser.count("#panel-tree svg [data-node]"), all_nodes)
            page.press(".")
            page.rests()
            self.assertEqual(browser.text("#panel-tree .steps > span"), f"step {total} of {total}")
            page.press(",")
            browser.wait("return document.querySelector('#panel-tree .steps > span').textContent === arguments[0]",
                         f"step {total - 1} of {total}")
            page.press("Escape")
            browser.wait("return document.querySelector('#panel-tree .steps').hidden")
            page.rests()
            browser.click_text("Steps", "#tools-tree")
            browser.click_text("▶ play", "#panel-tree")
            browser.wait("return document.querySelector('#panel-tree .steps > span').textContent.startsWith('step 3 ')")
            browser.click_text("■ stop", "#panel-tree")
            browser.click_text("End the steps", "#panel-tree")
            browser.wait("return document.querySelector('#panel-tree .steps').hidden")

    def test_steps_hide_what_comes_later_everywhere(self):
        """Node panel, head line and the list above the tree told the outcome at the first step."""
        small = Trace(record("later.plt", "tree"))
        root = small.root()
        child = small.children(root)[0]
        last = small.children(root)[-1]
        value = small.one("SELECT value FROM node WHERE id = ?", root)
        with self.visit(small.file) as page:
            browser = self.browser
            self.assertIn(f"= {value:g}", browser.text("#selected"))
            page.press(".")
            browser.wait("return document.querySelector('#selected').textContent.includes('best so far')")
            page.rests()
            shown = browser.js("return document.querySelector('#panel-node .body').innerText")
            self.assertIn("best so far", shown)
            self.assertNotIn(f"= {value:g}", shown)
            self.assertNotIn("Why", shown)
            self.assertEqual(browser.count("#panel-node .children tbody tr"), 0)
            self.assertEqual(browser.count("#panel-tree .timeline li"), 1)
            self.assertIn("searched up to", browser.text("#panel-overview .under"))
            self.assertFalse(browser.js("return document.querySelector('#panel-overview details').checkVisibility()"))
            page.tab("stats")
            self.assertFalse(browser.js("return document.querySelector('#panel-stats .body').checkVisibility()"))
            page.tab("node")
            page.goto(str(last), last)
            browser.wait("return document.querySelector('#panel-node .body').innerText.includes('has not reached this node')")
            self.assertIn("not reached at this step", browser.text("#selected"))
            page.goto(str(root), root)
            # Until the first child is left.
            for _ in range(40):
                page.press(".")
                page.rests()
                if browser.count("#panel-node .children tbody tr") == 1 and child in self.ended(browser):
                    break
            listed = browser.js("return [...document.querySelectorAll('#panel-tree .timeline li')].at(-1).textContent")
            self.assertIn(f"#{child}", listed)
            self.assertLessEqual(browser.count("#panel-tree .timeline li"), 8)
            page.press("Escape")
            browser.wait("return document.querySelector('#selected').textContent.includes(arguments[0])", f"= {value:g}")

    @staticmethod
    def ended(browser):
        """The nodes left at the current step, by the list above the tree."""
        text = browser.js("const now = document.querySelector('#panel-tree [aria-current=step]'); return now ? now.textContent : ''")
        return [int(text.split("#")[1].split(" ")[0])] if "#" in text else []

    # ---- marks of what was found

    def test_what_is_found_is_marked_in_overview_and_tree(self):
        trace = self.first
        root = trace.root()
        wanted = [row[0] for row in trace.all("SELECT id FROM node WHERE ply = 3 AND id >= ? ORDER BY id", root)]
        with self.visit(trace.file) as page:
            browser = self.browser
            page.tab("find")
            browser.type("#panel-find input[name=ply]", "3")
            browser.click_text("Find", "#panel-find form")
            browser.wait("return document.querySelector('#panel-overview .foot .under:not(.sums)').textContent.startsWith(arguments[0])",
                         f"{len(wanted):,} found here")
            page.rests()
            browser.js("document.activeElement.blur()")
            page.press("n", node=wanted[0])
            page.press("n", node=wanted[1])
            page.press("N", node=wanted[0])
            browser.wait("return document.querySelector('#panel-tree .chosen.hit') !== null")
            gaps = browser.js("return [...document.querySelectorAll('#panel-tree [data-gap][data-first]')].map((gap) =>"
                              " [Number(gap.dataset.first), Number(gap.dataset.last), gap.querySelector('.found')?.textContent ?? ''])")
            told = [(first, last, text) for first, last, text in gaps if text]
            self.assertGreater(len(told), 0)
            for first, last, text in told:
                if not text.startswith("\u2248"):
                    inside = sum(first <= node <= last for node in wanted)
                    self.assertEqual(text, f"{inside:,} found")
            # Zoomed to a node, only what is below it counts.
            node = trace.children(root)[0]
            page.goto(str(node), node)
            page.press("z")
            last = trace.one("SELECT last FROM node WHERE id = ?", node)
            inside = sum(node <= one <= last for one in wanted)
            browser.wait("return document.querySelector('#panel-overview .foot .under:not(.sums)').textContent.startsWith(arguments[0])",
                         f"{inside:,} found here")
            page.press("X")
            browser.wait("return !document.querySelector('#panel-overview .foot').textContent.includes('found here')")
            self.assertEqual(browser.count("#panel-tree .hit, #panel-tree .found"), 0)

    def test_a_drag_along_the_axis_sums_up_its_nodes(self):
        with self.visit(self.first.file) as page:
            browser = self.browser
            canvas = "#panel-overview canvas[tabindex]"
            half = browser.js("return document.querySelector(arguments[0]).getBoundingClientRect().height / 2", canvas)
            browser.pointer(canvas, -200, 6 - half, ("drag", 120))
            text = browser.wait("const sums = document.querySelector('#panel-overview .sums');"
                                "return !sums.hidden && !sums.textContent.includes('counting') && sums.textContent")
            first, last, nodes = (int(one.replace(",", "")) for one in re.match(r"#([\d,]+) to #([\d,]+): ([\d,]+) node", text).groups())
            self.assertEqual(nodes, self.first.one("SELECT count(*) FROM node WHERE id BETWEEN ? AND ?", first, last))
            interior = self.first.one("SELECT count(*) FROM node WHERE kind = 0 AND id BETWEEN ? AND ?", first, last)
            self.assertIn(f"({interior:,} interior", text)
            browser.click_text("Zoom to them", "#panel-overview .sums")
            browser.wait("return location.hash.includes(arguments[0])", f"z={first}-{last}")
            browser.click_text("Close", "#panel-overview .sums")
            # The key Z counts the range shown. The minimap shows where it is, and moves it.
            page.press("Z")
            browser.wait("return document.querySelector('#panel-overview .sums').textContent.includes(arguments[0])",
                         f"#{first:,} to #{last:,}: {nodes:,} nodes")
            self.assertTrue(browser.js("return document.querySelector('.minimap').checkVisibility()"))
            browser.pointer(".minimap", 300, 0, "click")
            browser.wait("return Number(/z=(\\d+)/.exec(location.hash)?.[1]) > Number(arguments[0])", last)
            page.press("0")
            browser.wait("return !document.querySelector('.minimap').checkVisibility()")

    def test_a_card_at_the_pointer_says_what_a_node_is(self):
        root = self.first.root()
        size = self.first.one("SELECT last - id + 1 FROM node WHERE id = ?", root)
        with self.visit(self.first.file):
            browser = self.browser
            browser.pointer(f"#panel-tree [data-node='{root}']", 0, 0, "move")
            text = browser.wait("const card = document.querySelector('#card'); return !card.hidden && card.innerText")
            for part in (f"#{root} /", "window (\u2212\u221e, +\u221e)", f"{size:,} nodes", "PV, as expected"):
                self.assertIn(part, text)
            browser.pointer("#search input", 0, 0, "move")
            browser.wait("return document.querySelector('#card').hidden")

    # ---- find

    def test_nodes_are_found_by_condition(self):
        trace = self.first
        with self.visit(trace.file) as page:
            browser = self.browser
            page.tab("find")
            browser.js("document.querySelector('#panel-find select').value = 'table'")
            browser.type("#panel-find input[name=ply]", "4..5")
            browser.click_text("Find", "#panel-find form")
            wanted = [row[0] for row in trace.all(
                "SELECT id FROM node WHERE kind = 3 AND ply BETWEEN 4 AND 5 AND id >= ? ORDER BY id", trace.root())]
            browser.wait("return document.querySelector('#panel-find .under').textContent.startsWith(arguments[0])",
                         f"{len(wanted):,} nodes found")
            rows = browser.js("return [...document.querySelectorAll('#panel-find tbody button')].map((one) => Number(one.dataset.id))")
            self.assertEqual(rows, wanted[:100])
            browser.click(f"#panel-find tbody [data-id='{wanted[3]}']")
            page.selects(wanted[3])
            page.press(">", node=wanted[4])
            page.press("<", node=wanted[3])

    def test_sql_is_read_only_and_its_ids_are_links(self):
        with self.visit(self.first.file) as page:
            browser = self.browser
            page.tab("find")
            browser.click_text("SQL", "#panel-find")
            browser.type("#panel-find textarea", "SELECT id, ply FROM node WHERE ply = 2 ORDER BY id DESC LIMIT 3")
            browser.click_text("Ask", "#panel-find")
            wanted = self.first.all("SELECT id, ply FROM node WHERE ply = 2 ORDER BY id DESC LIMIT 3")
            browser.wait("return document.querySelectorAll('#panel-find tbody tr').length === 3")
            browser.click("#panel-find tbody button")
            page.selects(wanted[0][0])
            self.allowed = ("Failed to load resource",)
            browser.type("#panel-find textarea", "DELETE FROM node")
            browser.click_text("Ask", "#panel-find")
            browser.wait("return document.querySelector('#panel-find .error') !== null")
            self.assertEqual(self.first.one("SELECT count(*) > 0 FROM node"), 1)

    # ---- the three tasks, each by keys alone and by pointer alone

    def largest_late(self):
        trace = self.first
        nodes = trace.all("SELECT DISTINCT n.id, n.last - n.id + 1 FROM cutoff c JOIN node n ON n.id = c.node"
                          " WHERE c.kind < 2 AND c.child IS NOT NULL AND n.id >= ? ORDER BY 2 DESC, 1", trace.root())
        return next(node for node, _ in nodes if trace.cut_rank(node) > 1)

    def test_task_the_largest_subtree_behind_a_late_cutoff(self):
        wanted = self.largest_late()
        with self.visit(self.first.file) as page:
            browser = self.browser
            page.press("w")
            browser.wait("return document.querySelectorAll('#panel-find tbody tr').length > 10 &&"
                         " !document.querySelector('#panel-find .under button')")
            page.press(">", node=wanted)
            self.assertEqual(self.found_here(), [str(wanted)])
            page.press(*[">"] * 20)
            page.rests()
            # The list is updated when the last answer has arrived.
            browser.wait("const rows = [...document.querySelectorAll('#panel-find [aria-current]')];"
                         f"return rows.length === 1 && rows[0].dataset.row === '{page.selected()}'")
            self.assertTrue(browser.js(
                "const row = document.querySelector('#panel-find tr[aria-current]').getBoundingClientRect();"
                "const list = document.querySelector('#panel-find .scroll').getBoundingClientRect();"
                "return row.top >= list.top && row.bottom <= list.bottom + 1"), "the list follows")
            page.open(page.url)
            page.menu("Find", "Find the late cutoffs, most nodes first")
            browser.wait("return document.querySelectorAll('#panel-find tbody tr').length > 10 &&"
                         " !document.querySelector('#panel-find .under button')")
            browser.click("#panel-find tbody button")
            page.selects(wanted)

    def found_here(self):
        """The rows of Find that are marked as the selected node."""
        return self.browser.js("return [...document.querySelectorAll('#panel-find [aria-current]')].map((row) => row.dataset.row)")

    def test_what_is_selected_stays_in_sight_and_keys_work_after_a_path_was_typed(self):
        """The lists further down did not show the selected node, and after "/" and a path all keys went into the field."""
        child = self.first.children(self.first.root())[1]
        with self.visit(self.first.file) as page:
            browser = self.browser
            self.assertIn("connect4, ", browser.text("#title"))
            # Check at once: results of the search arrive later, and the user does not wait for them.
            page.press("w", ">", node=self.largest_late())
            self.assertTrue(browser.js("const {top, bottom} = document.querySelector('#selected').getBoundingClientRect();"
                                       "return scrollY === 0 && top >= 0 && bottom <= 200"))
            page.press("/", *self.first.path(child), "Enter", node=child)
            page.press("Up", node=self.first.root())

    def test_where_was_searched_is_told_whatever_is_selected_now(self):
        """The field said "the selected subtree" although the whole pass had been searched."""
        told = "return document.querySelector('#panel-find select[aria-label=Where]').selectedOptions[0].textContent"
        found = ("return document.querySelectorAll('#panel-find tbody tr').length > 10 &&"
                 " !document.querySelector('#panel-find .under button')")
        with self.visit(self.first.file) as page:
            browser = self.browser
            page.press("w")
            browser.wait(found)
            within = self.first.one("SELECT 'pass ' || ordinal FROM pass WHERE root = ?", self.first.root())
            self.assertEqual(browser.js(told), within)
            page.press(">", node=self.largest_late())
            self.assertEqual(browser.js(told), within)
            browser.js("document.querySelector('#panel-find select[aria-label=Where]').value = 'below'")
            browser.click_text("Find", "#panel-find form")
            browser.wait(found)
            within = page.selected()
            browser.js("document.activeElement.blur()")
            page.press("r", node=self.first.root())
            self.assertEqual(browser.js(told), f"the subtree of #{within}")

    def wrong_entry(self):
        """A trace in which one node stored more than it had proven: (trace, that node, a node that used the entry)."""
        path = os.path.join(FOLDER, "wrong.plt")
        shutil.copy(self.first.file, path)
        rows = sqlite3.connect(path)
        store, by, user = rows.execute(
            "SELECT s.id, s.node, p.node FROM table_store s JOIN table_probe p ON p.stored_by = s.node"
            " WHERE p.used = 3 AND s.bound = 0 ORDER BY s.id DESC LIMIT 1").fetchone()
        rows.execute("UPDATE table_store SET value = value + 500 WHERE id = ?", (store,))
        rows.execute("DELETE FROM digest")
        rows.commit()
        rows.close()
        return Trace(path), by, user

    def test_task_the_node_that_stored_a_wrong_table_entry(self):
        trace, by, user = self.wrong_entry()
        with self.visit(trace.file) as page:
            browser = self.browser
            page.press("g")
            browser.wait("return document.querySelector('#panel-find .findings li') !== null")
            page.press("f", node=by)
            page.goto(str(user), user)
            page.press("s", node=by)
        with self.visit(trace.file) as page:
            browser = self.browser
            page.tab("find")
            browser.click_text("Findings", "#panel-find")
            browser.click_text("Run verify", "#panel-find")
            browser.wait("return document.querySelector('#panel-find .findings li') !== null")
            self.assertIn("REFUTED, 1 finding", browser.text("#panel-find"))
            self.assertEqual(browser.text("#panel-find .findings li").count(trace.path(by)), 1)
            browser.click("#panel-find .findings button")
            page.selects(by)
            self.assertEqual(self.found_here(), [str(by)])
            self.assertEqual(browser.js("return [scrollY, document.documentElement.scrollHeight - innerHeight]"), [0, 0])
            page.goto(str(user), user)
            page.tab("node")
            browser.click("#panel-node .entry button")
            page.selects(by)

    # ---- hot spots

    def told_hot(self, trace, pass_="all"):
        ran = subprocess.run([PLYTRACE, "hot", trace, "--pass", str(pass_), "--format", "json"], capture_output=True, text=True)
        return json.loads(ran.stdout)

    def test_hot_spots_are_those_of_the_command(self):
        trace = self.first
        told = self.told_hot(trace.file, 7)
        path = [row["node"] for row in told["heavy_path"]]
        self.assertGreater(len(path), 1)
        with self.visit(trace.file) as page:
            browser = self.browser
            page.tab("hot")
            browser.wait("return document.querySelectorAll('#panel-hot [data-row]').length === arguments[0]", len(path))
            self.assertIn(f"{told['nodes']:,} nodes in pass 7", browser.text("#panel-hot .under"))
            # From this panel to the others, and back.
            browser.click(f"#panel-hot [data-id='{path[1]}']")
            page.selects(path[1])
            self.assertEqual(self.marked(), [str(path[1])])
            page.press("Home", node=path[0])
            self.assertEqual(self.marked(), [str(path[0])])
            for node in path[1:]:
                page.press("E", node=node)
            page.press("E")
            browser.wait("return document.querySelector('#message').textContent === 'The heavy path ends here.'")
            page.press("e")
            browser.wait("return document.querySelector('#message').textContent.includes('is much larger than usual')")
            # All passes, also according to the address.
            browser.js("const choice = document.querySelector('#tools-hot select'); choice.value = 'all';"
                       "choice.dispatchEvent(new Event('change'))")
            browser.wait("return document.querySelector('#panel-hot .under').textContent.includes('in 7 passes')")
            self.assertIn("hot=all", browser.url())
            page.open(browser.url())
            browser.wait("return document.querySelector('#panel-hot .under')?.textContent.includes('in 7 passes')")

    def marked(self):
        return self.browser.js("return [...document.querySelectorAll('#panel-hot tr[aria-current]')].map((row) => row.dataset.row)")

    def exploding(self):
        """A trace in which one node has most of the nodes, and comparable ones have few: (trace, that node)."""
        def tree(move, width, depth, leaves):
            return {"move": move, "children": [tree(str(i), width, depth - 1, leaves) for i in range(width)] if depth > 0 else [0] * leaves}
        moves = [tree(f"m{i}", 2, 4, 2) for i in range(8)]
        moves[2]["children"][1] = tree("1", 9, 3, 9)
        trace = Trace(record("exploding.plt", "tree", "-a", "minimax", "--position", json.dumps(moves)))
        return trace, self.told_hot(trace.file)["trigger"]["node"]

    def test_task_the_node_that_set_an_explosion_off(self):
        trace, wanted = self.exploding()
        self.assertEqual(trace.path(wanted), "/m2/1")
        with self.visit(trace.file) as page:
            browser = self.browser
            page.press("e", node=wanted)
            self.assertIn("Trigger: ", browser.text("#message"))
            page.press("Home")
            page.rests()
            page.tab("hot")
            browser.click("#panel-hot .trigger button")
            page.selects(wanted)

    # ---- two traces

    def test_task_the_first_difference_of_two_traces(self):
        answer = json.loads(subprocess.run([PLYTRACE, "compare", self.first.file, self.second.file, "--format", "json"],
                                           capture_output=True, text=True).stdout)
        path = answer["first_difference"]["path"]
        wanted = [trace.named(path, trace.root()) for trace in (self.first, self.second)]
        with self.visit(self.first.file, self.second.file) as page:
            browser = self.browser
            page.press("J")
            page.press("d", node=wanted[0])
            self.assertIn(f"#{wanted[1]}", browser.text("#panel-node-b"))
            page.open(page.url)
            page.menu("Go", "To the last child")
            page.menu("Compare", "To the first difference of the two traces")
            page.selects(wanted[0])

    def test_two_traces_are_aligned_by_move(self):
        with self.visit(self.first.file, self.second.file) as page:
            browser = self.browser
            line = "/d/c/d"
            one, other = (trace.named(line, trace.root()) for trace in (self.first, self.second))
            page.goto(line, one)
            browser.wait("return document.querySelector('#panel-node-b .path b').textContent === arguments[0]", f"#{other}")
            browser.wait("return document.querySelector('#panel-tree-b .chosen')?.dataset.node === arguments[0]", str(other))
            page.press("x", node=other)
            browser.wait("return document.querySelector('#panel-node .path b').textContent === arguments[0]", f"#{one}")
            self.assertIn("t=1", browser.url())
            page.press("x", node=one)
            self.assertGreater(browser.js("return document.querySelector('#panel-overview .only-sample') ? 1 : 0"), 0)

    def test_both_traces_stand_in_one_tree(self):
        with self.visit(self.first.file, self.second.file) as page:
            browser = self.browser
            page.press("b")
            browser.wait("return document.querySelector('#panel-tree [data-node][data-other]') !== null")
            self.assertIn("both=1", browser.url())
            page.rests()
            alone = browser.js("return document.querySelector('#panel-tree [data-other]:not([data-node])')?.dataset.other ?? null")
            pairs = browser.js("return [...document.querySelectorAll('#panel-tree [data-node][data-other]')]"
                               ".map((one) => [Number(one.dataset.node), Number(one.dataset.other)])")
            for here, there in pairs:
                self.assertEqual(self.first.path(here), self.second.path(there))
            if alone is not None:
                browser.click(f"#panel-tree [data-other='{alone}']")
                page.selects(int(alone))
                self.assertIn("t=1", browser.url())
            page.press("Home")
            page.rests()
            browser.click("#panel-tree label input[type=checkbox]")
            browser.wait("return document.querySelector('#panel-tree [data-other]') === null")

    def test_two_traces_are_shown_at_one_scale(self):
        with self.visit(self.first.file, self.second.file) as page:
            browser = self.browser
            label = "return document.querySelector('#panel-overview-b canvas[tabindex]').toDataURL()"
            before = browser.js(label)
            page.press("S")
            browser.wait("return location.hash.includes('scale=1')")
            browser.wait(f"return (() => {{ {label} }})() !== arguments[0]", before)
            # A node folded in one tree is folded in the other.
            page.press("Down")
            page.rests()
            page.press("Enter")
            browser.wait("return /closed=\\d+/.test(location.hash) && /closed2=\\d+/.test(location.hash)"
                         " || /open=\\d+/.test(location.hash) && /open2=\\d+/.test(location.hash)")
            page.rests()
            browser.click("#tools-overview label input[type=checkbox]")
            browser.wait("return !location.hash.includes('scale=')")

    def test_a_line_that_only_one_searched_says_so(self):
        only = next(node for node, in self.first.all("SELECT id FROM node WHERE id >= ? AND ply = 3 ORDER BY id", self.first.root())
                    if not self.also_in_second(node))
        with self.visit(self.first.file, self.second.file) as page:
            page.goto(str(only), only)
            self.browser.wait("return document.querySelector('#panel-node-b .absent')?.textContent.includes('Only the other trace')")
            page.press("x")
            self.browser.wait("return document.querySelector('#message').textContent.includes('does not hold this line')")

    def also_in_second(self, node):
        try:
            self.second.named(self.first.path(node), self.second.root())
            return True
        except IndexError:
            return False

    # ---- a trace that grows

    def test_a_growing_trace_keeps_selection_and_zoom(self):
        """A recording made event by event, so that it grows when the test needs it."""
        path = os.path.join(FOLDER, "growing.plt")
        events = subprocess.run([PLYTRACE, "export", self.first.file, "--to", "ndjson"], capture_output=True, text=True,
                                check=True).stdout.splitlines(keepends=True)
        recorder = subprocess.Popen([PLYTRACE, "import", "-", "-o", path, "-q"], stdin=subprocess.PIPE,
                                    stdout=subprocess.DEVNULL, text=True)
        try:
            self.tell(recorder, events[:8000])
            while not os.path.exists(path) or Trace(path).one("SELECT count(*) FROM pass") < 6:
                time.sleep(0.1)
            with self.visit(path) as page:
                browser = self.browser
                self.assertIn("(recording)", browser.text("#title"))
                node = Trace(path).one("SELECT root FROM pass WHERE id = 5")
                page.goto(str(node), node)
                page.press("z")
                browser.wait("return location.hash.includes('z=')")
                page.rests()
                hash_then, title_then = browser.js("return location.hash"), browser.text("#title")
                label = browser.js("return document.querySelector('#panel-overview canvas').ariaLabel")
                self.tell(recorder, events[8000:16000])
                browser.wait("return document.querySelector('#title').textContent !== arguments[0]", title_then)
                page.rests()
                self.assertEqual(browser.js("return location.hash"), hash_then)
                self.assertEqual(page.selected(), node)
                self.assertEqual(browser.js("return document.querySelector('#panel-overview canvas').ariaLabel"), label)
                self.tell(recorder, events[16000:])
                recorder.stdin.close()
                recorder.wait(timeout=60)
                browser.wait("return !document.querySelector('#title').textContent.includes('(recording)')")
                total = self.first.one("SELECT count(*) FROM node")
                browser.wait("return document.querySelector('#title').textContent.includes(arguments[0])", f"{total:,} nodes")
        finally:
            recorder.kill()
            recorder.wait()

    @staticmethod
    def tell(recorder, events):
        recorder.stdin.write("".join(events))
        recorder.stdin.flush()

    # ---- texts of a trace stay texts

    def test_hostile_texts_stay_texts(self):
        position = json.dumps([{"move": HOSTILE[0], "children": [{"move": move, "value": i} for i, move in enumerate(HOSTILE)]},
                               *({"move": move, "children": [i, {"move": move, "value": 2 * i}]} for i, move in enumerate(HOSTILE[1:]))])
        odd = Trace(record("odd <b>&.plt", "tree", "--position", position))
        with self.visit(odd.file) as page:
            browser = self.browser
            # Each text is the move of an inner node, and below another node the move of a leaf.
            nodes = odd.all("SELECT max(id), move FROM node_text WHERE move IS NOT NULL GROUP BY move, id = last")
            self.assertLessEqual({(move, leaf) for move in HOSTILE for leaf in (False, True)},
                                 {(move, bool(odd.one("SELECT id = last FROM node WHERE id = ?", node))) for node, move in nodes})
            for node, move in nodes:
                browser.js("location.hash = `n=${arguments[0]}`", node)
                page.selects(node)
                # Characters that change the direction of writing are escaped.
                path = browser.text("#panel-node .path")
                self.assertTrue(path.endswith(move.replace("\u202e", "\\u{202E}")), path)
            page.press(".")
            page.rests()
            page.press("Escape")
            page.rests()
            page.tab("find")
            browser.click_text("SQL", "#panel-find")
            browser.type("#panel-find textarea", "SELECT text FROM move")
            browser.click_text("Ask", "#panel-find")
            browser.wait("return document.querySelectorAll('#panel-find tbody tr').length > 8")
            self.assertIn(HOSTILE[0], browser.text("#panel-find tbody"))
            self.assertIsNone(browser.js("return window.hacked ?? null"))
            self.assertEqual(browser.count("script"), 1)
            self.assertEqual(browser.count("main img, main iframe, main a[href^=javascript]"), 0)
            self.assertIn("odd <b>&.plt", browser.text("#title"))

    # ---- what is seen can be taken along

    def test_what_is_seen_is_saved(self):
        with self.visit(self.first.file) as page:
            starts = {"SVG": b"<?xml", "PNG": b"\x89PNG", "PDF": b"%PDF", "TEX": b"%", "DOT": b"digraph"}
            for panel, names in (("overview", ["SVG", "PDF", "PNG"]), ("tree", ["SVG", "DOT", "PDF", "PNG", "TEX"])):
                links = self.links_of(panel)
                self.assertEqual([name for name, _ in links], names)
                for name, link in links:
                    with urllib.request.urlopen(link) as response:
                        self.assertIn(f"attachment; filename=\"{panel}-", response.headers["Content-Disposition"])
                        self.assertTrue(response.read().startswith(starts[name]), (panel, name))
            # Zoomed to a node, the overview's file has no box outside of that node.
            node = self.first.children(self.first.root())[1]
            page.goto(str(node), node)
            page.press("z")
            self.browser.wait("return location.hash.includes('z=')")
            page.rests()
            last = self.first.one("SELECT last FROM node WHERE id = ?", node)
            with urllib.request.urlopen(self.links_of("overview")[0][1]) as response:
                ids = [int(found) for found in re.findall(r'<g id="n(\d+)" class="box"', response.read().decode())]
            self.assertGreater(len(ids), 10)
            self.assertEqual([one for one in ids if one > last], [])

    def links_of(self, panel):
        return self.browser.js("return [...document.querySelectorAll(`#tools-${arguments[0]} .exports a`)]"
                               ".map((one) => [one.textContent, one.href])", panel)

    def test_path_id_position_and_commands_are_copied(self):
        node = self.first.named("/d/c", self.first.root())
        with self.visit(self.first.file) as page:
            browser = self.browser
            page.goto("/d/c", node)
            browser.js("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
            for key, text in (("y", "/d/c"), ("i", str(node)), ("u", browser.url())):
                page.press(key)
                browser.wait("return window.copied === arguments[0]", text)
            page.menu("Copy", "Copy the position")
            browser.wait("return window.copied === arguments[0]", self.browser.js(
                "return [...document.querySelectorAll('#panel-node dd')].at(-1).textContent"))
            browser.click_text("Commands with the same answer", "#panel-node")
            for row in range(browser.count("#panel-node .commands li")):
                browser.click(f"#panel-node .commands li:nth-child({row + 1}) button")
                command = browser.text(f"#panel-node .commands li:nth-child({row + 1}) code")
                browser.wait("return window.copied === arguments[0]", command)
                ran = subprocess.run(command.replace("plytrace", PLYTRACE, 1), shell=True, cwd=os.path.dirname(self.first.file),
                                     capture_output=True)
                self.assertEqual(ran.returncode, 0, command)

    # ---- for everybody

    def test_everything_that_can_be_used_has_a_name(self):
        with self.visit(self.first.file, self.second.file):
            nameless = self.browser.js(
                "return [...document.querySelectorAll('button, a, input, select, textarea, canvas[role], [role=region], section')]"
                ".filter((one) => !(one.textContent.trim() || one.ariaLabel || one.labels?.length || one.title))"
                ".map((one) => one.outerHTML)")
            self.assertEqual(nameless, [])
            self.assertEqual(self.browser.js("return document.documentElement.lang"), "en")
            duplicates = self.browser.js("const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);"
                                         "return ids.filter((id, i) => ids.indexOf(id) !== i)")
            self.assertEqual(duplicates, [])

    def test_the_focus_is_seen_and_reaches_every_panel(self):
        with self.visit(self.first.file) as page:
            browser = self.browser
            reached = set()
            for step in range(160):
                if step % 40 == 0:
                    page.tab(*(("overview", "node"), ("passes", "find"), ("passes", "hot"), ("passes", "stats"))[step // 40])
                    browser.js("document.querySelector('#main').focus()")
                browser.keys("Tab")
                panel, outline = browser.js(
                    "const one = document.activeElement;"
                    "return [one.closest('.panel')?.id ?? one.closest('header, main')?.tagName ?? '', getComputedStyle(one).outlineWidth]")
                reached.add(panel)
                if panel:
                    self.assertEqual(outline, "3px", panel)
            self.assertLessEqual({"panel-passes", "panel-overview", "panel-tree", "panel-find", "panel-node",
                                  "panel-stats", "panel-hot"}, reached)
            for number, name in enumerate(("overview", "passes", "tree", "node", "find", "hot", "stats"), 1):
                browser.js("document.activeElement.blur()")
                page.press(str(number))
                browser.wait("return document.activeElement.id === arguments[0]", f"panel-{name}")

    def test_texts_are_legible_in_light_and_dark(self):
        with self.visit(self.first.file):
            for scheme in ("light", "dark"):
                self.browser.media(prefers_color_scheme=scheme)
                poor = self.browser.js(CONTRAST)
                self.assertEqual(poor, [], scheme)

    def test_the_page_never_scrolls_and_all_controls_are_large_enough(self):
        panels = ("overview", "passes", "tree", "node", "find", "hot", "stats", "marks")
        for traces in ((self.first.file,), (self.first.file, self.second.file)):
            with self.visit(*traces) as page:
                page.press("w")
                for width, height in ((1400, 900), (1280, 720), (390, 844)):
                    self.browser.size(width, height)
                    for number in range(1, len(panels) + 1):
                        self.browser.js("document.activeElement.blur()")
                        page.press(str(number))
                        page.rests()
                        at = (width, panels[number - 1], len(traces))
                        self.assertEqual(self.browser.js(
                            "const {scrollWidth, scrollHeight} = document.documentElement;"
                            "return [scrollWidth - innerWidth, scrollHeight - innerHeight, scrollX, scrollY]"), [0, 0, 0, 0], at)
                        self.assertEqual(self.browser.js(SMALL), [], at)

    def test_a_phone_shows_one_panel_at_a_time(self):
        self.browser.size(390, 844)
        with self.visit(self.first.file):
            shown = "return [...document.querySelectorAll('.panel')].filter((one) => one.checkVisibility()).map((one) => one.id)"
            self.assertEqual(self.browser.js(shown), ["panel-tree"])
            for name in ("overview", "passes", "node", "find", "hot", "stats", "marks"):
                self.browser.click(f"#tabs [aria-controls=panel-{name}]")
                self.assertEqual(self.browser.js(shown), [f"panel-{name}"])
                height = self.browser.js("return document.querySelector(`#panel-${arguments[0]}`).getBoundingClientRect().height", name)
                self.assertGreater(height, 580, name)

    def test_borders_are_dragged_or_moved_by_keys_and_kept_in_the_address(self):
        sizes = ("return [document.querySelector('.pane.top').offsetHeight / document.querySelector('#main').clientHeight,"
                 " document.querySelector('.pane.left').offsetWidth / document.querySelector('#main').clientWidth]")
        with self.visit(self.first.file) as page:
            browser = self.browser
            before = browser.js(sizes)
            browser.pointer(".between-columns .grip", 0, 0, ("drag", -130))
            self.assertAlmostEqual(browser.js(sizes)[1], before[1] - 0.1, delta=0.02)
            browser.js("document.querySelector('.between-rows .grip').focus()")
            page.press("Down", "Down", "Down")
            self.assertAlmostEqual(browser.js(sizes)[0], before[0] + 0.06, delta=0.01)
            self.assertIn("up=44&left=48", browser.url())
            now = browser.js(sizes)
            page.open(browser.url())
            self.assertEqual(browser.js(sizes), now)
            browser.pointer(".between-columns .grip", 0, 0, "double")
            self.assertAlmostEqual(browser.js(sizes)[1], before[1], delta=0.01)

    def test_menus_are_used_by_keys_alone(self):
        child = self.first.children(self.first.root())[0]
        with self.visit(self.first.file) as page:
            browser = self.browser
            browser.js("document.querySelector('#tools button').focus()")
            page.press("Right", "Left", "Down", "Down", "Enter", node=child)
            self.assertEqual(browser.count("#tools [role=menu]:not([hidden])"), 0)
            browser.js("document.querySelector('#tools button').focus()")
            page.press("Enter", "Escape")
            self.assertEqual(browser.count("#tools [role=menu]:not([hidden])"), 0)
            self.assertEqual(page.selected(), child)

    def test_it_prints(self):
        with self.visit(self.first.file):
            self.assertTrue(self.browser.pdf().startswith(b"%PDF"))
            self.browser.media("print")
            for tools in ("#tools", "#panel-find [role=tablist]"):
                hidden = self.browser.js("return getComputedStyle(document.querySelector(arguments[0])).display", tools)
                self.assertEqual(hidden, "none")

    def test_the_end_of_the_server_is_told(self):
        with self.visit(self.first.file) as page:
            page.explorer.end()
            self.allowed = ("Failed to load resource",)
            page.press("c")
            self.browser.wait("return document.querySelector('#message').textContent.includes('start it again')")


# Texts whose contrast with their background is below WCAG's 4.5.
CONTRAST = """
const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
const light = (color) => {
  const [r, g, b] = numbers(color).slice(0, 3).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (one) => {
  for (; one; one = one.parentElement) {
    const color = getComputedStyle(one).backgroundColor;
    if ((numbers(color)[3] ?? 1) > 0) return color;
  }
  return 'rgb(255, 255, 255)';
};
const texts = [...document.querySelectorAll('header *, #selected, .panel :not(svg *)')].filter((one) =>
  [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) && one.checkVisibility() && !one.closest('svg'));
return texts.map((one) => {
  const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((x, y) => y - x);
  return [one.textContent.slice(0, 30), (a + 0.05) / (b + 0.05)];
}).filter(([, contrast]) => contrast < 4.5);
"""


# Controls that are smaller than 24 pixels.
SMALL = """
const controls = 'button, a:not(.skip), input, select, textarea, summary, [role=separator], [role=tab]';
return [...document.querySelectorAll(controls)].filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 23.9).map(([text, box]) => `${text} ${box.width} ${box.height}`);
"""


def begin(program, folder):
    global PLYTRACE, FOLDER
    PLYTRACE, FOLDER = program, folder
    explorer_page.begin(program, folder)


if __name__ == "__main__":
    run_tests(begin)
