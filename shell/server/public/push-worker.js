/* global self, MessageChannel, atob */

/*
 * The part of the service worker for web push: it shows messages and opens their subjects. Pages and files are the
 * matter of the other part, offline-worker.js.
 */

/**
 * How long a tab may take to confirm that it opens a path itself, in milliseconds: browsers count a click only briefly.
 */
const TAB_PATIENCE_MS = 500;
/** Shown for a message that cannot be read: a browser withdraws the permission of an origin that shows nothing. */
const UNREADABLE = {
  id: null,
  title: 'まなびば',
  body: '新しいお知らせがあります。',
  url: '/notifications',
  tag: 'unreadable',
};

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

function read(data) {
  try {
    const message = data.json();
    return typeof message.title === 'string' && typeof message.url === 'string' ? message : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** A later message with the same tag replaces an earlier one. */
function show({ id, title, body, url, tag }) {
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: '/media/icon-180.png',
    lang: 'ja',
    data: { id, path: pathInside(url) },
  });
}

/** Paths outside of the product lead to the inbox. */
function pathInside(url) {
  const target = URL.canParse(url, self.location.origin) ? new URL(url, self.location.origin) : null;
  return target?.origin === self.location.origin ? target.pathname + target.search + target.hash : '/notifications';
}

/**
 * Opens the subject of a notification: in the tab that already shows it, in the tab that was used last, or in a new one
 * when that tab stays where it is, as one in a classroom does.
 */
async function open({ id, path }) {
  if (id !== null) void reportOpened(id);
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = tabs.find(({ url }) => pathInside(url) === path);
  if (there) return there.focus();
  const [last] = tabs;
  if (last && (await opensItself(last, path))) return last.focus();
  return self.clients.openWindow(path);
}

function opensItself(tab, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (isOpening) => {
      clearTimeout(timer);
      port1.close();
      resolve(isOpening);
    };
    const timer = setTimeout(() => settle(false), TAB_PATIENCE_MS);
    port1.onmessage = () => settle(true);
    tab.postMessage({ kind: 'open', path }, [port2]);
  });
}

/** Only a statistic and the read mark; opening does not wait for it. */
function reportOpened(id) {
  return call('POST', `/v1/notifications/${encodeURIComponent(id)}/open`, { from: 'push' }).catch(() => undefined);
}

/** The browser has ended or replaced a subscription: registers the new one in its place. */
async function renew({ oldSubscription, newSubscription }) {
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: oldSubscription?.options.applicationServerKey ?? (await fetchKey()),
    }));
  const { endpoint, keys } = subscription.toJSON();
  await call('POST', '/v1/me/push_subscriptions', {
    endpoint,
    keys,
    ...(oldSubscription ? { replaces: oldSubscription.endpoint } : {}),
  });
}

async function fetchKey() {
  const { publicKey } = await (await call('GET', '/v1/push_key')).json();
  const text = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    credentials: 'same-origin',
    ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer;
}
