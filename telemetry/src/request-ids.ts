import type { IncomingMessage } from 'node:http';

import { newTraceId, readTraceparent } from './trace-context';

/** An id of a proxy: 32 hex digits, or a UUID. */
const PROXY_ID = /^(?!0+$)(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/**
 * Returns the id under which a request is logged, traced and answered. It is the id of a trace (W3C Trace Context): the
 * caller's own, from `traceparent`, or an `X-Request-Id` that is one; else a new one.
 */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const place = readTraceparent(headers['traceparent']);
  if (place) return place.traceId;
  const given = headers['x-request-id'];
  return typeof given === 'string' && PROXY_ID.test(given) ? given.replaceAll('-', '').toLowerCase() : newTraceId();
}

const PART = 4;

/** The beginning of a request's id, short enough to be read out: the log line is found by it. */
export const inquiryNumber = (id: string) => `${id.slice(0, PART)}-${id.slice(PART, 2 * PART)}`.toUpperCase();

/** Adds to a sentence about a failure the number by which support finds its request. */
export const withInquiryNumber = (sentence: string, id: string) => `${sentence}(お問い合わせ番号 ${inquiryNumber(id)})`;
