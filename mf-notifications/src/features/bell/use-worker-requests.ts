import type { OpenRequest } from '@manabiba/shared/contract/push-worker';
import { useNavigate } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent } from 'react';

import { innerPath } from '../../core/inner-path';

/**
 * Opens the subject of a clicked push notification in this tab, when the service worker asks, and keeps the push
 * subscription of this browser registered. Pages without a header, such as a live classroom, have no bell, so they stay
 * where they are.
 */
export function useWorkerRequests(): void {
  const navigate = useNavigate();
  const open = useEffectEvent((path: string) => void navigate(innerPath(path)));
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const handle = ({ data, ports }: MessageEvent<OpenRequest>) => {
      if (data.kind !== 'open') return;
      open(data.path);
      ports[0]?.postMessage('opened');
    };
    navigator.serviceWorker.addEventListener('message', handle);
    return () => navigator.serviceWorker.removeEventListener('message', handle);
  }, []);
  useEffect(() => {
    // Most users have no subscription, and need none of its code.
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    import('../../core/push/push-device')
      .then(({ isPushOn, renewPush }) => (isPushOn() ? renewPush() : undefined))
      .catch(() => undefined);
  }, []);
}
