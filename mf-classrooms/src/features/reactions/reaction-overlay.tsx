import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { type LiveStatus, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { SpokenSummary } from '@manabiba/shared/ui/spoken-summary';
import { useEffect, useEffectEvent, useState } from 'react';

import { reactionDisplay } from '../../core/room/reaction-display';
import type { RoomPartProps } from '../../core/room/room-context';
import { useBlocked } from '../../core/room/use-blocked';
import { useRoomUsers } from '../../core/room/use-room';
import { type FreshReaction, freshReactions, summaryOf } from './fresh-reactions';
import { useOwnReaction } from './own-reaction';

import styles from './reactions.module.css';

/** The maximum number of floating reactions. */
const MAX_FLOATING = 24;
/** Matches the animation duration in reactions.module.css, in milliseconds. */
const FLOATING_MS = 2_600;
/** Maximum number of reactions kept for announcements; more than a room can send between two of them. */
const MAX_SPOKEN = 1_000;

/** Reactions of participants floating up over the stage. */
export function ReactionOverlay({ classroom }: Pick<RoomPartProps, 'classroom'>) {
  const { items, status } = useRoomUsers(classroom.id);
  const { blocked } = useBlocked();
  return <FloatingReactions classroomId={classroom.id} people={items} status={status} blocked={blocked} />;
}

interface FloatingReactionsProps {
  classroomId: string;
  people: readonly RoomUserDoc[] | undefined;
  status: LiveStatus;
  /** Users whose reactions are not shown. */
  blocked: ReadonlySet<string>;
}

interface OverlayState {
  people: readonly RoomUserDoc[] | undefined;
  status: LiveStatus;
  own: ReturnType<typeof useOwnReaction>;
  floating: readonly FreshReaction[];
  /** Reactions of others, kept for screen reader announcements. */
  spoken: readonly FreshReaction[];
  ownCount: number;
}

/** Reactions sent before joining or during a connection loss are not shown afterwards. */
export function FloatingReactions({ classroomId, people, status, blocked }: FloatingReactionsProps) {
  const me = useMe();
  const own = useOwnReaction(classroomId);
  const [seen, setSeen] = useState<OverlayState>({ people, status, own, floating: [], spoken: [], ownCount: 0 });
  if (seen.people !== people || seen.status !== status || seen.own !== own)
    setSeen(next(seen, { people, status, own }, new Set([...blocked, me.id])));

  const land = (key: string) =>
    setSeen((known) => ({ ...known, floating: known.floating.filter((other) => other.key !== key) }));
  return (
    <>
      <div className={styles.overlay} aria-hidden>
        {seen.floating.map((reaction) => (
          <Floating key={reaction.key} reaction={reaction} onLanded={() => land(reaction.key)} />
        ))}
      </div>
      <SpokenSummary
        items={seen.spoken}
        idOf={({ key }) => key}
        sentence={(fresh) => summaryOf(fresh, (name) => reactionDisplay[name].label)}
      />
    </>
  );
}

/** The viewer's own reactions float without a name. */
const OWN = '';

function next(
  seen: OverlayState,
  now: Pick<OverlayState, 'people' | 'status' | 'own'>,
  passedOver: ReadonlySet<string>,
): OverlayState {
  const isSteady = seen.status === 'live' && now.status === 'live' && seen.people && now.people;
  const others =
    isSteady && seen.people !== now.people ? freshReactions(seen.people ?? [], now.people ?? [], passedOver) : [];
  const isOwn =
    now.own !== undefined &&
    now.own !== seen.own &&
    now.own.reactionName !== null &&
    now.own.reactionName !== 'raise_hand';
  const ownCount = seen.ownCount + (isOwn ? 1 : 0);
  const mine: FreshReaction[] = isOwn
    ? [{ key: `own ${ownCount}`, reactionName: now.own?.reactionName as FreshReaction['reactionName'], nickname: OWN }]
    : [];
  return {
    ...now,
    ownCount,
    floating: [...seen.floating, ...others, ...mine].slice(-MAX_FLOATING),
    spoken: others.length > 0 ? [...seen.spoken, ...others].slice(-MAX_SPOKEN) : seen.spoken,
  };
}

/** Returns the horizontal position in percent of the stage's width: spread out, and stable across renders. */
function laneOf(key: string): number {
  let sum = 0;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  // The step does not divide the range, so similar keys land far apart.
  return 6 + ((sum * 37) % 76);
}

function Floating({
  reaction: { key, reactionName, nickname },
  onLanded,
}: {
  reaction: FreshReaction;
  onLanded: () => void;
}) {
  // Uses a timer, because no animation end event fires with reduced motion.
  const land = useEffectEvent(onLanded);
  useEffect(() => {
    const timer = setTimeout(() => land(), FLOATING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span className={styles.floating} style={{ left: `${laneOf(key)}%` }}>
      <span className={styles.bubble}>
        <Icon icon={reactionDisplay[reactionName].icon} size={24} />
      </span>
      {nickname !== OWN && <span className={styles.floatingName}>{nickname}</span>}
    </span>
  );
}
