import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id, iso, line, pageQuery } from './primitives';

const MAX_NAME_LENGTH = 100;
const name = line({ min: 1, max: MAX_NAME_LENGTH });

const auditEntry = z.object({
  /** Counts up: gaps are actions that failed. */
  id: z.int(),
  at: iso,
  /** Id of the member of the staff, or the name under which the command was run. */
  who: z.string(),
  /** Nickname; null when it was a command. */
  whoName: z.nullable(z.string()),
  /** `approve`, `return`, `view-document` and so on. */
  action: z.string(),
  /** What it was done to: a user, a payment, a plan, a coupon or an audience. */
  subjectId: z.string(),
  /** Nickname; null when it is not a user. */
  subjectName: z.nullable(z.string()),
  /** The reason or the details. */
  detail: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAuditLog = endpoint({
  name: 'listAuditLog',
  isExtension: true,
  method: 'GET',
  path: '/staff/audit_log',
  summary:
    'Returns the actions of the staff, newest first: of everybody or of one, of every kind or of one, on anyone or on one.',
  access: { session: 'staff' },
  query: z.object({
    ...pageQuery,
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    who: z.optional(name),
    action: z.optional(name),
    subjectId: z.optional(id),
  }),
  response: z.object({
    items: z.array(auditEntry),
    nextCursor: z.nullable(z.string()),
    /** Everybody who is in the log. */
    actors: z.array(z.object({ who: z.string(), name: z.nullable(z.string()) })),
  }),
  errors: [],
  tags: ['Staff'],
});
