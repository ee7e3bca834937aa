import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_STAFF_REASON_LENGTH } from './limits';
import { id, iso, text } from './primitives';

const roleChange = z.enum(['give', 'take']);
export type RoleChange = z.output<typeof roleChange>;

const roleProposal = z.object({
  id,
  /** To give the role staff to the user, or to take it back. */
  change: roleChange,
  reason: z.string(),
  user: z.object({ id, nickname: z.string() }),
  proposedBy: z.object({ id, nickname: z.string() }),
  proposedAt: iso,
});
export type RoleProposal = z.output<typeof roleProposal>;

export const listRoleProposals = endpoint({
  name: 'listRoleProposals',
  isExtension: true,
  method: 'GET',
  path: '/staff/role_proposals',
  summary: 'Returns the changes of the role staff that wait for a second person, oldest first.',
  access: { session: 'staff' },
  response: z.object({ items: z.array(roleProposal) }),
  errors: [],
  tags: ['Staff'],
});

export const proposeRole = endpoint({
  name: 'proposeRole',
  isExtension: true,
  method: 'POST',
  path: '/staff/people/{userId}/role_proposals',
  summary: 'Proposes to give a user the role staff, or to take it back. A second member of the staff decides.',
  access: { session: 'staff' },
  params: z.object({ userId: id }),
  body: z.strictObject({ change: roleChange, reason: text({ min: 1, max: MAX_STAFF_REASON_LENGTH }) }),
  response: z.object({ id }),
  status: 201,
  errors: ['invalid', 'not_found', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const decideRole = endpoint({
  name: 'decideRole',
  isExtension: true,
  method: 'POST',
  path: '/staff/role_proposals/{id}/decision',
  summary: 'Carries out or declines a proposed change of the role staff. Only declining is open to who proposed it.',
  access: { session: 'staff' },
  params: z.object({ id }),
  body: z.strictObject({ decision: z.enum(['accept', 'decline']) }),
  response: null,
  errors: ['invalid', 'not_found', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});
