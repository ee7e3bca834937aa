import type { NotificationMute } from '@manabiba/shared/contract/notification-settings';
import { deleteNotificationMute, getNotificationSettings } from '@manabiba/shared/data/endpoints';
import { changeCached, showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Calendar, DoorOpen, type LucideIcon, Mail, UserRound } from 'lucide-react';

import styles from './settings.module.css';

const iconOf: Record<NotificationMute['scope'], LucideIcon> = {
  person: UserRound,
  classroom: DoorOpen,
  event: Calendar,
  messages: Mail,
};

function nameOf({ scope, label }: NotificationMute): string {
  const person = label === '' ? '退会したユーザー' : `${label}さん`;
  if (scope === 'person') return person;
  if (scope === 'messages') return `${person}からのメッセージ`;
  const noun = scope === 'classroom' ? '教室' : 'イベント';
  return label === '' ? `削除された${noun}` : `${noun}「${label}」`;
}

/** The subjects that the user has muted, with a button to unmute. */
export function MutesCard({ mutes }: { mutes: readonly NotificationMute[] }) {
  const { run } = useEndpointMutation(deleteNotificationMute, {
    optimistic: ({ params }) =>
      changeCached(
        getNotificationSettings,
        () => true,
        (settings) => ({ ...settings, mutes: settings.mutes.filter(({ id }) => id !== params.id) }),
      ),
    onError: showMessageFor,
  });
  return (
    <SettingCard id="notification-mutes" title="届かないようにしたもの">
      {mutes.length === 0 ? (
        <p className={styles.note}>ありません。お知らせの「…」から、教室、イベント、人ごとに止められます。</p>
      ) : (
        <ul className={styles.ledger}>
          {mutes.map((mute) => (
            <li key={mute.id}>
              <span className={styles.sign}>
                <Icon icon={iconOf[mute.scope]} size={16} />
              </span>
              <span className={styles.name}>{nameOf(mute)}</span>
              <Button
                variant="ghost"
                size="small"
                aria-label={`${nameOf(mute)}を元に戻す`}
                onClick={() => void run({ params: { id: mute.id } }).catch(() => undefined)}
              >
                元に戻す
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}
