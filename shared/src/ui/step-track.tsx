import { classNames } from './class-names';

import styles from './step-track.module.css';

export interface TrackStep {
  name: string;
  /** The date, or the duration. */
  detail?: string | undefined;
  state: 'done' | 'current' | 'ahead';
}

/** A track of steps for a process that takes days: done, current and upcoming. */
export function StepTrack({ label, steps }: { label: string; steps: readonly TrackStep[] }) {
  return (
    <ol className={styles.track} aria-label={label}>
      {steps.map(({ name, detail, state }) => (
        <li
          key={name}
          className={classNames(state === 'done' && styles.done, state === 'current' && styles.current)}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          {name}
          {detail !== undefined && <span>{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
