import { type ReactNode, useState } from 'react';

import { classNames } from './class-names';
import { CoverDrawing } from './cover-drawing';

import styles from './cover.module.css';

export interface CoverProps {
  src?: string | null;
  /** Seed of the drawing shown without an image: the same seed gives the same drawing. Pass the item's id. */
  seed: string;
  /** The alt text; omit it where the title beside says it. */
  label?: string;
  shape?: 'video' | 'wide' | 'banner';
  /** Uses the corner radius of a large lead card instead of a control's. */
  isRound?: boolean;
  /** Badges over the upper left corner. */
  topLeft?: ReactNode;
  /** A short fact over the lower right corner, such as a duration. */
  bottomRight?: ReactNode;
  className?: string;
}

const shapeClass = { video: undefined, wide: styles.wide, banner: styles.banner } as const;

/** The cover image of a classroom, event or archive; a drawing when there is none or it fails to load. */
export function Cover(props: CoverProps) {
  const { src = null, seed, label, shape = 'video', isRound = false, topLeft, bottomRight, className } = props;
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const isPicture = src !== null && src !== '' && src !== brokenSrc;
  return (
    <span className={classNames(styles.cover, shapeClass[shape], isRound && styles.round, className)}>
      {isPicture ? (
        <img
          className={styles.picture}
          src={src}
          alt={label ?? ''}
          decoding="async"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        <CoverDrawing seed={seed} label={label} className={styles.picture} />
      )}
      {topLeft !== undefined && <span className={styles.topLeft}>{topLeft}</span>}
      {bottomRight !== undefined && <span className={styles.bottomRight}>{bottomRight}</span>}
    </span>
  );
}
