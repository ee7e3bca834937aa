import type { Insertable } from 'kysely';

import { newId } from '../../../platform/ids';
import type { HostMessagesTable } from '../../../tables/host-messages';
import type { TestApp } from '../../../testing/start-test-app';

/** Inserts the first message of an event or class, by default of the professional, as it is once it has been sent. Returns its id. */
export async function insertHostMessage(
  { db, clock, people }: Pick<TestApp, 'db' | 'clock' | 'people'>,
  given: Partial<Insertable<HostMessagesTable>>,
): Promise<string> {
  const id = newId('msg');
  const words = { subject: '持ち物のご案内', body: '筆記用具をお持ちください。' };
  const sent = { user_id: people.professional, number: 1, recipient_count: 3, created_at: clock.now() };
  await db
    .insertInto('host_messages')
    .values({ id, ...words, ...sent, ...given })
    .execute();
  return id;
}
