import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useIncrementalRender } from '@manabiba/shared/loading/use-incremental-render';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { Hand, Mic, MicOff, WifiLow } from 'lucide-react';
import { memo } from 'react';

import { reactionDisplay } from '../../core/room/reaction-display';
import styles from './room-stage.module.css';

interface SpeakerTilesProps {
  /** All participants in the room; undefined while loading. */
  people: readonly RoomUserDoc[] | undefined;
  myId: string;
  /** Whether to show microphone states. */
  hasMedia: boolean;
}

const TILES_A_FRAME = 4;
const order: Record<RoomRole, number> = { host: 0, co_host: 1, speaker: 2, listener: 3 };
const roleLabel: Partial<Record<RoomRole, string>> = { host: 'ホスト', co_host: '共同ホスト' };

/** The host and speakers, host first, each in their own tile. */
export function SpeakerTiles({ people, myId, hasMedia }: SpeakerTilesProps) {
  if (!people)
    return (
      <p className={styles.empty} role="status">
        <Spinner />
        参加者を読み込んでいます…
      </p>
    );
  const speakers = people.filter(({ role }) => role !== 'listener').sort((a, b) => order[a.role] - order[b.role]);
  if (!speakers.some(({ role }) => role === 'host')) {
    return (
      <>
        <p className={styles.away} role="status">
          ホストが席を外しています。5分以内に戻らないときは、教室が終了します。
        </p>
        <Tiles speakers={speakers} myId={myId} hasMedia={hasMedia} />
      </>
    );
  }
  return <Tiles speakers={speakers} myId={myId} hasMedia={hasMedia} />;
}

function Tiles({ speakers, myId, hasMedia }: { speakers: readonly RoomUserDoc[]; myId: string; hasMedia: boolean }) {
  const drawn = useIncrementalRender(speakers.length, TILES_A_FRAME);
  return (
    <ul className={styles.tiles} aria-label="話せる人" data-count={Math.min(speakers.length, 7)}>
      {speakers.map((person, index) => (
        // All tile slots render at once, so that the grid is laid out once; each frame lays out only the tiles it
        // fills.
        <li key={person.id} className={styles.tile}>
          {index < drawn && <Tile person={person} isMe={person.id === myId} hasMedia={hasMedia} />}
        </li>
      ))}
    </ul>
  );
}

const Tile = memo(function Tile({ person, isMe, hasMedia }: { person: RoomUserDoc; isMe: boolean; hasMedia: boolean }) {
  const { nickname, role, isMuted, handRaisedAt, connection, reactionName } = person;
  const shown = reactionName && !handRaisedAt ? reactionDisplay[reactionName] : undefined;
  const label = isMe ? 'あなた' : roleLabel[role];
  return (
    <>
      <Avatar person={person} size={120} className={styles.face} />
      {handRaisedAt && (
        <span className={styles.hand}>
          <Icon icon={Hand} label="手を挙げています" />
        </span>
      )}
      {shown && (
        <span className={styles.shown}>
          <Icon icon={shown.icon} label={shown.label} />
        </span>
      )}
      <span className={styles.name}>
        {hasMedia && <Icon icon={isMuted ? MicOff : Mic} size={16} label={isMuted ? 'ミュート中' : 'マイクはオン'} />}
        <span className={styles.nickname}>{nickname}</span>
        {label && <span className={styles.role}>{label}</span>}
        {connection !== 'good' && <Icon icon={WifiLow} size={16} label="通信が不安定です" />}
      </span>
    </>
  );
});
