import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id, page, pageQuery } from './primitives';
import { seriesRoles } from './team-rights';
import { inTeam, rolesOf, team, teamInvitationBody, teamLogEntry, teamMember } from './teams';

const seriesRole = z.enum(seriesRoles);
const seriesParams = z.object({ id });
const memberParams = z.object({ id, memberId: id });

export const listSeriesTeam = endpoint({
  name: 'listSeriesTeam',
  isExtension: true,
  method: 'GET',
  path: '/series/{id}/team',
  summary: 'Returns the host of a series, its members, and for the host the open invitations.',
  access: inTeam,
  params: seriesParams,
  response: team,
  errors: ['not_found', 'role_required'],
  tags: ['Classroom'],
});

export const inviteSeriesMember = endpoint({
  name: 'inviteSeriesMember',
  isExtension: true,
  method: 'POST',
  path: '/series/{id}/team',
  summary:
    'Invites the owner of an address by mail to help with a series, for seven days. `already` while the address has an open invitation, `conflict` when the series has all its members or is over.',
  access: { ...inTeam, needsConsent: true, closes: true },
  params: seriesParams,
  body: teamInvitationBody(seriesRole),
  response: teamMember,
  status: 201,
  errors: ['not_found', 'role_required', 'already', 'conflict', 'invalid', 'rate_limited', 'suspended'],
  invalidates: ['Classroom'],
  idempotencyKey: true,
});

export const updateSeriesMember = endpoint({
  name: 'updateSeriesMember',
  isExtension: true,
  method: 'PUT',
  path: '/series/{id}/team/{memberId}',
  summary: 'Sets the roles of a member or of an open invitation, for the host.',
  access: inTeam,
  params: memberParams,
  body: z.strictObject({ roles: rolesOf(seriesRole) }),
  response: teamMember,
  errors: ['not_found', 'role_required'],
  invalidates: ['Classroom'],
});

export const removeSeriesMember = endpoint({
  name: 'removeSeriesMember',
  isExtension: true,
  method: 'DELETE',
  path: '/series/{id}/team/{memberId}',
  summary: 'Removes a member or withdraws an invitation, for the host. Members can remove themselves.',
  access: inTeam,
  params: memberParams,
  response: null,
  errors: ['not_found', 'role_required'],
  invalidates: ['Classroom'],
});

export const listSeriesLog = endpoint({
  name: 'listSeriesLog',
  isExtension: true,
  method: 'GET',
  path: '/series/{id}/team/log',
  summary: 'Returns what the host and the members of a series have done, the latest first, for all of them.',
  access: inTeam,
  params: seriesParams,
  query: z.object(pageQuery),
  response: page(teamLogEntry),
  errors: ['not_found', 'role_required'],
  tags: ['Classroom'],
});
