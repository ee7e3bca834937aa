import type { PresentationDoc } from '@manabiba/shared/contract/room-documents';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';

import type { MediaSession } from '../../core/media/session/media-session';
import type { PagePlace } from './pdf/pdf-page';

const TOPIC = 'pointer';
/** Shortest time between two places that are sent, in milliseconds. */
const GAP_MS = 80;
/** A pointer that has not moved for so long is gone, in milliseconds: the message that it left may be lost. */
const KEPT_MS = 5000;

const share = z.number().check(z.minimum(0), z.maximum(1));
const message = z.nullable(z.object({ page: z.number(), x: share, y: share }));

/** Where the presenter points, sent as data beside voice and video. It is stored nowhere. */
export function usePointer(media: MediaSession | null, { presenterId, page }: PresentationDoc, isMine: boolean) {
  const [place, setPlace] = useState<(PagePlace & { page: number }) | null>(null);
  const [isPointing, setIsPointing] = useState(false);
  const sentAt = useRef(0);
  useEffect(
    () =>
      media?.messages.on(TOPIC, (fromId, value) => {
        const read = z.safeParse(message, value);
        if (read.success && fromId === presenterId) setPlace(read.data);
      }),
    [media, presenterId],
  );
  useEffect(() => {
    if (!place || isMine) return undefined;
    const timer = setTimeout(() => setPlace(null), KEPT_MS);
    return () => clearTimeout(timer);
  }, [place, isMine]);
  const point = (to: PagePlace | null) => {
    const now = performance.now();
    if (to && now - sentAt.current < GAP_MS) return;
    sentAt.current = now;
    const found = to && { ...to, page };
    setPlace(found);
    media?.messages.send(TOPIC, found, { reliable: to === null });
  };
  return {
    pointer: place?.page === page ? place : null,
    isPointing,
    setIsPointing: (isOn: boolean) => {
      setIsPointing(isOn);
      if (!isOn) point(null);
    },
    point,
  };
}
