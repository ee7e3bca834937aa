import type { Participation } from '@manabiba/shared/contract/tickets';
import { useState } from 'react';

/**
 * Returns whether the deadline of a konbini payment started in this window has passed without a result. The payment may
 * still arrive.
 */
export function useStoreDeadline(participation: Participation | null | undefined): boolean {
  const isAwaited = participation?.state === 'pending_payment' && participation.konbini !== null;
  const [wasAwaited, setWasAwaited] = useState(isAwaited);
  if (isAwaited && !wasAwaited) setWasAwaited(true);
  return wasAwaited && participation === null;
}
