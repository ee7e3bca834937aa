import { classNames } from './class-names';
import styles from './spinner.module.css';

export interface SpinnerProps {
  size?: 18 | 32;
  /** What is being waited for, told to screen readers. Without it the spinner is decoration beside words. */
  label?: string;
}

/** Something is on its way and its shape is not known; where it is known, a skeleton is kinder. */
export function Spinner({ size = 18, label }: SpinnerProps) {
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return <span className={classNames(styles.spinner, size === 32 && styles.large)} {...meaning} />;
}
