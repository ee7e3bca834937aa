import type { ReactNode } from 'react';

import styles from './specimen.module.css';

/** One kind of component under its name. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.specimen}>
      <h2>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Items side by side, wrapping over as many lines as needed. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** Columns as wide as a field. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
