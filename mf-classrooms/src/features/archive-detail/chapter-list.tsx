import { formatLength } from '@manabiba/shared/format/duration';

import type { Chapter } from '../../core/playback/chapters';
import type { Player } from '../../core/playback/player';
import { usePlayerState } from '../../core/playback/use-player-state';

import styles from './archive-detail.module.css';

interface ChapterListProps {
  chapters: readonly Chapter[];
  /** Null until the player's code has loaded. */
  player: Player | null;
}

/** 章: each chapter plays from its beginning. */
export function ChapterList({ chapters, player }: ChapterListProps) {
  const current = usePlayerState(player, ({ time, hasBegun }) =>
    hasBegun || time > 0 ? chapters.findLastIndex(({ at }) => at <= time) : -1,
  );
  return (
    <ol className={styles.chapters}>
      {chapters.map(({ at, title }, index) => (
        <li key={at}>
          <button
            type="button"
            aria-current={index === current || undefined}
            aria-disabled={player === null || undefined}
            onClick={() => {
              player?.seek(at);
              player?.play();
            }}
          >
            <time>{formatLength(at)}</time>
            <span>{title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
