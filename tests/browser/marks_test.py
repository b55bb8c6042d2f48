# SPDX-License-Identifier: MIT
"""Covers viewer/explore/web/marks.js: marks are set, shared and written, in a real browser.

Usage: marks_test.py PLYTRACE [TEST...]; exit code 77 if chromium-headless-shell is missing.
"""
import json
import os
import shutil
import subprocess

import explorer_page
from browser import run_tests
from explorer_page import ExplorerCase, Trace


class MarksTest(ExplorerCase):
    def test_task_three_marks_are_set_shared_and_written(self):
        trace = Trace(shutil.copy(self.first.file, os.path.join(explorer_page.FOLDER, "marked.plt")))
        root = trace.root()
        nodes = [root, *trace.children(root)[:2]]
        with self.visit(trace.file) as page:
            browser = self.browser
            # Two by keys alone, one by the pointer.
            for node, text in zip(nodes[:2], ("the root", "a <b>bold</b> line")):
                page.goto(str(node), node)
                page.press("m")
                browser.wait("return document.activeElement.matches('#panel-marks input')")
                page.press(*text, "Enter")
                browser.wait("return document.querySelector('#panel-marks tbody')?.textContent.includes(arguments[0])", text)
            page.goto(str(nodes[2]), nodes[2])
            browser.type("#panel-marks input", "third")
            browser.click_text("Set the mark", "#panel-marks")
            browser.wait("return document.querySelectorAll('#panel-marks tbody tr').length === 3")
            link = browser.url()
            page.open(link)
            browser.wait("return document.querySelectorAll('#panel-marks tbody tr').length === 3")
            self.assertEqual(browser.js("return document.querySelector('#panel-marks input').value"), "third")
            browser.wait("return document.querySelectorAll('#panel-tree .flag').length > 0")
            page.press("M", node=nodes[0])
            self.assertFalse(os.path.exists(trace.file + ".marks.json"))
            browser.click_text("Write to the file", "#panel-marks")
            browser.wait("return document.querySelector('#message').textContent.startsWith('Wrote 3 marks to ')")
            with open(trace.file + ".marks.json", encoding="utf-8") as file:
                written = json.load(file)["marks"]
            self.assertEqual([mark["node"] for mark in written], nodes)
            browser.wait("return !location.hash.includes('marks=')")
            page.rests()
            self.assertEqual(browser.count("#panel-marks tbody tr"), 3)
        shown = subprocess.run([explorer_page.PLYTRACE, "show", trace.file, str(nodes[1])], capture_output=True, text=True, check=True).stdout
        self.assertIn("a <b>bold</b> line", shown)

    def test_task_three_marks_by_keys_alone(self):
        trace = Trace(shutil.copy(self.first.file, os.path.join(explorer_page.FOLDER, "marked_by_keys.plt")))
        root = trace.root()
        nodes = [root, *trace.children(root)[:2]]
        rows = "return document.querySelectorAll('#panel-marks tbody tr').length === arguments[0]"
        with self.visit(trace.file) as page:
            browser = self.browser
            browser.js("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
            for number, (way, text) in enumerate(zip(("Home", "Down", "Right"), ("one", "two", "three"))):
                page.press(way, node=nodes[number])
                page.press("m")
                browser.wait("return document.activeElement.matches('#panel-marks input')")
                page.press(*text, "Enter")
                browser.wait(rows, number + 1)
            # The address has the marks, and shows them in another window.
            page.press("u")
            browser.wait("return window.copied === location.href && location.hash.includes('marks=')")
            link = browser.js("return window.copied")
            page.open(link)
            browser.wait(rows, 3)
            for node in nodes:
                page.press("M", node=node)
            self.assertFalse(os.path.exists(trace.file + ".marks.json"))
            page.press("W")
            browser.wait("return document.querySelector('#message').textContent.startsWith('Wrote 3 marks to ')")
            with open(trace.file + ".marks.json", encoding="utf-8") as file:
                written = json.load(file)["marks"]
            self.assertEqual([(mark["node"], mark["text"]) for mark in written], list(zip(nodes, ("one", "two", "three"))))


if __name__ == "__main__":
    run_tests(explorer_page.begin)
