import { formatCount } from './count';

/** ★4.5(12件). */
export const formatRating = ({ average, count }: { average: number; count: number }): string =>
  `★${average.toFixed(1)}(${formatCount(count)}件)`;
