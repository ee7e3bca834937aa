import type { IncomingMessage, ServerResponse } from 'node:http';

import { readBody } from '../http/body';
import { decodeForm, type Form } from '../http/form';
import { StripeError } from '../http/stripe-error';

export interface PageRequest {
  readonly url: URL;
  /** The ids in the path, in order. */
  readonly ids: readonly string[];
  readonly headers: IncomingMessage['headers'];
  /** The fields of the posted form. */
  readonly form: Form;
}

export interface PageAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export type PageHandler = (request: PageRequest) => Promise<PageAnswer> | PageAnswer;

export interface Pages {
  /** Adds a page. Ids in the path begin with a colon: /challenge/:id */
  register(method: 'GET' | 'POST', path: string, handler: PageHandler): void;
  answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
}

interface Page {
  readonly method: string;
  readonly segments: readonly string[];
  readonly handler: PageHandler;
}

/** The engine's HTML pages: everything outside of /v1. */
export function createPages(): Pages {
  const pages: Page[] = [];
  return {
    register(method, path, handler) {
      pages.push({ method, segments: path.split('/'), handler });
    },
    async answer(request, response, url) {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const parts = url.pathname.split('/');
      for (const page of pages) {
        if (page.method !== method || page.segments.length !== parts.length) continue;
        if (!page.segments.every((segment, place) => segment.startsWith(':') || segment === parts[place])) continue;
        const ids = parts.filter((_, place) => page.segments[place]?.startsWith(':'));
        const form = decodeForm(method === 'POST' ? await readBody(request) : '');
        const { status = 200, headers, body } = await page.handler({ url, ids, headers: request.headers, form });
        response.writeHead(status, {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          ...headers,
        });
        response.end(request.method === 'HEAD' ? undefined : body);
        return;
      }
      throw new StripeError({ status: 404, message: 'There is no such page.' });
    },
  };
}
