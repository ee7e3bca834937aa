import { PUSH_WORKER_PATH } from '@manabiba/shared/contract/push-worker';
import { createPushSubscription, getPushKey } from '@manabiba/shared/data/endpoints';
import { callEndpoint, personStorage } from '@manabiba/shared/platform';

/** The endpoint that the user has turned on in this browser. Deleted when the user changes. */
const ENDPOINT = 'push-endpoint';
const kept = personStorage('local');

/** `unsupported`: the browser has no web push; on iOS only apps on the home screen have it. */
export type PushPermission = 'unsupported' | NotificationPermission;

export function pushPermission(): PushPermission {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return isSupported ? Notification.permission : 'unsupported';
}

/** Whether the user has turned push on in this browser, and the browser still permits it. */
export function isPushOn(): boolean {
  return kept.read(ENDPOINT) !== null && pushPermission() === 'granted';
}

/**
 * Asks the browser for permission, subscribes and registers the subscription. Call it in response to a click.
 *
 * Returns the permission; rejects with `ApiError`, or with the browser's error when it cannot reach its push service.
 */
export async function turnPushOn(publicKey: string): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') await register(await subscribe(publicKey));
  return permission;
}

/** Ends the subscription of this browser. The caller deletes it on the server. */
export async function turnPushOff(): Promise<void> {
  kept.remove(ENDPOINT);
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER_PATH);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Registers the subscription again when the browser has replaced or lost it. A failure is left to the next page. */
export async function renewPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER_PATH);
  const known = await registration?.pushManager.getSubscription();
  if (known && known.endpoint === kept.read(ENDPOINT)) return;
  const { publicKey } = await callEndpoint(getPushKey, {});
  if (publicKey !== null) await register(await subscribe(publicKey));
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  // The browser checks for a new version of the worker itself; it is never cached.
  await navigator.serviceWorker.register(PUSH_WORKER_PATH, { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // A subscription made with another key is in the way.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const replaces = kept.read(ENDPOINT);
  await callEndpoint(createPushSubscription, {
    body: {
      endpoint: endpoint ?? subscription.endpoint,
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      ...(replaces !== null && replaces !== endpoint ? { replaces } : {}),
    },
  });
  kept.write(ENDPOINT, subscription.endpoint);
}
