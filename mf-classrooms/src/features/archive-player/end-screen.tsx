import type { Archive } from '@manabiba/shared/contract/archives';
import { formatLength } from '@manabiba/shared/format/duration';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Cover } from '@manabiba/shared/ui/cover';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import styles from './archive-player.module.css';

/** How long the viewer may decline the next recording, in seconds. */
const WAIT_SECONDS = 10;

const writable = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';

/** The viewer is in a dialog or writes something outside the player, which the next page would take away. */
function isOccupied(player: Element | null | undefined): boolean {
  const focused = document.activeElement;
  if (focused?.matches(writable) && !player?.contains(focused)) return true;
  if (document.querySelector('dialog[open]')) return true;
  return [...document.querySelectorAll('textarea')].some(({ value }) => value !== '');
}

interface EndScreenProps {
  next: Archive;
  onPlayNext: () => void;
  onClose: () => void;
}

/** The next recommendation after the end, which begins by itself unless the viewer declines. */
export function EndScreen({ next, onPlayNext, onClose }: EndScreenProps) {
  const [secondsLeft, setSecondsLeft] = useState(WAIT_SECONDS);
  const root = useRef<HTMLElement>(null);
  const playNext = useEffectEvent(onPlayNext);
  const callOffIfOccupied = useEffectEvent(() => {
    if (isOccupied(root.current?.closest('[role="region"]'))) onClose();
  });
  useEffect(() => {
    callOffIfOccupied();
    const handleFocus = () => callOffIfOccupied();
    document.addEventListener('focusin', handleFocus);
    return () => document.removeEventListener('focusin', handleFocus);
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      // Nobody is looking: the next one waits for them.
      if (document.visibilityState === 'visible') setSecondsLeft((left) => Math.max(0, left - 1));
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (secondsLeft === 0) playNext();
  }, [secondsLeft]);

  return (
    <section ref={root} className={styles.end} aria-label="次のおすすめ">
      <div className={styles.endCover}>
        <Cover src={next.thumbnailUrl} seed={next.id} bottomRight={formatLength(next.durationSeconds)} />
      </div>
      <div className={styles.endText}>
        <p className={styles.soft}>次のおすすめ</p>
        <p className={styles.endTitle}>
          <Phrases text={next.title} />
        </p>
        <p className={styles.soft}>{next.host.nickname}</p>
        <p className={styles.endCount}>{secondsLeft}秒後に再生します</p>
        <div className={styles.endActions}>
          <Link className={buttonClass({ variant: 'primary', size: 'small' })} to={paths.archive.href({ id: next.id })}>
            いま見る
          </Link>
          <Button size="small" onClick={onClose}>
            取りやめる
          </Button>
        </div>
      </div>
    </section>
  );
}
