import { classNames } from '@manabiba/shared/ui/class-names';

import tileStyles from '../../../core/media/tile.module.css';
import styles from '../room-stage.module.css';

interface RecordingBadgeProps {
  isRecording: boolean;
  /** Opens the viewer's own decision; undefined for those who are not asked. */
  onOpen: (() => void) | undefined;
}

/** 録画中, for everybody in the room. */
export function RecordingBadge({ isRecording, onOpen }: RecordingBadgeProps) {
  if (!isRecording) return null;
  const className = classNames(tileStyles.tag, tileStyles.recorded, styles.recording);
  if (!onOpen) return <p className={className}>録画中</p>;
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={onOpen}>
      録画中
    </button>
  );
}
