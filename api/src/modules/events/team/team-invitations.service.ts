import { createHash } from 'node:crypto';

import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { rolesInWords } from '@manabiba/shared/contract/event-rights';
import type { getTeamInvitation, inviteTeamMember, TeamMember } from '@manabiba/shared/contract/event-team';
import { MAX_TEAM_MEMBERS, TEAM_INVITATION_DAYS } from '@manabiba/shared/contract/limits';
import { addDays } from 'date-fns';
import { secondsInDay } from 'date-fns/constants';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { publish } from '../../../platform/events/domain-events';
import { newId } from '../../../platform/ids';
import { maskEmail } from '../../../platform/mail/mask-email';
import type { Limiter } from '../../../platform/security/limiter';
import { deriveKey, keyedDigest } from '../../../platform/security/sealed-text';
import type { MailsService } from '../../mails/mails.service';
import type { UsersService } from '../../users/users.service';
import type { EventAuthorityService } from './event-authority.service';
import type { EventMemberRow, EventMembersRepository } from './event-members.repository';
import type { TeamLogService } from './team-log.service';
import { orderedRoles, requireAgeFor, type TeamMembersService } from './team-members.service';

interface TeamInvitationsDeps {
  db: Db;
  members: EventMembersRepository;
  team: TeamMembersService;
  authority: EventAuthorityService;
  log: TeamLogService;
  mails: Pick<MailsService, 'send'>;
  users: Pick<UsersService, 'holdActive'>;
  limiter: Limiter;
  write: Write;
  clock: Clock;
  sessionSecret: string;
}

type InvitedEvent = NonNullable<Awaited<ReturnType<EventMembersRepository['lockEvent']>>>;

/** Invitations of one owner, whatever became of them: each sends a mail to somebody who may not know them. */
const DAILY = { max: 60, windowSeconds: secondsInDay };
const OVER: readonly string[] = ['ended', 'archived', 'cancelled'];

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export type TeamInvitationsService = ReturnType<typeof createTeamInvitationsService>;

/** Invitations by mail to the team of an event. Whoever has the link answers it, once. */
export function createTeamInvitationsService(deps: TeamInvitationsDeps) {
  const { db, members, team, authority, log, mails, users, limiter, write, clock } = deps;
  const key = deriveKey(deps.sessionSecret, 'event teams');

  /** Sends the mail and notifies the account of the address, unless it is closed or blocked. */
  async function deliver(trx: Trx, event: InvitedEvent, row: { id: string; email: string; roles: string }) {
    const account = await members.findAccount(trx, row.email, event.organizer_id);
    if (account?.is_unreachable) return;
    const { owner_name: owner } = await members.findInvitedEvent(trx, event.id);
    const token = keyedDigest(key, row.id);
    await mails.send(trx, 'team_invitation', {
      to: row.email,
      userId: account?.id ?? null,
      title: event.title,
      owner,
      roles: row.roles,
      token,
    });
    if (!account) return;
    const path = `/team_invitations/${token}`;
    await publish(trx, 'teamInvited', { memberId: row.id, eventId: event.id, userId: account.id, path });
  }

  /** Throws unless the event can have another member. */
  async function requireRoom(trx: Trx, event: InvitedEvent): Promise<void> {
    if (OVER.includes(event.state))
      throw new AppError('conflict', { sentence: '終了したイベントには招待できません。' });
    await members.deleteExpired(trx, clock.now(), event.id);
    if ((await members.count(trx, event.id)) >= MAX_TEAM_MEMBERS)
      throw new AppError('conflict', { sentence: `運営メンバーは、招待中の方を含めて${MAX_TEAM_MEMBERS}人までです。` });
  }

  /** Returns an open invitation. Throws `link_expired` also once the event is over or its owner has left. */
  async function requireOpen(on: Db | Trx, token: string): Promise<EventMemberRow & { email: string; until: Date }> {
    const row = await members.findInvitation(on, hashOf(token), clock.now());
    if (!row || row.email === null || row.expires_at === null) throw new AppError('link_expired');
    return { ...row, email: row.email, until: row.expires_at };
  }

  return {
    /** Invites an address. The answer does not reveal whether it has an account. */
    invite(
      viewer: SignedInViewer,
      eventId: string,
      { email, roles: given }: z.output<typeof inviteTeamMember.body>,
    ): Promise<TeamMember> {
      return write(async (trx) => {
        await users.holdActive(trx, viewer.id);
        const event = await members.lockEvent(trx, eventId);
        await authority.requireIn(trx, viewer, eventId, 'own');
        if (!event) throw new AppError('not_found');
        await limiter.consume(`team-invitations:${viewer.id}`, DAILY, trx);
        if ((await members.findPerson(trx, viewer.id)).email === email)
          throw new AppError('invalid', { fields: { email: 'ご自身は招待できません。' } });
        await requireRoom(trx, event);
        const now = clock.now();
        const id = newId('mem');
        const roles = orderedRoles(given);
        const isNew = await members.invite(trx, {
          id,
          event_id: eventId,
          user_id: null,
          email,
          token_hash: hashOf(keyedDigest(key, id)),
          roles,
          expires_at: addDays(now, TEAM_INVITATION_DAYS),
          invited_at: now,
        });
        if (!isNew)
          throw new AppError('already', { fields: { email: 'このアドレスには、すでに招待を送っています。' } });
        const words = rolesInWords(roles);
        await log.record(trx, {
          eventId,
          actorId: viewer.id,
          act: 'member_invited',
          detail: `${maskEmail(email)}: ${words}`,
        });
        await deliver(trx, event, { id, email, roles: words });
        return team.read(trx, viewer, eventId, id);
      });
    },

    async show(token: string): Promise<EndpointOutput<typeof getTeamInvitation>> {
      const row = await requireOpen(db, token);
      const event = await members.findInvitedEvent(db, row.event_id);
      if (OVER.includes(event.state) || event.owner_state === 'withdrawn') throw new AppError('link_expired');
      return {
        eventTitle: event.title,
        startAt: event.start_at.toISOString(),
        ownerName: event.owner_name,
        email: row.email,
        roles: orderedRoles(row.roles),
        expiresAt: row.until.toISOString(),
      };
    },

    /** Makes the viewer a member, whatever their address is. */
    accept(viewer: SignedInViewer, token: string): Promise<{ eventId: string }> {
      return write(async (trx) => {
        await users.holdActive(trx, viewer.id);
        const { id, event_id: eventId } = await requireOpen(trx, token);
        const event = await members.lockEvent(trx, eventId);
        if (!event || OVER.includes(event.state) || (await members.isBlocked(trx, viewer.id, event.organizer_id)))
          throw new AppError('link_expired');
        const isMember =
          event.organizer_id === viewer.id ||
          (await members.findRoles(trx, { eventId, userId: viewer.id, isLocked: false })) !== undefined;
        if (isMember) throw new AppError('already', { sentence: 'このアカウントは、すでに運営メンバーです。' });
        const now = clock.now();
        const roles = await members.join(trx, id, viewer.id, now);
        if (!roles) throw new AppError('link_expired');
        requireAgeFor(roles, (await members.findPerson(trx, viewer.id)).birth_date, now);
        await log.record(trx, { eventId, actorId: viewer.id, act: 'member_joined', detail: rolesInWords(roles) });
        return { eventId };
      });
    },

    async decline(token: string): Promise<{ ok: true }> {
      await write(async (trx) => {
        const { id, event_id: eventId, email } = await requireOpen(trx, token);
        if (!(await members.delete(trx, id))) throw new AppError('link_expired');
        await log.record(trx, { eventId, actorId: null, act: 'invitation_declined', detail: maskEmail(email) });
      });
      return { ok: true };
    },

    /** Deletes invitations that can no longer be accepted, with their addresses. */
    deleteExpired: (): Promise<void> => members.deleteExpired(db, clock.now()),
  };
}
