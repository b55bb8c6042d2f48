# SPDX-License-Identifier: MIT
"""A browser for tests: chromium's headless shell behind chromedriver, spoken to over W3C WebDriver. The shell is the
browser without its window and its services: the same pages cost a quarter less of a core than in `chromium --headless`.

Standard library only. Every wait has an end; what never came true is told with what was seen.
"""
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

# Keys that are no characters: as the page is told of them, and their codes.
KEYS = {
    "Enter": ("Enter", 13), "Escape": ("Escape", 27), "Home": ("Home", 36), "Left": ("ArrowLeft", 37), "Up": ("ArrowUp", 38),
    "Right": ("ArrowRight", 39), "Down": ("ArrowDown", 40), "Tab": ("Tab", 9),
}
SHIFT = 8
SHELL = "chromium-headless-shell"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 30  # seconds
UNTIL_TRUE = """(async () => {
  const asked = function() { %s }, given = %s, until = performance.now() + %d;
  for (;;) {
    const value = asked.apply(null, given);
    if (value || performance.now() > until) return value;
    await new Promise((done) => setTimeout(done, 20));
  }
})()"""


def run_tests(begin):
    """The tests of the script; begin() gets the program, the script's first argument, and a folder. Exit code 77
    where there is no browser."""
    if not shutil.which("chromedriver") or not shutil.which(SHELL):
        print(f"{SHELL} or chromedriver is not installed; scripts/test installs both")
        sys.exit(77)
    program = os.path.abspath(sys.argv.pop(1))
    with tempfile.TemporaryDirectory() as folder:
        begin(program, folder)
        unittest.main(verbosity=2)


class Driver:
    """chromedriver, on a port that it chose. Ends with the `with` block."""

    def __enter__(self):
        self._process = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self._process.stdout:
            found = re.search(r"on port (\d+)", line)
            if found and int(found[1]) > 0:
                self.url = f"http://127.0.0.1:{found[1]}"
                return self
        raise RuntimeError("chromedriver did not start")

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()


class Browser:
    """One window with a profile of its own."""

    def __init__(self, driver, width=1300, height=1000):
        self._base = driver.url
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # Through a pipe: by its port the driver looks for "localhost", which a bare root cannot name.
        arguments = ["--remote-debugging-pipe", "--headless", "--no-sandbox", "--disable-gpu",
                     f"--window-size={width},{height}", f"--user-data-dir={self._profile.name}",
                     "--disable-dev-shm-usage", "--no-first-run"]
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments, "binary": self._shell_with_a_page()},
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self._session = f"/session/{answer['sessionId']}"

    def _shell_with_a_page(self):
        """A script that starts the shell: it opens no page by itself, the driver waits for one, and what the driver
        passes on are options only."""
        path = os.path.join(self._profile.name, "browser")
        with open(path, "w", encoding="ascii") as script:
            script.write(f'#!/bin/sh\nexec {SHELL} "$@" about:blank\n')
        os.chmod(path, 0o700)
        return path

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._ask("DELETE", self._session)
        self._profile.cleanup()

    def _ask(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise RuntimeError(f"{path}: {value['error']}: {value['message']}") from None

    def _post(self, path, body=None):
        return self._ask("POST", self._session + path, body)

    def open(self, url):
        self._post("/url", {"url": url})

    def url(self):
        return self._ask("GET", self._session + "/url")

    def cdp(self, command, **parameters):
        """A command of Chrome's own protocol: a tenth of the work of the same in WebDriver's words."""
        return self._post("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def js(self, script, *arguments):
        """What a function body returns."""
        return self._evaluate(f"(function() {{ {script} }}).apply(null, {json.dumps(arguments)})")

    def _evaluate(self, expression):
        answer = self.cdp("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def _with_elements(self, script, *arguments):
        """As js, where an argument or what is returned is an element."""
        return self._post("/execute/sync", {"script": script, "args": list(arguments)})

    def text(self, selector):
        return self.js("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def count(self, selector):
        return self.js("return document.querySelectorAll(arguments[0]).length", selector)

    def _element(self, selector):
        return self._post("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        """With the pointer, where the element is seen."""
        self._click(lambda: self._element(selector))

    def _click(self, find):
        for patience in (True, True, False):
            try:
                element = find()
                # Clear of what sticks to the edges of the window, as the page says.
                self._with_elements("arguments[0].scrollIntoView({block: 'nearest'})", {ELEMENT: element})
                return self._post(f"/element/{element}/click")
            except RuntimeError as error:  # the page drew it anew in between
                if "stale" not in str(error) or not patience:
                    raise

    def click_text(self, text, within="body"):
        """The first button, link or summary with that text."""
        self._click(lambda: self._named(text, within))

    def _named(self, text, within):
        found = self._with_elements(
            "return [...document.querySelector(arguments[1]).querySelectorAll('button, a, summary')]"
            ".find((one) => one.textContent.trim() === arguments[0]) ?? null", text, within)
        if found is None:
            raise AssertionError(f"nothing to click named {text!r} within {within}")
        return found[ELEMENT]

    def type(self, selector, text):
        """Into a field, in place of what it holds."""
        self.js("const field = document.querySelector(arguments[0]); field.focus(); field.select()", selector)
        self.cdp("Input.insertText", text=text)

    def keys(self, *names):
        """Pressed one after the other, wherever the focus is: "Down", "c", "T"."""
        for name in names:
            key, code = KEYS.get(name, (name, ord(name[0].upper())))
            event = {"key": key, "windowsVirtualKeyCode": code}
            if len(name) == 1:
                event["text"] = name
            elif name == "Enter":
                event["text"] = "\r"
            if len(name) == 1 and name.isupper():
                event["modifiers"] = SHIFT
            self.cdp("Input.dispatchKeyEvent", type="keyDown", **event)
            event.pop("text", None)
            self.cdp("Input.dispatchKeyEvent", type="keyUp", **event)

    def pointer(self, selector, x, y, *does):
        """At a point of an element, from its middle: "move", "click", "double", or a drag by ("drag", dx)."""
        at = {"type": "pointerMove", "duration": 0, "origin": {ELEMENT: self._element(selector)},
              "x": round(x), "y": round(y)}
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        actions = [at]
        for what in does:
            if what == "click":
                actions += [down, up]
            elif what == "double":
                actions += [down, up, down, up]
            elif what != "move":
                actions += [down, {**at, "x": round(x + what[1] / 2)}, {**at, "x": round(x + what[1])}, up]
        self._post("/actions", {"actions": [
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]})

    def pinch(self, selector, before, after):
        """Two fingers left and right of an element's middle, so far from it before and after."""
        def finger(name, side):
            at = {"type": "pointerMove", "duration": 0, "origin": {ELEMENT: self._element(selector)}, "y": 0}
            return {"type": "pointer", "id": name, "parameters": {"pointerType": "touch"}, "actions": [
                {**at, "x": side * before}, {"type": "pointerDown", "button": 0},
                {**at, "x": side * (before + after) // 2}, {**at, "x": side * after}, {"type": "pointerUp", "button": 0}]}
        self._post("/actions", {"actions": [finger("thumb", -1), finger("finger", 1)]})

    def wheel(self, selector, delta):
        self._post("/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "duration": 0, "origin": {ELEMENT: self._element(selector)}, "x": 0, "y": 0,
             "deltaX": 0, "deltaY": delta}]}]})

    def wait(self, script, *arguments, what=None):
        """Until a function body returns something true; gives it. The page itself asks again and again."""
        until = time.monotonic() + PATIENCE
        value = None
        while not value and (left := until - time.monotonic()) > 0:
            try:
                value = self._evaluate(UNTIL_TRUE % (script, json.dumps(arguments), 1000 * left))
            except RuntimeError as error:
                if not any(gone in str(error) for gone in ("navigated", "context")):
                    raise
        if not value:
            raise AssertionError(f"never: {what or script}; selected: {self.text('#selected')!r}, "
                                 f"message: {self.text('#message')!r}, at {self.url()}")
        return value

    def media(self, kind="", **features):
        """What the page is told of the screen: media("print"), media(prefers_color_scheme="dark")."""
        self.cdp("Emulation.setEmulatedMedia", media=kind,
                 features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self._ask("GET", self._session + "/screenshot")))

    def pdf(self):
        return base64.b64decode(self._post("/print"))

    def complaints(self):
        """What the console said since the last call, of the kinds warning and error."""
        return [entry["message"] for entry in self._post("/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]
