import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import type { Track } from 'livekit-client';
import { type LucideIcon, Mic, MicOff, Pin, PinOff, Presentation, Shrink, WifiLow } from 'lucide-react';
import { memo } from 'react';

import { TrackVideo } from '../../../core/media/track-video';
import { VoiceBars } from '../../../core/media/voice-bars';
import { roleLabel } from './speakers';
import { TileMarks } from './tile-marks';

import tileStyles from '../../../core/media/tile.module.css';
import styles from './stage-scene.module.css';

interface StageTileProps {
  person: RoomUserDoc;
  isMe: boolean;
  /** Whether the room has voice and video; without, no microphone is shown. */
  hasMedia: boolean;
  camera: Track | null;
  isMicOn: boolean;
  isTalking: boolean;
  isPoor: boolean;
  /** Whether the tile is the enlarged one. */
  isMain?: boolean;
  isPinned: boolean;
  /** Whether the host shows the person enlarged to all. */
  isInSpotlight: boolean;
  /** Absent while a screen is enlarged. */
  onPin: ((id: string | null) => void) | undefined;
  /** The same for all; only for moderators. */
  onSpotlight: ((id: string | null) => void) | undefined;
}

/** A person on the stage: camera or portrait, name, microphone, raised hand and connection state. */
export const StageTile = memo(function StageTile(props: StageTileProps) {
  const { person, isMe, camera, isTalking, isPoor } = props;
  return (
    <>
      {camera ? (
        <TrackVideo track={camera} className={classNames(tileStyles.video, isMe && tileStyles.mirror)} />
      ) : (
        <span className={styles.portrait}>
          <Avatar person={person} size={120} className={styles.face} />
        </span>
      )}
      {isTalking && <span className={styles.ring} />}
      {person.connection === 'lost' && (
        <span className={styles.lost}>
          <Spinner />
          <span className={styles.lostWords}>再接続しています…</span>
        </span>
      )}
      {isPoor && person.connection !== 'lost' && (
        <span className={classNames(tileStyles.tag, styles.net)}>
          <Icon icon={WifiLow} size={16} label="通信が不安定です" />
          <span aria-hidden>不安定</span>
        </span>
      )}
      <TileMarks handRaisedAt={person.handRaisedAt} reactionName={person.reactionName} />
      <NameTag {...props} />
      <Enlarging {...props} />
    </>
  );
});

function NameTag({ person: { nickname, role }, isMe, hasMedia, isMicOn, isTalking }: StageTileProps) {
  const label = isMe ? 'あなた' : roleLabel[role];
  return (
    <span className={classNames(tileStyles.tag, styles.name)}>
      {isTalking ? (
        <VoiceBars label="話しています" />
      ) : (
        hasMedia && <Icon icon={isMicOn ? Mic : MicOff} size={16} label={isMicOn ? 'マイクはオン' : 'ミュート中'} />
      )}
      <span className={styles.nickname}>{nickname}</span>
      {label && <span className={styles.role}>{label}</span>}
    </span>
  );
}

/** Enlarging the person for oneself, and for moderators for all. */
function Enlarging({ person, isPinned, isInSpotlight, isMain = false, onPin, onSpotlight }: StageTileProps) {
  const { id, nickname } = person;
  return (
    <>
      {isMain && isInSpotlight && (
        <span className={classNames(tileStyles.tag, styles.spotlight)}>全員に大きく表示中</span>
      )}
      {onPin && (
        <span className={classNames(styles.pins, isMain && styles.pinsMain)}>
          <PinButton
            icon={isPinned ? PinOff : Pin}
            label={isPinned ? `${nickname}さんの固定を解除する` : `${nickname}さんを大きく表示する`}
            onClick={() => onPin(isPinned ? null : id)}
          />
          {onSpotlight && (
            <PinButton
              icon={isInSpotlight ? Shrink : Presentation}
              label={isInSpotlight ? '全員への大きな表示をやめる' : `${nickname}さんを全員に大きく表示する`}
              onClick={() => onSpotlight(isInSpotlight ? null : id)}
            />
          )}
        </span>
      )}
    </>
  );
}

const PinButton = ({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <button type="button" className={styles.pin} aria-label={label} title={label} onClick={onClick}>
    <Icon icon={icon} size={16} />
  </button>
);
