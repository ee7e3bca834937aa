/** Under which a tab remembers them; another tab knows nothing of it. */
const KEY = 'unfinished-parts';

export type HangGuard = ReturnType<typeof createHangGuard>;

/**
 * Knows which parts were being run when this tab last stopped answering.
 *
 * Nothing can end a loop that never lets go of the page, but the next load need not meet it again.
 *
 * @param storage Asked each time: a browser may refuse even to name it.
 */
export function createHangGuard(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const found = new Set<string>();
  const running = new Set<string>();
  const inStorage = (act: (kept: ReturnType<typeof storage>) => void) => {
    try {
      act(storage());
    } catch {
      // Full or forbidden: then the next load meets it once more.
    }
  };
  const write = () => inStorage((kept) => kept.setItem(KEY, [...found, ...running].join(' ')));
  inStorage((kept) =>
    kept
      .getItem(KEY)
      ?.split(' ')
      .forEach((part) => found.add(part)),
  );

  return {
    has: (part: string) => found.has(part),
    begin(part: string) {
      running.add(part);
      write();
    },
    /** The page still answers after one part, or after all. */
    end(part?: string) {
      if (part) running.delete(part);
      else running.clear();
      write();
    },
    /** Somebody wants another try. */
    clear(part: string) {
      found.delete(part);
      write();
    },
  };
}
