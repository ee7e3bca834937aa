import type { PushDevice } from '@manabiba/shared/contract/push-subscriptions';
import { deletePushSubscription, listPushSubscriptions } from '@manabiba/shared/data/endpoints';
import { deviceName } from '@manabiba/shared/format/device-name';
import { changeCached, showMessageFor, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { millisecondsInDay } from 'date-fns/constants';
import { Monitor, Smartphone } from 'lucide-react';

import styles from './settings.module.css';

/** The user's other devices that receive push, with a button to stop it there. */
export function OtherDevices({ devices }: { devices: readonly PushDevice[] }) {
  const now = useNow(millisecondsInDay);
  const { run } = useEndpointMutation(deletePushSubscription, {
    optimistic: ({ params }) =>
      changeCached(
        listPushSubscriptions,
        () => true,
        ({ items }) => ({ items: items.filter(({ id }) => id !== params.id) }),
      ),
    onError: showMessageFor,
  });
  if (devices.length === 0) return null;
  return (
    <ul className={styles.ledger} aria-label="プッシュを受け取るほかの端末">
      {devices.map(({ id, userAgent, lastUsedAt, createdAt }) => {
        const { name, isPhone } = deviceName(userAgent);
        return (
          <li key={id}>
            <Icon icon={isPhone ? Smartphone : Monitor} />
            <span className={styles.name}>{name}</span>
            <span className={styles.when}>
              <DateTime value={lastUsedAt ?? createdAt} style="short" now={now} />
              {lastUsedAt ? 'に送信' : 'に登録'}
            </span>
            <Button
              variant="ghost"
              size="small"
              aria-label={`${name}のプッシュを停止する`}
              onClick={() => void run({ params: { id } }).catch(() => undefined)}
            >
              停止する
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
