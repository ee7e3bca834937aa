import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { MonitorSmartphone, Volume2, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { MediaSession } from '../../../core/media/session/media-session';
import type { MediaState } from '../../../core/media/session/media-state';

import styles from './stage-scene.module.css';

interface ConnectionStateProps {
  media: MediaSession | null;
  state: MediaState;
  /** The stage already says that there is no connection at all. */
  isOffline: boolean;
  /** Whether the viewer depends on others to begin: anyone but the host. */
  isAudience: boolean;
}

/** Longer than it takes to receive what is being sent, and than the pause of a speaker who switches devices. */
const SILENT_AFTER_MS = 2000;

/**
 * Shows over the stage that the media connection is being established, has ended, or is blocked by the network or the
 * browser; and to the audience that nobody sends anything.
 */
export function ConnectionState({ media, state, isOffline, isAudience }: ConnectionStateProps) {
  if (state.connection === 'closed')
    return (
      <div className={styles.over} role="alert">
        <Icon icon={MonitorSmartphone} size={32} />
        <strong>音声と映像が切れました。</strong>
        <p>コメントとリアクションは使えます。音声に戻るには、このページを読み込み直してください。</p>
      </div>
    );
  if (state.isBlocked && !isOffline)
    return (
      <div className={styles.over} role="alert">
        <Icon icon={WifiOff} size={32} />
        <strong>音声と映像の通信ができません。</strong>
        <p>
          お使いのネットワークが、音声と映像の通信（UDP）を通していません。別のWi-Fiやモバイル回線に切り替えるか、VPNを切ってください。自動でつなぎ直します。コメントとリアクションは使えます。
        </p>
      </div>
    );
  if (media && state.isSoundStopped)
    return (
      <div className={styles.over} role="alert">
        <Icon icon={Volume2} size={32} />
        <strong>{state.isSoundBlocked ? 'ブラウザが音声を止めています。' : '音声が止まっています。'}</strong>
        <p>
          {state.isSoundBlocked ? '押すと、教室の音声が流れます。' : '電話やほかのアプリが終わったら押してください。'}
        </p>
        <Button variant="primary" onClick={() => void media.resumeSound().catch(() => undefined)}>
          {state.isSoundBlocked ? '音声を再生' : '音声を再開する'}
        </Button>
      </div>
    );
  return (
    <div role="status" className={styles.line}>
      {state.connection !== 'connected' && !isOffline && (
        <p>
          <Spinner />
          {state.connection === 'connecting' ? '音声に接続しています…' : '音声に再接続しています…'}
        </p>
      )}
      {isAudience && !isOffline && state.connection === 'connected' && isSilent(state) && <SilenceNote />}
    </div>
  );
}

const isSilent = ({ people }: MediaState) => ![...people.values()].some(({ isSending }) => isSending);

function SilenceNote() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SILENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <p className={styles.silence}>
      <span>いまは誰も話していません。</span>
      <span>配信が始まると自動で再生されます。</span>
    </p>
  );
}
