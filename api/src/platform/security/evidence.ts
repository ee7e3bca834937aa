import { createHash } from 'node:crypto';

/** Adds the SHA-256 of what a report shows, which reveals later changes. */
export const withHash = <T extends object>(evidence: T): T & { hash: string } => ({
  ...evidence,
  hash: createHash('sha256').update(JSON.stringify(evidence)).digest('hex'),
});
