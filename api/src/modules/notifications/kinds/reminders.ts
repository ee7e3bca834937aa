import { addMilliseconds, subMilliseconds } from 'date-fns';

import type { FindDue, KindDeclaration } from './declare-kind';
import { notificationFacts } from './facts.repository';

/**
 * Reminds of events `aheadMs` before they start, at most `usefulMs` late. The start is part of the cause: an event that
 * moves is reminded of before its new start, and the reminder of the old one is withdrawn.
 */
export function remindersBefore({
  aheadMs,
  usefulMs,
}: {
  aheadMs: number;
  usefulMs: number;
}): Required<Pick<KindDeclaration, 'due' | 'outdatedBy'>> {
  const due: FindDue = async (trx, now) => {
    const latest = addMilliseconds(now, aheadMs);
    const earliest = subMilliseconds(latest, usefulMs);
    const events = await notificationFacts.startingBetween(trx, earliest, latest);
    return events.map(({ id, title, start_at: startAt, organizer_id: organizerId }) => {
      const dueAt = subMilliseconds(startAt, aheadMs);
      return {
        key: `${id} ${startAt.toISOString()}`,
        title,
        url: `/events/${id}`,
        actorId: organizerId,
        subjects: { event: id, startAt: startAt.toISOString() },
        dueAt,
        staleAt: addMilliseconds(dueAt, usefulMs),
      };
    });
  };
  return { due, outdatedBy: 'eventRescheduled' };
}
