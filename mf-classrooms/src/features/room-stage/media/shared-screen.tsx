import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import type { Track } from 'livekit-client';
import { Expand, Fullscreen, MonitorUp, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState } from 'react';

import styles from './media-stage.module.css';
import { TrackVideo } from './track-video';

interface SharedScreenProps {
  track: Track;
  /** Whose screen it is. */
  nickname: string;
}

const SIZES = [100, 125, 150, 200, 300] as const;
const FIT = SIZES[0];

/** A shared screen, fit into its place or enlarged; an enlarged one is moved by scrolling. */
export function SharedScreen({ track, nickname }: SharedScreenProps) {
  const [size, setSize] = useState<number>(FIT);
  const frame = useRef<HTMLDivElement>(null);
  const step = (by: 1 | -1) => setSize((known) => SIZES[SIZES.indexOf(known as typeof FIT) + by] ?? known);
  const label = `${nickname}さんの画面`;
  return (
    <div className={styles.screen} ref={frame}>
      {/* Scrolled with the keyboard once it is enlarged. */}
      <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
        <div className={styles.sheet} style={{ width: `${size}%`, height: `${size}%` }}>
          <TrackVideo track={track} className={styles.fit} label={`共有中の画面 ${label}`} />
        </div>
      </div>
      <span className={styles.whose}>
        <Icon icon={MonitorUp} size={16} />
        {label}
      </span>
      <div className={styles.zoom} role="group" aria-label="画面の大きさ">
        <ZoomButton icon={ZoomOut} label="小さくする" onClick={() => step(-1)} isOff={size === FIT} />
        <span className={styles.percent} aria-live="polite">
          {size}%
        </span>
        <ZoomButton icon={ZoomIn} label="大きくする" onClick={() => step(1)} isOff={size === SIZES.at(-1)} />
        <ZoomButton icon={Expand} label="枠に合わせる" onClick={() => setSize(FIT)} isOn={size === FIT} />
        <ZoomButton icon={Fullscreen} label="全画面にする" onClick={() => toggleFullScreen(frame.current)} isAlways />
      </div>
    </div>
  );
}

function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  // An iPhone has no full screen for anything but a video of its own.
  else element?.requestFullscreen?.().catch(() => undefined);
}

interface ZoomButtonProps {
  icon: typeof ZoomIn;
  label: string;
  onClick: () => void;
  isOn?: boolean;
  isOff?: boolean;
  /** Also on a phone, where the others are left to the fingers. */
  isAlways?: boolean;
}

const ZoomButton = ({ icon, label, onClick, isOn, isOff = false, isAlways = false }: ZoomButtonProps) => (
  <button
    type="button"
    className={classNames(styles.zoomButton, isAlways && styles.always)}
    aria-label={label}
    aria-pressed={isOn}
    aria-disabled={isOff || undefined}
    onClick={() => !isOff && onClick()}
  >
    <Icon icon={icon} />
  </button>
);
