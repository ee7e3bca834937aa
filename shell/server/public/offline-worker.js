/* global self, settings, caches, Response, Headers */

/*
 * The offline part of the service worker. It keeps pages in their anonymous version, each with the very
 * files that it names, and answers with one only when the network does not. Personal data is never kept.
 */

/** Files of the shell and of remotes. Their content never changes at their URL. */
const FILES = `${settings.format} files`;
/** The page shown instead of pages that are not kept. */
const OWN = `${settings.format} own`;
const OFFLINE_PAGE = '/offline';

/** How long a page waits for the network when an older one is kept, in milliseconds. */
const PATIENCE_MS = 3000;
/** The same for a reload, which asks for the latest: a slow network must not answer it with the older one. */
const RELOAD_PATIENCE_MS = 20_000;
/** A page is not asked for again within this time, in milliseconds. */
const FRESH_MS = 10 * 60_000;
const MOST_PAGES = 40;
const LONGEST_MS = 7 * 86_400_000;

const KEPT_AT = 'x-kept-at';
const TITLE = 'x-kept-title';
/** URLs of the files without which the page is not shown. */
const NEEDS = 'x-kept-needs';
/** Folders of the releases that the page knows. */
const FOLDERS = 'x-kept-folders';

const serverPath = new RegExp(`^/(${settings.serverPaths.join('|')})(/|$)`);
/** The owner of the kept pages; unknown until a page reports it. */
let owner;
let work = Promise.resolve();

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.allSettled([addRoutes(event), inTurn(keepOfflinePage)]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.allSettled([
      // Pages are requested while the worker starts.
      self.registration.navigationPreload?.enable(),
      deleteCaches((name) => name.startsWith('offline-') && !name.startsWith(`${settings.format} `)),
    ]),
  );
});

self.addEventListener('message', (event) => {
  const { kind, owner: person, path, files } = event.data ?? {};
  if (kind !== 'read' && kind !== 'person') return;
  owner = person;
  event.waitUntil(
    inTurn(() => deleteCaches((name) => name.startsWith(settings.pages) && name !== settings.pages + person)),
  );
  if (kind === 'read') event.waitUntil(inTurn(() => keepPage(person, path, files)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isPage(request)) event.respondWith(answerPage(event));
  else if (isFile(request)) event.respondWith(answerFile(request));
});

/** Calls and images do not even start the worker, in browsers that support it. */
async function addRoutes(event) {
  const names = settings.serverPaths.filter((name) => name !== 'r' && name !== 's');
  await event.addRoutes?.(names.map((name) => ({ condition: { urlPattern: `/${name}/*` }, source: 'network' })));
}

/** Runs tasks one after the other, so that deleted pages are not written again. A failure affects only its own task. */
function inTurn(task) {
  work = work.then(task).catch(() => undefined);
  return work;
}

function isPage({ method, mode, destination, url }) {
  if (method !== 'GET' || mode !== 'navigate' || destination !== 'document') return false;
  const { pathname } = new URL(url);
  return !serverPath.test(pathname) && !/\.\w+$/.test(pathname);
}

/** Paths of a further attempt (/~r1/…) always go to the network. */
function isFile({ method, url, headers }) {
  const { origin } = new URL(url);
  const isOurs = origin === self.location.origin || origin === settings.releasesOrigin;
  return isOurs && method === 'GET' && !headers.has('range') && folderOf(url) !== undefined;
}

/** The folder of one release of the shell or of a remote: nothing in it ever changes. */
function folderOf(url) {
  const { origin, pathname } = new URL(url, self.location.origin);
  const [folder] = /^\/(?:s\/[^/]+|r\/[^/]+\/[^/]+)\/(?=.)/.exec(pathname) ?? [];
  return folder && origin + folder;
}

/** The page has the digest of the file, so that a damaged copy does not run. */
async function answerFile(request) {
  const kept = await caches.match(request.url, { cacheName: FILES }).catch(() => undefined);
  return kept ?? fetch(request);
}

async function answerPage(event) {
  const network = fromNetwork(event);
  const { isReloadNavigation, cache, url } = event.request;
  const isReload = isReloadNavigation || cache === 'no-cache' || cache === 'reload';
  const answer = await Promise.race([network, later(isReload ? RELOAD_PATIENCE_MS : PATIENCE_MS)]);
  // A proxy answers for a server that is down.
  if (answer && ![502, 503, 504].includes(answer.status)) return answer;
  const kept = await keptPage(url).catch(() => undefined);
  if (kept) return kept;
  const late = await network;
  return late ?? (await ownPage().catch(() => undefined)) ?? Response.error();
}

/** Undefined when the network does not answer. */
async function fromNetwork({ preloadResponse, request }) {
  const early = await Promise.resolve(preloadResponse).catch(() => undefined);
  return early ?? fetch(request).catch(() => undefined);
}

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function keptPage(url) {
  const { pathname, search } = new URL(url);
  if (search !== '') return undefined;
  for (const name of await pageCaches()) {
    const page = await caches.match(pathname, { cacheName: name });
    if (page && !isOld(page) && (await isComplete(page))) return page;
  }
  return undefined;
}

async function ownPage() {
  const page = await caches.match(OFFLINE_PAGE, { cacheName: OWN });
  return page && (await isComplete(page)) ? page : undefined;
}

const isOld = (page) => ageOf(page) > LONGEST_MS;
const ageOf = (page) => Date.now() - Date.parse(page.headers.get(KEPT_AT));
const listIn = (page, name) => (page.headers.get(name) ?? '').split(' ').filter(Boolean);
const pageCaches = async () => (await caches.keys()).filter((name) => name.startsWith(settings.pages));

/** Whether every file is there that the page names, and no other version of it: a page is shown whole or not at all. */
async function isComplete(page) {
  const files = await Promise.all(listIn(page, NEEDS).map((url) => caches.match(url, { cacheName: FILES })));
  return files.every(Boolean);
}

/** Keeps a page that the user reads. The server decides by a header whether it may be kept. */
async function keepPage(person, path, files) {
  const cache = await caches.open(settings.pages + person);
  const before = await cache.match(path);
  if (before && ageOf(before) < FRESH_MS && (await isComplete(before))) return;
  const page = await fetchPage(path, files);
  // Another user may have signed in meanwhile.
  if (owner !== person) return;
  if (page) {
    // The latest is the last one.
    await cache.delete(path);
    await cache.put(path, page);
  } else if (page === null) await cache.delete(path);
  await keepOfflinePage(page?.headers.get(FOLDERS));
  await tidy(cache);
}

/** The page shown instead of pages that are not kept, in the version of the live shell. */
async function keepOfflinePage(live) {
  const cache = await caches.open(OWN);
  const before = await cache.match(OFFLINE_PAGE);
  if (before && (!live || listIn(before, FOLDERS).every((folder) => live.split(' ').includes(folder)))) return;
  const page = await fetchPage(OFFLINE_PAGE, []);
  if (page) await cache.put(OFFLINE_PAGE, page);
}

/**
 * Fetches the anonymous version of a page and its files. Null: it must not be kept. Undefined: not now.
 * Rejects when a file is missing or has another digest.
 *
 * @param loaded URLs that the open page has loaded: more than its HTML lists.
 */
async function fetchPage(path, loaded) {
  const headers = { [settings.keepHeader]: 'yes' };
  const answer = await fetch(path, { credentials: 'omit', cache: 'no-store', redirect: 'manual', headers });
  if (answer.status >= 500) return undefined;
  if (!answer.ok || answer.headers.get(settings.keepHeader) !== 'yes') return null;
  const html = await answer.text();
  const { needed, digests, folders } = filesOf(html);
  // The lazy files of another shell are unknown: the page is kept at the next load.
  const shells = [...needed.keys()].filter((url) => new URL(url).pathname.startsWith('/s/')).map(folderOf);
  if (loaded.length > 0 && !shells.every((folder) => loaded.some((url) => url.startsWith(folder)))) return undefined;
  for (const url of loaded) if (digests.has(url)) needed.set(url, digests.get(url));
  const cache = await caches.open(FILES);
  await Promise.all([...needed].map((file) => keepFile(cache, file)));
  return keptCopy(answer, html, { needed, folders });
}

const whole = (url) => new URL(url, self.location.origin).href;

/**
 * The files that a page names in its tags, the digests of all others that it knows, and the folders of their releases.
 */
function filesOf(html) {
  const needed = new Map();
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="[^"]*"[^>]*>/g)) {
    const [, url] = /\b(?:src|href)="([^"]*)"/.exec(tag);
    const [, integrity] = /\bintegrity="([^"]*)"/.exec(tag) ?? [];
    if (integrity) needed.set(whole(url), integrity);
    else if (folderOf(url)) throw new Error(`${url} has no digest`);
  }
  const [, boot = '{}'] = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html) ?? [];
  const { integrity = {}, registry = { remotes: {} } } = JSON.parse(boot);
  const remotes = Object.values(registry.remotes);
  const all = [integrity, ...remotes.map((remote) => remote.integrity)].flatMap((files) => Object.entries(files));
  const digests = new Map(all.map(([url, digest]) => [whole(url), digest]));
  const entries = remotes.map(({ entry }) => entry);
  return { needed, digests, folders: new Set([...needed.keys(), ...entries].flatMap((url) => folderOf(url) ?? [])) };
}

/** The browser compares the digest. */
async function keepFile(cache, [url, integrity]) {
  if (await cache.match(url)) return;
  const file = await fetch(url, { integrity, mode: 'cors', credentials: 'same-origin' });
  if (!file.ok) throw new Error(`${url}: ${file.status}`);
  await cache.put(url, file);
}

/** Marks a page from the cache, with the time when it was kept. */
function keptCopy(answer, html, { needed, folders }) {
  const at = new Date().toISOString();
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  headers.set(KEPT_AT, at);
  headers.set(TITLE, encodeURIComponent(title));
  headers.set(NEEDS, [...needed.keys()].join(' '));
  headers.set(FOLDERS, [...folders].join(' '));
  return new Response(html.replace('<html ', `<html data-kept-at="${at}" `), { headers });
}

/** Deletes pages beyond those read last, and the files of releases that no page names any more. */
async function tidy(cache) {
  const pages = await cache.keys();
  const old = await Promise.all(pages.map(async (page) => isOld(await cache.match(page))));
  for (const [index, page] of pages.entries())
    if (old[index] || index < pages.length - MOST_PAGES) await cache.delete(page);
  const named = new Set();
  for (const name of [OWN, ...(await pageCaches())]) {
    const kept = await caches.open(name);
    for (const page of await kept.keys())
      for (const folder of listIn(await kept.match(page), FOLDERS)) named.add(folder);
  }
  const files = await caches.open(FILES);
  for (const { url } of await files.keys()) if (!named.has(folderOf(url))) await files.delete(url);
}

async function deleteCaches(isMeant) {
  await Promise.all((await caches.keys()).filter(isMeant).map((name) => caches.delete(name)));
}
