import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import proxy from '@fastify/http-proxy';
import { continuedBy } from '@manabiba/telemetry/trace-requests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { refuse } from '../refuse';

/** Timeout for an api response, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Proxies every call to the api at another address; the hooks of the scope run first. */
export async function proxyToApi(scope: FastifyInstance, url: string): Promise<void> {
  await scope.register(proxy, {
    upstream: url,
    rewritePrefix: '/v1',
    undici: { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-forwarded-for': forwardedFor(request),
        // The api logs and answers under the same id.
        traceparent: continuedBy(request as unknown as FastifyRequest),
      }),
      onError: (reply) => {
        refuse(reply as FastifyReply, 'unavailable');
      },
      onResponse: (request, reply, answer) => {
        const { stream } = answer as unknown as { stream: Readable };
        // POST responses are small and may carry tokens, which the hook removes from text only.
        if (request.method !== 'POST') void reply.send(stream);
        else
          text(stream).then(
            (body) => reply.removeHeader('content-length').send(body),
            () => refuse(reply as FastifyReply, 'unavailable'),
          );
      },
    },
  });
}

function forwardedFor(request: unknown): string {
  const { headers, ip, socket } = request as FastifyRequest;
  const known = headers['x-forwarded-for'];
  const last = socket?.remoteAddress ?? ip;
  return known ? `${String(known)}, ${last}` : last;
}
