// Resolves once the document has not changed for `quiet` ms. Two frames first, so that what the last action started is under way.
(quiet) => new Promise((resolve) => {
  let timer;
  const done = () => { watcher.disconnect(); resolve(true); };
  const again = () => { clearTimeout(timer); timer = setTimeout(done, quiet); };
  const watcher = new MutationObserver(again);
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  requestAnimationFrame(() => requestAnimationFrame(again));
  again();
})
