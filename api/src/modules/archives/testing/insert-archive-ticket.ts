import { subDays } from 'date-fns';

import { insertTicketType } from '../../../testing/rows';
import type { TestApp } from '../../../testing/start-test-app';
import { insertArchive } from './insert-archive';

/** Ends an event, publishes its archive for ticket holders and sells it. Returns the ids. */
export async function insertArchiveTicket(
  world: Pick<TestApp, 'db' | 'clock' | 'people'>,
  { event, price }: { event: string; price: number },
): Promise<{ archive: string; ticket: string }> {
  const now = world.clock.now();
  const archive = await insertArchive(world, {
    id: `arc_of_${event}`,
    source: 'event',
    source_id: event,
    access: 'ticket',
  });
  await world.db
    .updateTable('events')
    .set({ state: 'archived', archive_id: archive, start_at: subDays(now, 10), end_at: subDays(now, 9) })
    .where('id', '=', event)
    .execute();
  const ticket = await insertTicketType(world.db, {
    event_id: event,
    name: 'アーカイブ視聴',
    kind: 'archive',
    price,
    quota: null,
    sale_start_at: now,
    sale_end_at: new Date('9999-12-31T00:00:00Z'),
  });
  return { archive, ticket };
}
