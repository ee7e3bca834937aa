import type { Invitation } from '@manabiba/shared/contract/event-editing';
import type { Selectable } from 'kysely';

import type { InvitationsTable } from '../../../tables/events';

export type InvitationRow = Selectable<InvitationsTable>;

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    eventId: row.event_id,
    code: row.code,
    ticketTypeId: row.ticket_type_id,
    maxUses: row.max_uses,
    uses: row.uses,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
