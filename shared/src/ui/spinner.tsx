import { classNames } from './class-names';

import styles from './spinner.module.css';

export interface SpinnerProps {
  size?: 18 | 32;
  /** What is loading, announced to screen readers. Without it the spinner is decoration beside text. */
  label?: string;
}

/** Loading indicator for content of unknown shape; where the shape is known, use a skeleton. */
export function Spinner({ size = 18, label }: SpinnerProps) {
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return <span className={classNames(styles.spinner, size === 32 && styles.large)} {...meaning} />;
}
