// A cheap summary of the document with its shadow roots and same-origin frames, compared before and after: did anything change at all?
// A document of another address than the known one has changed, whatever it holds: only the address is told.
(known) => {
  if (known && location.href !== known) return { tree: [0, 0], url: location.href, values: '', scroll: [scrollX, scrollY], foreign: 0 };
  let hash = 0, length = 0, foreign = 0;
  const values = [];
  for (const root of rootsOf(document)) {
    const text = root.documentElement ? root.documentElement.outerHTML : root.innerHTML;
    length += text.length;
    for (let i = 0; i < text.length; i += 1 + (text.length >> 16)) hash = (hash * 31 + text.charCodeAt(i)) | 0;
    length += root.querySelectorAll(':popover-open,:modal').length;
    for (const field of root.querySelectorAll('input,select,textarea'))
      values.push(field.tagName === 'SELECT' ? [...field.selectedOptions].map(option => option.index).join() : field.checked + field.value);
    for (const frame of root.querySelectorAll('iframe,frame')) if (!innerDocument(frame)) foreign++;
  }
  return { tree: [length, hash], url: location.href, values: values.join('\u0001'), scroll: [scrollX, scrollY], foreign };
}
