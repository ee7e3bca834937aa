import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import * as z from 'zod/mini';

import { AppError } from '../platform/app-error';
import { fieldSentences, japaneseIssue } from './field-sentences';

interface RawRequest {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The raw URL from the path to the end of the query. */
  url: string;
}

export interface ParsedRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** How many parsed queries are cached per endpoint. */
const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_LENGTH = 300;

/**
 * Returns a parser that validates a request against the endpoint's schemas. A malformed id is `not_found`, like an
 * unknown one; any other mismatch is `invalid` with a message per field.
 */
export function requestParser(endpoint: EndpointDefinition): (request: RawRequest) => ParsedRequest {
  const parseQuery = endpoint.query ? rememberingParser(endpoint.query) : () => undefined;
  return (request) => ({
    params: endpoint.params ? parseParams(endpoint.params, request.params) : undefined,
    query: parseQuery(request.query, request.url),
    // A call whose fields are all optional may have no body.
    body: endpoint.body ? parsePart(endpoint.body, request.body === undefined ? {} : request.body, 'body') : undefined,
  });
}

function parseParams(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeParse(schema, value);
  if (!result.success) throw new AppError('not_found');
  return result.data;
}

function parsePart(schema: z.ZodMiniType, value: unknown, part: 'body' | 'query'): unknown {
  const result = z.safeParse(schema, value, { error: japaneseIssue });
  if (!result.success) throw new AppError('invalid', { fields: fieldSentences(result.error.issues, part) });
  return result.data;
}

/** Lists are requested with the same few queries over and over: a parsed query is frozen and reused. */
function rememberingParser(schema: z.ZodMiniType): (value: unknown, url: string) => unknown {
  const remembered = new Map<string, unknown>();
  return (value, url) => {
    const mark = url.indexOf('?');
    const text = mark < 0 ? '' : url.slice(mark);
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const parsed = Object.freeze(parsePart(schema, value, 'query'));
    if (text.length <= MAX_REMEMBERED_LENGTH) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(text, parsed);
    }
    return parsed;
  };
}
