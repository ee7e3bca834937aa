import { useEffect } from 'react';

import { type Chapter, chapterSpans, spanIndexAt } from '../../../core/playback/chapters';
import type { Player } from '../../../core/playback/player';
import { usePlayerState } from '../../../core/playback/use-player-state';

/** Seconds by which the keys of a keyboard or headset move. */
const STEP_SECONDS = 10;

interface MediaFacts {
  title: string;
  artist: string;
  poster: string | null;
  chapters: readonly Chapter[];
}

/** Names the recording to the system, whose media keys and lock screen then control it. */
export function useMediaSession(player: Player, { title, artist, poster, chapters }: MediaFacts): void {
  const hasBegun = usePlayerState(player, (state) => state.hasBegun);
  useEffect(() => {
    if (!hasBegun || !('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({
      title,
      artist,
      artwork: poster ? [{ src: new URL(poster, location.href).href }] : [],
    });
    const handlers = handlersOf(player, chapters);
    for (const [action, handle] of handlers) setHandler(action, handle);
    const stop = player.subscribe(() => showPosition(player));
    return () => {
      stop();
      mediaSession.metadata = null;
      for (const [action] of handlers) setHandler(action, null);
    };
  }, [player, hasBegun, title, artist, poster, chapters]);
}

function handlersOf(
  player: Player,
  chapters: readonly Chapter[],
): Array<[MediaSessionAction, MediaSessionActionHandler]> {
  const toChapter = (by: 1 | -1) => () => {
    const { time, duration } = player.read();
    const spans = chapterSpans(chapters, duration);
    player.seek(spans[spanIndexAt(spans, time) + by]?.start ?? (by < 0 ? 0 : time));
  };
  const by = (seconds: number) => player.seek(player.read().time + seconds);
  return [
    ['play', player.play],
    ['pause', player.pause],
    ['seekbackward', ({ seekOffset }) => by(-(seekOffset ?? STEP_SECONDS))],
    ['seekforward', ({ seekOffset }) => by(seekOffset ?? STEP_SECONDS)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && player.seek(seekTime)],
    ...(chapters.length > 1
      ? ([
          ['previoustrack', toChapter(-1)],
          ['nexttrack', toChapter(1)],
        ] satisfies Array<[MediaSessionAction, MediaSessionActionHandler]>)
      : []),
  ];
}

/** Browsers throw for actions that they do not know. */
function setHandler(action: MediaSessionAction, handle: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handle);
  } catch {
    // The other keys still work.
  }
}

function showPosition(player: Player): void {
  const { phase, time, duration, rate } = player.read();
  const { mediaSession } = navigator;
  mediaSession.playbackState = phase === 'playing' ? 'playing' : 'paused';
  if (duration > 0 && time <= duration)
    mediaSession.setPositionState?.({ duration, position: time, playbackRate: rate });
}
