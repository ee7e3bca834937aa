import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { lowerHand, sendReaction } from '@manabiba/shared/data/endpoints';
import { isSignedIn, showMessageFor, useEndpointMutation, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { Hand, LogOut, Mic } from 'lucide-react';

import { silenceOf } from '../../core/classroom/viewer';
import type { RoomContext, RoomPartProps } from '../../core/room/room-context';
import { useOnlineGuard } from '../../core/room/use-online-guard';
import type { Captions } from './captions/use-captions';
import { MediaControls } from './media/media-controls';
import { type Sideways, SidewaysControls } from './sideways-controls';
import { StageControl } from './stage-control';
import { useWanted } from './use-wanted';

import styles from './room-stage.module.css';

interface RoomControlsProps extends RoomPartProps {
  mine: RoomUserDoc | undefined;
  stay: RoomContext;
  captions: Captions;
  sideways: Sideways;
  /** Whether the viewer may speak in this room. */
  maySpeak: boolean;
  /** Called when the host wants to end the class. */
  onEnd: () => void;
  /** Called when the viewer wants to decide about being recorded. */
  onAskConsent: () => void;
}

/** The viewer's own controls in a room: mute, raise hand, leave. Unavailable ones are not rendered. */
export function RoomControls({
  classroom,
  role,
  hasMedia,
  mine,
  stay,
  captions,
  sideways,
  maySpeak,
  onEnd,
  onAskConsent,
}: RoomControlsProps) {
  const me = useMe();
  const mayTalk = isSignedIn(me) && silenceOf(me) === null;
  const isHost = role === 'host';
  return (
    <div className={styles.controls} role="group" aria-label="操作">
      {hasMedia && (
        <MediaControls classroomId={classroom.id} mine={mine} stay={stay} maySpeak={maySpeak} captions={captions} />
      )}
      {mine?.awaitsConsent && (
        <StageControl icon={<Icon icon={Mic} />} onClick={onAskConsent}>
          発言する
        </StageControl>
      )}
      {mayTalk && !isHost && role !== 'co_host' && <HandControl classroomId={classroom.id} myId={me.id} mine={mine} />}
      <SidewaysControls {...sideways} />
      <StageControl
        icon={<Icon icon={LogOut} />}
        className={isHost ? styles.end : styles.leave}
        onClick={isHost ? onEnd : stay.leave}
      >
        {isHost ? '終了する' : '退出する'}
      </StageControl>
    </div>
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
    <StageControl
      icon={<Icon icon={Hand} />}
      className={isRaised ? styles.on : undefined}
      isPressed={isRaised}
      isBusy={isRunning}
      shortcut="H"
      onClick={() => guard(toggle)}
    >
      {isRaised ? '手を下ろす' : '手を挙げる'}
    </StageControl>
  );
}
