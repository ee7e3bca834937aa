import styles from './tile.module.css';

/** Three moving bars: someone is talking. */
export const VoiceBars = ({ label }: { label: string }) => (
  <span className={styles.bars} role="img" aria-label={label}>
    <i />
    <i />
    <i />
  </span>
);
