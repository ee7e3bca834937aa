import { createGuestTokens } from '../modules/participations/guest-tokens';
import { newId } from '../platform/ids';
import { insertParticipation } from './rows';
import type { TestApp } from './start-test-app';

/** Inserts a confirmed guest ticket. Returns the token that opens it. */
export async function insertGuestTicket(
  { db, env }: Pick<TestApp, 'db' | 'env'>,
  eventId: string,
  ticketTypeId: string,
  given: Partial<Parameters<typeof insertParticipation>[1]> = {},
): Promise<string> {
  const tokens = createGuestTokens(env.sessionSecret);
  const id = newId('par');
  const token = tokens.tokenOf(id);
  await insertParticipation(db, {
    id,
    event_id: eventId,
    ticket_type_id: ticketTypeId,
    guest_email: 'hana@example.test',
    guest_token_hash: tokens.hashOf(token),
    ...given,
  });
  return token;
}
