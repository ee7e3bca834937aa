import { subDays } from 'date-fns';

import { firstCategoryId } from '../../modules/categories/first-categories';
import { demoSeries } from '../content/series';
import { deterministicId } from './deterministic';
import type { Person } from './people';

const idOf = (key: string) => deterministicId('srs', key);
/** By topic and occasion, as the id of the classroom is made. */
const seriesIds = new Map<string, string>(
  demoSeries.flatMap(({ key, dates = [], events = [] }) =>
    [...dates, ...events.map((event) => ['event', event] as const)].map(
      ([topic, occasion]) => [`${topic} ${occasion}`, idOf(key)] as const,
    ),
  ),
);

/** The series of a classroom, null for one of none. Topic and occasion of an event's room: `event` and its key. */
export const seriesIdOf = (topic: string, occasion: string): string | null =>
  seriesIds.get(`${topic} ${occasion}`) ?? null;

/** Plans every series of the demo; their classrooms name them. */
export function planSeries(people: readonly Person[], now: Date) {
  return demoSeries.map(({ key, host: hostKey, title, description, category, discountPercent = 0 }) => {
    const host = people.find((person) => person.key === hostKey);
    if (!host) throw new Error(`The demo has nobody with the key ${hostKey}`);
    const createdAt = subDays(now, 14);
    return {
      id: idOf(key),
      host_id: host.id,
      title,
      description,
      category_id: firstCategoryId(category),
      discount_percent: discountPercent,
      created_at: createdAt,
      // Series that are in the demo from the start are never announced.
      announced_at: createdAt,
      updated_at: createdAt,
    };
  });
}
