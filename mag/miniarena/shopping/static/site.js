// Menus, dialogs, tabs, swatches and selects that lead to another page.
const closeMenus = (except) => document.querySelectorAll("[data-menu].open").forEach((menu) => {
  if (menu !== except) {
    menu.classList.remove("open");
    menu.querySelector("[data-toggle]").setAttribute("aria-expanded", "false");
  }
});

document.addEventListener("click", (event) => {
  const toggle = event.target.closest("[data-toggle]");
  const menu = event.target.closest("[data-menu]");
  closeMenus(menu);
  if (toggle) toggle.setAttribute("aria-expanded", String(menu.classList.toggle("open")));

  const opener = event.target.closest("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog).showModal();
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();

  const swatch = event.target.closest(".swatch");
  if (swatch) {
    const group = swatch.closest(".swatches");
    group.querySelectorAll(".swatch").forEach((other) => other.setAttribute("aria-pressed", String(other === swatch)));
    group.querySelector("input").value = swatch.getAttribute("aria-label");
    group.querySelector(".chosen").textContent = swatch.getAttribute("aria-label");
  }

  const tab = event.target.closest("[role=tab]");
  if (tab) tab.parentElement.querySelectorAll("[role=tab]").forEach((other) => {
    other.setAttribute("aria-selected", String(other === tab));
    document.getElementById(other.getAttribute("aria-controls")).hidden = other !== tab;
  });
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(null);
});

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-navigate]")) window.location.assign(event.target.value);
  if (event.target.matches("[data-reveals]")) document.getElementById(event.target.dataset.reveals).hidden = !event.target.checked;
});
