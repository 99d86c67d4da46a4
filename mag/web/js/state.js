// A cheap summary of the document, compared before and after: did anything change at all?
() => { let hash = 0; const text = document.documentElement.outerHTML;
  for (let i = 0; i < text.length; i += 1 + (text.length >> 16)) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return [text.length, hash, location.href, [...document.querySelectorAll('input,select,textarea')].map(e => e.checked + e.value).join('\u0001')]; }
