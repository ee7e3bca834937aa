import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useIncrementalRender } from '@manabiba/shared/loading/use-incremental-render';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { WifiLow } from 'lucide-react';
import { memo } from 'react';

import styles from './room-stage.module.css';
import { roleLabel, speakersIn } from './speakers';
import { TileMarks } from './tile-marks';

interface SpeakerTilesProps {
  /** All participants in the room; undefined while loading. */
  people: readonly RoomUserDoc[] | undefined;
  myId: string;
}

const TILES_A_FRAME = 4;

/** The host and speakers of a room without voice and video, host first, each in their own tile. */
export function SpeakerTiles({ people, myId }: SpeakerTilesProps) {
  if (!people)
    return (
      <p className={styles.empty} role="status">
        <Spinner />
        参加者を読み込んでいます…
      </p>
    );
  return <Tiles speakers={speakersIn(people)} myId={myId} />;
}

function Tiles({ speakers, myId }: { speakers: readonly RoomUserDoc[]; myId: string }) {
  const drawn = useIncrementalRender(speakers.length, TILES_A_FRAME);
  return (
    <ul className={styles.tiles} aria-label="話せる人" data-count={Math.min(speakers.length, 7)}>
      {speakers.map((person, index) => (
        // All tile slots render at once, so that the grid is laid out once; each frame lays out only the tiles it
        // fills.
        <li key={person.id} className={styles.tile}>
          {index < drawn && <Tile person={person} isMe={person.id === myId} />}
        </li>
      ))}
    </ul>
  );
}

const Tile = memo(function Tile({ person, isMe }: { person: RoomUserDoc; isMe: boolean }) {
  const { nickname, role, handRaisedAt, connection, reactionName } = person;
  const label = isMe ? 'あなた' : roleLabel[role];
  return (
    <>
      <Avatar person={person} size={120} className={styles.face} />
      <TileMarks handRaisedAt={handRaisedAt} reactionName={reactionName} />
      <span className={styles.name}>
        <span className={styles.nickname}>{nickname}</span>
        {label && <span className={styles.role}>{label}</span>}
        {connection !== 'good' && <Icon icon={WifiLow} size={16} label="通信が不安定です" />}
      </span>
    </>
  );
});
