(element, label) => {
  if (!element || element.tagName !== 'SELECT') return 'custom';
  const option = [...element.options].find(option => clean(option.label) === clean(label));
  if (!option) return 'no such option';
  if (option.disabled) return 'option disabled';
  return element.value === option.value && option.selected ? 'already' : String(option.index);
}
