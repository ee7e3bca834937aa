import type { MuteScope, UserNotification } from '@manabiba/shared/contract/notifications';
import { deleteNotificationMute, muteFromNotification } from '@manabiba/shared/data/endpoints';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { callEndpoint, showMessageFor, toast } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Menu, MenuItem } from '@manabiba/shared/ui/menu';
import { BellOff, Check, CircleHelp, Ellipsis } from 'lucide-react';
import { useState } from 'react';

import styles from './inbox.module.css';

const muteLabel: Record<MuteScope, string> = {
  person: 'この人のお知らせを止める',
  classroom: 'この教室のお知らせを止める',
  event: 'このイベントのお知らせを止める',
  messages: 'この主催者のメッセージを止める',
};

const loadReason = () => import('./reason-dialog').then((module) => module.ReasonDialog);

interface RowMenuProps {
  notification: UserNotification;
  onRead: (notification: UserNotification) => void;
}

/** The actions on a notification: mark it as read, mute its subject, or show why it was sent. */
export function RowMenu({ notification, onRead }: RowMenuProps) {
  const { id, isRead, muteScopes } = notification;
  const [isAsked, setIsAsked] = useState(false);
  const { component: ReasonDialog, fetch } = useLazyComponent(loadReason);

  async function mute(scope: MuteScope) {
    try {
      const made = await callEndpoint(muteFromNotification, { params: { id }, body: { scope } });
      toast.success('止めました。通知設定から、いつでも元に戻せます。', {
        label: '元に戻す',
        onPress: () => void unmute(made.id),
      });
    } catch (error) {
      showMessageFor(error);
    }
  }

  return (
    <span className={styles.menu}>
      <Menu
        label="このお知らせの操作"
        trigger={(trigger) => (
          <IconButton {...trigger} label="このお知らせの操作">
            <Icon icon={Ellipsis} />
          </IconButton>
        )}
      >
        {!isRead && (
          <MenuItem icon={<Icon icon={Check} />} onSelect={() => onRead(notification)}>
            既読にする
          </MenuItem>
        )}
        {muteScopes.map((scope) => (
          <MenuItem key={scope} icon={<Icon icon={BellOff} />} onSelect={() => void mute(scope)}>
            {muteLabel[scope]}
          </MenuItem>
        ))}
        <MenuItem
          icon={<Icon icon={CircleHelp} />}
          onSelect={() => void fetch().then((isLoaded) => setIsAsked(isLoaded))}
        >
          なぜ届いたか
        </MenuItem>
      </Menu>
      {isAsked && ReasonDialog && <ReasonDialog id={id} onClose={() => setIsAsked(false)} />}
    </span>
  );
}

async function unmute(id: string) {
  try {
    await callEndpoint(deleteNotificationMute, { params: { id } });
    toast.success('元に戻しました。');
  } catch (error) {
    showMessageFor(error);
  }
}
