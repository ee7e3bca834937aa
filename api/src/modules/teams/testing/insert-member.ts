import { createHash, randomUUID } from 'node:crypto';

import { addDays } from 'date-fns';
import type { Insertable } from 'kysely';

import { newId } from '../../../platform/ids';
import type { TeamMembersTable } from '../../../tables/teams';
import type { TestApp } from '../../../testing/start-test-app';

type World = Pick<TestApp, 'db' | 'clock'>;
/** `event_id` or `series_id` is given. */
type RowInput = Partial<Insertable<TeamMembersTable>>;

/** Inserts a member of a team. Returns the id of the membership. */
export async function insertMember(
  { db, clock }: World,
  given: RowInput & { user_id: string; roles: TeamMembersTable['roles'] },
): Promise<string> {
  const id = newId('mem');
  const now = clock.now();
  await db
    .insertInto('team_members')
    .values({ id, email: null, token_hash: null, invited_at: now, joined_at: now, ...given })
    .execute();
  return id;
}

/** Inserts an open invitation, for the reception of an event or the dates of a series. Returns its id and the token of its link. */
export async function insertTeamInvitation(
  { db, clock }: World,
  given: RowInput,
): Promise<{ id: string; token: string }> {
  const id = newId('mem');
  const token = randomUUID();
  const now = clock.now();
  await db
    .insertInto('team_members')
    .values({
      id,
      user_id: null,
      email: `${randomUUID()}@example.test`,
      token_hash: createHash('sha256').update(token).digest('base64url'),
      roles: given.series_id ? ['edit'] : ['reception'],
      invited_at: now,
      expires_at: addDays(now, 7),
      ...given,
    })
    .execute();
  return { id, token };
}
