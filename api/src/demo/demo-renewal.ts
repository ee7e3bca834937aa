import type { Pool } from 'pg';

import type { DemoPermission } from './demo-permission';
import { renewDemo } from './redate-demo';

const EVERY_MS = 60_000;

interface RenewalOptions {
  pool: Pool;
  permission: DemoPermission;
  onTrouble: (trouble: unknown) => void;
}

/** Renews the dates of a running demo once a minute. `stop` waits for a renewal in progress. */
export function startDemoRenewal({ pool, permission, onTrouble }: RenewalOptions): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= renewDemo({ pool, permission, now: new Date() })
      .catch(onTrouble)
      .finally(() => {
        running = null;
      });
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
