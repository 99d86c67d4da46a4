// Resolves to true once the document (with its shadow roots and same-origin frames) has not changed for `quiet` ms, to false when it
// still changes after `most` ms (an animation, a clock). Two frames first, so that what the last action started is under way.
// null at once for a document that has not loaded, unless it is to be looked at anyway: asking here spares Playwright's six messages.
([quiet, most, anyway]) => !anyway && document.readyState !== 'complete' ? null : new Promise((resolve) => {
  let timer;
  const done = (rested) => { watcher.disconnect(); clearTimeout(timer); clearTimeout(limit); resolve(rested); };
  const again = () => { clearTimeout(timer); timer = setTimeout(done, quiet, true); };
  const limit = setTimeout(done, most, false);
  const watcher = new MutationObserver(again);
  for (const root of rootsOf(document)) watcher.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  requestAnimationFrame(() => requestAnimationFrame(again));
  again();
})
