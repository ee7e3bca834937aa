import * as z from 'zod/mini';

import { email } from './auth';
import { type AccessRule, endpoint, openInAnyState } from './endpoint';
import { LINK_TOKEN_PATTERN, MAX_LINK_TOKEN_LENGTH } from './limits';
import { count, id, iso, ok } from './primitives';
import { teamRoles } from './team-rights';
import { user } from './users';

/*
 * The people who help with an event or a series. The calls of each kind are in event-team.ts and series-team.ts;
 * invitations are answered by the same calls.
 */

/** Children and accounts of schools neither help nor are helped by people outside. */
export const inTeam = {
  session: 'person',
  refuses: { child: 'age_restricted', school: 'email_account_only' },
} as const satisfies AccessRule;

export const teamRole = z.enum(teamRoles);

/** One or more roles, of those that a kind of team has. */
export const rolesOf = <R extends z.ZodMiniType>(role: R) =>
  z.array(role).check(z.minLength(1, { error: '役割を1つ以上選んでください。' }), z.maxLength(teamRoles.length));

/** Who is invited, and for what. */
export const teamInvitationBody = <R extends z.ZodMiniType>(role: R) => z.strictObject({ email, roles: rolesOf(role) });

/** Somebody who helps with an event or a series, or is invited to. */
export const teamMember = z.object({
  id,
  /** Null until the invitation is accepted. */
  user: z.nullable(user),
  /** The invited address; null for a member, and for everybody but the owner. */
  email: z.nullable(z.string()),
  roles: z.array(teamRole),
  /** Until when the invitation can be accepted; null for a member. */
  invitedUntil: z.nullable(iso),
  isMe: z.boolean(),
});
export type TeamMember = z.output<typeof teamMember>;

/** The owner of an event or a series, and who helps with it. */
export const team = z.object({
  owner: user,
  members: z.array(teamMember),
  /** How many more people the owner may invite. */
  remaining: count,
});
export type Team = z.output<typeof team>;

/** What the log of an event or a series distinguishes. */
export const teamAct = z.enum([
  'member_invited',
  'invitation_withdrawn',
  'invitation_declined',
  'member_joined',
  'member_roles_changed',
  'member_removed',
  'member_left',
  'event_updated',
  'event_published',
  'event_cancelled',
  'ticket_created',
  'ticket_updated',
  'ticket_deleted',
  'code_created',
  'code_revoked',
  'discount_created',
  'discount_revoked',
  'message_sent',
  'participant_checked_in',
  'check_in_undone',
  'participant_refunded',
  'participants_downloaded',
  'seat_transferred',
  'series_updated',
  'series_ended',
  'date_added',
  'date_removed',
]);
export type TeamAct = z.output<typeof teamAct>;

export const teamLogEntry = z.object({
  id,
  /** Null when nobody with an account did it, as when an invitation is declined. */
  actor: z.nullable(user),
  act: teamAct,
  /** Whom or what it was about, in words: a name, a title, roles. May be empty. */
  subject: z.string(),
  createdAt: iso,
});
export type TeamLogEntry = z.output<typeof teamLogEntry>;

const invitationParams = z.object({
  token: z.string().check(z.maxLength(MAX_LINK_TOKEN_LENGTH, { abort: true }), z.regex(LINK_TOKEN_PATTERN)),
});

const teamKind = z.enum(['event', 'series']);

const teamInvitation = z.object({
  kind: teamKind,
  title: z.string(),
  /** The title, under the name that older releases of the page read. */
  eventTitle: z.string(),
  /** Null for a series. */
  startAt: z.nullable(iso),
  ownerName: z.string(),
  /** The invited address. */
  email: z.string(),
  roles: z.array(teamRole),
  expiresAt: iso,
});
export type TeamInvitation = z.output<typeof teamInvitation>;

export const getTeamInvitation = endpoint({
  name: 'getTeamInvitation',
  isExtension: true,
  method: 'GET',
  path: '/team_invitations/{token}',
  summary: 'Returns to whoever has the link of the mail what they are invited to.',
  access: openInAnyState,
  params: invitationParams,
  secretParams: ['token'],
  response: teamInvitation,
  errors: ['link_expired'],
});

export const acceptTeamInvitation = endpoint({
  name: 'acceptTeamInvitation',
  isExtension: true,
  method: 'POST',
  path: '/team_invitations/{token}',
  summary:
    'Accepts an invitation with the account of the caller, once. `already` for the owner and for members, `age_restricted` for users under 18 when it is for the sales role, `link_expired` also where the owner and the caller have blocked each other.',
  access: inTeam,
  params: invitationParams,
  secretParams: ['token'],
  response: z.object({
    kind: teamKind,
    id,
    /** The id of an event, under the name that older releases of the page read. */
    eventId: z.optional(id),
  }),
  errors: ['link_expired', 'already', 'age_restricted', 'suspended'],
  invalidates: ['Auth', 'Event', 'Classroom'],
});

export const declineTeamInvitation = endpoint({
  name: 'declineTeamInvitation',
  isExtension: true,
  method: 'POST',
  path: '/team_invitations/{token}/decline',
  summary: 'Declines an invitation for whoever has the link of the mail, with or without an account.',
  access: openInAnyState,
  params: invitationParams,
  secretParams: ['token'],
  response: ok,
  errors: ['link_expired'],
});
