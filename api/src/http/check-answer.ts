import { isDeepStrictEqual } from 'node:util';

import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import * as z from 'zod/mini';

/**
 * Holds an answer against the contract, outside of production: a field that does not fit, or one that the contract
 * does not know (and that would leak), is a bug of ours and ends as 500.
 */
export function checkAnswer(endpoint: EndpointDefinition, text: string | null): void {
  if (endpoint.response === null) {
    if (text !== null) throw new Error(`${endpoint.name} answers nothing, yet something was returned`);
    return;
  }
  const sent: unknown = JSON.parse(text ?? 'null');
  const result = z.safeParse(endpoint.response, sent);
  if (!result.success)
    throw new Error(`The answer of ${endpoint.name} does not fit the contract: ${JSON.stringify(result.error.issues)}`);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(result.data)), sent)) {
    throw new Error(`The answer of ${endpoint.name} has fields that the contract does not know`);
  }
}
