import { createHash } from 'node:crypto';

/** Names in stored counters as digests: they must not tell who tried something. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The counter of wrong passwords of one account, wherever they come from. */
export const failuresAnywhere = (name: string) => `sign-in-failures-anywhere:${digestOf(name)}`;
