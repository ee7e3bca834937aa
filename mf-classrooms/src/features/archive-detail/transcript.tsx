import { formatLength } from '@manabiba/shared/format/duration';
import { Icon } from '@manabiba/shared/ui/icon';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { lastBegun } from '../../core/playback/cues';
import type { Player } from '../../core/playback/player';
import { usePlayerState } from '../../core/playback/use-player-state';
import { matchingCues } from './transcript-search';

import styles from './archive-detail.module.css';

/** 文字起こし: the captions as text, which follows the player and can be searched. */
export function Transcript({ player }: { player: Player | null }) {
  const cues = usePlayerState(player, (state) => state.cues);
  const current = usePlayerState(player, (state) => lastBegun(state.cues, state.time));
  const [search, setSearch] = useState('');
  const shown = matchingCues(cues, search);
  const list = useFollowing(cues[current]?.start, search === '');

  if (cues.length === 0) return <p className={styles.noCues}>字幕を読み込んでいます。</p>;
  return (
    <>
      <label className={styles.search}>
        <Icon icon={Search} size={16} />
        <input
          type="search"
          aria-label="文字起こしの中をさがす"
          placeholder="ことばをさがす"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </label>
      <p className={styles.found} role="status">
        {search.trim() !== '' && (shown.length > 0 ? `${shown.length}件` : '見つかりませんでした。')}
      </p>
      <ol className={styles.transcript} ref={list} aria-label="文字起こし">
        {shown.map((cue) => (
          <li key={`${cue.start}-${cue.text}`}>
            <button
              type="button"
              aria-current={cue === cues[current] || undefined}
              onClick={() => player?.seek(cue.start)}
            >
              <time>{formatLength(cue.start)}</time>
              <span>{cue.text.replaceAll('\n', '')}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Time after the viewer has scrolled before the list follows the player again, in milliseconds. */
const REST_MS = 5000;

/** Keeps the current line in view, within the list alone: the page stays where it is. */
function useFollowing(currentStart: number | undefined, isOn: boolean) {
  const list = useRef<HTMLOListElement>(null);
  const touchedAt = useRef(-Infinity);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const touch = () => {
      touchedAt.current = performance.now();
    };
    const events = ['wheel', 'touchmove', 'keydown'] as const;
    for (const name of events) element.addEventListener(name, touch, { passive: true });
    return () => {
      for (const name of events) element.removeEventListener(name, touch);
    };
  }, [currentStart]);
  useEffect(() => {
    const element = list.current;
    const line = element?.querySelector<HTMLElement>('[aria-current]');
    if (!element || !line || !isOn || performance.now() - touchedAt.current < REST_MS) return;
    element.scrollTop = line.offsetTop - element.clientHeight / 2 + line.offsetHeight / 2;
  }, [currentStart, isOn]);
  return list;
}
