import { MAX_TEAM_MEMBERS } from '@manabiba/shared/contract/limits';
import { rolesInWords, type TeamRole, teamRoles } from '@manabiba/shared/contract/team-rights';
import type { Team, TeamMember } from '@manabiba/shared/contract/teams';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import { maskEmail } from '../../platform/mail/mask-email';
import { isMinor } from '../users/age';
import { toUser, userMapper } from '../users/user-columns';
import type { TeamAuthorityService } from './team-authority.service';
import type { TeamRight } from './team-kinds';
import type { TeamLogService } from './team-log.service';
import type { ListedMemberRow, TeamMemberRow, TeamMembersRepository } from './team-members.repository';

interface TeamMembersDeps {
  db: Db;
  members: TeamMembersRepository;
  authority: Pick<TeamAuthorityService<TeamRight>, 'require' | 'requireIn'>;
  log: TeamLogService;
  write: Write;
  clock: Clock;
}

const toMemberUser = userMapper('member_');

/** Returns the roles once each, always in the same order. */
export const orderedRoles = (roles: readonly TeamRole[]): TeamRole[] =>
  teamRoles.filter((role) => roles.includes(role));

/** The sales are money: throws `age_restricted` for somebody under 18. */
export function requireAgeFor(roles: readonly TeamRole[], birthDate: string, now: Date): void {
  if (roles.includes('sales') && isMinor(birthDate, now))
    throw new AppError('age_restricted', { sentence: '「売上」の役割は、18歳以上の方が対象です。' });
}

export type TeamMembersService = ReturnType<typeof createTeamMembersService>;

/** The team of an event or a series, and what its owner changes about it. */
export function createTeamMembersService({ db, members, authority, log, write, clock }: TeamMembersDeps) {
  function toMember(row: ListedMemberRow, viewer: SignedInViewer, now: Date, isOwner: boolean): TeamMember {
    return {
      id: row.id,
      user: row.user_id === null ? null : toMemberUser(row, viewer, now),
      email: isOwner ? row.email : null,
      roles: orderedRoles(row.roles),
      invitedUntil: row.expires_at?.toISOString() ?? null,
      isMe: row.user_id === viewer.id,
    };
  }

  /** Returns one member as the owner sees it. */
  async function read(trx: Trx, viewer: SignedInViewer, id: string, memberId: string): Promise<TeamMember> {
    const now = clock.now();
    const [row] = await members.list(trx, { id, viewerId: viewer.id, now, memberId });
    if (!row) throw new AppError('not_found');
    return toMember(row, viewer, now, true);
  }

  /** Records who left the team, or which invitation is over. */
  async function recordEnd(trx: Trx, viewer: SignedInViewer, subjectId: string, row: TeamMemberRow): Promise<void> {
    const isMe = row.user_id === viewer.id;
    await log.record(trx, {
      subjectId,
      actorId: viewer.id,
      act: row.user_id === null ? 'invitation_withdrawn' : isMe ? 'member_left' : 'member_removed',
      personId: isMe ? null : row.user_id,
      detail: row.email === null ? '' : maskEmail(row.email),
    });
  }

  return {
    read,

    /** Returns the owner and the members; only the owner sees the open invitations. */
    async list(viewer: SignedInViewer, id: string): Promise<Team> {
      const { isOwner, ownerId } = await authority.require(viewer, id, 'read');
      const now = clock.now();
      const [owner, rows] = await Promise.all([
        members.findUser(ownerId, viewer.id),
        members.list(db, { id, viewerId: viewer.id, now }),
      ]);
      return {
        owner: toUser(owner, viewer, now),
        members: rows
          .filter(({ user_id: userId }) => isOwner || userId !== null)
          .map((row) => toMember(row, viewer, now, isOwner)),
        remaining: Math.max(0, MAX_TEAM_MEMBERS - rows.length),
      };
    },

    /** Sets the roles of a member, or of whoever accepts an open invitation. */
    setRoles(
      viewer: SignedInViewer,
      { id, memberId }: { id: string; memberId: string },
      given: readonly TeamRole[],
    ): Promise<TeamMember> {
      return write(async (trx) => {
        await authority.requireIn(trx, viewer, id, 'own');
        const row = await members.lockMember(trx, id, memberId);
        if (!row) throw new AppError('not_found');
        const roles = orderedRoles(given);
        if (row.user_id !== null)
          requireAgeFor(roles, (await members.findPerson(trx, row.user_id)).birth_date, clock.now());
        if (rolesInWords(roles) !== rolesInWords(row.roles)) {
          await members.setRoles(trx, memberId, roles);
          await log.record(trx, {
            subjectId: id,
            actorId: viewer.id,
            act: 'member_roles_changed',
            personId: row.user_id,
            detail: row.email === null ? rolesInWords(roles) : `${maskEmail(row.email)}: ${rolesInWords(roles)}`,
          });
        }
        return read(trx, viewer, id, memberId);
      });
    },

    /** Removes a member or withdraws an invitation. Members may remove nobody but themselves. */
    remove(viewer: SignedInViewer, { id, memberId }: { id: string; memberId: string }): Promise<void> {
      return write(async (trx) => {
        // Locked first: a shared lock on one's own membership could not become this one while another call waits.
        const row = await members.lockMember(trx, id, memberId);
        const { isOwner } = await authority.requireIn(trx, viewer, id, 'read');
        if (!isOwner && row?.user_id !== viewer.id) throw new AppError('role_required');
        if (!row) throw new AppError('not_found');
        await members.delete(trx, memberId);
        await recordEnd(trx, viewer, id, row);
      });
    },
  };
}
