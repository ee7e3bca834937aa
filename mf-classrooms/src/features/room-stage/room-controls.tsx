import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { lowerHand, sendReaction, updateMuting } from '@manabiba/shared/data/endpoints';
import { isSignedIn, showMessageFor, useEndpointMutation, useMe } from '@manabiba/shared/platform';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Hand, LogOut, Mic, MicOff } from 'lucide-react';
import type { ReactNode } from 'react';

import { silenceOf } from '../../core/classroom/viewer';
import type { RoomContext, RoomPartProps } from '../../core/room/room-context';
import { useOnlineGuard } from '../../core/room/use-online-guard';
import styles from './room-stage.module.css';
import { useWanted } from './use-wanted';

interface RoomControlsProps extends RoomPartProps {
  mine: RoomUserDoc | undefined;
  stay: RoomContext;
  /** Called when the host wants to end the class. */
  onEnd: () => void;
}

/** The viewer's own controls in a room: mute, raise hand, leave. Unavailable ones are not rendered. */
export function RoomControls({ classroom, role, hasMedia, mine, stay, onEnd }: RoomControlsProps) {
  const me = useMe();
  const mayTalk = isSignedIn(me) && silenceOf(me) === null;
  const isHost = role === 'host';
  return (
    <div className={styles.controls} role="group" aria-label="操作">
      {hasMedia && mayTalk && role !== 'listener' && <MuteControl classroomId={classroom.id} mine={mine} stay={stay} />}
      {mayTalk && !isHost && role !== 'co_host' && <HandControl classroomId={classroom.id} myId={me.id} mine={mine} />}
      <Control
        icon={<Icon icon={LogOut} />}
        className={isHost ? styles.end : styles.leave}
        onClick={isHost ? onEnd : stay.leave}
      >
        {isHost ? '終了する' : '退出する'}
      </Control>
    </div>
  );
}

function MuteControl({
  classroomId,
  mine,
  stay,
}: {
  classroomId: string;
  mine: RoomUserDoc | undefined;
  stay: RoomContext;
}) {
  const { value: isMuted, want, isRunning } = useWanted(mine?.isMuted ?? true);
  const { run } = useEndpointMutation(updateMuting, { onError: showMessageFor });
  const guard = useOnlineGuard();
  const toggle = () => {
    const muted = !isMuted;
    if (muted) stay.keepMuted(true);
    void want(muted, async () => {
      await run({ params: { id: classroomId }, body: { muted } });
      stay.keepMuted(muted);
    });
  };
  return (
    <Control
      icon={<Icon icon={isMuted ? MicOff : Mic} />}
      isPressed={isMuted}
      isBusy={isRunning}
      onClick={() => guard(toggle)}
    >
      {isMuted ? 'ミュートを解除する' : 'ミュートにする'}
    </Control>
  );
}

function HandControl({
  classroomId,
  myId,
  mine,
}: {
  classroomId: string;
  myId: string;
  mine: RoomUserDoc | undefined;
}) {
  const { value: isRaised, want, isRunning } = useWanted(Boolean(mine?.handRaisedAt));
  const raise = useEndpointMutation(sendReaction, { onError: showMessageFor });
  const lower = useEndpointMutation(lowerHand, { onError: showMessageFor });
  const guard = useOnlineGuard();
  const toggle = () =>
    void want(!isRaised, () =>
      isRaised
        ? lower.run({ params: { id: classroomId, userId: myId } })
        : raise.run({ params: { id: classroomId }, body: { reactionName: 'raise_hand' } }),
    );
  return (
    <Control
      icon={<Icon icon={Hand} />}
      className={isRaised ? styles.on : undefined}
      isPressed={isRaised}
      isBusy={isRunning}
      onClick={() => guard(toggle)}
    >
      {isRaised ? '手を下ろす' : '手を挙げる'}
    </Control>
  );
}

interface ControlProps {
  icon: ReactNode;
  children: string;
  onClick: () => void;
  isPressed?: boolean;
  isBusy?: boolean;
  className?: string | undefined;
}

/**
 * An icon with its label below. The label names the action, so screen readers do not announce the state redundantly.
 */
function Control({ icon, children, onClick, isPressed, isBusy = false, className }: ControlProps) {
  return (
    <button
      type="button"
      className={classNames(styles.control, className)}
      data-on={isPressed}
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && onClick()}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}
