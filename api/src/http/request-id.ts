import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const GIVEN = /^[\w.-]{8,64}$/;
const PROCESS_BYTES = 6;
const BASE = 36;

/**
 * Returns the id under which a request is logged and answered: the caller's own X-Request-Id when well-formed, so that
 * a call can be traced through several servers.
 */
export function requestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const prefix = randomBytes(PROCESS_BYTES).toString('hex');
  let serial = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && GIVEN.test(given)) return given;
    serial += 1;
    return `${prefix}-${serial.toString(BASE)}`;
  };
}
