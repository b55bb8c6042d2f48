# SPDX-License-Identifier: MIT
"""A browser for tests: chromium's headless shell, controlled by the DevTools protocol.

Standard library only. Every wait has a time limit; its error shows what the page looked like.
Source: https://chromedevtools.github.io/devtools-protocol, which the shell reads from descriptor 3 and answers on 4.
"""
import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SHELL = "chromium-headless-shell"
# Keys without a character: their names in key events, and their codes.
KEYS = {
    "Enter": ("Enter", 13), "Escape": ("Escape", 27), "Home": ("Home", 36), "Left": ("ArrowLeft", 37), "Up": ("ArrowUp", 38),
    "Right": ("ArrowRight", 39), "Down": ("ArrowDown", 40), "Tab": ("Tab", 9),
}
SHIFT = 8
PATIENCE = 60  # seconds
UNTIL_TRUE = """(async () => {
  const asked = function() { %s }, given = %s, until = performance.now() + %d;
  for (;;) {
    const value = asked.apply(null, given);
    if (value || performance.now() > until) return value;
    await new Promise((done) => setTimeout(done, 20));
  }
})()"""
# The middle of the visible part of an element, scrolled clear of what sticks to the edges of the window. A text if
# another element would get the click.
WHERE_TO_CLICK = """
if (!element) return "is not there";
element.scrollIntoView({block: "nearest", inline: "nearest"});
const box = element.getClientRects()[0];
if (!box) return "is not shown";
const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
const hit = document.elementFromPoint(x, y);
return element.contains(hit) ? [x, y] : `is behind ${hit?.outerHTML.slice(0, 80)}`;
"""
SELECTED = "const element = document.querySelector(arguments[0]);"
NAMED = """const element = [...document.querySelector(arguments[1]).querySelectorAll("button, a, summary")]
    .find((one) => one.textContent.trim() === arguments[0]);"""


def run_tests(begin):
    """Runs the tests of the script; begin() gets the program, the script's first argument, and a folder. Exit code 77
    if there is no browser."""
    if not shutil.which(SHELL):
        print(f"{SHELL} is not installed; scripts/test installs it")
        sys.exit(77)
    program = os.path.abspath(sys.argv.pop(1))
    with tempfile.TemporaryDirectory() as folder:
        begin(program, folder)
        unittest.main(verbosity=2)


class Browser:
    """One window with its own profile, until the end of the `with` block."""

    def __init__(self, width=1300, height=1000):
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        reads, self._commands = os.pipe()
        self._answers, writes = os.pipe()
        # Higher numbers than the descriptors that the browser needs.
        its_commands, its_answers = (fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, 10) for one in (reads, writes))
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{its_commands} {its_commands}<&- 4>&{its_answers} {its_answers}>&-', SHELL,
             "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             f"--window-size={width},{height}", f"--user-data-dir={self._profile.name}"],
            pass_fds=(its_commands, its_answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        for one in (reads, writes, its_commands, its_answers):
            os.close(one)
        self._unread = b""
        self._last = 0  # command
        self._events = []
        self._session = None
        target = self.cdp("Target.createTarget", url="about:blank", width=width, height=height)["targetId"]
        self._session = self.cdp("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.cdp(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._session = None
        self.cdp("Browser.close")
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.close(self._commands)
        os.close(self._answers)
        self._profile.cleanup()

    def cdp(self, command, **parameters):
        """Sends a command; returns the browser's answer."""
        self._last += 1
        message = {"id": self._last, "method": command, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._commands, data):]
        while (answer := self._next()).get("id") != self._last:
            self._events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{command}: {answer['error']['message']}")
        return answer["result"]

    def _next(self):
        """The next answer or event."""
        while b"\0" not in self._unread:
            if not select.select([self._answers], [], [], 2 * PATIENCE)[0]:
                raise RuntimeError("the browser says nothing any more")
            read = os.read(self._answers, 1 << 20)
            if not read:
                raise RuntimeError("the browser has ended")
            self._unread += read
        message, self._unread = self._unread.split(b"\0", 1)
        return json.loads(message)

    def open(self, url):
        """Opens a page and waits until it is loaded, or returns at once if only the part after # differs."""
        answer = self.cdp("Page.navigate", url=url)
        if "errorText" in answer:
            raise RuntimeError(f"{url}: {answer['errorText']}")
        if "loaderId" in answer:
            self.wait("return document.readyState === 'complete' && location.href !== 'about:blank' || arguments[0]",
                      url == "about:blank", what=f"{url} is read")

    def url(self):
        return self.js("return location.href")

    def js(self, script, *arguments):
        """The result of a function body."""
        return self._evaluate(f"(function() {{ {script} }}).apply(null, {json.dumps(arguments)})")

    def _evaluate(self, expression):
        answer = self.cdp("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def text(self, selector):
        return self.js("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def busy(self):
        """The parts of the page that are marked as busy."""
        return self.js("return [...document.querySelectorAll('[aria-busy=true]')].map((part) => part.id)")

    def count(self, selector):
        return self.js("return document.querySelectorAll(arguments[0]).length", selector)

    def click(self, selector):
        """Clicks with the pointer where the element is visible."""
        self._click(SELECTED, selector)

    def click_text(self, text, within="body"):
        """Clicks the first button, link or summary with that text."""
        self._click(NAMED, text, within)

    def _click(self, find, *arguments):
        at = self.js(find + WHERE_TO_CLICK, *arguments)
        if isinstance(at, str):
            raise AssertionError(f"cannot click {arguments}: it {at}")
        self._mouse("mouseMoved", at)
        self._press(at)

    def _mouse(self, what, at, **parameters):
        self.cdp("Input.dispatchMouseEvent", type=what, x=at[0], y=at[1], **parameters)

    def _press(self, at, times=1, until=None):
        """Presses at a point and releases there or at another point."""
        self._mouse("mousePressed", at, button="left", buttons=1, clickCount=times)
        for step in until or []:
            self._mouse("mouseMoved", step, button="left", buttons=1)
        self._mouse("mouseReleased", until[-1] if until else at, button="left", clickCount=times)

    def _middle(self, selector):
        return self.js("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                       "return [box.x + box.width / 2, box.y + box.height / 2]", selector)

    def type(self, selector, text):
        """Types into a field, replacing its contents."""
        self.js("const field = document.querySelector(arguments[0]); field.focus(); field.select()", selector)
        self.cdp("Input.insertText", text=text)

    def keys(self, *names):
        """Presses keys one after the other, wherever the focus is: "Down", "c", "T"."""
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

    def clipboard(self):
        """The text that the page has copied."""
        self.cdp("Browser.grantPermissions", permissions=["clipboardReadWrite"])
        return self.js("return navigator.clipboard.readText()")

    def pointer(self, selector, x, y, *does):
        """Acts at a point of an element, from its middle: "move", "click", "double", or a drag by ("drag", dx)."""
        middle = self._middle(selector)
        at = [middle[0] + x, middle[1] + y]
        self._mouse("mouseMoved", at)
        for what in does:
            if what in ("click", "double"):
                self._press(at)
            if what == "double":
                self._press(at, times=2)
            if what[0] == "drag":
                self._press(at, until=[[at[0] + what[1] / 2, at[1]], [at[0] + what[1], at[1]]])

    def pinch(self, selector, before, after):
        """Moves two fingers left and right of an element's middle, from one distance to another."""
        x, y = self._middle(selector)

        def fingers(apart):
            return [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=fingers(before))
        for apart in ((before + after) // 2, after):
            self.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=fingers(apart))
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def wheel(self, selector, delta):
        self._mouse("mouseWheel", self._middle(selector), deltaX=0, deltaY=delta)

    def wait(self, script, *arguments, what=None):
        """Waits until a function body returns a true value, and returns it. The page itself repeats the test."""
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
                                 f"message: {self.text('#message')!r}, busy: {self.busy()}, at {self.url()}")
        return value

    def media(self, kind="", **features):
        """Sets media features of the screen: media("print"), media(prefers_color_scheme="dark")."""
        self.cdp("Emulation.setEmulatedMedia", media=kind,
                 features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.cdp("Page.captureScreenshot")["data"]))

    def pdf(self):
        return base64.b64decode(self.cdp("Page.printToPDF")["data"])

    def complaints(self):
        """Warnings and errors on the console since the last call."""
        self.js("")  # now the events include all earlier messages
        events, self._events = self._events, []
        return [text for text in map(complaint, events) if text is not None]


def complaint(event):
    what, about = event["method"], event["params"]
    if what == "Runtime.exceptionThrown":
        return about["exceptionDetails"].get("exception", {}).get("description", about["exceptionDetails"]["text"])
    if what == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning", "assert"):
        return " ".join(str(one.get("value", one.get("description"))) for one in about["args"])
    if what == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
        return f"{about['entry'].get('url', '')} {about['entry']['text']}"
    return None
