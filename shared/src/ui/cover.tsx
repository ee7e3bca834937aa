import { type ReactNode, useState } from 'react';

import { classNames } from './class-names';
import styles from './cover.module.css';
import { CoverDrawing } from './cover-drawing';

export interface CoverProps {
  src?: string | null;
  /** Decides the drawing shown without a picture: the same seed, the same drawing. Give the thing's id. */
  seed: string;
  /** What the picture shows; leave it out where the title beside says it. */
  label?: string;
  shape?: 'video' | 'wide' | 'banner';
  /** Corners of a large lead card instead of a control's. */
  isRound?: boolean;
  /** Pills over the upper left corner. */
  topLeft?: ReactNode;
  /** A short fact over the lower right corner, such as a length. */
  bottomRight?: ReactNode;
  className?: string;
}

const shapeClass = { video: undefined, wide: styles.wide, banner: styles.banner } as const;

/** The picture of a classroom, event or archive; a calm drawing where there is none or it does not load. */
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
