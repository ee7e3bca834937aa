import { type EventAccess, type EventRight, mayInEvent } from '@manabiba/shared/contract/event-rights';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Db, Trx } from '../../../platform/database/db';
import type { EventMembersRepository } from './event-members.repository';

/** What a user is to an event, and whose it is. */
export interface EventStanding extends EventAccess {
  organizerId: string;
}

export type EventAuthorityService = ReturnType<typeof createEventAuthorityService>;

/** Decides who may do what with an event, by its owner and its team: the only place of the api that does. */
export function createEventAuthorityService({ db, members }: { db: Db; members: EventMembersRepository }) {
  async function standing(on: Db | Trx, userId: string, eventId: string, isLocked: boolean): Promise<EventStanding> {
    const organizerId = await members.findOrganizer(on, eventId);
    if (organizerId === undefined) throw new AppError('not_found');
    if (organizerId === userId) return { organizerId, isOwner: true, roles: [] };
    const roles = await members.findRoles(on, { eventId, userId, isLocked });
    if (!roles) throw new AppError('not_found');
    return { organizerId, isOwner: false, roles };
  }

  function requireRight(found: EventStanding, right: EventRight): EventStanding {
    if (!mayInEvent(found, right)) throw new AppError('role_required');
    return found;
  }

  return {
    /**
     * Returns what the viewer is to an event. Throws `not_found` for outsiders, to whom it does not exist, and
     * `role_required` for members whose roles do not allow this.
     */
    async require(viewer: SignedInViewer, eventId: string, right: EventRight): Promise<EventStanding> {
      return requireRight(await standing(db, viewer.id, eventId, false), right);
    },

    /**
     * Does the same in a transaction: until it ends, the membership can neither change nor end. Comes after the other
     * locks, since members are locked last.
     */
    async requireIn(trx: Trx, viewer: SignedInViewer, eventId: string, right: EventRight): Promise<EventStanding> {
      return requireRight(await standing(trx, viewer.id, eventId, true), right);
    },

    /** Whether a user has any role in an event, or is its owner. */
    async isInTeam(userId: string, eventId: string): Promise<boolean> {
      return (
        (await members.findOrganizer(db, eventId)) === userId ||
        (await members.findRoles(db, { eventId, userId, isLocked: false })) !== undefined
      );
    },
  };
}
