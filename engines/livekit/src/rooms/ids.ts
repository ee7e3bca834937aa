import { randomBytes } from 'node:crypto';

/** Returns a new id in LiveKit's format: `RM_`, `PA_`, `TR_`, `EV_` or `EG_` and random characters. */
export const newSid = (prefix: 'RM' | 'PA' | 'TR' | 'EV' | 'EG') =>
  `${prefix}_${randomBytes(9).toString('base64url').replaceAll('-', 'a').replaceAll('_', 'b')}`;
