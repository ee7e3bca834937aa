import { formatLength } from '@manabiba/shared/format/duration';
import { type PointerEvent, useState } from 'react';

import { type Chapter, chapterSpans, spanIndexAt, spanShare } from '../../../core/playback/chapters';
import type { Player } from '../../../core/playback/player';
import { spokenLength } from '../../../core/playback/spoken-length';
import { usePlayerState } from '../../../core/playback/use-player-state';
import { type ScrubImage, tileAt } from './scrub-tile';

import styles from '../archive-player.module.css';

interface SeekBarProps {
  player: Player;
  chapters: readonly Chapter[];
  scrub: ScrubImage | null;
}

/** The position in the recording, divided into chapters. Its keys are the player's. */
export function SeekBar({ player, chapters, scrub }: SeekBarProps) {
  const time = usePlayerState(player, (state) => state.time);
  const duration = usePlayerState(player, (state) => state.duration);
  const buffered = usePlayerState(player, (state) => state.bufferedUntil);
  /** The position under the pointer; `isHeld` while it is dragged. */
  const [pointed, setPointed] = useState<{ seconds: number; isHeld: boolean } | null>(null);
  const spans = chapterSpans(chapters, duration);
  const shown = pointed?.isHeld ? pointed.seconds : time;
  const now = spanIndexAt(spans, shown);

  const secondsOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration;
  };
  return (
    <div
      className={styles.scrub}
      role="slider"
      tabIndex={0}
      aria-label="再生位置"
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={[spokenLength(shown), spans[now]?.title].filter(Boolean).join(' ')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setPointed({ seconds: secondsOf(event), isHeld: true });
      }}
      onPointerMove={(event) => setPointed({ seconds: secondsOf(event), isHeld: pointed?.isHeld ?? false })}
      onPointerUp={(event) => {
        if (pointed?.isHeld) player.seek(secondsOf(event));
        setPointed(null);
      }}
      onPointerLeave={() => !pointed?.isHeld && setPointed(null)}
      onPointerCancel={() => setPointed(null)}
    >
      {spans.map((span) => (
        <i key={span.start} className={styles.span} style={{ flexGrow: span.end - span.start }}>
          <i className={styles.loaded} style={{ width: percent(spanShare(span, buffered)) }} />
          <i className={styles.done} style={{ width: percent(spanShare(span, shown)) }} />
        </i>
      ))}
      {duration > 0 && <i className={styles.knob} style={{ left: percent(shown / duration) }} />}
      {pointed && duration > 0 && (
        <SeekPreview
          seconds={pointed.seconds}
          share={pointed.seconds / duration}
          title={spans[spanIndexAt(spans, pointed.seconds)]?.title ?? ''}
          scrub={scrub}
        />
      )}
    </div>
  );
}

interface SeekPreviewProps {
  seconds: number;
  share: number;
  title: string;
  scrub: ScrubImage | null;
}

/** What is at the position under the pointer. Screen readers have the slider's own text. */
function SeekPreview({ seconds, share, title, scrub }: SeekPreviewProps) {
  const tile = scrub && tileAt(scrub, seconds);
  return (
    <span className={styles.preview} style={{ left: `clamp(84px, ${percent(share)}, calc(100% - 84px))` }} aria-hidden>
      {scrub && tile && (
        <span
          className={styles.frame}
          style={{
            width: scrub.tileWidth,
            height: scrub.tileHeight,
            backgroundImage: `url(${JSON.stringify(scrub.url)})`,
            backgroundPosition: `-${tile.x}px -${tile.y}px`,
          }}
        />
      )}
      {title && <span className={styles.previewTitle}>{title}</span>}
      <span>{formatLength(seconds)}</span>
    </span>
  );
}

const percent = (share: number) => `${share * 100}%`;
