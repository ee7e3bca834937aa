import type * as z from 'zod/mini';

import type { ErrorCode } from './errors';

/** The kinds of people that the rows of the calls table tell apart. */
export type Kind = 'anonymous' | 'adult' | 'student' | 'child' | 'school' | 'professional';

/** What SWR entries are about; a mutation names the tags whose entries it makes stale. */
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
  | 'Notification';

/** Who may call: checked in one hook of the api, before the handler, from this data alone. */
export interface AccessRule {
  /**
   * `public`: no token is needed; without one the caller counts as an anonymous visitor.
   * `visitor`: somebody with a session, an anonymous one too; no token is 401 `unauthenticated`.
   * `person`: somebody signed in; an anonymous session or no token is 401 `unauthenticated`.
   */
  session: 'public' | 'visitor' | 'person';
  /** Kinds that are refused, with the code they get. */
  refuses?: Partial<Record<Kind, ErrorCode>>;
  /** Allowed in state need_resubmit. Public GETs always are. */
  whileResubmitting?: boolean;
  /** Allowed in state suspended. */
  whileSuspended?: boolean;
  /** Allowed in state withdrawn, within the 30 days in which somebody can come back. */
  whileWithdrawn?: boolean;
  /** Refused with `guardian_required` to people under 16 for as long as their guardian has not agreed. */
  needsConsent?: boolean;
  /** Refused with `role_required` to people who have not verified their e-mail address yet: money. */
  needsVerifiedEmail?: boolean;
  /** Refused with `service_closed` when the closure mode is readonly: sign-up, creating, buying. */
  closes?: boolean;
}

/** Who is out, or asked for documents, may make the call as well: it leads in, or back in. */
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
  /** The specification names no such call. */
  isExtension?: true;
  method: Method;
  /** Without the prefix /v1; parameters in braces. */
  path: string;
  /** One sentence for the reference page. */
  summary: string;
  access: AccessRule;
  params?: AnySchema;
  /** Parameters of the path that open something to whoever has them: they are never logged. */
  secretParams?: readonly string[];
  query?: AnySchema;
  body?: AnySchema;
  /** `null` answers 204 without a body. */
  response: AnySchema | null;
  /** Status of success. Default 200, or 204 when there is no response schema. */
  status?: 200 | 201 | 204;
  /** Codes that the service behind it can answer, beyond those that follow from `access` and the schemas. */
  errors: readonly ErrorCode[];
  /** Tags of the answer as a cache entry (GET only). */
  tags?: readonly CacheTag[];
  /** Tags that a successful call makes stale. */
  invalidates?: readonly CacheTag[];
  /** How often a client tries again after a failure that is not a 4xx. Default 3. */
  maxRetries?: 0 | 3;
  /** Clients send an Idempotency-Key: a repeated call does nothing twice and gets the first answer. */
  idempotencyKey?: boolean;
}

/**
 * Declares one call of the product. `params` must have exactly the keys in the braces of `path`; the compiler checks it.
 */
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

/** What a client passes. Parts that the endpoint does not take are absent. */
export type EndpointInput<D extends EndpointDefinition> = (D['params'] extends AnySchema
  ? { params: In<D['params']> }
  : { params?: undefined }) &
  (D['query'] extends AnySchema
    ? {} extends In<D['query']>
      ? { query?: In<D['query']> }
      : { query: In<D['query']> }
    : { query?: undefined }) &
  (D['body'] extends AnySchema ? { body: In<D['body']> } : { body?: undefined });

/** What a client receives. */
export type EndpointOutput<D extends EndpointDefinition> = D['response'] extends AnySchema
  ? z.output<D['response']>
  : undefined;

/** What a handler receives, parsed. */
export interface HandlerInput<D extends EndpointDefinition> {
  params: Out<D['params']>;
  query: Out<D['query']>;
  body: Out<D['body']>;
}

/** What a handler returns. */
export type HandlerOutput<D extends EndpointDefinition> = D['response'] extends AnySchema
  ? z.input<D['response']>
  : void;
