import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newFence } from './fences';
import { markChanged } from './live-outbox';
import { liveOutboxRepository as outbox } from './live-outbox.repository';
import type { LiveProjector } from './live-projector';

interface ProjectorElsewhereDeps {
  db: Db;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

/** How often `flush` checks whether its fence is gone, in milliseconds. */
const LOOK_EVERY_MS = 20;

/**
 * Leaves the writing of live documents to other processes, which it notifies of changes. They also poll, so a lost
 * notification only costs time.
 */
export function projectorElsewhere({ db, clock, onTrouble }: ProjectorElsewhereDeps): LiveProjector {
  let notifying: Promise<void> | null = null;
  let isWanted = false;

  /** Notifies once for all changes that are committed while the previous notification is on its way. */
  async function notifyAll(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await outbox.notify(db);
    }
  }

  function nudge(): void {
    isWanted = true;
    notifying ??= notifyAll()
      .catch(onTrouble)
      .finally(() => {
        notifying = null;
      });
  }

  return {
    nudge,

    async flush(atMostMs) {
      const deadline = performance.now() + atMostMs;
      const fence = newFence();
      await inTransaction(db, (trx) => markChanged(trx, [fence], clock.now()));
      nudge();
      while (performance.now() < deadline && (await outbox.has(db, fence.path)))
        await new Promise((resolve) => {
          setTimeout(resolve, LOOK_EVERY_MS);
        });
    },

    async stop() {
      await notifying;
    },
  };
}
