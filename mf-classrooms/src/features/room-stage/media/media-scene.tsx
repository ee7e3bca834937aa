import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type { Me } from '@manabiba/shared/contract/users';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { type ReactNode, useState } from 'react';

import type { PersonMedia } from '../../../core/media/session/media-people';
import type { MediaSession, MediaState } from '../../../core/media/session/media-session';
import roomStyles from '../room-stage.module.css';
import { speakersIn } from '../speakers';
import { ConnectionState } from './connection-state';
import styles from './media-stage.module.css';
import { MediaTile } from './media-tile';
import { SharedScreen } from './shared-screen';
import { type Box, stageLayout } from './stage-layout';
import { seatPeople } from './stage-seats';
import { useMediaState } from './use-media-state';
import { useSize } from './use-size';

interface MediaSceneProps {
  /** All participants in the room; undefined while loading. */
  people: readonly RoomUserDoc[] | undefined;
  me: Me;
  media: MediaSession | null;
}

/** The host and speakers with voice and video, and the enlarged screen or person. */
export function MediaScene({ people, me, media }: MediaSceneProps) {
  const state = useMediaState(media);
  if (!people)
    return (
      <p className={roomStyles.empty} role="status">
        <Spinner />
        参加者を読み込んでいます…
      </p>
    );
  return (
    <>
      <Stage speakers={speakersIn(people)} everyone={people} myId={me.id} state={state} />
      <ConnectionState media={media} state={state} />
    </>
  );
}

interface StageProps {
  speakers: readonly RoomUserDoc[];
  everyone: readonly RoomUserDoc[];
  myId: string;
  state: MediaState;
}

function Stage({ speakers, everyone, myId, state }: StageProps) {
  const { ref, width, height } = useSize<HTMLDivElement>();
  const [pinnedId, setPinnedId] = useState<string | null>(null);
  const screen = screenOf(everyone, myId, state);
  const main = screen ? null : (speakers.find(({ id }) => id === pinnedId) ?? null);
  const others = speakers.filter((person) => person !== main);
  const layout = stageLayout({ count: others.length, hasMain: screen !== null || main !== null, width, height });
  const seats = useSeats(others, myId, state, layout.tiles.length);
  const tile = (person: RoomUserDoc, isMain = false) => (
    <MediaTile
      person={person}
      {...seenOf(person, myId, state)}
      isMe={person.id === myId}
      isMain={isMain}
      isPinned={person.id === pinnedId}
      onPin={screen || speakers.length < 2 ? undefined : setPinnedId}
    />
  );
  const hidden = others.length - seats.length;
  return (
    <div className={styles.stage} ref={ref}>
      {screen && layout.main && (
        <Place box={layout.main}>
          <SharedScreen key={screen.track.mediaStreamID} {...screen} />
        </Place>
      )}
      <ul aria-label="話せる人">
        {main && layout.main && (
          <Place key={main.id} as="li" box={layout.main}>
            {tile(main, true)}
          </Place>
        )}
        {seats.map((person, index) => {
          const box = layout.tiles[index];
          return (
            box && (
              <Place key={person.id} as="li" box={box}>
                {tile(person)}
              </Place>
            )
          );
        })}
      </ul>
      {hidden > 0 && <p className={styles.more}>ほか{hidden}人</p>}
    </div>
  );
}

function Place({ box, as: Element = 'div', children }: { box: Box; as?: 'div' | 'li'; children: ReactNode }) {
  return (
    <Element className={styles.place} style={{ left: box.left, top: box.top, width: box.width, height: box.height }}>
      {children}
    </Element>
  );
}

/** Returns the shared screen and the nickname of the person sharing it; null without one. */
function screenOf(everyone: readonly RoomUserDoc[], myId: string, { people, screen }: MediaState) {
  for (const { id, nickname } of everyone) {
    const track = id === myId ? screen : people.get(id)?.screen;
    if (track) return { track, nickname };
  }
  return null;
}

/** Returns the media state of a person; for the viewer, what this window publishes. */
function seenOf({ id, connection }: RoomUserDoc, myId: string, state: MediaState) {
  const known: PersonMedia | undefined = state.people.get(id);
  return {
    camera: id === myId ? state.camera : (known?.camera ?? null),
    isMicOn: id === myId ? state.isMicOn : (known?.isMicOn ?? false),
    isTalking: (known?.isTalking ?? false) && (known?.isMicOn ?? false),
    isPoor: connection !== 'good' || (known !== undefined && known.quality !== 'good'),
  };
}

/** Returns the people on the stage in the order of their seats, which is kept across renders. */
function useSeats(people: readonly RoomUserDoc[], myId: string, state: MediaState, places: number): RoomUserDoc[] {
  const [before, setBefore] = useState<readonly string[]>([]);
  const standing = people.map(({ id, role }) => ({
    id,
    isTalking: state.people.get(id)?.isTalking ?? false,
    lastHeardAt: state.people.get(id)?.lastHeardAt ?? 0,
    keepsPlace: id === myId || role === 'host',
  }));
  const now = seatPeople(before, standing, places);
  if (now.length !== before.length || now.some((id, index) => id !== before[index])) setBefore(now);
  return now.flatMap((id) => people.find((person) => person.id === id) ?? []);
}
