import * as z from 'zod/mini';

import { count, id } from './primitives';

/** The series that a class or an event is a date of; the number is null for a cancelled one. */
export const seriesOfDate = z.object({ id, title: z.string(), number: z.nullable(count) });
