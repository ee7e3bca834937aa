import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { MicOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { MediaSession } from '../../../core/media/session/media-session';
import { useAudioLevel } from '../../../core/media/use-audio-level';

import styles from './media-controls.module.css';

/** The level of a voice that is meant to be heard, 0 to 100. */
const TALKING = 25;
/** How long it lasts before it counts, in milliseconds: longer than a key press. */
const AFTER_MS = 150;
/** How long the hint stays, in milliseconds. */
const SHOWN_MS = 5000;
/** How long it is not shown after that, in milliseconds: it covers a part of the stage. */
const REST_MS = 60_000;

interface MutedHintProps {
  media: MediaSession;
  onUnmute: () => void;
}

/**
 * Notifies users who talk while their microphone is muted. It listens only to a microphone that has been on in this
 * room, and only in this window: nothing is sent.
 */
export function MutedHint({ media, onUnmute }: MutedHintProps) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  useEffect(() => {
    const track = media.copyMic();
    if (!track) return undefined;
    setStream(new MediaStream([track]));
    return () => track.stop();
  }, [media]);
  const isShown = useNotice(useAudioLevel(stream) >= TALKING);
  return (
    <div role="status" className={styles.hint}>
      {isShown && (
        <p>
          <Icon icon={MicOff} size={16} />
          ミュート中です。
          <Button size="small" variant="primary" onClick={onUnmute}>
            ミュートを解除する
          </Button>
        </p>
      )}
    </div>
  );
}

/**
 * Returns true for a while once something has been the case for a moment; then not for some time, because a user who
 * goes on talking has seen it.
 */
function useNotice(isNow: boolean): boolean {
  const [phase, setPhase] = useState<'waiting' | 'shown' | 'resting'>('waiting');
  useEffect(() => {
    if (phase !== 'waiting' || !isNow) return undefined;
    const timer = setTimeout(() => setPhase('shown'), AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase, isNow]);
  useEffect(() => {
    if (phase === 'waiting') return undefined;
    const [next, afterMs] = phase === 'shown' ? (['resting', SHOWN_MS] as const) : (['waiting', REST_MS] as const);
    const timer = setTimeout(() => setPhase(next), afterMs);
    return () => clearTimeout(timer);
  }, [phase]);
  return phase === 'shown';
}
