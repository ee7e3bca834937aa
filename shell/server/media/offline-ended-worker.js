/* global self, caches */

/*
 * What the service worker has in place of its offline part when that is turned off: it deletes what was kept, and the
 * worker with it, unless web push needs it. It has no fetch handler, so that everything comes from the server.
 */

self.addEventListener('activate', (event) => event.waitUntil(end()));

async function end() {
  const kept = (await caches.keys()).filter((name) => name.startsWith('offline-'));
  // A worker that was registered for web push has kept nothing, and is about to be given its subscription.
  if (kept.length === 0) return;
  await Promise.all(kept.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.disable();
  if (!(await self.registration.pushManager?.getSubscription())) await self.registration.unregister();
}
