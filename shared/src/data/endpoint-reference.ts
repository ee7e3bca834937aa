import type { CacheTag, EndpointDefinition } from '../contract/endpoint';

interface EndpointFacts {
  name: string;
  method: EndpointDefinition['method'];
  path: string;
  tags?: readonly CacheTag[];
  invalidates?: readonly CacheTag[];
  /** Default 3. */
  maxRetries?: 0 | 3;
  idempotencyKey?: boolean;
}

/**
 * What a browser needs to know of one call: the facts of its declaration without the schemas, which stay with the api.
 *
 * The type parameter carries what the call takes and answers.
 */
export interface EndpointReference<D extends EndpointDefinition> extends Readonly<EndpointFacts> {
  /** Never set: it holds the type. */
  readonly definition?: D;
}

/** Makes the reference of one call. `npm run generate` writes all of them to endpoints.ts. */
export function reference<D extends EndpointDefinition>(facts: EndpointFacts): EndpointReference<D> {
  return facts;
}
