import type { Archive, ArchiveDetail } from '@manabiba/shared/contract/archives';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Play } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { Player } from '../../core/playback/player';
import type { MediaUrls } from '../../core/playback/source';
import { usePlayerState } from '../../core/playback/use-player-state';
import { useFullscreen } from './browser/use-fullscreen';
import { useIdle } from './browser/use-idle';
import { useMediaSession } from './browser/use-media-session';
import { useWakeLock } from './browser/use-wake-lock';
import { Captions } from './captions';
import { EndScreen } from './end-screen';
import { PlayerControls } from './player-controls';
import { PlayerStatus } from './player-status';
import { PlayerVideo } from './player-video';
import { usePlayerKeys } from './seeking/use-player-keys';
import { type Preferences, readPreferences, savePreferences } from './settings/preferences';
import { useWatchReport } from './use-watch-report';

import frame from '../../core/archive/player-frame.module.css';
import styles from './archive-player.module.css';

export interface ArchivePlayerProps {
  archive: ArchiveDetail;
  /** Play was clicked before the player's code had loaded, or the previous recording has ended. */
  playsAtOnce: boolean;
  /** Returns newly signed addresses. */
  renew: () => Promise<MediaUrls>;
  onRefused: () => void;
  /** The player, for what stands beside it; null when it goes. */
  onPlayer: (player: Player | null) => void;
  /** What is offered after the end; null without recommendations. */
  next: Archive | null;
  onPlayNext: (next: Archive) => void;
  /** Play was clicked for the first time. */
  onFirstPlay: () => void;
}

/** The player of one archive. Give it a `key`: another archive is another player. */
export function ArchivePlayer(props: ArchivePlayerProps) {
  const { archive } = props;
  const root = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [preferences, setPreferences] = useState(readPreferences);
  const player = usePlayer(props);
  const { isFullscreen, toggle: toggleFullscreen } = useFullscreen(root, video);
  const phase = usePlayerState(player, (state) => state.phase);
  const isIdle = useIdle(root, isFullscreen && phase === 'playing');
  const prefer = (changes: Partial<Preferences>) => {
    savePreferences(changes);
    setPreferences((known) => ({ ...known, ...changes }));
  };
  const toggleCaptions = () => prefer({ hasCaptions: !preferences.hasCaptions });

  usePlayerKeys(root, player, { toggleFullscreen, toggleCaptions });
  useWakeLock(phase === 'playing');
  useMediaSession(player, {
    title: archive.title,
    artist: archive.host.nickname,
    poster: archive.thumbnailUrl,
    chapters: archive.chapters,
  });
  usePlayback(player, video, props);
  useRemembered(player);
  useWatchReport(player, archive.id);

  return (
    <div
      ref={root}
      className={classNames(frame.player, styles.player, isFullscreen && styles.fullscreen, isIdle && styles.idle)}
      data-theme="dark"
      role="region"
      aria-label="アーカイブの再生"
    >
      <div className={frame.picture}>
        <PlayerVideo video={video} player={player} archive={archive} />
        {preferences.hasCaptions && (
          <Captions player={player} size={preferences.captionSize} place={preferences.captionPlace} />
        )}
        <FirstPlay player={player} />
        <PlayerStatus player={player} />
        <AfterTheEnd {...props} player={player} />
      </div>
      <PlayerControls
        player={player}
        video={video}
        archive={archive}
        preferences={preferences}
        onPrefer={prefer}
        isFullscreen={isFullscreen}
        onToggleFullscreen={toggleFullscreen}
        onToggleCaptions={toggleCaptions}
      />
    </div>
  );
}

function usePlayer({ archive, renew, onRefused }: ArchivePlayerProps): Player {
  const [player] = useState(
    () =>
      new Player({
        urls: archive,
        startAt: archive.resumeAtSeconds,
        durationSeconds: archive.durationSeconds,
        renew,
        onRefused,
      }),
  );
  return player;
}

/** Plays in the element while it is on the page. */
function usePlayback(player: Player, video: RefObject<HTMLVideoElement | null>, props: ArchivePlayerProps): void {
  const begin = useEffectEvent(() => {
    const { rate, volume, isMuted } = readPreferences();
    player.setRate(rate);
    player.setVolume(volume);
    player.setMuted(isMuted);
    const detach = video.current ? player.attach(video.current) : () => undefined;
    props.onPlayer(player);
    if (props.playsAtOnce) player.play();
    return detach;
  });
  const end = useEffectEvent(() => props.onPlayer(null));
  const hasBegun = usePlayerState(player, (state) => state.hasBegun);
  const begun = useEffectEvent(props.onFirstPlay);
  useEffect(() => {
    if (hasBegun) begun();
  }, [hasBegun]);
  useEffect(() => {
    const detach = begin();
    return () => {
      end();
      detach();
    };
  }, [player]);
}

/** Remembers rate and volume for the next recording. */
function useRemembered(player: Player): void {
  const rate = usePlayerState(player, (state) => state.rate);
  const volume = usePlayerState(player, (state) => state.volume);
  const isMuted = usePlayerState(player, (state) => state.isMuted);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else savePreferences({ rate, volume, isMuted });
  }, [rate, volume, isMuted]);
}

/** The large button over the poster. */
function FirstPlay({ player }: { player: Player }) {
  const isShown = usePlayerState(player, ({ hasBegun, phase }) => !hasBegun && phase === 'paused');
  if (!isShown) return null;
  return (
    <button type="button" className={frame.firstPlay} aria-label="再生する" onClick={player.play}>
      <Icon icon={Play} size={32} />
    </button>
  );
}

function AfterTheEnd({ player, next, onPlayNext }: ArchivePlayerProps & { player: Player }) {
  const hasEnded = usePlayerState(player, ({ phase }) => phase === 'ended');
  const [isClosed, setIsClosed] = useState(false);
  if (!hasEnded || !next || isClosed) return null;
  return <EndScreen next={next} onPlayNext={() => onPlayNext(next)} onClose={() => setIsClosed(true)} />;
}
