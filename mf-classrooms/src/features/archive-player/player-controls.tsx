import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { FASTEST_PLAYBACK } from '@manabiba/shared/contract/limits';
import { formatLength } from '@manabiba/shared/format/duration';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import {
  Captions as CaptionsIcon,
  Maximize,
  Minimize,
  Pause,
  Play,
  RotateCcw,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';

import type { Player } from '../../core/playback/player';
import { usePlayerState } from '../../core/playback/use-player-state';
import { SeekBar } from './seeking/seek-bar';
import { ChoiceMenu } from './settings/choice-menu';
import { SettingsPanel, type SettingsPanelProps } from './settings/settings-panel';

import styles from './archive-player.module.css';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, FASTEST_PLAYBACK] as const;
const rateChoices = RATES.map((value) => ({ value: value as number, name: `${value}倍` }));

interface PlayerControlsProps extends Omit<SettingsPanelProps, 'hasCaptions'> {
  archive: Pick<ArchiveDetail, 'chapters' | 'captionUrl' | 'scrub'>;
  isFullscreen: boolean;
  onToggleFullscreen: () => void;
  onToggleCaptions: () => void;
}

/** The bar below the video. */
export function PlayerControls(props: PlayerControlsProps) {
  const { player, archive, preferences, isFullscreen, onToggleFullscreen, onToggleCaptions } = props;
  const rate = usePlayerState(player, (state) => state.rate);
  const hasCaptions = archive.captionUrl !== null;
  return (
    <div className={styles.bar}>
      <SeekBar player={player} chapters={archive.chapters} scrub={archive.scrub} />
      <div className={styles.controls}>
        <PlayButton player={player} />
        <Volume player={player} />
        <TimeText player={player} />
        <ChoiceMenu label="再生速度" choices={rateChoices} selected={rate} onSelect={player.setRate} />
        {hasCaptions && (
          <IconButton
            label="字幕"
            aria-pressed={preferences.hasCaptions}
            className={classNames(preferences.hasCaptions && styles.on)}
            onClick={onToggleCaptions}
          >
            <Icon icon={CaptionsIcon} />
          </IconButton>
        )}
        <SettingsPanel {...props} hasCaptions={hasCaptions} />
        <IconButton label={isFullscreen ? '全画面を終える' : '全画面'} onClick={onToggleFullscreen}>
          <Icon icon={isFullscreen ? Minimize : Maximize} />
        </IconButton>
      </div>
    </div>
  );
}

function PlayButton({ player }: { player: Player }) {
  const phase = usePlayerState(player, (state) => state.phase);
  const looks = {
    playing: { label: '一時停止', icon: Pause },
    paused: { label: '再生', icon: Play },
    failed: { label: '再生', icon: Play },
    ended: { label: 'もう一度見る', icon: RotateCcw },
  } as const;
  return (
    <IconButton label={looks[phase].label} onClick={player.toggle}>
      <Icon icon={looks[phase].icon} />
    </IconButton>
  );
}

/** Mute and volume. Phones have keys for that. */
function Volume({ player }: { player: Player }) {
  const volume = usePlayerState(player, (state) => state.volume);
  const isMuted = usePlayerState(player, (state) => state.isMuted);
  const icon = isMuted ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div className={styles.volume}>
      <IconButton label="消音" aria-pressed={isMuted} onClick={() => player.setMuted(!isMuted)}>
        <Icon icon={icon} />
      </IconButton>
      <input
        type="range"
        className={styles.volumeRange}
        aria-label="音量"
        min={0}
        max={100}
        step={5}
        value={isMuted ? 0 : Math.round(volume * 100)}
        aria-valuetext={`${isMuted ? 0 : Math.round(volume * 100)}%`}
        onChange={({ target }) => player.setVolume(Number(target.value) / 100)}
      />
    </div>
  );
}

function TimeText({ player }: { player: Player }) {
  const time = usePlayerState(player, (state) => Math.floor(state.time));
  const duration = usePlayerState(player, (state) => Math.floor(state.duration));
  return (
    <span className={styles.time}>
      <span>{formatLength(time)}</span> <span className={styles.soft}>/ {formatLength(duration)}</span>
    </span>
  );
}
