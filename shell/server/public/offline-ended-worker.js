/* global self, caches */

/*
 * Replaces the offline part of the service worker when that is turned off: it deletes the kept pages, and the
 * worker with it, unless web push needs it. It has no fetch handler, so that everything comes from the server.
 */

self.addEventListener('activate', (event) => event.waitUntil(end()));

async function end() {
  const kept = (await caches.keys()).filter((name) => name.startsWith('offline-'));
  // A worker that was registered for web push has kept no pages and is about to get its subscription.
  if (kept.length === 0) return;
  await Promise.all(kept.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.disable();
  if (!(await self.registration.pushManager?.getSubscription())) await self.registration.unregister();
}
