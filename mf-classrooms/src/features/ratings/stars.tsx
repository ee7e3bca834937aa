import { MAX_STARS } from '@manabiba/shared/contract/limits';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Star } from 'lucide-react';

import styles from './ratings.module.css';

/** The numbers of stars that can be given, the lowest first. */
export const starCounts = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** A given rating as stars. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${MAX_STARS}つ星のうち${stars}つ`}>
      {starCounts.map((count) => (
        <Star key={count} size={16} aria-hidden className={classNames(styles.star, count <= stars && styles.full)} />
      ))}
    </span>
  );
}
