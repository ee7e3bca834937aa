import { useNow } from '@manabiba/shared/platform';
import { addMilliseconds } from 'date-fns';

import { minutesLeft } from '../../../core/classroom/time-left';
import { estimateMb } from '../../../core/media/data-estimate';
import type { MediaSession } from '../../../core/media/session/media-session';
import { useMediaState } from '../../../core/media/use-media-state';

import styles from '../room-stage.module.css';

interface ListeningNoteProps {
  /** Null until the code for voice and video has loaded. */
  media: MediaSession | null;
  /** The moment the class ends, by the server clock. */
  endAt: string;
  clockAheadMs: number;
}

/**
 * How much data listening takes, for whoever came without the screen that says it. Gone once the viewer turns on a
 * microphone or camera.
 */
export function ListeningNote({ media, endAt, clockAheadMs }: ListeningNoteProps) {
  const { isMicOn, camera, isAudioOnly } = useMediaState(media);
  const minutes = minutesLeft(endAt, addMilliseconds(useNow(60_000), clockAheadMs));
  if (isMicOn || camera) return null;
  return (
    <p className={styles.listening}>
      <span>聞くだけで参加しています。</span>
      <span>
        残り{minutes}分で通信量はおよそ {estimateMb(isAudioOnly ? 'audio' : 'listen', minutes)}MB
      </span>
    </p>
  );
}
