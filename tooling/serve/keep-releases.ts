import type { ReleaseStore } from '../../shell/server/releases/release-store';
import type { RemoteHealth } from '../../shell/server/releases/remote-health';

const HOUR_MS = 3_600_000;

/** Once at the start and then every hour: removes files of old releases and counts that nobody looks at any more. */
export function keepReleases({ store, health, onTrouble }: { store: ReleaseStore; health: RemoteHealth; onTrouble: (trouble: unknown) => void }) {
  const tidy = async () => {
    await store.retire();
    await health.forget();
  };
  let running = tidy().catch(onTrouble);
  const timer = setInterval(() => { running = tidy().catch(onTrouble); }, HOUR_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
