import { createHash } from 'node:crypto';

import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { MAX_TEAM_MEMBERS, TEAM_INVITATION_DAYS } from '@manabiba/shared/contract/limits';
import { rolesInWords, type TeamRole } from '@manabiba/shared/contract/team-rights';
import type { acceptTeamInvitation, getTeamInvitation, TeamMember } from '@manabiba/shared/contract/teams';
import { addDays } from 'date-fns';
import { secondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import { newId } from '../../platform/ids';
import { maskEmail } from '../../platform/mail/mask-email';
import type { Limiter } from '../../platform/security/limiter';
import { deriveKey, keyedDigest } from '../../platform/security/text-encryption';
import type { MailsService } from '../mails/mails.service';
import type { UsersService } from '../users/users.service';
import type { TeamAuthorityService } from './team-authority.service';
import type { TeamKind, TeamRight } from './team-kinds';
import type { TeamLogService } from './team-log.service';
import {
  deleteExpiredInvitations,
  findTeamInvitation,
  type TeamMemberRow,
  type TeamMembersRepository,
} from './team-members.repository';
import { orderedRoles, requireAgeFor, type TeamMembersService } from './team-members.service';
import type { TeamSubject } from './team-subjects.repository';

/** The teams of one kind, as invitations need them. */
interface InvitingTeam {
  kind: Pick<TeamKind<never>, 'name' | 'noun'>;
  members: TeamMembersRepository;
  team: Pick<TeamMembersService, 'read'>;
  authority: Pick<TeamAuthorityService<TeamRight>, 'requireIn'>;
  log: Pick<TeamLogService, 'record'>;
}

interface TeamInvitationsDeps {
  db: Db;
  teams: Readonly<Record<'event' | 'series', InvitingTeam>>;
  mails: Pick<MailsService, 'send'>;
  users: Pick<UsersService, 'holdActive'>;
  limiter: Limiter;
  write: Write;
  clock: Clock;
  sessionSecret: string;
}

interface NewInvitation {
  kind: 'event' | 'series';
  /** Of the event or the series. */
  id: string;
  email: string;
  roles: readonly TeamRole[];
}

interface OpenInvitation {
  kind: 'event' | 'series';
  subjectId: string;
  row: TeamMemberRow;
  email: string;
  until: Date;
}

/** Invitations of one owner, whatever their outcome: each sends a mail to somebody who may not know the sender. */
const DAILY = { max: 60, windowSeconds: secondsInDay };

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export type TeamInvitationsService = ReturnType<typeof createTeamInvitationsService>;

/** Invitations by mail to the team of an event or a series. Whoever has the link answers it, once. */
export function createTeamInvitationsService(deps: TeamInvitationsDeps) {
  const { db, teams, mails, users, limiter, write, clock } = deps;
  // Named when only events had teams: another name would end the invitations that are open.
  const key = deriveKey(deps.sessionSecret, 'event teams');

  /** Sends the mail and notifies the account of the address, unless it is closed or blocked. */
  async function deliver(
    trx: Trx,
    { kind: { name, noun }, members }: InvitingTeam,
    { id, title, ownerId }: TeamSubject,
    row: { id: string; email: string; roles: string },
  ) {
    const account = await members.findAccount(trx, row.email, ownerId);
    if (account?.is_unreachable) return;
    const { name: owner } = await members.findInviter(trx, ownerId);
    const token = keyedDigest(key, row.id);
    await mails.send(trx, 'team_invitation', {
      to: row.email,
      userId: account?.id ?? null,
      noun,
      title,
      owner,
      roles: row.roles,
      token,
    });
    if (!account) return;
    const path = `/team_invitations/${token}`;
    const invited = { memberId: row.id, userId: account.id, path };
    if (name === 'event') await publish(trx, 'teamInvited', { ...invited, eventId: id });
    else await publish(trx, 'seriesTeamInvited', { ...invited, seriesId: id });
  }

  /** Throws unless it can have another member. */
  async function requireRoom(trx: Trx, { kind, members }: InvitingTeam, { id, isOver }: TeamSubject): Promise<void> {
    if (isOver) throw new AppError('conflict', { sentence: `終了した${kind.noun}には招待できません。` });
    await members.deleteExpiredOf(trx, id, clock.now());
    if ((await members.count(trx, id)) >= MAX_TEAM_MEMBERS)
      throw new AppError('conflict', { sentence: `運営メンバーは、招待中の方を含めて${MAX_TEAM_MEMBERS}人までです。` });
  }

  /** Returns an open invitation, and what it invites to. */
  async function requireOpen(on: Db | Trx, token: string): Promise<OpenInvitation> {
    const row = await findTeamInvitation(on, hashOf(token), clock.now());
    if (!row || row.email === null || row.expires_at === null) throw new AppError('link_expired');
    const kind = row.event_id === null ? 'series' : 'event';
    return { kind, subjectId: row.event_id ?? row.series_id ?? '', row, email: row.email, until: row.expires_at };
  }

  return {
    /** Invites an address. The answer does not reveal whether it has an account. */
    invite(viewer: SignedInViewer, { kind, id, email, roles: given }: NewInvitation): Promise<TeamMember> {
      const inviting = teams[kind];
      const { members, authority, log, team } = inviting;
      return write(async (trx) => {
        await users.holdActive(trx, viewer.id);
        const subject = await members.lock(trx, id);
        await authority.requireIn(trx, viewer, id, 'own');
        if (!subject) throw new AppError('not_found');
        await limiter.consume(`team-invitations:${viewer.id}`, DAILY, trx);
        if ((await members.findPerson(trx, viewer.id)).email === email)
          throw new AppError('invalid', { fields: { email: 'ご自身は招待できません。' } });
        await requireRoom(trx, inviting, subject);
        const now = clock.now();
        const memberId = newId('mem');
        const roles = orderedRoles(given);
        const isNew = await members.invite(trx, id, {
          id: memberId,
          user_id: null,
          email,
          token_hash: hashOf(keyedDigest(key, memberId)),
          roles,
          expires_at: addDays(now, TEAM_INVITATION_DAYS),
          invited_at: now,
        });
        if (!isNew)
          throw new AppError('already', { fields: { email: 'このアドレスには、すでに招待を送っています。' } });
        const words = rolesInWords(roles);
        const detail = `${maskEmail(email)}: ${words}`;
        await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'member_invited', detail });
        await deliver(trx, inviting, subject, { id: memberId, email, roles: words });
        return team.read(trx, viewer, id, memberId);
      });
    },

    /** Returns what an invitation is to. Throws `link_expired` also once that is over or its owner has left. */
    async show(token: string): Promise<EndpointOutput<typeof getTeamInvitation>> {
      const { kind, subjectId, row, email, until } = await requireOpen(db, token);
      const { members } = teams[kind];
      const subject = await members.find(db, subjectId);
      if (!subject || subject.isOver) throw new AppError('link_expired');
      const owner = await members.findInviter(db, subject.ownerId);
      if (owner.hasLeft) throw new AppError('link_expired');
      return {
        kind,
        title: subject.title,
        eventTitle: subject.title,
        startAt: subject.startAt?.toISOString() ?? null,
        ownerName: owner.name,
        email,
        roles: orderedRoles(row.roles),
        expiresAt: until.toISOString(),
      };
    },

    /** Makes the viewer a member, whatever their address is. */
    accept(viewer: SignedInViewer, token: string): Promise<EndpointOutput<typeof acceptTeamInvitation>> {
      return write(async (trx) => {
        await users.holdActive(trx, viewer.id);
        const { kind, subjectId: id, row } = await requireOpen(trx, token);
        const { members, log } = teams[kind];
        const subject = await members.lock(trx, id);
        if (!subject || subject.isOver || (await members.isBlocked(trx, viewer.id, subject.ownerId)))
          throw new AppError('link_expired');
        const isMember =
          subject.ownerId === viewer.id ||
          (await members.findRoles(trx, { id, userId: viewer.id, isLocked: false })) !== undefined;
        if (isMember) throw new AppError('already', { sentence: 'このアカウントは、すでに運営メンバーです。' });
        const now = clock.now();
        const roles = await members.join(trx, row.id, viewer.id, now);
        if (!roles) throw new AppError('link_expired');
        requireAgeFor(roles, (await members.findPerson(trx, viewer.id)).birth_date, now);
        const detail = rolesInWords(roles);
        await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'member_joined', detail });
        return { kind, id, ...(kind === 'event' && { eventId: id }) };
      });
    },

    async decline(token: string): Promise<{ ok: true }> {
      await write(async (trx) => {
        const { kind, subjectId, row, email } = await requireOpen(trx, token);
        const { members, log } = teams[kind];
        if (!(await members.delete(trx, row.id))) throw new AppError('link_expired');
        await log.record(trx, { subjectId, actorId: null, act: 'invitation_declined', detail: maskEmail(email) });
      });
      return { ok: true };
    },

    /** Deletes invitations that can no longer be accepted, with their addresses. */
    deleteExpired: (): Promise<void> => deleteExpiredInvitations(db, clock.now()),
  };
}
