import { HANG_GUARD_KEY } from '@manabiba/shared/contract/browser-data';

export type HangGuard = ReturnType<typeof createHangGuard>;

/**
 * Remembers which parts were running when this tab last froze.
 *
 * An endless loop cannot be stopped, but the next load need not run into it again.
 *
 * @param storage Called on each access: a browser may throw on merely reading the property.
 */
export function createHangGuard(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const found = new Set<string>();
  const running = new Set<string>();
  const inStorage = (act: (kept: ReturnType<typeof storage>) => void) => {
    try {
      act(storage());
    } catch {
      // Storage is full or blocked: the next load may hang again.
    }
  };
  const write = () => inStorage((kept) => kept.setItem(HANG_GUARD_KEY, [...found, ...running].join(' ')));
  inStorage((kept) =>
    kept
      .getItem(HANG_GUARD_KEY)
      ?.split(' ')
      .forEach((part) => found.add(part)),
  );

  return {
    has: (part: string) => found.has(part),
    begin(part: string) {
      running.add(part);
      write();
    },
    /** The page is still responsive after one part, or after all. */
    end(part?: string) {
      if (part) running.delete(part);
      else running.clear();
      write();
    },
    /** The user wants to retry. */
    clear(part: string) {
      found.delete(part);
      write();
    },
  };
}
