import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count } from './primitives';
import { secondFactorCode } from './second-factor';

const beforeUnlocking = { session: 'staff', whileLocked: true } as const;

const staffSession = z.object({
  /** `unenrolled`: a second factor is required, and there is none yet. */
  state: z.enum(['open', 'locked', 'unenrolled']),
  /** Seconds until the session locks unless the staff calls something; null when it is locked or never locks. */
  locksInSeconds: z.nullable(count),
});
export type StaffSession = z.output<typeof staffSession>;

export const getStaffSession = endpoint({
  name: 'getStaffSession',
  isExtension: true,
  method: 'GET',
  path: '/staff/session',
  summary: 'Returns whether this session may call what is for the staff, and for how long without a call.',
  access: beforeUnlocking,
  response: staffSession,
  errors: [],
  tags: ['Staff'],
});

export const unlockStaffSession = endpoint({
  name: 'unlockStaffSession',
  isExtension: true,
  method: 'POST',
  path: '/staff/session/unlock',
  summary:
    'Opens this session for the staff with a code of the authenticator app or a recovery code. Each code works once.',
  access: beforeUnlocking,
  body: z.strictObject({ code: secondFactorCode }),
  response: null,
  errors: ['invalid', 'conflict', 'rate_limited'],
  invalidates: ['Staff'],
});
