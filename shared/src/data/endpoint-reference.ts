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
 * What a browser needs to know of one call: its declaration without the schemas, which stay with the api.
 *
 * The type parameter carries its input and response types.
 */
export interface EndpointReference<D extends EndpointDefinition> extends Readonly<EndpointFacts> {
  /** Never set: it only carries the type. */
  readonly definition?: D;
}

/** Creates the reference of one call. `npm run generate` writes all of them to endpoints.ts. */
export function reference<D extends EndpointDefinition>(facts: EndpointFacts): EndpointReference<D> {
  return facts;
}
