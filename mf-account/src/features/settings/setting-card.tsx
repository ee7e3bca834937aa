import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** One group of settings under its own heading; `id` is where the list at the side leads. */
export function SettingCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
