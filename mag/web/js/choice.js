// How a label is chosen in this element: {index} of a native list, {value} of a field with suggestions, {error}, {} when it is chosen
// already, null when the element is neither.
(element, label) => {
  if (element.list && element.matches('input')) {
    const wanted = [...element.list.options].find(option => [option.value, option.label, option.text].some(text => clean(text) === clean(label)));
    return wanted ? { value: wanted.value } : { error: 'no such option' };
  }
  if (element.tagName !== 'SELECT') return null;
  const options = [...element.options].filter(option => !option.hidden && clean(option.label) === clean(label)), usable = options.filter(option => !option.matches(':disabled'));
  if (!options.length) return { error: 'no such option' };
  if (!usable.length || element.disabled) return { error: 'option disabled' };
  const chosen = [...element.selectedOptions];
  return chosen.length === 1 && usable.includes(chosen[0]) ? {} : { index: usable[0].index };
}
