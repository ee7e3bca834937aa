import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type { Me } from '@manabiba/shared/contract/users';
import { useIncrementalRender } from '@manabiba/shared/loading/use-incremental-render';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { type ReactNode, useState } from 'react';

import type { PersonMedia } from '../../../core/media/session/media-people';
import type { MediaSession } from '../../../core/media/session/media-session';
import type { MediaState } from '../../../core/media/session/media-state';
import { useMediaState } from '../../../core/media/use-media-state';
import { useSize } from '../../../core/room/use-size';
import { ConnectionState } from './connection-state';
import { SharedScreen } from './shared-screen';
import { speakersIn } from './speakers';
import { type Box, stageLayout } from './stage-layout';
import { seatPeople } from './stage-seats';
import { StageTile } from './stage-tile';
import { useSpotlight } from './use-spotlight';

import styles from './stage-scene.module.css';

interface StageSceneProps {
  /** All participants in the room; undefined while loading. */
  people: readonly RoomUserDoc[] | undefined;
  me: Me;
  /** Whether the room has voice and video. */
  hasMedia: boolean;
  /** Voice and video; null until they have loaded. */
  media: MediaSession | null;
  /** Whether there is no connection at all. */
  isOffline: boolean;
  /** Shown over the shared screen, or above the tiles. */
  badge: ReactNode;
  /** What is on the stage in place of a screen, such as a PDF. */
  shown?: ReactNode;
}

/** Tiles rendered per frame. */
const TILES_A_FRAME = 6;

/** The host and speakers, with voice and video where the room has them, and the enlarged screen or person. */
export function StageScene({ people, me, hasMedia, media, isOffline, badge, shown }: StageSceneProps) {
  const state = useMediaState(media);
  if (!people)
    return (
      <>
        {badge}
        <p className={styles.empty} role="status">
          <Spinner />
          参加者を読み込んでいます…
        </p>
      </>
    );
  return (
    <>
      <Stage
        speakers={speakersIn(people)}
        everyone={people}
        myId={me.id}
        hasMedia={hasMedia}
        media={media}
        state={state}
        badge={badge}
        shown={shown}
      />
      {hasMedia && (
        <ConnectionState
          {...{ media, state, isOffline }}
          isAudience={people.every(({ id, role }) => id !== me.id || role !== 'host')}
        />
      )}
    </>
  );
}

interface StageProps {
  speakers: readonly RoomUserDoc[];
  everyone: readonly RoomUserDoc[];
  myId: string;
  hasMedia: boolean;
  media: MediaSession | null;
  state: MediaState;
  badge: ReactNode;
  shown: ReactNode;
}

function Stage({ speakers, everyone, myId, hasMedia, media, state, badge, shown }: StageProps) {
  const { ref, width, height } = useSize<HTMLDivElement>();
  const [pinnedId, setPinnedId] = useState<string | null>(null);
  const screen = shown ? null : screenOf(everyone, myId, state);
  const isTaken = Boolean(shown ?? screen);
  const spotlight = useSpotlight(media, everyone, myId);
  const mainId = pinnedId ?? spotlight.shownId;
  const main = isTaken ? null : (speakers.find(({ id }) => id === mainId) ?? null);
  const others = speakers.filter((person) => person !== main);
  const layout = stageLayout({ count: others.length, hasMain: isTaken || main !== null, width, height });
  const seats = useSeats(others, myId, state, layout.tiles.length);
  // All places render at once, so that the stage is laid out once; each frame lays out only the tiles it fills.
  const renderedCount = useIncrementalRender(seats.length, TILES_A_FRAME);
  const tile = (person: RoomUserDoc, isMain = false) => (
    <StageTile
      person={person}
      {...seenOf(person, myId, state)}
      isMe={person.id === myId}
      hasMedia={hasMedia}
      isMain={isMain}
      isPinned={person.id === pinnedId}
      isInSpotlight={person.id === spotlight.shownId}
      onPin={isTaken || speakers.length < 2 ? undefined : setPinnedId}
      onSpotlight={isTaken || speakers.length < 2 ? undefined : spotlight.set}
    />
  );
  return (
    <>
      {!screen && badge}
      <div className={styles.stage} ref={ref}>
        {isTaken && layout.main && (
          <Place box={layout.main}>
            {screen ? <SharedScreen key={screen.track.mediaStreamID} {...screen} badge={badge} /> : shown}
          </Place>
        )}
        <ul className={styles.people} aria-label="話せる人">
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
                  {index < renderedCount && tile(person)}
                </Place>
              )
            );
          })}
        </ul>
        {layout.more && <More box={layout.more} count={others.length - seats.length} />}
      </div>
    </>
  );
}

/** How many people have no tile. */
const More = ({ box, count }: { box: Box; count: number }) => (
  <p className={styles.more} style={{ ...box }}>
    <span>ほか</span>
    <span>{count}人</span>
  </p>
);

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
