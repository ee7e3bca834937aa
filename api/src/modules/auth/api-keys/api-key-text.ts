import { createHash, randomBytes } from 'node:crypto';

import { API_KEY_PREFIX } from '../../../http/session-hook';

const KEY_BYTES = 32;
const PREFIX_LENGTH = 12;

/** Returns a new key. */
export const newApiKey = (): string => `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;

/** Returns the part by which its owner recognizes a key. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** A key is random and long, so a plain digest cannot be reversed. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
