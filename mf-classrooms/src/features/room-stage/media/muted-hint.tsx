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

interface MutedHintProps {
  media: MediaSession;
  onUnmute: () => void;
}

/**
 * Tells users who talk while their microphone is muted. It listens only to a microphone that has been on in this room,
 * and only in this window: nothing is sent.
 */
export function MutedHint({ media, onUnmute }: MutedHintProps) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  useEffect(() => {
    const track = media.copyMic();
    if (!track) return undefined;
    setStream(new MediaStream([track]));
    return () => track.stop();
  }, [media]);
  const isShown = useRecently(useAudioLevel(stream) >= TALKING);
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

/** Returns whether something has been the case for a moment, and for a while after that. */
function useRecently(isNow: boolean): boolean {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (!isNow) return undefined;
    const timer = setTimeout(() => setShown((count) => count + 1), AFTER_MS);
    return () => clearTimeout(timer);
  }, [isNow]);
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setEnded(shown), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown !== ended;
}
