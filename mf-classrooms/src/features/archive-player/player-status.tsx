import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { CircleAlert, WifiOff } from 'lucide-react';

import type { Player } from '../../core/playback/player';
import { usePlayerState } from '../../core/playback/use-player-state';

import styles from './archive-player.module.css';

/** Why the video stands still, when the viewer has not paused it. */
export function PlayerStatus({ player }: { player: Player }) {
  const status = usePlayerState(player, ({ phase, isWaiting, isDisconnected }) => {
    if (phase === 'failed') return 'failed';
    if (isDisconnected) return 'disconnected';
    return phase === 'playing' && isWaiting ? 'waiting' : 'none';
  });
  return (
    <div className={styles.status} role="status">
      {status === 'waiting' && (
        <span className={styles.spinner}>
          <Spinner />
          <VisuallyHidden>読み込んでいます</VisuallyHidden>
        </span>
      )}
      {status === 'disconnected' && (
        <p className={styles.message}>
          <Icon icon={WifiOff} />
          接続が切れています。つながり次第、続きを再生します。
        </p>
      )}
      {status === 'failed' && (
        <div className={styles.message}>
          <p>
            <Icon icon={CircleAlert} />
            再生できませんでした。
          </p>
          <Button size="small" onClick={player.retry}>
            もう一度試す
          </Button>
        </div>
      )}
    </div>
  );
}
