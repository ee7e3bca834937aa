import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { eventRole, organizers, organizing } from './event-editing';
import { organizedParticipant } from './event-sales';
import { id, page, pageQuery } from './primitives';
import { rolesOf, team, teamInvitationBody, teamLogEntry, teamMember } from './teams';

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
  response: team,
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
  body: teamInvitationBody(eventRole),
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
  body: z.strictObject({ roles: rolesOf(eventRole) }),
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
