import { type ReactNode, useId } from 'react';

import { Phrases } from './phrases';

import styles from './section.module.css';

export interface SectionProps {
  title: string;
  /** Secondary text after the title, such as 3件. */
  count?: ReactNode;
  /** A link at the right edge: a router's link with `moreLinkClass` around `MoreLabel`. */
  more?: ReactNode;
  children: ReactNode;
  level?: 2 | 3;
}

/** A section of a page under its own heading; a landmark of that name. */
export function Section({ title, count, more, children, level = 2 }: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading>
          <span id={id}>
            <Phrases text={title} />
          </span>
          {count !== undefined && <small>{count}</small>}
        </Heading>
        {more}
      </div>
      {children}
    </section>
  );
}
