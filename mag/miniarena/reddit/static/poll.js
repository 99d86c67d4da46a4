// <thread-poll>: the poll of a submission, in a shadow root of its own.
const STYLE = `
  fieldset { margin: 14px 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 6px; max-width: 600px; background: var(--card); }
  legend { font-weight: 700; padding: 0 6px; }
  .option { display: grid; grid-template-columns: 280px 1fr 40px; align-items: center; gap: 10px; padding: 4px 0; }
  .bar { height: 9px; border-radius: 5px; background: var(--accent); }
  .votes { text-align: right; color: var(--muted); }
  button { margin-top: 10px; padding: 6px 14px; border: 1px solid var(--accent); border-radius: 5px; background: var(--accent); color: #fff; font: inherit; cursor: pointer; }
  .own { margin-left: 12px; color: var(--muted); }`;

customElements.define('thread-poll', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' });
    this.draw(JSON.parse(this.dataset.state));
  }

  draw(state) {
    const most = Math.max(...state.options.map((option) => option.votes), 1), root = this.shadowRoot;
    root.innerHTML = `<style>${STYLE}</style><form><fieldset><legend></legend><div class="options"></div><button type="submit">Cast vote</button><span class="own" role="status"></span></fieldset></form>`;
    root.querySelector('legend').textContent = state.question;
    root.querySelector('.own').textContent = state.own ? `You voted for ${state.own}` : '';
    for (const option of state.options) {
      const row = document.createElement('div');
      row.className = 'option';
      row.innerHTML = '<label><input type="radio" name="option" required> <span></span></label><div><div class="bar"></div></div><div class="votes"></div>';
      row.querySelector('span').textContent = option.label;
      row.querySelector('input').value = option.id;
      row.querySelector('input').checked = Boolean(option.own);
      row.querySelector('.bar').style.width = `${Math.round(100 * option.votes / most)}%`;
      row.querySelector('.votes').textContent = option.votes;
      root.querySelector('.options').append(row);
    }
    root.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); this.vote(new FormData(event.target)); });
  }

  async vote(body) {
    body.set('csrf', document.querySelector('meta[name=csrf]').content);
    const response = await fetch(this.dataset.url, { method: 'POST', body });
    if (response.redirected) { window.location.assign(response.url); return; }
    const state = await response.json();
    this.dataset.own = state.own;
    this.draw(state);
  }
});
