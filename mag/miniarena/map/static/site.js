// Flyouts, the layer list, suggestions, dialogs, confirmation and copying: the same wherever their data attributes occur.
"use strict";

// A flyout opens while hovered; a click keeps it open until the next click.
for (const box of document.querySelectorAll("[data-flyout]")) {
  const button = box.querySelector("button"), panel = box.querySelector(".flyout-panel");
  let kept = false;
  const show = (open) => { panel.hidden = !open; button.setAttribute("aria-expanded", String(open)); };
  box.addEventListener("mouseenter", () => show(true));
  box.addEventListener("mouseleave", () => show(kept));
  button.addEventListener("click", () => { kept = !kept; show(kept); });
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) { kept = false; show(false); } });
}

function visit(change) {
  const url = new URL(location.href);
  change(url.searchParams);
  location.assign(url);
}

for (const box of document.querySelectorAll("[data-listbox]")) {
  const button = box.querySelector("button"), panel = box.querySelector(".listbox-panel");
  const show = (open) => { panel.hidden = !open; button.setAttribute("aria-expanded", String(open)); };
  button.addEventListener("click", () => show(panel.hidden));
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) show(false); });
  for (const option of panel.querySelectorAll("[role=option]"))
    option.addEventListener("click", () => visit((query) => query.set(box.dataset.listbox, option.dataset.value)));
  for (const overlay of panel.querySelectorAll("[data-overlay]"))
    overlay.addEventListener("change", () => visit((query) => overlay.checked ? query.set(overlay.dataset.overlay, "1") : query.delete(overlay.dataset.overlay)));
}

// Suggestions while typing: `open` goes to the place, `fill` puts its label into the field.
for (const input of document.querySelectorAll("[data-suggest]")) {
  const list = input.form.querySelector(".suggestions");
  let asked = 0;
  input.addEventListener("input", async () => {
    const turn = ++asked;
    const found = input.value.trim().length < 2 ? [] : await (await fetch("/suggest?q=" + encodeURIComponent(input.value))).json();
    if (turn !== asked || document.activeElement !== input) return;
    list.replaceChildren(...found.map((place) => {
      const option = document.createElement("li");
      option.setAttribute("role", "option");
      option.title = place.kind;
      option.textContent = place.label;
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.addEventListener("click", () => {
        list.hidden = true;
        if (input.dataset.suggest === "open") location.assign("/place/" + place.id);
        else input.value = place.label;
      });
      return option;
    }));
    list.hidden = found.length === 0;
  });
  input.addEventListener("blur", () => { list.hidden = true; });
}

for (const button of document.querySelectorAll("[data-toggle]"))
  button.addEventListener("click", () => {
    const target = document.getElementById(button.dataset.toggle);
    target.hidden = !target.hidden;
    button.setAttribute("aria-expanded", String(!target.hidden));
  });

for (const button of document.querySelectorAll("[data-dialog]"))
  button.addEventListener("click", () => document.getElementById(button.dataset.dialog).showModal());
for (const button of document.querySelectorAll("[data-close]"))
  button.addEventListener("click", () => button.closest("dialog").close());
for (const field of document.querySelectorAll("[data-location]")) field.value = location.href;

for (const form of document.querySelectorAll("form[data-confirm]"))
  form.addEventListener("submit", (event) => { if (!window.confirm(form.dataset.confirm)) event.preventDefault(); });

for (const button of document.querySelectorAll("[data-copy]"))
  button.addEventListener("click", async () => {
    const source = document.querySelector(button.dataset.copy);
    try { await navigator.clipboard.writeText(source.value ?? source.textContent.trim()); } catch { /* not allowed here */ }
    button.parentElement.querySelector(".copied").textContent = "Copied";
  });
