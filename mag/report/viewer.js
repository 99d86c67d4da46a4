"use strict";
// Texts reach the page as text nodes only; nothing here builds markup from a string.
(() => {
  const WIDTH = 1440, HEIGHT = 900;
  const FONT = '600 20px system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif';
  const LINE = 26, PAD = 14, GAP = 30, TEXT_WIDTH = 360, MAX_LINES = 7, MARGIN = 10, ARM = 18;

  // What a person chose stays while they go from page to page; a browser that keeps nothing starts afresh.
  const memory = {
    get(key) { try { return sessionStorage.getItem(key); } catch { return null; } },
    set(key, value) { try { sessionStorage.setItem(key, value); } catch { return; } },
  };

  function onKeys(bindings) {
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest?.("input, select, textarea");
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || (typing && event.key !== "Escape")) return;
      const act = bindings[event.key];
      if (act) { event.preventDefault(); act(); }
    });
  }

  const follow = (key) => () => document.querySelector(`a[data-key="${key}"]`)?.click();

  // --- overlay: the target and the guide, drawn in picture pixels ---------------------------------------------------
  const pen = document.createElement("canvas").getContext("2d");

  function element(parent, name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  }

  function wrap(text) {
    pen.font = FONT;
    const fits = (line) => pen.measureText(line).width <= TEXT_WIDTH;
    const lines = [];
    let line = "";
    for (const word of text.slice(0, 2000).split(/\s+/).filter(Boolean)) {
      let rest = word;
      if (line && fits(`${line} ${rest}`)) { line = `${line} ${rest}`; continue; }
      if (line) lines.push(line);
      while (!fits(rest)) {
        const signs = Array.from(rest);
        let count = signs.length - 1;
        while (count > 1 && !fits(signs.slice(0, count).join(""))) count = Math.ceil(count * 0.8) - 1;
        lines.push(signs.slice(0, Math.max(count, 1)).join(""));
        rest = signs.slice(Math.max(count, 1)).join("");
      }
      line = rest;
      if (lines.length > MAX_LINES) break;
    }
    if (line) lines.push(line);
    return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]} …`] : lines;
  }

  const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));
  const overlap = (a, b) => Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

  // Where the callout goes: beside the target where there is room for it, never on it. `around` is what must stay free; a target that
  // lies off the picture is pointed at from the inside.
  const INWARD = { below: 2, right: 3, above: 0, left: 1 };

  function place(around, w, h, away) {
    const x = clamp(around.x + around.w / 2 - w / 2, MARGIN, WIDTH - w - MARGIN);
    const y = clamp(around.y + around.h / 2 - h / 2, MARGIN, HEIGHT - h - MARGIN);
    const sides = [
      { x, y: around.y + around.h + GAP }, { x: around.x + around.w + GAP, y }, { x, y: around.y - GAP - h }, { x: around.x - GAP - w, y },
    ];
    if (away in INWARD) sides.unshift(sides[INWARD[away]]);
    return sides.map((at) => ({ ...at, w, h })).find((at) => at.x >= 0 && at.y >= 0 && at.x + w <= WIDTH && at.y + h <= HEIGHT);
  }

  // A box that lies off the picture becomes a strip at the edge that is nearest to it.
  function onPicture([x, y, w, h]) {
    const left = clamp(x, 0, WIDTH - 6), top = clamp(y, 0, HEIGHT - 6);
    return { x: left, y: top, w: clamp(x + w, left + 6, WIDTH) - left, h: clamp(y + h, top + 6, HEIGHT) - top };
  }

  function outline(svg, shape, attributes, dashed) {
    for (const name of ["halo", "edge", dashed ? "core dashed" : "core"]) element(svg, shape, { ...attributes, class: name });
  }

  function drawTarget(svg, step) {
    const box = step.box && onPicture(step.box);
    if (box) {
      const rect = { x: box.x, y: box.y, width: box.w, height: box.h, rx: 3, "data-part": "box" };
      outline(svg, "rect", rect, step.away !== "");
    }
    if (step.point) {
      const [x, y] = step.point;
      outline(svg, "path", { d: `M${x - ARM} ${y}H${x - 4}M${x + 4} ${y}H${x + ARM}M${x} ${y - ARM}V${y - 4}M${x} ${y + 4}V${y + ARM}`, "data-part": "cross", "data-x": x, "data-y": y });
      const cross = { x: x - ARM, y: y - ARM, w: 2 * ARM, h: 2 * ARM };
      return box ? [hull(box, cross), cross] : [cross];
    }
    return box ? [box] : [];
  }

  function hull(a, b) {
    const x = Math.min(a.x, b.x), y = Math.min(a.y, b.y);
    return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
  }

  function drawLeader(svg, callout, around) {
    const x = clamp(callout.x + callout.w / 2, around.x, around.x + around.w), y = clamp(callout.y + callout.h / 2, around.y, around.y + around.h);
    const from = { x: clamp(x, callout.x + 12, callout.x + callout.w - 12), y: clamp(y, callout.y, callout.y + callout.h) };
    outline(svg, "path", { d: `M${from.x} ${from.y}L${x} ${y}`, "data-part": "leader" });
    element(svg, "circle", { cx: x, cy: y, r: 6, class: "end" });
  }

  function draw(svg, step) {
    svg.replaceChildren();
    const targets = drawTarget(svg, step);
    const where = { above: "Above the picture:", below: "Below the picture:", left: "Left of the picture:", right: "Right of the picture:", hidden: "Scrolled out of sight:" }[step.away];
    const lines = [...(where ? [[where, "aside"]] : []), ...wrap(step.guide).map((line) => [line, ""]), ...wrap(step.answer && `Answer: ${step.answer}`).map((line) => [line, "aside"])];
    if (!lines.length) return;
    pen.font = FONT;
    const w = Math.ceil(Math.max(...lines.map(([line]) => pen.measureText(line).width))) + 2 * PAD, h = lines.length * LINE + 2 * PAD - 4;
    let callout, around;
    for (around of targets) if ((callout = place(around, w, h, step.away))) break;
    if (!callout && targets.length) {
      // The target fills the picture: take the corner that covers least of it.
      around = targets[0];
      const corners = [MARGIN, WIDTH - w - MARGIN].flatMap((x) => [MARGIN, HEIGHT - h - MARGIN].map((y) => ({ x, y, w, h })));
      callout = corners.sort((a, b) => overlap(a, around) - overlap(b, around))[0];
    }
    if (callout) drawLeader(svg, callout, around);
    callout ??= { x: (WIDTH - w) / 2, y: HEIGHT - h - 2 * MARGIN, w, h };
    element(svg, "rect", { x: callout.x, y: callout.y, width: w, height: h, rx: 8, class: "sheet", "data-part": "callout" });
    lines.forEach(([line, name], index) => {
      const text = element(svg, "text", { x: callout.x + PAD, y: callout.y + PAD + 17 + index * LINE, class: name });
      text.style.font = FONT;
      text.textContent = line;
    });
  }

  // --- one episode ----------------------------------------------------------------------------------------------------
  function episode(data) {
    const steps = JSON.parse(data.textContent);
    for (const svg of document.querySelectorAll("svg.overlay")) draw(svg, steps[Number(svg.dataset.step)]);
    const sections = [...document.querySelectorAll("section.step")];
    const chips = sections.map((section) => document.querySelector(`.chip[href="#${section.id}"]`));
    const head = document.querySelector(".top");
    history.scrollRestoration = "manual"; // a reload comes late with the old position, when a step may be shown already
    const buttons = { overlay: document.getElementById("toggle-overlay"), all: document.getElementById("toggle-all") };
    let current = 0, scrolling = false;

    function select(index) {
      current = clamp(index, 0, sections.length - 1);
      sections.forEach((section, at) => section.classList.toggle("current", at === current));
      chips.forEach((chip, at) => (at === current ? chip.setAttribute("aria-current", "step") : chip.removeAttribute("aria-current")));
      for (const near of sections.slice(current, current + 2)) for (const image of near.querySelectorAll("img")) image.loading = "eager";
    }
    function show(index) {
      select(index);
      scrolling = true;
      if (single()) scrollTo(0, 0); else sections[current].scrollIntoView({ block: "start" });
    }
    // A person who scrolls through all steps stays oriented in the strip; our own scrolling has chosen its step already.
    function followScroll() {
      if (single() || scrolling) return;
      select(sections.findIndex((section) => section.getBoundingClientRect().bottom > head.offsetHeight + 60));
    }
    function go(index) {
      const at = clamp(index, 0, sections.length - 1);
      if (at === current && location.hash) return;
      history.replaceState(null, "", `#${sections[at].id}`);
      show(at);
    }
    function set(name, on) {
      buttons[name].setAttribute("aria-pressed", String(on));
      if (name === "overlay") document.body.classList.toggle("no-overlay", !on);
      else document.body.classList.toggle("single", !on);
      memory.set(name, on ? "1" : "0");
    }
    function toggle(name) {
      set(name, buttons[name].getAttribute("aria-pressed") !== "true");
      if (name === "all") show(current);
    }
    const single = () => document.body.classList.contains("single");
    const fromAddress = () => Math.max(0, sections.findIndex((section) => `#${section.id}` === location.hash));

    set("overlay", memory.get("overlay") !== "0");
    set("all", memory.get("all") === "1");
    buttons.overlay.addEventListener("click", () => toggle("overlay"));
    buttons.all.addEventListener("click", () => toggle("all"));
    addEventListener("hashchange", () => show(fromAddress()));
    addEventListener("scroll", followScroll, { passive: true });
    addEventListener("scrollend", () => { scrolling = false; });
    // What the address names comes to rest below the header, however many lines that takes.
    new ResizeObserver(() => { document.documentElement.style.scrollPaddingTop = `${head.offsetHeight + 14}px`; }).observe(head);
    const next = () => go(current + 1), previous = () => go(current - 1);
    onKeys({ j: next, k: previous, ArrowRight: next, ArrowLeft: previous, o: () => toggle("overlay"), a: () => toggle("all"),
      i: follow("i"), n: follow("n"), p: follow("p") });
    show(fromAddress());
  }

  // --- several runs of one task ---------------------------------------------------------------------------------------
  function comparison(grid) {
    const rows = [...grid.tBodies[0].rows], differing = rows.filter((row) => "differs" in row.dataset);
    const button = document.getElementById("toggle-pictures");
    let current;

    function select(row) {
      current = row;
      for (const each of rows) each.classList.toggle("current", each === current);
    }
    function go(row = current) {
      select(row);
      if (row) history.replaceState(null, "", `#${row.id}`);
      row?.scrollIntoView({ block: "start" });
    }
    function set(on) {
      button.setAttribute("aria-pressed", String(on));
      document.body.classList.toggle("no-pictures", !on);
      memory.set("pictures", on ? "1" : "0");
      go();
    }
    const at = () => current?.rowIndex ?? 0;
    const next = () => go(differing.find((row) => row.rowIndex > at())), previous = () => go(differing.findLast((row) => row.rowIndex < at()));
    const toggle = () => set(button.getAttribute("aria-pressed") !== "true");
    const fromAddress = () => select(rows.find((row) => `#${row.id}` === location.hash));
    // A row that is gone to comes to rest below the head of the table, which stays in sight.
    new ResizeObserver(() => { document.documentElement.style.scrollPaddingTop = `${grid.tHead.offsetHeight + 8}px`; }).observe(grid.tHead);
    button.addEventListener("click", toggle);
    addEventListener("hashchange", fromAddress);
    onKeys({ ArrowRight: next, ArrowLeft: previous, j: next, k: previous, f: () => go(differing[0]), t: toggle, i: follow("i"), n: follow("n"), p: follow("p") });
    fromAddress();
    set(memory.get("pictures") !== "0");
  }

  // --- tables ---------------------------------------------------------------------------------------------------------
  function table(grid) {
    const body = grid.tBodies[0], rows = [...body.rows], headings = [...grid.tHead.rows[0].cells];
    const filters = document.getElementById("filters"), shown = document.getElementById("shown"), nothing = document.getElementById("nothing");
    const noun = shown.textContent.trim().split(" ").pop();
    const key = `table ${location.pathname}`;
    const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
    let order = { column: -1, down: false };

    function value(row, column, kind) {
      const cell = row.cells[column], text = cell.dataset.value ?? cell.textContent.trim();
      if (kind !== "number") return text.toLowerCase();
      const found = Number.parseFloat(text);
      return Number.isNaN(found) ? null : found;
    }
    function sort(column, down) {
      order = { column, down };
      headings.forEach((heading, at) => (at === column ? heading.setAttribute("aria-sort", down ? "descending" : "ascending") : heading.removeAttribute("aria-sort")));
      const kind = headings[column].querySelector("button").dataset.kind;
      const keyed = rows.map((row) => [value(row, column, kind), row]);
      keyed.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null); // rows without a value come last either way
        const less = kind === "number" ? a - b : a.localeCompare(b);
        return down ? -less : less;
      });
      body.append(...keyed.map(([, row]) => row));
      save();
    }
    function filter() {
      const wanted = Object.fromEntries(new FormData(filters));
      const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const row of rows) {
        const text = texts.get(row);
        row.hidden = !(words.every((word) => text.includes(word)) && (!wanted.site || row.dataset.site === wanted.site) && (!wanted.outcome || row.dataset.outcome === wanted.outcome));
        count += !row.hidden;
      }
      shown.textContent = count === rows.length ? `${count} ${noun}` : `${count} of ${rows.length} ${noun}`;
      nothing.hidden = count > 0 || rows.length === 0;
      save();
    }
    function save() { memory.set(key, JSON.stringify({ filters: Object.fromEntries(new FormData(filters)), order })); }
    function clear() { filters.reset(); filter(); }
    function restore() {
      const kept = JSON.parse(memory.get(key) ?? "null");
      if (!kept) return;
      for (const [name, text] of Object.entries(kept.filters)) if (filters.elements[name]) filters.elements[name].value = text;
      if (headings[kept.order.column]) sort(kept.order.column, kept.order.down);
      filter();
    }

    headings.forEach((heading, at) => heading.querySelector("button").addEventListener("click", () => sort(at, order.column === at && !order.down)));
    filters.addEventListener("input", filter);
    filters.addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("clear").addEventListener("click", clear);
    body.addEventListener("click", (event) => {
      if (event.target.closest("a") || String(getSelection())) return;
      event.target.closest("tr")?.querySelector("a")?.click();
    });
    onKeys({ "/": () => filters.elements.text.focus(), Escape: () => { clear(); document.activeElement.blur(); } });
    restore();
  }

  for (const [id, show] of [["overlays", episode], ["aligned", comparison], ["rows", table]]) {
    const found = document.getElementById(id);
    if (found) show(found);
  }
})();
