import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { VisuallyHidden } from './visually-hidden';

/** How often what is new is told to those who listen, in milliseconds. */
const EVERY_MS = 5_000;

interface SpokenSummaryProps<Item> {
  /** By time, the newest last. */
  items: readonly Item[];
  /** Where an item stands in time: compares as text. */
  idOf: (item: Item) => string;
  /** What is said of those that have come since the last time; nothing where it is empty. */
  sentence: (fresh: readonly Item[]) => string;
}

/** Tells a screen reader every few seconds what has come, in one sentence: fifty claps are one message. */
export function SpokenSummary<Item>({ items, idOf, sentence }: SpokenSummaryProps<Item>) {
  const [words, setWords] = useState('');
  const last = items.at(-1);
  const toldUpTo = useRef(last ? idOf(last) : '');
  const tell = useEffectEvent(() => {
    const fresh = items.filter((item) => idOf(item) > toldUpTo.current);
    const newest = fresh.at(-1);
    if (newest) toldUpTo.current = idOf(newest);
    setWords(fresh.length > 0 ? sentence(fresh) : '');
  });
  useEffect(() => {
    const timer = setInterval(() => tell(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <VisuallyHidden>
      <span role="status">{words}</span>
    </VisuallyHidden>
  );
}
