import { muteAll, updateClassroom } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Lock, LockOpen, MicOff } from 'lucide-react';
import type { ReactNode } from 'react';

import { changeClassroom } from '../../core/classroom/change-classroom';
import { GUARDED_INSIDE } from '../../core/room/guarded';
import { useOnlineGuard } from '../../core/room/use-online-guard';

import styles from './room-panel.module.css';

interface RoomToolsProps {
  classroomId: string;
  isLocked: boolean;
  /** Closed because a verified adult is missing; it cannot be opened manually. */
  isGuarded: boolean;
  hasMedia: boolean;
  /** The host's further tools. */
  children: ReactNode;
}

/** Moderator actions on the whole room: mute everyone where there is audio, and lock the room. */
export function RoomTools({ classroomId, isLocked, isGuarded, hasMedia, children }: RoomToolsProps) {
  const mute = useEndpointMutation(muteAll, {
    onSuccess: ({ muted }) =>
      toast.success(muted > 0 ? `${muted}人をミュートにしました。` : '全員がミュートになっています。'),
    onError: showMessageFor,
  });
  const lock = useEndpointMutation(updateClassroom, {
    optimistic: () => changeClassroom(classroomId, (classroom) => ({ ...classroom, locked: !isLocked })),
    onSuccess: ({ locked }) => toast.success(locked ? '入室を締め切りました。' : '入室を再開しました。'),
    onError: showMessageFor,
  });
  const guard = useOnlineGuard();
  const params = { id: classroomId };
  return (
    <div className={styles.foot}>
      {hasMedia && (
        <Button
          icon={<Icon icon={MicOff} />}
          isLoading={mute.isRunning}
          onClick={() => guard(() => void mute.run({ params, body: {} }).catch(() => undefined))}
        >
          全員をミュート
        </Button>
      )}
      {isGuarded ? (
        <p className={styles.hint}>{GUARDED_INSIDE}</p>
      ) : (
        <Button
          icon={<Icon icon={isLocked ? LockOpen : Lock} />}
          isLoading={lock.isRunning}
          onClick={() => guard(() => void lock.run({ params, body: { locked: !isLocked } }).catch(() => undefined))}
        >
          {isLocked ? '入室を再開する' : '入室を締め切る'}
        </Button>
      )}
      {children}
    </div>
  );
}
