import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_SECOND_FACTOR_LENGTH } from './limits';
import { count, iso, line } from './primitives';

const beforeUnlocking = { session: 'staff', whileLocked: true } as const;

const staffSession = z.object({
  /** `unenrolled`: a second factor is required, and there is none yet. */
  state: z.enum(['open', 'locked', 'unenrolled']),
  /** Seconds until the session locks unless the staff calls something; null when it is locked or never locks. */
  locksInSeconds: z.nullable(count),
  /** Null without one. */
  secondFactor: z.nullable(z.object({ since: iso, recoveryCodesLeft: count })),
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

const code = line({ min: 1, max: MAX_SECOND_FACTOR_LENGTH, empty: 'コードを入力してください。' });

export const unlockStaffSession = endpoint({
  name: 'unlockStaffSession',
  isExtension: true,
  method: 'POST',
  path: '/staff/session/unlock',
  summary:
    'Opens this session for the staff with a code of the authenticator app or a recovery code. Each code works once.',
  access: beforeUnlocking,
  body: z.strictObject({ code }),
  response: null,
  errors: ['invalid', 'conflict', 'rate_limited'],
  invalidates: ['Staff'],
});

export const enrolSecondFactor = endpoint({
  name: 'enrolSecondFactor',
  isExtension: true,
  method: 'POST',
  path: '/staff/second_factor',
  summary: 'Offers a new secret for an authenticator app. It counts once a code of it was confirmed.',
  access: beforeUnlocking,
  response: z.object({
    /** Base32, to type by hand. */
    secret: z.string(),
    /** `otpauth://`, to show as a QR code. */
    uri: z.string(),
  }),
  errors: ['already'],
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  isExtension: true,
  method: 'POST',
  path: '/staff/second_factor/confirmation',
  summary:
    'Makes the offered secret the second factor and opens this session. Returns the recovery codes, which are not shown again.',
  access: beforeUnlocking,
  body: z.strictObject({ code }),
  response: recoveryCodes,
  errors: ['already', 'invalid', 'conflict', 'rate_limited'],
  idempotencyKey: true,
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  isExtension: true,
  method: 'POST',
  path: '/staff/second_factor/recovery_codes',
  summary: 'Replaces the recovery codes, used or not, by new ones, which are not shown again.',
  access: { session: 'staff' },
  response: recoveryCodes,
  errors: ['conflict'],
  idempotencyKey: true,
});
