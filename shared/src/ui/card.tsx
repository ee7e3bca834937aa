import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './card.module.css';

export interface CardProps {
  children: ReactNode;
  /** Cover at the left, text at the right: pass a `Cover` and one element with the rest. */
  isMedia?: boolean;
  className?: string;
}

/** A list item as a card. The link in its `CardTitle` covers the whole card; buttons inside stay on top. */
export function Card({ children, isMedia = false, className, ...rest }: CardProps) {
  return (
    <article {...rest} className={classNames(styles.card, isMedia && styles.media, className)}>
      {children}
    </article>
  );
}

/** The title, at most two lines. Its child is the card's link. */
export function CardTitle({
  children,
  level = 3,
  size = 16,
}: {
  children: ReactNode;
  level?: 2 | 3 | 4;
  size?: 16 | 22;
}) {
  const Heading = `h${level}` as const;
  return <Heading className={classNames(styles.title, size === 22 && styles.lead)}>{children}</Heading>;
}

/** A row of secondary facts; each child is one fact. */
export function Meta({ children }: { children: ReactNode }) {
  return <p className={styles.meta}>{children}</p>;
}

/** The price at one end, availability at the other. */
export function CardFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

const columnClass = { 2: styles.columns2, 3: styles.columns3, 4: styles.columns4 } as const;

/** A grid of cards, with fewer columns on narrow screens. Each child is an `li`. */
export function CardGrid({ columns, children }: { columns: 2 | 3 | 4; children: ReactNode }) {
  return <ul className={classNames(styles.grid, columnClass[columns])}>{children}</ul>;
}
