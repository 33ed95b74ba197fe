"""A headless Chromium, and what a page does in it: errors, requests, violations, long tasks, pictures."""

import base64
import json
import re
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Runs before the page: counts what the policy refused, what took long, and what failed.
WATCH = """
window.watched = {violations: [], errors: [], tasks: [], ready: null};
document.addEventListener('securitypolicyviolation', e => watched.violations.push(e.violatedDirective + ' ' + e.blockedURI));
window.addEventListener('error', e => watched.errors.push(String(e.message)));
window.addEventListener('unhandledrejection', e => watched.errors.push(String(e.reason)));
try { new PerformanceObserver(l => l.getEntries().forEach(e => watched.tasks.push(Math.round(e.duration)))).observe({type: 'longtask', buffered: true}); } catch {}
"""


class Browser:
    def __init__(self, density=1, width=1280, height=900):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--force-device-scale-factor={density}",
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        self.density = density
        self.size(width, height)
        self.theme("light")

    def close(self):
        self.driver.quit()

    def size(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": self.density, "mobile": False},
        )

    def theme(self, name, **more):
        features = [{"name": "prefers-color-scheme", "value": name}] + [
            {"name": key.replace("_", "-"), "value": value} for key, value in more.items()
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, page, address=""):
        """Opens a page and says after how many milliseconds it was ready."""
        self.driver.get("about:blank")
        self.driver.get(Path(page).as_uri() + ("#" + address if address else ""))
        self.wait("return document.documentElement.dataset.ready === 'true'")
        return self.run(
            "return Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd)"
        )

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, *arguments, seconds=5):
        end = time.time() + seconds
        while time.time() < end:
            if self.run(script, *arguments):
                return True
            time.sleep(0.02)
        raise AssertionError(f"not so after {seconds} s: {script}")

    def settle(self):
        """Waits until what was asked to be drawn is drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)));"
        )

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def view(self, name):
        self.run("document.getElementById('tab-' + arguments[0]).click()", name)
        self.settle()

    def views(self):
        return self.run(
            "return [...document.querySelectorAll('[role=tab]')].map(t => t.id.slice(4))"
        )

    def address(self):
        time.sleep(0.2)
        return self.run("return location.hash.slice(1)")

    def keys(self, selector, *keys):
        element = self.one(selector)
        self.run("arguments[0].focus()", element)
        for key in keys:
            element.send_keys(getattr(Keys, key, key))
        self.settle()

    def click_at(self, selector, across, down):
        """Clicks a place of an element, as shares of its width and height."""
        box = self.run(
            "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.width, r.height]",
            selector,
        )
        at = {
            "x": box[0] + box[2] * across,
            "y": box[1] + box[3] * down,
            "button": "left",
            "clickCount": 1,
        }
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, **at})
        self.settle()

    def picture(self, path):
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def faults(self):
        """Errors, refusals of the policy, and requests to anywhere but the page itself."""
        watched = self.run("return window.watched")
        found = [f"violation: {text}" for text in watched["violations"]] + [
            f"error: {text}" for text in watched["errors"]
        ]
        found += [
            f"console: {entry['message']}"
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not re.match(r"(file|data|blob|about|chrome):", url):
                    found.append(f"request: {url}")
        if self.run("return 'hurt' in window"):
            found.append("a text of the file ran as a script")
        return found

    def axe(self, source):
        """What axe-core finds against WCAG 2.2 AA, a line each."""
        self.run(source)
        result = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations']}).then(r => done(r.violations), e => done([{id: String(e), nodes: []}]))"
        )
        return [
            f"{v['id']}: {n['target']} {n.get('failureSummary', '')[:160]}"
            for v in result
            for n in (v["nodes"] or [{"target": ""}])[:3]
        ]
