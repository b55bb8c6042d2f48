# SPDX-License-Identifier: MIT
"""Covers viewer/draw/html: pages and animations of `plytrace render` in a real browser.

Usage: picture_test.py PLYTRACE [TEST...]; exit code 77 if chromium-headless-shell is missing.
"""
import os
import pathlib
import subprocess
import unittest

from browser import Browser, run_tests

PLYTRACE = ""
FOLDER = ""


class PictureTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def show(self, name, *arguments):
        path = os.path.join(FOLDER, name)
        subprocess.run([PLYTRACE, "render", *arguments, "-o", path, "-q"], check=True)
        self.browser.open(pathlib.Path(path).as_uri())

    def test_moves_of_one_ply_stand_in_a_line(self):
        """Pruned moves were drawn lower than their searched siblings, because they hung from their own, lower middle."""
        self.browser.size(1300, 900)
        self.show("page.html", "--tree", "[[3,12,8],[2,4,6],[14,5,2]]")
        heights = self.browser.wait(
            "const levels = {};"
            "for (const node of document.querySelectorAll('.node[aria-level]')) {"
            "  const move = node.querySelector('.move');"
            "  if (move) (levels[node.getAttribute('aria-level')] ??= []).push(move.getBoundingClientRect().top);"
            "}"
            "return levels[3]?.length === 9 && levels", what="all nodes are drawn")
        for tops in heights.values():
            self.assertLess(max(tops) - min(tops), 1)
        self.assertEqual(self.browser.complaints(), [])

    def test_a_page_prints_legibly(self):
        """The printed page had everything the window had shown: seven moves of a root and their replies, in text of 5 pt."""
        self.browser.size(1600, 1000)
        self.show("wide.html", "--tree", str([[[i, j, 9] for i in range(4)] for j in range(9)]))
        places = "return [...document.querySelectorAll('.node')].map((node) => node.getAttribute('transform'))"
        self.browser.wait(places, what="nodes are drawn")
        self.browser.js("document.getElementById('place0').focus()")
        self.browser.keys("ArrowDown")
        selected = self.browser.js("return document.activeElement.id")
        before = self.browser.js(places)
        width, height = self.browser.js(
            "window.dispatchEvent(new Event('beforeprint'));"
            "const {width, height} = document.getElementById('view').viewBox.baseVal; return [width, height]")
        # On A4 the picture is at least 180 mm wide; its smallest text is 10 units high.
        self.assertGreaterEqual(10 * 180 / 25.4 * 72 / width, 6)
        self.assertGreaterEqual(10 * 220 / 25.4 * 72 / height, 6)
        self.assertNotEqual(self.browser.js(places), before)
        self.browser.js("window.dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.browser.js(places), before)
        # No node was selected any more.
        self.assertEqual(self.browser.js("return document.activeElement.id"), selected)
        self.assertEqual(self.browser.complaints(), [])

    def test_what_a_node_unfolds_comes_into_sight(self):
        """Most moves of a node at the edge of the window were outside of it."""
        self.browser.size(1200, 800)
        self.show("unfold.html", "-a", "minimax", "--tree", str([[[i, j, 9] for i in range(4)] for j in range(9)]))
        self.browser.wait("return document.querySelectorAll('.node').length > 5", what="nodes are drawn")
        self.browser.click("#fold-all")
        self.browser.js("[...document.querySelectorAll('.node[aria-level=\"2\"]')].at(-1).focus()")
        self.browser.keys("Enter")
        rooms = self.browser.wait(
            "const view = document.getElementById('view').getBoundingClientRect();"
            "const below = [...document.querySelectorAll('.node[aria-level=\"3\"]')].slice(-4);"
            "return below.length === 4 && below.map((node) => node.getBoundingClientRect())"
            ".map((at) => [at.left - view.left, view.right - at.right, view.bottom - at.bottom])",
            what="the last move is unfolded")
        for left, right, bottom in rooms:
            self.assertGreaterEqual(min(left, right, bottom), -1)
        self.assertEqual(self.browser.complaints(), [])

    def test_a_phone_shows_all_tools_and_two_fingers_zoom(self):
        """Most tools were beyond the right edge of a phone, and a second finger made the drawing jump."""
        self.browser.size(375, 667)
        self.show("phone.html", "--tree", "[[3,12,8],[2,4,6],[14,5,2]]")
        self.browser.wait("return document.querySelectorAll('.node').length > 5", what="nodes are drawn")
        for left, right, bottom in self.browser.js(
                "return [...document.querySelectorAll('#tools button, #tools input')]"
                ".map((one) => one.getBoundingClientRect()).map((at) => [at.left, at.right, at.bottom])"):
            self.assertGreaterEqual(left, 0)
            self.assertLessEqual(right, 375)
            self.assertLess(bottom, 250)
        self.assertEqual(self.browser.js("return document.documentElement.scrollWidth"), 375)
        scale = "return Number(document.getElementById('canvas').getAttribute('transform').match(/scale.(.*)[)]/)[1])"
        before = self.browser.js(scale)
        self.browser.pinch("#view", 40, 80)
        self.assertAlmostEqual(self.browser.js(scale), 2 * before, places=3)
        self.assertEqual(self.browser.complaints(), [])

    def test_keys_reach_every_tool_and_the_focus_is_seen(self):
        """The outline of a focused node was hardly thicker than that of the principal variation."""
        self.browser.size(1300, 900)
        self.show("keys.html", "--tree", "[[3,12,8],[2,4,6],[14,5,2]]")
        tools = self.browser.js("return [...document.querySelectorAll('#tools button, #tools input')].map((one) => one.id)")
        reached = []
        for _ in range(len(tools) + 2):
            self.browser.keys("Tab")
            name, ring = self.browser.js(
                "const one = document.activeElement, shape = one.querySelector('.shape');"
                "return [one.id, shape ? getComputedStyle(shape).stroke : getComputedStyle(one).outlineColor]")
            self.assertEqual(ring, "rgb(192, 74, 0)", name)
            reached.append(name)
        self.assertEqual(reached, [*tools, "place0", "details"])
        self.browser.keys("Tab")
        self.assertEqual(self.browser.js("return document.activeElement.tagName"), "BODY")

    def test_a_step_tells_nothing_of_what_comes(self):
        """A folded subtree below a node that had just been entered showed how many nodes it would have."""
        self.browser.size(700, 400)
        self.show("steps.html", "--tree", str([[[i, j, 9] for i in range(4)] for j in range(9)]))
        marks = ("return [...document.querySelectorAll('.node.gap')]"
                 ".filter((mark) => getComputedStyle(mark).visibility === 'visible').length")
        self.browser.wait(marks, what="something is folded")
        self.browser.click("#step-on")
        self.assertEqual(self.browser.js(marks), 0)
        self.browser.click("#step-end")
        self.assertGreater(self.browser.js(marks), 0)

    def test_a_moving_picture_fits_its_window(self):
        """In a picture wider than its window the first steps showed nothing, because the root was further right."""
        self.browser.size(700, 400)
        self.show("wide.svg", "--tree", str([[[i, j, 9] for i in range(4)] for j in range(9)]), "--steps")
        width, height, natural = self.browser.js(
            "const {width, height} = document.documentElement.getBoundingClientRect();"
            "return [width, height, document.documentElement.viewBox.baseVal.width]")
        self.assertGreater(natural, 800)
        self.assertLessEqual(width, 700)
        self.assertLessEqual(height, 400)


def begin(program, folder):
    global PLYTRACE, FOLDER
    PLYTRACE, FOLDER = program, folder


if __name__ == "__main__":
    run_tests(begin)
