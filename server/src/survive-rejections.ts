import { observed } from '@manabiba/telemetry/observed';

import { createLogger } from '../../api/src/platform/logger';

/**
 * Keeps the process running after a promise was rejected without a handler: it is logged and counted. One request or
 * job is lost then, not those of all users. An uncaught exception still ends the process, whose state may be broken.
 */
export function surviveRejections(): void {
  const logger = createLogger({ level: 'error' });
  process.on('unhandledRejection', (err) => {
    observed.defect.report({ kind: 'unhandled-rejection' });
    logger.error({ err }, 'a promise was rejected without a handler');
  });
}
