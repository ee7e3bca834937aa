import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import type { Track } from 'livekit-client';
import { Expand, Fullscreen, MonitorUp, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';

import { TrackVideo } from '../../../core/media/track-video';

import tileStyles from '../../../core/media/tile.module.css';
import styles from './stage-scene.module.css';

interface SharedScreenProps {
  track: Track;
  /** The nickname of the person sharing. */
  nickname: string;
  /** Shown in a corner, also in full screen. */
  badge: ReactNode;
}

const SIZES = [100, 125, 150, 200, 300] as const;
const FIT = SIZES[0];

/** A shared screen that fits its area or is enlarged and scrollable. */
export function SharedScreen({ track, nickname, badge }: SharedScreenProps) {
  const [size, setSize] = useState<number>(FIT);
  const frame = useRef<HTMLDivElement>(null);
  const step = (by: 1 | -1) => setSize((known) => SIZES[SIZES.indexOf(known as typeof FIT) + by] ?? known);
  const label = `${nickname}さんの画面`;
  return (
    <div className={styles.screen} ref={frame}>
      {/* Focusable, so that the keyboard can scroll it once it is enlarged. */}
      <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
        <div className={styles.sheet} style={{ width: `${size}%`, height: `${size}%` }}>
          <TrackVideo track={track} className={styles.fit} label={`共有中の画面 ${label}`} />
        </div>
      </div>
      <span className={classNames(tileStyles.tag, styles.whose)}>
        <Icon icon={MonitorUp} size={16} />
        {label}
      </span>
      <div className={styles.badge}>{badge}</div>
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
  // On iPhones only video elements can be shown full screen, not this one.
  else element?.requestFullscreen?.().catch(() => undefined);
}

interface ZoomButtonProps {
  icon: typeof ZoomIn;
  label: string;
  onClick: () => void;
  isOn?: boolean;
  isOff?: boolean;
  /** Whether the button is also shown on phones, where users pinch to zoom instead. */
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
