import { watchArchive } from '@manabiba/shared/data/endpoints';
import { randomHex } from '@manabiba/shared/format/random-hex';
import { callEndpoint, useSession } from '@manabiba/shared/platform';
import { useEffect } from 'react';

import type { Player } from '../../core/playback/player';
import { addPlayed, type WatchedSpans, watchedSeconds } from '../../core/playback/watched-seconds';

/** How often the position is sent during playback, in milliseconds. */
const INTERVAL_MS = 10_000;
const SESSION_ID_BYTES = 12;

/**
 * Reports to the server how far an archive is watched: when playback begins, from where the server counts the time,
 * regularly during playback, when it stops, and when the page is hidden or closed. The position is then known on the
 * viewer's other devices. A failure is not shown: the next report has it all.
 */
export function useWatchReport(player: Player, archiveId: string): void {
  // The first session of a visitor begins after the page, and a report without one is refused.
  const hasSession = useSession(({ me }) => me !== null);
  useEffect(() => {
    if (!hasSession) return undefined;
    const sessionId = `wat_${randomHex(SESSION_ID_BYTES)}`;
    let watched: WatchedSpans = [];
    let last = player.read();
    let sentPosition: number | null = null;

    const send = () => {
      const positionSeconds = Math.floor(last.time);
      if (!last.hasBegun || positionSeconds === sentPosition) return;
      sentPosition = positionSeconds;
      const body = { sessionId, positionSeconds, watchedSeconds: Math.floor(watchedSeconds(watched)) };
      callEndpoint(watchArchive, { params: { id: archiveId }, body }, { keepalive: true }).catch(() => {
        sentPosition = null;
      });
    };
    const stop = player.subscribe(() => {
      const now = player.read();
      if (last.phase === 'playing') watched = addPlayed(watched, last.time, now.time);
      const hasStopped = last.phase === 'playing' && now.phase !== 'playing';
      const begins = now.hasBegun && !last.hasBegun;
      last = now;
      if (begins || hasStopped) send();
    });
    const handleVisibility = () => document.visibilityState === 'hidden' && send();
    const timer = setInterval(() => last.phase === 'playing' && send(), INTERVAL_MS);
    document.addEventListener('visibilitychange', handleVisibility);
    addEventListener('pagehide', send);
    // Playback may have begun before the session, or before the code of the player had loaded.
    send();
    return () => {
      send();
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', handleVisibility);
      removeEventListener('pagehide', send);
    };
  }, [player, archiveId, hasSession]);
}
