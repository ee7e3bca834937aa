import { isSignedIn, type Viewer } from '../../access/viewer';
import type { Clock } from '../../platform/clock';
import { createMicroCache, type MicroCache } from '../../platform/micro-cache';
import { readShared } from '../../platform/shared-rows';
import type { ClassroomFilter, ClassroomListRow, ClassroomPosition } from './classroom-list-statement';
import type { ClassroomsRepository } from './classrooms.repository';

interface ListReaderDeps {
  classrooms: ClassroomsRepository;
  clock: Clock;
  /** Keeps pages of the list that everybody sees. */
  publicPages: MicroCache<ClassroomListRow[]>;
  /** How long the number of classrooms of a filter may be cached, in milliseconds. */
  countCacheMs: number;
}

/**
 * Creates the reader of lists. Nearly everybody's list has the same rows, which are kept for a moment; only how the
 * viewer relates to them is read for each request.
 */
export function createListReader({ classrooms, clock, publicPages, countCacheMs }: ListReaderDeps) {
  const counts = createMicroCache<number>({ ttlMs: countCacheMs });

  function rows(
    viewer: Viewer,
    filter: ClassroomFilter,
    after: ClassroomPosition | null,
    limit: number,
  ): Promise<ClassroomListRow[]> {
    const { viewerId, isReserved, state, hostId, categoryId } = filter;
    if (isReserved || (isSignedIn(viewer) && viewer.partnerSchoolId !== null))
      return classrooms.list(filter, after, limit, clock.now());
    const key = JSON.stringify([state, hostId, categoryId, after, limit]);
    return readShared(publicPages, {
      key,
      viewerId,
      rowsOf: (reader) => classrooms.list({ ...filter, viewerId: reader }, after, limit, clock.now()),
      relationsTo: classrooms.relationsTo,
    });
  }

  /** Returns how many classrooms the viewer's list has; it may be some seconds old. */
  async function total(filter: ClassroomFilter): Promise<number> {
    const { state, hostId, categoryId, isReserved, viewerId, amongSchoolId } = filter;
    const key = JSON.stringify([state, hostId, categoryId, amongSchoolId]);
    const [everybodys, own, blocked] = await Promise.all([
      isReserved ? 0 : counts.get(key, () => classrooms.countPublic(filter)),
      viewerId === null
        ? 0
        : counts.get(JSON.stringify([key, isReserved, viewerId]), () => classrooms.countOwn({ ...filter, viewerId })),
      viewerId === null || isReserved || hostId !== undefined
        ? 0
        : counts.get(JSON.stringify([key, 'blocked', viewerId]), () =>
            classrooms.countBlocked({ ...filter, viewerId }),
          ),
    ]);
    return everybodys + own - blocked;
  }

  return { rows, total, forgetTotals: () => counts.clear() };
}
