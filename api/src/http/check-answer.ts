import { isDeepStrictEqual } from 'node:util';

import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import * as z from 'zod/mini';

/**
 * Validates an answer against the contract outside production: a field that does not match, or that the contract does
 * not know (and that would leak), is a bug and becomes a 500.
 */
export function checkAnswer(endpoint: EndpointDefinition, text: string | null): void {
  if (endpoint.response === null) {
    if (text !== null) throw new Error(`${endpoint.name} has no response body, but a value was returned`);
    return;
  }
  const sent: unknown = JSON.parse(text ?? 'null');
  const result = z.safeParse(endpoint.response, sent);
  if (!result.success)
    throw new Error(
      `The response of ${endpoint.name} does not match the contract: ${JSON.stringify(result.error.issues)}`,
    );
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(result.data)), sent)) {
    throw new Error(`The response of ${endpoint.name} has fields that are not in the contract`);
  }
}
