import type * as z from 'zod/mini';

import type { ApiScope } from './api-scopes';
import type { ErrorCode } from './errors';

/** The kinds of users distinguished in the calls table. */
export type Kind = 'anonymous' | 'adult' | 'student' | 'child' | 'school' | 'professional';

/** Tags of cache entries; a mutation invalidates the entries with its tags. */
export type CacheTag =
  | 'All'
  | 'Archive'
  | 'Category'
  | 'Classroom'
  | 'ClassroomComment'
  | 'Event'
  | 'Subscription'
  | 'Follow'
  | 'User'
  | 'Auth'
  | 'Notification'
  | 'Rating'
  | 'Staff';

/** The access rule of a call: enforced from this data alone by one hook of the api, before the handler. */
export interface AccessRule {
  /**
   * `public`: no token is required; without one the caller counts as an anonymous visitor. `visitor`: any session,
   * including an anonymous one; no token is 401 `unauthenticated`. `person`: a signed-in user; an anonymous session or
   * no token is 401 `unauthenticated`. `staff`: a signed-in user with the role staff; for everyone else the call does
   * not exist, so they get 404 `not_found`.
   */
  session: 'public' | 'visitor' | 'person' | 'staff';
  /** For `staff`: allowed before the second factor, and after the session was idle. */
  whileLocked?: boolean;
  /** For `staff`: its screen polls it, which must not keep an idle session open. */
  isPolled?: boolean;
  /** Refused kinds, with their error code. */
  refuses?: Partial<Record<Kind, ErrorCode>>;
  /** Allowed in state need_resubmit. Public GETs always are. */
  whileResubmitting?: boolean;
  /** Allowed in state suspended. */
  whileSuspended?: boolean;
  /** Allowed in state withdrawn, within the 30 days in which the account can be restored. */
  whileWithdrawn?: boolean;
  /** Refused with `guardian_required` for users under 16 until their guardian has consented. */
  needsConsent?: boolean;
  /** Refused with `email_unverified` for users without a verified e-mail address: calls that involve money. */
  needsVerifiedEmail?: boolean;
  /** Refused with `service_closed` when the closure mode is readonly: sign-up, creating, buying. */
  closes?: boolean;
}

/**
 * Also allowed for suspended or withdrawn users and those who must resubmit documents, since the call leads in or back
 * in.
 */
export const openInAnyState = {
  session: 'public',
  whileResubmitting: true,
  whileSuspended: true,
  whileWithdrawn: true,
} as const satisfies AccessRule;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type PathKeys<P extends string> = P extends `${string}{${infer K}}${infer Rest}` ? K | PathKeys<Rest> : never;

type AnySchema = z.ZodMiniType;

export interface EndpointDefinition {
  name: string;
  /** The call is not in the specification. */
  isExtension?: true;
  method: Method;
  /** Without the prefix /v1; parameters in braces. */
  path: string;
  /** One sentence for the reference page. */
  summary: string;
  access: AccessRule;
  /** An API key with this scope may call it, within `access`. Without it, no key may. */
  scope?: ApiScope;
  params?: AnySchema;
  /** Path parameters that grant access by themselves: they are never logged. */
  secretParams?: readonly string[];
  query?: AnySchema;
  body?: AnySchema;
  /** `null` returns 204 without a body. */
  response: AnySchema | null;
  /** Success status. Default 200, or 204 when there is no response schema. */
  status?: 200 | 201 | 204;
  /** Error codes of the service, beyond those implied by `access` and the schemas. */
  errors: readonly ErrorCode[];
  /** Cache tags of the response (GET only). */
  tags?: readonly CacheTag[];
  /** Tags invalidated by a successful call. */
  invalidates?: readonly CacheTag[];
  /** How often a client retries after a failure that is not a 4xx. Default 3. */
  maxRetries?: 0 | 3;
  /** Clients send an Idempotency-Key: a repeated call has no second effect and gets the first response. */
  idempotencyKey?: boolean;
}

/** Declares a call of the product. The compiler checks that `params` has exactly the keys in the braces of `path`. */
export function endpoint<const D extends EndpointDefinition>(
  definition: D &
    (PathKeys<D['path']> extends never
      ? { params?: undefined }
      : D extends { params: z.ZodMiniType<Record<PathKeys<D['path']>, unknown>, Record<PathKeys<D['path']>, unknown>> }
        ? unknown
        : { params: never }),
): D {
  return definition;
}

type In<S> = S extends AnySchema ? z.input<S> : undefined;
type Out<S> = S extends AnySchema ? z.output<S> : undefined;

/** The client's input. Parts that the endpoint does not take are absent. */
export type EndpointInput<D extends EndpointDefinition> = (D['params'] extends AnySchema
  ? { params: In<D['params']> }
  : { params?: undefined }) &
  (D['query'] extends AnySchema
    ? {} extends In<D['query']>
      ? { query?: In<D['query']> }
      : { query: In<D['query']> }
    : { query?: undefined }) &
  (D['body'] extends AnySchema ? { body: In<D['body']> } : { body?: undefined });

/** The response as the client receives it. */
export type EndpointOutput<D extends EndpointDefinition> = D['response'] extends AnySchema
  ? z.output<D['response']>
  : undefined;

/** The parsed input of a handler. */
export interface HandlerInput<D extends EndpointDefinition> {
  params: Out<D['params']>;
  query: Out<D['query']>;
  body: Out<D['body']>;
}

/** The return value of a handler. */
export type HandlerOutput<D extends EndpointDefinition> = D['response'] extends AnySchema
  ? z.input<D['response']>
  : void;
