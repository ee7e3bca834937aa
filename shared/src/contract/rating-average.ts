import * as z from 'zod/mini';

import { count } from './primitives';

/** What everybody can read in stars; null without ratings. Absent in the answer of an older api. */
export const ratingAverage = z._default(
  z.nullable(
    z.object({
      /** With two decimals. */
      average: z.number(),
      count,
    }),
  ),
  null,
);
export type RatingAverage = z.output<typeof ratingAverage>;
