import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useEffect, useState } from 'react';

import type { MediaSession } from '../../../core/media/session/media-session';
import { listenToSpotlight, shineSpotlight, type Spotlight } from '../../../core/media/spotlight';
import { isModerator } from '../../../core/room/room-rights';

/**
 * Returns whom the host or a co-host shows enlarged to all, and for moderators a function that sets it. The spotlight
 * goes out when the moderator who set it leaves.
 */
export function useSpotlight(media: MediaSession | null, people: readonly RoomUserDoc[], myId: string) {
  const [heard, setHeard] = useState<Spotlight | null>(null);
  const [own, setOwn] = useState<string | null>(null);
  useEffect(
    () => media?.messages && listenToSpotlight(media, (next) => setHeard((known) => latest(known, next))),
    [media],
  );
  // Another moderator's word replaces one's own.
  const [answered, setAnswered] = useState(heard);
  if (heard !== answered) {
    setAnswered(heard);
    if (heard && heard.userId !== null) setOwn(null);
  }
  const mayShine = isModerator(people.find(({ id }) => id === myId)?.role ?? null);
  const shone = mayShine ? own : null;
  useEffect(() => (media && shone !== null ? shineSpotlight(media, shone) : undefined), [media, shone]);

  const sender = people.find(({ id }) => id === heard?.fromId);
  const shownId = shone ?? (isModerator(sender?.role ?? null) ? heard?.userId : null) ?? null;
  return { shownId, isOwn: shone !== null, set: media && mayShine ? setOwn : undefined };
}

/** A moderator who stops does not stop the spotlight of another one. */
const latest = (known: Spotlight | null, next: Spotlight) =>
  next.userId === null && known?.fromId !== next.fromId ? known : next;
