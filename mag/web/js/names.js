// What an element is called and what it is, as the menu shows it.
const inText = (element) => {
  if (!('innerText' in element)) return element.getAttribute('aria-label') || element.textContent;
  const hidden = (node) => styleOf(node).fontSize === '0px' || (node.checkVisibility() && (!node.checkVisibility({ opacityProperty: true }) ||
    (styleOf(node).transform !== 'none' && empty(node.getBoundingClientRect()) && node.offsetWidth > 0)));
  let text = element.innerText;
  if (!element.firstElementChild) return text && styleOf(element).fontSize === '0px' ? '' : text;
  for (const node of element.querySelectorAll('*')) {
    const own = node.innerText;
    if (own && own.trim() && text.includes(own) && hidden(node)) text = text.replace(own, ' ');
  }
  return text;
};
const byIds = (element, ids) => ids.split(/\s+/).map(id => element.getRootNode().getElementById(id)).filter(Boolean).map(node => node.innerText || node.textContent).join(' ');
const pictureName = (element) => {
  const picture = element.matches('img') ? element : !element.matches(FIELD) && element.querySelector('img[alt],svg[aria-label],svg>title');
  return picture && (picture.getAttribute('alt') || picture.getAttribute('aria-label') || (picture.tagName === 'title' && picture.textContent));
};
const nameOf = (element) => {
  const labelled = element.getAttribute('aria-labelledby');
  const isButton = element.matches('input[type=submit],input[type=button],input[type=reset]');
  const sources = [
    () => labelled && byIds(element, labelled), () => element.getAttribute('aria-label'),
    () => element.labels && [...element.labels].map(label => label.innerText).join(' '),
    () => isButton && (element.value || element.type), () => !element.matches(FIELD) && inText(element),
    () => pictureName(element), () => element.getAttribute('alt'), () => element.getAttribute('placeholder'), () => element.getAttribute('title'),
    () => element.matches('input,textarea') && element.type !== 'password' && element.value, () => element.getAttribute('name')];
  for (const source of sources) { const text = clean(source()); if (text) return text; }
  return '';
};
const IMPLIED = { A: 'link', AREA: 'link', BUTTON: 'button', SUMMARY: 'button', TEXTAREA: 'textbox', IMG: 'img', OPTION: 'option' };
const INPUTS = { checkbox: 'checkbox', radio: 'radio', search: 'searchbox', number: 'spinbutton', range: 'slider', submit: 'button', button: 'button', reset: 'button', image: 'button' };
const roleOf = (element) => {
  const role = clean(element.getAttribute('role')).split(' ')[0];
  if (role) return role;
  const tag = element.tagName.toUpperCase();
  if (tag === 'SELECT') return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
  if (tag === 'INPUT') return INPUTS[element.type] || 'textbox';
  return IMPLIED[tag] || (element.isContentEditable ? 'textbox' : 'generic');
};
const typeOf = (element) => {
  const onlyImage = element.matches('a,button') && !clean(element.innerText ?? element.textContent) && element.querySelector('img');
  return onlyImage ? 'IMG' : element.tagName.toUpperCase();
};
const valueOf = (element) => {
  if (element.matches('input[type=checkbox],input[type=radio]')) return element.checked ? 'checked' : '';
  if (element.matches('[aria-checked=true],[aria-selected=true],[aria-expanded=true]')) return element.hasAttribute('aria-expanded') ? 'expanded' : 'checked';
  if (element.tagName === 'SELECT') return clean([...element.selectedOptions].map(option => option.label).join(', '));
  return element.matches('input,textarea') && element.type !== 'password' ? clean(element.value).slice(0, 200) : '';
};
const textOf = (element, name, value, most) => {
  if (element.tagName !== 'SELECT') return name.slice(0, most).toWellFormed().trim();
  const options = [...element.options].filter(option => !option.hidden).slice(0, 40).map(option => clean(option.label)).join(', ');
  return `${name ? name + ': ' : ''}${value} (${options})`.slice(0, most).toWellFormed().trim();
};
const contextOf = (element) => {
  const row = element.closest('tr,li,article,fieldset,dialog,[role=row],[role=listitem]');
  return row ? clean(row.textContent).slice(0, 300).toWellFormed() : '';
};
