import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './skeleton.module.css';

export type SkeletonShape = 'line' | 'title' | 'heading' | 'cover' | 'round' | 'button' | 'small-button';
export type SkeletonWidth = 20 | 40 | 60 | 80 | 100;

export interface SkeletonProps {
  /** `line` 12 px, `title` 16 px, `heading` 22 px high; `cover` 16:9; `round` an avatar; buttons as they are. */
  shape?: SkeletonShape;
  /** Percentage of the available width. */
  width?: SkeletonWidth;
  /** Size of a `round` skeleton, in px. */
  size?: 32 | 40 | 64 | 120;
}

/** One grey placeholder shape. Place shapes in a `SkeletonGroup`. */
export function Skeleton({ shape = 'line', width, size = 40 }: SkeletonProps) {
  return (
    <i
      className={styles.piece}
      data-shape={shape}
      data-width={width}
      data-size={shape === 'round' ? size : undefined}
    />
  );
}

/** Reserves the space of content that is loading, and announces it once to screen readers. */
export function SkeletonGroup({
  children,
  label = '読み込み中',
  className,
}: {
  children: ReactNode;
  label?: string;
  className?: string;
}) {
  return (
    <div role="status" aria-label={label} aria-busy className={className}>
      <div aria-hidden>{children}</div>
    </div>
  );
}

/** The numbers below `count`. */
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Rows with an image at the left: comments, people, notifications. */
export function SkeletonRows({ count, isRuled = false }: { count: number; isRuled?: boolean }) {
  return (
    <SkeletonGroup>
      <ul>
        {upTo(count).map((index) => (
          <li key={index} className={classNames(styles.row, isRuled && styles.ruled)}>
            <Skeleton shape="round" />
            <div className={styles.words}>
              <Skeleton shape="title" width={80} />
              <Skeleton width={20} />
            </div>
          </li>
        ))}
      </ul>
    </SkeletonGroup>
  );
}
