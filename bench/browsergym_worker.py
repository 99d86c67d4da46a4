"""BrowserGym's observation of one page, timed on request: a line on standard input, milliseconds on standard output.

Runs in a virtual environment of its own (BrowserGym pins an older Playwright). Its fixed sleeps are not called.
"""

import os
import sys
import time

import playwright.sync_api as sync
from browsergym.core.action.highlevel import HighLevelActionSet  # noqa: F401  (what its users import; keeps start-up comparable)
from browsergym.core.observation import (
    _post_extract,
    _pre_extract,
    extract_dom_extra_properties,
    extract_dom_snapshot,
    extract_focused_element_bid,
    extract_merged_axtree,
    extract_screenshot,
)


def observe(page) -> float:
    started = time.perf_counter()
    _pre_extract(page, tags_to_mark="standard_html", lenient=False)
    dom = extract_dom_snapshot(page)
    extract_merged_axtree(page)
    extract_focused_element_bid(page)
    extract_dom_extra_properties(dom, scale_factor=1.0)
    _post_extract(page)
    extract_screenshot(page)
    page.title()
    return 1000 * (time.perf_counter() - started)


def main() -> None:
    with sync.sync_playwright() as playwright:
        playwright.selectors.set_test_id_attribute("bid")
        browser = playwright.chromium.launch(executable_path=os.environ["MAG_CHROMIUM"], args=sys.argv[1:])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, device_scale_factor=1)
        print("ready", flush=True)
        for line in sys.stdin:
            word, _, address = line.strip().partition(" ")
            if word == "open":
                page.goto(address)
                print("opened", flush=True)
            else:
                print(observe(page), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
