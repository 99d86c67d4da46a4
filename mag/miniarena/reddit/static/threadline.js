// Behaviour of the forum's pages: votes in place, menus, the sort list, reply forms, tabs, confirmations.
const csrf = document.querySelector('meta[name=csrf]').content;
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

for (const box of all('[data-votes]')) {
  box.addEventListener('click', async (event) => {
    const button = event.target.closest('.vote');
    if (!button) return;
    const body = new FormData();
    body.set('csrf', csrf);
    body.set('value', button.classList.contains('on') ? '0' : button.dataset.value);
    const response = await fetch(box.dataset.votes, { method: 'POST', body });
    if (response.redirected) { window.location.assign(response.url); return; }
    const state = await response.json();
    box.querySelector('.score').textContent = state.score;
    for (const vote of all('.vote', box)) {
      const on = Number(vote.dataset.value) === state.value;
      vote.classList.toggle('on', on);
      const word = vote.dataset.value === '1' ? 'upvote' : 'downvote';
      vote.setAttribute('aria-label', on ? `Retract ${word}` : word[0].toUpperCase() + word.slice(1));
    }
  });
}

for (const menu of all('[data-menu]')) {
  const button = menu.querySelector('.menu-button');
  button.addEventListener('click', () => button.setAttribute('aria-expanded', String(menu.classList.toggle('open'))));
}

for (const combo of all('[data-combo]')) {
  const button = combo.querySelector('.combo-button'), list = combo.querySelector('.combo-list');
  button.addEventListener('click', () => {
    list.hidden = !list.hidden;
    button.setAttribute('aria-expanded', String(!list.hidden));
  });
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role=option]');
    if (option) window.location.assign(option.dataset.href);
  });
}

for (const choice of all('select[data-navigate]')) choice.addEventListener('change', () => window.location.assign(choice.value));
for (const form of all('form[data-confirm]')) {
  form.addEventListener('submit', (event) => { if (!window.confirm(form.dataset.confirm)) event.preventDefault(); });
}
for (const opener of all('[data-dialog]')) opener.addEventListener('click', () => document.getElementById(opener.dataset.dialog).showModal());
for (const closer of all('[data-close]')) closer.addEventListener('click', () => closer.closest('dialog').close());
for (const button of all('[data-reply]')) {
  const form = button.closest('.comment-main').querySelector('.comment-form');
  button.addEventListener('click', () => { form.hidden = !form.hidden; if (!form.hidden) form.querySelector('textarea').focus(); });
  form.querySelector('[data-cancel]').addEventListener('click', () => { form.hidden = true; });
}
for (const button of all('[data-collapse]')) {
  button.addEventListener('click', () => {
    const closed = button.closest('.thread').classList.toggle('closed');
    button.textContent = closed ? '+' : '–';
    button.setAttribute('aria-label', closed ? 'Expand thread' : 'Collapse thread');
  });
}
for (const tabs of all('[data-kinds]')) {
  tabs.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]');
    if (!tab) return;
    const form = tabs.closest('form');
    form.elements.kind.value = tab.dataset.kind;
    for (const one of all('[role=tab]', tabs)) one.setAttribute('aria-selected', String(one === tab));
    for (const panel of all('[data-panel]', form)) panel.hidden = panel.dataset.panel !== tab.dataset.kind;
  });
}
document.addEventListener('click', (event) => {  // a click elsewhere closes what is open
  for (const more of all('details.more[open]')) if (!more.contains(event.target)) more.open = false;
  for (const menu of all('[data-menu].open')) if (!menu.contains(event.target)) menu.classList.remove('open');
  for (const combo of all('[data-combo]')) if (!combo.contains(event.target)) {
    combo.querySelector('.combo-list').hidden = true;
    combo.querySelector('.combo-button').setAttribute('aria-expanded', 'false');
  }
});
