// Behaviour of the pages: menus, flyouts, dropdowns, dialogs, confirmations. No state of its own.
const each = (selector, action) => document.querySelectorAll(selector).forEach(action);

// Menus and dropdowns: a button with aria-haspopup opens the panel beside it; a click elsewhere closes it.
function closePanels(except) {
  each('[aria-haspopup][aria-expanded="true"]', (button) => {
    if (button !== except && !button.parentElement.contains(except)) setOpen(button, false);
  });
}

function setOpen(button, open) {
  button.setAttribute('aria-expanded', String(open));
  button.parentElement.classList.toggle('open', open);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[aria-haspopup]');
  if (button) {
    setOpen(button, button.getAttribute('aria-expanded') !== 'true');
    closePanels(button);
  } else {
    closePanels(event.target.closest('.open') ? event.target : null);
  }
});

document.addEventListener('focusin', (event) => closePanels(event.target));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closePanels(null);
});

// Flyouts of the sidebar open on click as well as on hover.
each('button.section-button', (button) => button.addEventListener('click', () => {
  const section = button.parentElement;
  const open = button.getAttribute('aria-expanded') !== 'true';
  each('.section.open', (other) => other.classList.remove('open'));
  button.setAttribute('aria-expanded', String(open));
  section.classList.toggle('open', open && !section.classList.contains('current'));
  section.classList.toggle('folded', !open && section.classList.contains('current'));
}));
each('#collapse-sidebar', (button) => button.addEventListener('click', () => document.body.classList.toggle('narrow-sidebar')));

// Search inside a dropdown; it must not submit the form around it.
each('.dropdown-filter', (field) => {
  field.addEventListener('input', () => {
    const wanted = field.value.trim().toLowerCase();
    field.parentElement.querySelectorAll('[role=option]').forEach((option) => {
      option.hidden = !option.textContent.toLowerCase().includes(wanted);
    });
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
});

// Options that can be chosen together are carried by hidden fields.
each('button.toggle', (option) => option.addEventListener('click', () => {
  const box = option.closest('[role=listbox]');
  const chosen = option.getAttribute('aria-selected') !== 'true';
  option.setAttribute('aria-selected', String(chosen));
  box.querySelectorAll(`input[value="${option.dataset.value}"]`).forEach((field) => field.remove());
  if (chosen) {
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name: option.dataset.name, value: option.dataset.value });
    box.append(field);
  }
  const text = box.closest('.dropdown').querySelector('.dropdown-text');
  if (text) {
    const names = [...box.querySelectorAll('[aria-selected=true]')].map((item) => item.textContent.trim());
    text.textContent = names.join(', ') || text.parentElement.dataset.placeholder;
  }
}));

// Dialogs and confirmations.
each('[data-dialog]', (button) => button.addEventListener('click', () => {
  closePanels(null);
  document.getElementById(button.dataset.dialog).showModal();
}));
each('[data-close]', (button) => button.addEventListener('click', () => button.closest('dialog').close()));
each('form[data-confirm]', (form) => form.addEventListener('submit', (event) => {
  if (!window.confirm(form.dataset.confirm)) event.preventDefault();
}));

// Small conveniences.
each('select[data-autosubmit]', (select) => select.addEventListener('change', () => select.form.submit()));
each('.expand', (button) => button.addEventListener('click', () => {
  const body = button.closest('article').querySelector('.accordion-body');
  body.hidden = !body.hidden;
  button.textContent = body.hidden ? 'Expand' : 'Collapse';
  button.setAttribute('aria-expanded', String(!body.hidden));
}));
each('[data-assign]', (button) => button.addEventListener('click', () => {
  document.getElementById('assignee').value = button.dataset.assign;
}));
each('[data-color]', (button) => button.addEventListener('click', () => {
  document.getElementById('color').value = button.dataset.color;
  document.getElementById('color-preview').style.background = button.dataset.color;
}));
each('[data-copy]', (button) => button.addEventListener('click', () => {
  document.getElementById(button.dataset.copy).select();
  document.execCommand('copy');
  button.textContent = 'Copied';
}));
