"use strict";
// One delegated listener a kind of control; the pages themselves hold no code.

const shade = document.querySelector(".shade");

function closeFlyouts(except) {
  for (const entry of document.querySelectorAll(".sidebar button.entry")) {
    if (entry === except) continue;
    entry.setAttribute("aria-expanded", "false");
    document.getElementById(entry.getAttribute("aria-controls")).hidden = true;
  }
  shade.hidden = true;
}

function setOpen(id, open) {
  const panel = document.getElementById(id);
  panel.hidden = !open;
  for (const button of document.querySelectorAll(`[data-toggle="${id}"][aria-expanded]`)) button.setAttribute("aria-expanded", String(open));
}

function selectTab(tab) {
  for (const other of tab.parentElement.querySelectorAll("[role=tab]")) {
    other.setAttribute("aria-selected", String(other === tab));
    document.getElementById(other.getAttribute("aria-controls")).hidden = other !== tab;
  }
}

function massAction(option) {
  const form = document.getElementById("mass"), dialog = document.getElementById("mass-dialog"), ok = document.getElementById("mass-ok");
  setOpen("mass-list", false);
  const chosen = document.querySelectorAll("input[form=mass]:checked").length;
  form.elements.action.value = option.textContent.trim();
  if (chosen && option.hasAttribute("data-native")) {
    if (window.confirm(option.dataset.question)) form.submit();
    return;
  }
  dialog.querySelector("h2").textContent = chosen ? form.elements.action.value : "Attention";
  dialog.querySelector("p").textContent = chosen ? `${option.dataset.question} (${chosen} selected)` : "You haven't selected any items!";
  ok.onclick = () => { if (chosen) form.submit(); else dialog.close(); };
  dialog.showModal();
}

function showDependent(select) {
  for (const part of document.querySelectorAll(`[data-show-if^="${select.name}="]`)) part.hidden = part.dataset.showIf !== `${select.name}=${select.value}`;
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("button, [role=option], input") || event.target;
  if (target.matches(".sidebar button.entry")) {
    const opening = target.getAttribute("aria-expanded") !== "true";
    closeFlyouts(target);
    target.setAttribute("aria-expanded", String(opening));
    document.getElementById(target.getAttribute("aria-controls")).hidden = !opening;
    shade.hidden = !opening;
  } else if (target.matches(".flyout-close, .shade")) {
    closeFlyouts();
  } else if (target.matches("[data-toggle]")) {
    setOpen(target.dataset.toggle, document.getElementById(target.dataset.toggle).hidden);
  } else if (target.matches("[role=tab]")) {
    selectTab(target);
  } else if (target.matches("[data-open]")) {
    document.getElementById(target.dataset.open).showModal();
  } else if (target.matches("[data-close]")) {
    target.closest("dialog").close();
  } else if (target.matches("#mass-list [role=option]")) {
    massAction(target);
  } else if (target.matches("#select-all")) {
    for (const box of document.querySelectorAll("input[form=mass]")) box.checked = target.checked;
  }
  for (const panel of document.querySelectorAll(".pop:not([hidden])")) {
    if (!panel.parentElement.contains(event.target)) setOpen(panel.id, false);
  }
});

document.addEventListener("submit", (event) => {
  const question = (event.submitter && event.submitter.dataset.confirm) || event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

document.addEventListener("change", (event) => {
  const target = event.target;
  if (target.matches("select[data-autosubmit]")) target.form.submit();
  if (target.matches("select")) showDependent(target);
  if (target.matches("#categories input")) {
    const names = [...document.querySelectorAll("#categories input:checked")].map((box) => box.parentElement.textContent.trim());
    const button = document.querySelector(".multi > button");
    button.replaceChildren(...names.map((name) => Object.assign(document.createElement("span"), { textContent: name })));
  }
});

for (const select of document.querySelectorAll("select")) showDependent(select);
