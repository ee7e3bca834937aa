import { createHash } from 'node:crypto';

/** The digest of a script or style in a page, by which a policy without a nonce allows it. */
export const inlineDigestOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
