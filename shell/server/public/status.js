/* global document, location, DOMParser */

/** Keeps the open page current: fetches it again and changes only what differs, so that nothing jumps. */
const EVERY_MS = 15_000;

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname, { cache: 'no-store' });
  // The session has ended or is locked: the data must not stay on screen.
  if (answer.redirected || answer.status === 404) {
    location.reload();
    return;
  }
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('status');
  const shown = document.getElementById('status');
  if (!next || !shown) return;
  const places = [...shown.querySelectorAll('.scroll')].map(({ scrollLeft }) => scrollLeft);
  [...shown.children].forEach((child, index) => {
    const other = next.children[index];
    if (other && !child.contains(document.activeElement) && !child.isEqualNode(other))
      child.replaceWith(other.cloneNode(true));
  });
  shown.querySelectorAll('.scroll').forEach((box, index) => {
    box.scrollLeft = places[index] ?? 0;
  });
}

setInterval(() => void refresh().catch(() => undefined), EVERY_MS);
document.addEventListener('visibilitychange', () => void refresh().catch(() => undefined));
