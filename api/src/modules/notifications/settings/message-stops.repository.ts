import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';

/** Who gets messages: an account, or the address of a buyer without one. */
export type MessageRecipient = { userId: string } | { email: string };

export type MessageStopsRepository = ReturnType<typeof createMessageStopsRepository>;

/** Who has stopped the messages of which host. */
export function createMessageStopsRepository(db: Db) {
  const selectStop = (recipient: MessageRecipient, hostId: string) =>
    'userId' in recipient
      ? db
          .selectFrom('notification_mutes')
          .select('subject_id as host_id')
          .where('user_id', '=', recipient.userId)
          .where('scope', '=', 'messages')
          .where('subject_id', '=', hostId)
      : db
          .selectFrom('guest_message_stops')
          .select('host_id')
          .where('email', '=', recipient.email)
          .where('host_id', '=', hostId);

  return {
    /** Finds an account by its id, or whoever holds the ticket of a guest now; undefined when they are gone. */
    async findRecipient(id: string): Promise<MessageRecipient | undefined> {
      const { rows } = await sql<{ user_id: string | null; email: string | null }>`
        select id as user_id, null as email from users where id = ${id} and purged_at is null
        union all select user_id, lower(guest_email) from participations where id = ${id}`.execute(db);
      const [row] = rows;
      if (row?.user_id) return { userId: row.user_id };
      return row?.email ? { email: row.email } : undefined;
    },

    async has(recipient: MessageRecipient, hostId: string): Promise<boolean> {
      return (await selectStop(recipient, hostId).executeTakeFirst()) !== undefined;
    },

    async add(recipient: MessageRecipient, hostId: string, now: Date): Promise<void> {
      if ('userId' in recipient)
        await db
          .insertInto('notification_mutes')
          .values({
            id: newId('mut'),
            user_id: recipient.userId,
            scope: 'messages',
            subject_id: hostId,
            created_at: now,
          })
          .onConflict((conflict) => conflict.columns(['user_id', 'scope', 'subject_id']).doNothing())
          .execute();
      else
        await db
          .insertInto('guest_message_stops')
          .values({ email: recipient.email, host_id: hostId, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },

    async delete(recipient: MessageRecipient, hostId: string): Promise<void> {
      if ('userId' in recipient)
        await db
          .deleteFrom('notification_mutes')
          .where('user_id', '=', recipient.userId)
          .where('scope', '=', 'messages')
          .where('subject_id', '=', hostId)
          .execute();
      else
        await db
          .deleteFrom('guest_message_stops')
          .where('email', '=', recipient.email)
          .where('host_id', '=', hostId)
          .execute();
    },

    /** Returns the name that a host's mails have; undefined when they have left. */
    async nameOfHost(hostId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('users as u')
        .leftJoin('professionals as o', 'o.user_id', 'u.id')
        .select(sql<string>`coalesce(nullif(o.org_name, ''), u.nickname)`.as('name'))
        .where('u.id', '=', hostId)
        .where('u.state', '<>', 'withdrawn')
        .executeTakeFirst();
      return row?.name;
    },
  };
}
