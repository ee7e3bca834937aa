import * as z from 'zod/mini';

import { apiKeyName } from './api-key-name';
import { apiKeyDays, apiScopes } from './api-scopes';
import { type AccessRule, endpoint } from './endpoint';
import { MAX_PASSWORD_LENGTH } from './limits';
import { id, iso, line } from './primitives';

/*
 * API keys: programs of a user call with `Authorization: Bearer <key>` what the `scope` of an endpoint allows, with the
 * rights that the user has at that moment. No call about keys takes one.
 */

/** Also for users whose documents were returned: a key can always be revoked. */
const access = { session: 'person', whileResubmitting: true } as const satisfies AccessRule;
const creating = {
  session: 'person',
  needsVerifiedEmail: true,
  needsConsent: true,
  refuses: { child: 'age_restricted', school: 'email_account_only' },
} as const satisfies AccessRule;

const scope = z.enum(apiScopes);
const days = z.literal(apiKeyDays, { error: '有効期間を選んでください。' });

const apiKey = z.object({
  id,
  name: z.string(),
  /** The beginning of the key, by which it is recognized. */
  prefix: z.string(),
  scopes: z.array(scope),
  createdAt: iso,
  expiresAt: iso,
  /** A day in Japan, as yyyy-MM-dd; null: never used. */
  lastUsedOn: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof apiKey>;

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  isExtension: true,
  method: 'GET',
  path: '/me/api_keys',
  summary: 'Returns the API keys of the user, the newest first. Expired ones are listed for 30 days.',
  access,
  response: z.object({ items: z.array(apiKey) }),
  errors: [],
  tags: ['Auth'],
});

export const createApiKey = endpoint({
  name: 'createApiKey',
  isExtension: true,
  method: 'POST',
  path: '/me/api_keys',
  summary:
    'Creates an API key and returns it, once. Requires the current password; an account without one must have signed in within 15 minutes. An account has at most ten.',
  access: creating,
  body: z.strictObject({
    name: line(apiKeyName),
    scopes: z
      .array(scope)
      .check(z.minLength(1, { error: '権限を1つ以上選んでください。' }), z.maxLength(apiScopes.length)),
    days,
    currentPassword: z.optional(z.string().check(z.maxLength(MAX_PASSWORD_LENGTH))),
  }),
  response: z.extend(apiKey, { key: z.string() }),
  status: 201,
  errors: ['invalid', 'conflict', 'rate_limited'],
  invalidates: ['Auth'],
  maxRetries: 0,
  idempotencyKey: true,
});

export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  isExtension: true,
  method: 'DELETE',
  path: '/me/api_keys/{id}',
  summary: 'Revokes an API key: calls with it are refused from now on.',
  access,
  params: z.object({ id }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Auth'],
});
