import type { FastifyRequest } from 'fastify';

import type { Viewer } from '../../access/viewer';
import { callerAddress } from '../../http/caller-address';

/** The device of a request. */
export interface Device {
  address: string;
  userAgent: string;
  /** The viewer before signing in. */
  previous: Viewer;
}

export const deviceOf = (request: FastifyRequest, previous: Viewer): Device => ({
  address: callerAddress(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
  previous,
});
