import type { ReactNode } from 'react';

import { CardGrid } from './card';
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

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Card grid: cover, title, two facts. Three per row are events, whose cards have a further line. */
export function SkeletonCards({ count, columns }: { count: number; columns: 2 | 3 | 4 }) {
  return (
    <SkeletonGroup>
      <CardGrid columns={columns}>
        {upTo(count).map((index) => (
          <li key={index} className={classNames(styles.card, columns === 3 && styles.cardOfEvent)}>
            <Skeleton shape="cover" />
            <Skeleton shape="title" width={100} />
            <Skeleton width={60} />
            <Skeleton width={40} />
          </li>
        ))}
      </CardGrid>
    </SkeletonGroup>
  );
}

/** The large card of a live classroom, with a list of smaller ones beside it. */
export function SkeletonLive({ count = 4 }: { count?: number }) {
  return (
    <SkeletonGroup>
      <div className={styles.live}>
        <div>
          <Skeleton shape="cover" />
          <div className={styles.lead}>
            <div className={styles.words}>
              <Skeleton shape="heading" width={80} />
              <div className={styles.host}>
                <Skeleton shape="round" size={32} />
                <Skeleton width={40} />
              </div>
            </div>
            <Skeleton shape="button" />
          </div>
        </div>
        <div className={styles.list}>
          {upTo(count - 1).map((index) => (
            <div key={index} className={styles.media}>
              <Skeleton shape="cover" />
              <div className={styles.words}>
                <Skeleton shape="title" width={100} />
                <Skeleton shape="title" width={60} />
                <Skeleton width={40} />
              </div>
            </div>
          ))}
        </div>
      </div>
    </SkeletonGroup>
  );
}

/** Timetable rows: time, title and facts, a small button. `columns` is 2 as on the top page. */
export function SkeletonTimetable({ count, columns = 1 }: { count: number; columns?: 1 | 2 }) {
  return (
    <SkeletonGroup>
      <ul className={classNames(styles.timetable, columns === 2 && styles.twoColumns)}>
        {upTo(count).map((index) => (
          <li key={index} className={styles.slot}>
            <Skeleton shape="heading" width={80} />
            <div className={styles.words}>
              <Skeleton shape="title" width={80} />
              <Skeleton width={60} />
            </div>
            <Skeleton shape="small-button" />
          </li>
        ))}
      </ul>
    </SkeletonGroup>
  );
}

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

/** Profile header: image, name, introduction, figures. */
export function SkeletonProfile() {
  return (
    <SkeletonGroup>
      <div className={styles.profile}>
        <Skeleton shape="round" size={120} />
        <div className={styles.words}>
          <Skeleton shape="heading" width={40} />
          <Skeleton width={20} />
          <Skeleton width={60} />
          <Skeleton width={60} />
        </div>
        <Skeleton shape="button" />
      </div>
    </SkeletonGroup>
  );
}

/** Detail page: its title, facts and text, and the side panel. */
export function SkeletonDetail() {
  return (
    <SkeletonGroup>
      <div className={styles.detail}>
        <div className={styles.words}>
          <Skeleton width={20} />
          <Skeleton shape="heading" width={80} />
          <div className={styles.host}>
            <Skeleton shape="round" />
            <Skeleton shape="title" width={20} />
          </div>
          <Skeleton width={100} />
          <Skeleton width={100} />
          <Skeleton width={60} />
        </div>
        <div className={styles.panel}>
          <Skeleton shape="heading" width={60} />
          <Skeleton width={80} />
          <Skeleton width={60} />
          <Skeleton shape="button" width={100} />
        </div>
      </div>
    </SkeletonGroup>
  );
}
