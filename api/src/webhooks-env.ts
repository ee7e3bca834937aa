import * as z from 'zod/mini';

/** The variables of outgoing webhooks. */
export const webhooksSchema = {
  /** Receivers on private addresses and without TLS: for development and for tests that run one themselves. */
  WEBHOOK_PRIVATE_ENDPOINTS: z._default(z.enum(['refused', 'allowed']), 'refused'),
};

/** Production must not be a way into its own network. */
export const webhooksProblems = (given: Record<string, string | undefined>): string[] =>
  given['NODE_ENV'] === 'production' && given['WEBHOOK_PRIVATE_ENDPOINTS'] === 'allowed'
    ? ['WEBHOOK_PRIVATE_ENDPOINTS must be refused in production']
    : [];
