import { createHash } from 'node:crypto';

/** The digest of a content, as browsers check it. */
export const digestOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
