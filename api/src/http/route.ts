import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointDefinition, HandlerInput, HandlerOutput } from '@manabiba/shared/contract/endpoint';
import type { SignedInViewer, Viewer } from './viewer';

/** What a handler gets: the parsed parts of the request and whoever asks. */
export interface HandlerContext<D extends EndpointDefinition> extends HandlerInput<D> {
  /** Signed in for sure when the endpoint's access demands a person. */
  viewer: D['access']['session'] extends 'person' ? SignedInViewer : Viewer;
  request: FastifyRequest;
}

/** An answer with another status of success than the endpoint's own; see `withStatus`. */
export class WithStatus<T> {
  constructor(readonly status: 200 | 201, readonly value: T) {}
}

/** Answers with this status instead of the endpoint's: `withStatus(200, value)` when a repeated call changed nothing. */
export const withStatus = <T>(status: 200 | 201, value: T) => new WithStatus(status, value);

type Answer<D extends EndpointDefinition> = HandlerOutput<D> | WithStatus<HandlerOutput<D>>;
export type Handler<D extends EndpointDefinition> = (context: HandlerContext<D>) => Answer<D> | Promise<Answer<D>>;

export interface RouteOptions {
  /**
   * Anonymous visitors share one answer per URL for a second: for public lists that look the same to every visitor.
   * Any successful write empties the cache.
   */
  microCache?: boolean;
}

/**
 * Serves an endpoint of the contract: its method and path, access rule, validation, limits, idempotency and status
 * all come from the endpoint, so a route is one line.
 */
export function route<D extends EndpointDefinition>(app: FastifyInstance, endpoint: D, handler: Handler<D>, options: RouteOptions = {}): void {
  const url = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
  app.route({ method: endpoint.method, url, config: { endpoint, microCache: options.microCache ?? false }, handler: (request) => handler(request as never) as never });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: EndpointDefinition;
    microCache?: boolean;
  }
}
