import { createBatch } from '../../../platform/batch';
import type { Clock } from '../../../platform/clock';
import type { SoldOutRepository, Wish } from './sold-out.repository';

/** How many statements run concurrently, and how many users one of them covers. */
const LOOKS_AT_ONCE = 2;
const MAX_WISHES = 200;

export type SoldOutService = ReturnType<typeof createSoldOutService>;

/** Refuses most calls for the last seats without a transaction for each. */
export function createSoldOutService({ soldOut, clock }: { soldOut: SoldOutRepository; clock: Clock }) {
  const look = createBatch<Wish, boolean>({
    atOnce: LOOKS_AT_ONCE,
    max: MAX_WISHES,
    async load(wishes) {
      const vain = new Set(await soldOut.findVain(wishes, clock.now()));
      return wishes.map((_, place) => vain.has(place));
    },
  });
  return {
    /**
     * Returns whether a call cannot succeed: the ticket is on sale, no seat is left or others wait, and the user has no
     * participation. Otherwise nothing is decided: `startHold` does.
     */
    isInVain: (wish: Wish): Promise<boolean> => look(wish),
  };
}
