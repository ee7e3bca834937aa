import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { VisuallyHidden } from './visually-hidden';

/** Interval between announcements to screen readers, in milliseconds. */
const EVERY_MS = 5_000;

interface SpokenSummaryProps<Item> {
  /** Sorted by time, the newest last. */
  items: readonly Item[];
  /** The item's position in time; compared as text. */
  idOf: (item: Item) => string;
  /** The announcement for the items that arrived since the last one; nothing is announced when it is empty. */
  sentence: (fresh: readonly Item[]) => string;
}

/** Announces new items to screen readers every few seconds in one sentence, so that fifty claps are one message. */
export function SpokenSummary<Item>({ items, idOf, sentence }: SpokenSummaryProps<Item>) {
  const [words, setWords] = useState('');
  const last = items.at(-1);
  const announcedUpTo = useRef(last ? idOf(last) : '');
  const announce = useEffectEvent(() => {
    const fresh = items.filter((item) => idOf(item) > announcedUpTo.current);
    const newest = fresh.at(-1);
    if (newest) announcedUpTo.current = idOf(newest);
    setWords(fresh.length > 0 ? sentence(fresh) : '');
  });
  useEffect(() => {
    const timer = setInterval(() => announce(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <VisuallyHidden>
      <span role="status">{words}</span>
    </VisuallyHidden>
  );
}
