import type { Invitation } from '@manabiba/shared/contract/event-editing';
import type { createInvitation } from '@manabiba/shared/contract/event-tickets';
import { MAX_INVITATIONS } from '@manabiba/shared/contract/limits';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import { insertTypedCode } from '../../../platform/security/insert-typed-code';
import type { EventAuthorityService } from '../../teams/team-authority.service';
import type { TeamLogService } from '../../teams/team-log.service';
import { toInvitation } from './invitation-row';
import type { InvitationsRepository } from './invitations.repository';
import type { OrganizedEventsRepository } from './organized-events.repository';

interface InvitationsDeps {
  invitations: InvitationsRepository;
  organized: OrganizedEventsRepository;
  authority: EventAuthorityService;
  log: TeamLogService;
  write: Write;
  clock: Clock;
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

/** Invitation codes for events: free tickets. */
export function createInvitationsService({ invitations, organized, authority, log, write, clock }: InvitationsDeps) {
  return {
    async list(viewer: SignedInViewer, eventId: string): Promise<{ items: Invitation[] }> {
      await authority.require(viewer, eventId, 'edit');
      return { items: (await invitations.list(eventId)).map(toInvitation) };
    },

    /**
     * Creates a code for a ticket type of the event (`not_found` for another). A chosen code that the event already has
     * is `already`; after the event has begun it is `conflict`. The number of codes is limited (`conflict`), and the
     * expiry must be in the future.
     */
    create(
      viewer: SignedInViewer,
      eventId: string,
      { ticketTypeId, code: chosen, maxUses, expiresAt = null }: z.output<typeof createInvitation.body>,
    ): Promise<Invitation> {
      return write(async (trx) => {
        const now = clock.now();
        const event = await organized.lock(trx, eventId);
        await authority.requireIn(trx, viewer, eventId, 'edit');
        if (!event) throw new AppError('not_found');
        if (!['draft', 'published', 'open'].includes(event.state)) throw new AppError('conflict');
        if (!(await invitations.hasTicketType(trx, eventId, ticketTypeId))) throw new AppError('not_found');
        if (expiresAt !== null && new Date(expiresAt) <= now)
          throw new AppError('invalid', { fields: { expiresAt: '期限は現在より後を指定してください。' } });
        if ((await invitations.count(trx, eventId)) >= MAX_INVITATIONS) throw new AppError('conflict');
        const row = await insertTypedCode(chosen, (code) =>
          invitations.insert(trx, {
            id: newId('inv'),
            event_id: eventId,
            ticket_type_id: ticketTypeId,
            code,
            max_uses: maxUses,
            expires_at: expiresAt === null ? null : new Date(expiresAt),
            created_by: viewer.id,
            created_at: now,
          }),
        );
        await log.record(trx, { subjectId: eventId, actorId: viewer.id, act: 'code_created' });
        return toInvitation(row);
      });
    },

    /** Revokes a code. Participations made with it stay. */
    revoke(viewer: SignedInViewer, eventId: string, id: string): Promise<void> {
      return write(async (trx) => {
        await authority.requireIn(trx, viewer, eventId, 'edit');
        if (!(await invitations.revoke(trx, eventId, id, clock.now()))) throw new AppError('not_found');
        await log.record(trx, { subjectId: eventId, actorId: viewer.id, act: 'code_revoked' });
      });
    },
  };
}
