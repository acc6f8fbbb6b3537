"""Opens the reports of a folder in Chromium and says what is wrong with them."""

import base64
import contextlib
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

FOLDER = pathlib.Path(sys.argv[1])
REPORTS = ["rich", "hostile", "crowd", "repeated", "bare", "large"]
WIDTHS = {"wide": 1440, "narrow": 360}
AXE = pathlib.Path(
    importlib.util.find_spec("axe_playwright_python").origin
).parent.joinpath("axe.min.js")
faults = []


def browser():
    options = Options()
    for switch in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    options.binary_location = "/usr/bin/chromium"
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def fault(report, words):
    faults.append(f"{report}: {words}")
    print("  FAULT", words)


def size(driver, width, height=1000):
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )


def media(driver, scheme, kind=""):
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"media": kind, "features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )


def open_report(driver, report):
    """Opens a report; returns the seconds until its first screen was painted and its script had run."""
    driver.get("about:blank")
    driver.get_log("performance")
    driver.get_log("browser")
    begun = time.monotonic()
    driver.get(FOLDER.joinpath(f"{report}.html").as_uri())
    driver.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => setTimeout(done));"
    )
    return time.monotonic() - begun


def check_quiet(driver, report):
    """Nothing was asked of a network, nothing complained, and nothing of a model's ran."""
    own = FOLDER.joinpath(f"{report}.html").as_uri()
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"].split("#")[0]
            if url != own and not url.startswith("data:image/") and url != "about:blank":
                fault(report, f"asked for {url[:120]}")
        if message["method"] == "Page.javascriptDialogOpening":
            fault(report, "opened a dialog")
    for entry in driver.get_log("browser"):
        fault(report, f"console: {entry['message'][:300]}")
    if driver.execute_script("return window.hostile !== undefined"):
        fault(report, "ran what a model wrote")


def draw_all(driver):
    """Draws also the rows that are far below."""
    driver.execute_script(
        "document.querySelectorAll('.row').forEach(row => { row.style.contentVisibility = 'visible' })"
    )


def check_axe(driver, report, what):
    driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE.read_text()})
    result = driver.execute_async_script(
        "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']})"
        ".then(done, error => done({failure: String(error)}));"
    )
    if "failure" in result:
        fault(report, f"axe, {what}: {result['failure']}")
        return
    for violation in result["violations"]:
        node = violation["nodes"][0]
        fault(
            report,
            f"axe, {what}: {violation['id']} ({len(violation['nodes'])}): "
            f"{node['html'][:160]} {node.get('failureSummary', '')[:300]}",
        )


def check_width(driver, report, what):
    wide = driver.execute_script(
        "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    if wide[0] > wide[1]:
        fault(report, f"{what}: the page is {wide[0]} wide in a window of {wide[1]}")
    # No label of a plot may lie on another, or end outside of its drawing.
    touching = driver.execute_script(
        """
        const found = [];
        for (const svg of document.querySelectorAll(".plots svg")) {
          const frame = svg.getBoundingClientRect();
          const boxes = [...svg.querySelectorAll("text")].map(t => [t, t.getBoundingClientRect()]);
          boxes.forEach(([t, a], i) => {
            if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.bottom > frame.bottom + 1)
              found.push("outside: " + t.textContent);
            for (const [u, b] of boxes.slice(i + 1))
              if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2
                && b.top < a.bottom - 2) found.push(t.textContent + " on " + u.textContent);
          });
        }
        return found;
        """
    )
    for words in touching:
        fault(report, f"{what}: label {words}")


def picture(driver, name, height=None):
    width = driver.execute_script("return document.documentElement.clientWidth")
    if height is None:
        height = driver.execute_script("return document.documentElement.scrollHeight")
    shot = driver.execute_cdp_cmd(
        "Page.captureScreenshot",
        {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": width, "height": min(height, 12000), "scale": 1},
        },
    )
    FOLDER.joinpath(f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


def check_print(driver, report):
    """Everything is on paper, also what is folded and what is far to the right."""
    media(driver, "light")
    expected = driver.execute_script(
        "return [...document.querySelectorAll('th, td span, .text, pre, dt, dd, svg text, .facts')]"
        ".map(element => element.closest('svg') ? element.lastChild.textContent : element.textContent)"
    )
    pdf = driver.execute_cdp_cmd(
        "Page.printToPDF", {"preferCSSPageSize": True, "printBackground": False}
    )
    path = FOLDER.joinpath(f"{report}.pdf")
    path.write_bytes(base64.b64decode(pdf["data"]))
    subprocess.run(
        ["pdftoppm", "-r", "60", "-png", "-l", "6", path, FOLDER.joinpath(f"{report}-print")],
        check=True,
    )
    if report == "hostile":
        return  # Its letters are not all in a font.
    words = subprocess.run(
        ["pdftotext", "-raw", path, "-"], check=True, capture_output=True, text=True
    ).stdout
    words = "".join(words.split())
    for text in expected:
        # The beginning: the end may stand on the next page.
        if "".join(text.replace("↕", "").split())[:25] not in words:
            fault(report, f"not on paper: {text[:60]!r}")


def check_use(driver, report):
    """The table sorts, the filters filter, and words are compared; all with the keyboard."""
    outcome = driver.execute_async_script(
        """
        const done = arguments[0];
        (async () => {
          const wrong = [];
          const rows = [...document.querySelectorAll("#answers > .row")];
          const shown = () => rows.filter(row => row.offsetParent !== null).length;
          const buttons = [...document.querySelectorAll("#table thead button")];
          const heads = buttons.map(button => button.closest("th"));
          const order = column => [...document.querySelectorAll("#table tbody tr")]
            .map(line => line.cells[column].dataset.order).filter(value => value !== undefined)
            .map(Number);
          buttons.forEach((button, column) => {
            for (const direction of ["ascending", "descending"]) {
              button.click();
              if (heads[column].getAttribute("aria-sort") !== direction) wrong.push("aria-sort");
              const values = order(column);
              const sorted = [...values].sort((a, b) => direction === "ascending" ? a - b : b - a);
              if (column > 0 && String(values) !== String(sorted)) wrong.push("order of " + column);
            }
          });
          const set = (id, value) => {
            const field = document.getElementById(id);
            if (field.type === "checkbox") field.checked = value; else field.value = value;
            field.dispatchEvent(new Event(field.type === "search" ? "input" : "change"));
          };
          set("differing", true);
          if (shown() !== rows.filter(row => "differs" in row.dataset).length) wrong.push("differing");
          set("differing", false);
          set("failing", true);
          if (shown() !== rows.filter(row => "fails" in row.dataset).length) wrong.push("failing");
          set("failing", false);
          set("find", "zzzz not there");
          if (shown() !== 0) wrong.push("find");
          set("find", "");
          if (shown() !== rows.length) wrong.push("all rows");
          const before = rows.map(row => row.textContent);
          const texts = rows.map(row => [...row.querySelectorAll(".cell")].map(cell =>
            [...cell.querySelectorAll(":scope > .text")].map(t => t.textContent).join("")));
          const width = document.querySelectorAll("#table tbody tr").length;
          for (let base = 0; base < width; base++) {
            set("base", String(base));
            dispatchEvent(new Event("beforeprint"));
            rows.forEach((row, r) => row.querySelectorAll(".cell").forEach((cell, c) => {
              const own = [...cell.querySelectorAll(":scope > .text")];
              if (own.length === 0) return;
              const side = kind => own.map(block => [...block.childNodes]
                .filter(node => node.nodeName.toLowerCase() !== kind)
                .map(node => node.textContent).join("")).join("");
              const first = texts[r][Math.floor(c / width) * width + base];
              const isCompared = own.some(block => block.querySelector("ins, del"));
              if (side("del") !== texts[r][c]) wrong.push(`words of row ${r}, cell ${c}`);
              if (isCompared && side("ins") !== first) wrong.push(`words against row ${r}, cell ${c}`);
              if (!isCompared && c % width !== base && first !== "" && first !== texts[r][c])
                wrong.push(`no comparison in row ${r}, cell ${c}`);
            }));
          }
          set("base", "");
          if (rows.some((row, r) => row.textContent !== before[r])) wrong.push("not as before");
          done(wrong.slice(0, 10));
        })().catch(error => done([String(error)]));
        """
    )
    for words in outcome:
        fault(report, f"use: {words}")


def check_checks(driver):
    """A page that is wrong in every way must be found so, or nothing here means anything."""
    FOLDER.joinpath("wrong.html").write_text(
        "<!doctype html><title>x</title><script>window.hostile = 1; console.error('x')</script>"
        "<img src=https://hostile.invalid/x><div class=plots><svg><text y=20>a</text>"
        "<text y=20>b</text></svg></div><p style='width: 3000px'>x</p>"
    )
    open_report(driver, "wrong")
    with contextlib.redirect_stdout(io.StringIO()):
        check_quiet(driver, "wrong")
        check_axe(driver, "wrong", "light")
        check_width(driver, "wrong", "wide")
    signs = ["asked for https://hostile.invalid", "console: ", "ran what", "axe, ", "label a on b"]
    for sign in [*signs, "the page is"]:
        if not any(sign in found for found in faults):
            sys.exit(f"The check is blind: it did not find '{sign}' in a page that is wrong.")
    faults.clear()
    print("The check sees what is wrong.")


def main():
    driver = browser()
    driver.set_script_timeout(120)
    size(driver, WIDTHS["wide"])
    check_checks(driver)
    for report in REPORTS:
        print(report)
        size(driver, WIDTHS["wide"])
        media(driver, "light")
        taken = sorted(open_report(driver, report) for _ in range(3))[1]
        print(f"  opened in {taken:.2f} s, {FOLDER.joinpath(f'{report}.html').stat().st_size:,} bytes")
        if taken > 2:
            fault(report, f"took {taken:.2f} s to open")
        check_quiet(driver, report)
        if report == "large":
            driver.execute_script("document.getElementById('base').value = '1';"
                "document.getElementById('base').dispatchEvent(new Event('change'))")
            picture(driver, "large-wide-light", height=3000)
            check_quiet(driver, report)
            continue
        for scheme in ("light", "dark"):
            for name, width in WIDTHS.items():
                size(driver, width)
                media(driver, scheme)
                open_report(driver, report)
                draw_all(driver)
                check_axe(driver, report, f"{scheme}, {name}")
                check_width(driver, report, name)
                picture(driver, f"{report}-{name}-{scheme}")
                check_quiet(driver, report)
        size(driver, WIDTHS["wide"])
        open_report(driver, report)
        check_use(driver, report)
        check_quiet(driver, report)
        open_report(driver, report)
        draw_all(driver)
        driver.execute_script(
            "const base = document.getElementById('base'); base.value = '0';"
            "base.dispatchEvent(new Event('change')); dispatchEvent(new Event('beforeprint'))"
        )
        check_axe(driver, report, "compared")
        picture(driver, f"{report}-compared")
        size(driver, WIDTHS["wide"])
        open_report(driver, report)
        check_print(driver, report)
    driver.quit()
    print(f"{len(faults)} faults" if faults else "No faults.")
    sys.exit(1 if faults else 0)


main()
