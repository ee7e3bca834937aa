import type { IncomingMessage } from 'node:http';

import { StripeError } from './stripe-error';

/** The maximum size of a form. */
const MAX_BODY_BYTES = 512 * 1024;

/** Reads the whole body as text. Rejects one that is too long without reading further. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const tooLong = () =>
    new StripeError({ status: 413, message: `The request is longer than ${MAX_BODY_BYTES} bytes.` });
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLong();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw tooLong();
      chunks.push(chunk);
    }
  } catch (failure) {
    if (failure instanceof StripeError) throw failure;
    throw new StripeError({ status: 400, message: 'The request ended before it was read.' });
  }
  return Buffer.concat(chunks).toString('utf8');
}
