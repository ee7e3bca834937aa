import { createHash } from 'node:crypto';

/** Digests names for stored counters, which must not reveal who tried something. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The counter of one account's wrong passwords, from all addresses. */
export const failuresAnywhere = (name: string) => `sign-in-failures-anywhere:${digestOf(name)}`;

/** Under which name the wrong passwords of a pupil are counted. */
export const nameOfPupil = (schoolCode: string, studentCode: string) => `pupil:${schoolCode}\n${studentCode}`;
