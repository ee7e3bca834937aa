import { createHash } from 'node:crypto';

/** Names in stored counters as digests: they must not tell who tried something. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');
