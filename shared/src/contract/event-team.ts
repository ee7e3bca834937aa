import * as z from 'zod/mini';

import { email } from './auth';
import { type AccessRule, endpoint, openInAnyState } from './endpoint';
import { eventRole, organizers, organizing } from './event-editing';
import { organizedParticipant } from './event-sales';
import { LINK_TOKEN_PATTERN, MAX_LINK_TOKEN_LENGTH } from './limits';
import { count, id, iso, ok, page, pageQuery } from './primitives';
import { user } from './users';

const roles = z.array(eventRole).check(z.minLength(1, { error: '役割を1つ以上選んでください。' }), z.maxLength(3));

/** Somebody who helps with an event, or is invited to. */
export const teamMember = z.object({
  id,
  /** Null until the invitation is accepted. */
  user: z.nullable(user),
  /** The invited address; null for a member, and for everybody but the owner. */
  email: z.nullable(z.string()),
  roles: z.array(eventRole),
  /** Until when the invitation can be accepted; null for a member. */
  invitedUntil: z.nullable(iso),
  isMe: z.boolean(),
});
export type TeamMember = z.output<typeof teamMember>;

/** What the log of an event distinguishes. */
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
]);
export type TeamAct = z.output<typeof teamAct>;

const teamLogEntry = z.object({
  id,
  /** Null when nobody with an account did it, as when an invitation is declined. */
  actor: z.nullable(user),
  act: teamAct,
  /** Whom or what it was about, in words: a name, a title, roles. May be empty. */
  subject: z.string(),
  createdAt: iso,
});
export type TeamLogEntry = z.output<typeof teamLogEntry>;

const eventParams = z.object({ id });
const memberParams = z.object({ id, memberId: id });

export const listTeam = endpoint({
  name: 'listTeam',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/team',
  summary: 'Returns the owner of an event, its members, and for the owner the open invitations.',
  access: organizing,
  params: eventParams,
  response: z.object({
    owner: user,
    members: z.array(teamMember),
    /** How many more people the owner may invite. */
    remaining: count,
  }),
  errors: ['not_found', 'role_required'],
  tags: ['Event'],
});

export const inviteTeamMember = endpoint({
  name: 'inviteTeamMember',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/team',
  summary:
    'Invites the owner of an address by mail to help with an event, for seven days. `already` while the address has an open invitation, `conflict` when the event has all its members or is over.',
  access: { ...organizers, closes: true },
  params: eventParams,
  body: z.strictObject({ email, roles }),
  response: teamMember,
  status: 201,
  errors: ['not_found', 'role_required', 'already', 'conflict', 'invalid', 'rate_limited', 'suspended'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const updateTeamMember = endpoint({
  name: 'updateTeamMember',
  isExtension: true,
  method: 'PUT',
  path: '/org/events/{id}/team/{memberId}',
  summary:
    'Sets the roles of a member or of an open invitation, for the owner. Users under 18 cannot have the sales role (`age_restricted`).',
  access: organizers,
  params: memberParams,
  body: z.strictObject({ roles }),
  response: teamMember,
  errors: ['not_found', 'role_required', 'age_restricted'],
  invalidates: ['Event'],
});

export const removeTeamMember = endpoint({
  name: 'removeTeamMember',
  isExtension: true,
  method: 'DELETE',
  path: '/org/events/{id}/team/{memberId}',
  summary: 'Removes a member or withdraws an invitation, for the owner. Members can remove themselves.',
  access: organizing,
  params: memberParams,
  response: null,
  errors: ['not_found', 'role_required'],
  invalidates: ['Event'],
});

export const listTeamLog = endpoint({
  name: 'listTeamLog',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/team/log',
  summary: 'Returns what the owner and the members of an event have done, the latest first, for all of them.',
  access: organizing,
  params: eventParams,
  query: z.object(pageQuery),
  response: page(teamLogEntry),
  errors: ['not_found', 'role_required'],
  tags: ['Event'],
});

export const checkInParticipant = endpoint({
  name: 'checkInParticipant',
  isExtension: true,
  method: 'PUT',
  path: '/org/events/{id}/participants/{participationId}/check_in',
  summary:
    'Marks a participant as received, or takes it back. `conflict` for whoever has no seat and while the event is neither published nor running. Repeating it changes nothing.',
  access: organizing,
  scope: 'attendees:write',
  params: z.object({ id, participationId: id }),
  body: z.strictObject({ isCheckedIn: z.boolean() }),
  response: organizedParticipant,
  errors: ['not_found', 'role_required', 'conflict'],
  invalidates: ['Event'],
});

const invitationParams = z.object({
  token: z.string().check(z.maxLength(MAX_LINK_TOKEN_LENGTH, { abort: true }), z.regex(LINK_TOKEN_PATTERN)),
});

const teamInvitation = z.object({
  eventTitle: z.string(),
  startAt: iso,
  ownerName: z.string(),
  /** The invited address. */
  email: z.string(),
  roles: z.array(eventRole),
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

const answering = {
  session: 'person',
  refuses: { child: 'age_restricted', school: 'email_account_only' },
} as const satisfies AccessRule;

export const acceptTeamInvitation = endpoint({
  name: 'acceptTeamInvitation',
  isExtension: true,
  method: 'POST',
  path: '/team_invitations/{token}',
  summary:
    'Accepts an invitation with the account of the caller, once. `already` for the owner and for members, `age_restricted` for users under 18 when it is for the sales role, `link_expired` also where the owner and the caller have blocked each other.',
  access: answering,
  params: invitationParams,
  secretParams: ['token'],
  response: z.object({ eventId: id }),
  errors: ['link_expired', 'already', 'age_restricted', 'suspended'],
  invalidates: ['Auth', 'Event'],
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

/** The calls of the people who help with an event. */
export const eventTeamContract = {
  listTeam,
  inviteTeamMember,
  updateTeamMember,
  removeTeamMember,
  listTeamLog,
  checkInParticipant,
  getTeamInvitation,
  acceptTeamInvitation,
  declineTeamInvitation,
} as const;
