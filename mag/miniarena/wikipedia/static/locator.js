// The two buttons of the locator map: scale the land about the place.
const tools = document.querySelector('.tools'), land = document.getElementById('land');
let scale = 1;
tools.addEventListener('click', (event) => {
  const factor = Number(event.target.dataset.factor);
  if (!factor) return;
  scale = Math.min(6, Math.max(1, scale * factor));
  const { x, y } = tools.dataset;
  land.setAttribute('transform', `translate(${x * (1 - scale)} ${y * (1 - scale)}) scale(${scale})`);
});
