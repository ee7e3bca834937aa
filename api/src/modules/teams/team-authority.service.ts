import type { EventRight, SeriesRight, TeamAccess } from '@manabiba/shared/contract/team-rights';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Db, Trx } from '../../platform/database/db';
import type { TeamKind } from './team-kinds';
import type { TeamMembersRepository } from './team-members.repository';

/** What a user is to an event or a series, and whose it is. */
export interface TeamStanding extends TeamAccess {
  ownerId: string;
}

export type TeamAuthorityService<Right extends string> = ReturnType<typeof createTeamAuthorityService<Right>>;
export type EventAuthorityService = TeamAuthorityService<EventRight>;
export type SeriesAuthorityService = TeamAuthorityService<SeriesRight>;

interface TeamAuthorityDeps<Right extends string> {
  db: Db;
  kind: TeamKind<Right>;
  members: TeamMembersRepository;
}

/**
 * Decides who may do what with the events or the series, by their owner and their team: the only place of the api that
 * does.
 */
export function createTeamAuthorityService<Right extends string>({ db, kind, members }: TeamAuthorityDeps<Right>) {
  async function find(on: Db | Trx, userId: string, id: string, isLocked: boolean): Promise<TeamStanding | null> {
    const subject = await members.find(on, id);
    if (!subject) return null;
    const { ownerId } = subject;
    if (ownerId === userId) return { ownerId, isOwner: true, roles: [] };
    const roles = await members.findRoles(on, { id, userId, isLocked });
    return roles ? { ownerId, isOwner: false, roles } : null;
  }

  function requireRight(found: TeamStanding | null, right: Right): TeamStanding {
    if (!found) throw new AppError('not_found');
    if (!kind.may(found, right)) throw new AppError('role_required');
    return found;
  }

  return {
    /** Returns what `accessOf` has found if it allows this, or throws as `require` does. */
    requireRight,

    /**
     * Returns what the viewer is to it. Throws `not_found` for outsiders, to whom what a team does does not exist, and
     * `role_required` for members whose roles do not allow this.
     */
    async require(viewer: SignedInViewer, id: string, right: Right): Promise<TeamStanding> {
      return requireRight(await find(db, viewer.id, id, false), right);
    },

    /**
     * Does the same in a transaction: until it ends, the membership can neither change nor end. Comes after the other
     * locks, since members are locked last.
     */
    async requireIn(trx: Trx, viewer: SignedInViewer, id: string, right: Right): Promise<TeamStanding> {
      return requireRight(await find(trx, viewer.id, id, true), right);
    },

    /** Returns what a user is to it; null for outsiders. */
    accessOf: (userId: string, id: string): Promise<TeamStanding | null> => find(db, userId, id, false),

    /** Whether a user may do this. */
    async isAllowed(userId: string, id: string, right: Right): Promise<boolean> {
      const found = await find(db, userId, id, false);
      return found !== null && kind.may(found, right);
    },
  };
}
