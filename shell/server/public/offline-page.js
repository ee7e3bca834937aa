/* global document, location, caches, addEventListener */

/*
 * The script of the page that the service worker shows in place of a page that it does not keep. The page opens by
 * itself as soon as the server answers.
 */

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 15_000;
const PATIENCE_MS = 10_000;

const [, theme] = /(?:^|; )theme=(light|dark)/.exec(document.cookie) ?? [];
if (theme) document.documentElement.dataset.theme = theme;

let pauseMs = FIRST_PAUSE_MS;
let timer;

addEventListener('DOMContentLoaded', () => {
  const state = document.getElementById('state');
  document.getElementById('retry').addEventListener('click', () => {
    state.textContent = '接続を確認しています…';
    void look().finally(() => {
      state.textContent = 'まだ接続できません。';
    });
  });
  addEventListener('online', () => void look());
  addEventListener('offline', () => clearTimeout(timer));
  timer = setTimeout(() => void look(), pauseMs);
  void listKept();
});

async function look() {
  clearTimeout(timer);
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  );
  if (answer?.ok) return open();
  pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
  timer = setTimeout(() => void look(), pauseMs);
}

/** Under its own address there is nothing to wait for. */
function open() {
  if (location.pathname === '/offline') location.replace('/');
  else location.reload();
}

/** Lists the pages that can be read meanwhile, the latest first. */
async function listKept() {
  const links = [];
  for (const name of (await caches.keys()).filter((cache) => / pages /.test(cache))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) links.unshift(linkTo(url, await cache.match(url)));
  }
  if (links.length === 0) return;
  document.getElementById('pages').replaceChildren(...links);
  document.getElementById('kept').hidden = false;
}

function linkTo(url, page) {
  const link = document.createElement('a');
  link.href = url;
  const title = decodeURIComponent(page.headers.get('x-kept-title'));
  link.textContent = title.replace(/ \| まなびば$/, '').replace(/^まなびば$/, 'トップ');
  const item = document.createElement('li');
  item.append(link);
  return item;
}
