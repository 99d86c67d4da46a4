// Suggestions under the search field, and the menus that open on click.
const field = document.getElementById('find'), list = document.getElementById('suggestions');
let asked = 0;

field.addEventListener('input', async () => {
  const turn = ++asked, text = field.value.trim();
  const found = text.length < 2 ? [] : await (await fetch(`/suggest?q=${encodeURIComponent(text)}`)).json();
  if (turn !== asked) return;  // an older answer that came late
  list.replaceChildren(...found.map((entry) => {
    const option = document.createElement('li'), kind = document.createElement('small');
    option.setAttribute('role', 'option');
    option.dataset.slug = entry.slug;
    option.textContent = entry.title;
    option.setAttribute('aria-label', entry.title);
    kind.textContent = entry.kind;
    option.append(kind);
    return option;
  }));
  list.hidden = !found.length;
});
list.addEventListener('click', (event) => {
  const option = event.target.closest('[role=option]');
  if (option) window.location.assign(`/wiki/${encodeURIComponent(option.dataset.slug)}`);
});
for (const menu of document.querySelectorAll('[data-menu]')) {
  const button = menu.querySelector('.menu-button');
  button.addEventListener('click', () => button.setAttribute('aria-expanded', String(menu.classList.toggle('open'))));
}
document.addEventListener('click', (event) => {
  if (!event.target.closest('.finder')) list.hidden = true;
  for (const menu of document.querySelectorAll('[data-menu].open')) if (!menu.contains(event.target)) menu.classList.remove('open');
});
