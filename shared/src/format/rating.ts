import type { RatingAverage } from '../contract/rating-average';
import { formatCount } from './count';

/** ★4.5(12件). */
export const formatRating = ({ average, count }: NonNullable<RatingAverage>): string =>
  `★${average.toFixed(1)}(${formatCount(count)}件)`;
