import { classNames } from '@manabiba/shared/ui/class-names';

import { captionAt } from '../../core/playback/cues';
import type { Player } from '../../core/playback/player';
import { usePlayerState } from '../../core/playback/use-player-state';
import type { CaptionPlace, CaptionSize } from './settings/preferences';

import styles from './archive-player.module.css';

interface CaptionsProps {
  player: Player;
  size: CaptionSize;
  place: CaptionPlace;
}

const sizeClass: Record<CaptionSize, string | undefined> = {
  small: styles.captionSmall,
  medium: undefined,
  large: styles.captionLarge,
};

/** The captions of the current position, over the video. */
export function Captions({ player, size, place }: CaptionsProps) {
  const text = usePlayerState(player, ({ cues, time }) => captionAt(cues, time));
  if (text === '') return null;
  return (
    <p className={classNames(styles.caption, sizeClass[size], place === 'top' && styles.captionTop)} lang="ja">
      {text}
    </p>
  );
}
