import type { RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import { useState } from 'react';

import { countBetween, positionOf } from './room-thread';

/** Returns how many comments arrived below while the viewer was scrolled up. */
export function useNewBelow(comments: readonly RoomCommentDoc[], isAtEnd: boolean): number {
  const last = comments.at(-1);
  const newest = last ? positionOf(last) : '';
  const [seen, setSeen] = useState(newest);
  if (isAtEnd && seen !== newest) setSeen(newest);
  return isAtEnd ? 0 : countBetween(comments, seen, null);
}
