import type { TimePosition } from '../../platform/database/time-position';
import { IS_PUBLISHED, isShownTo } from './archive-access';
import { archiveColumns, archiveJoins } from './archive-row';

/** Which published archives are listed, and in which order. */
export interface ArchiveFilter {
  viewerId: string | null;
  hostId?: string;
  categoryId?: string;
  isPickup?: boolean;
  isOfEvent?: boolean;
  /** Only what the viewer has not begun to watch. */
  isUnseen?: boolean;
  /** Most watched first, instead of newest first. */
  isByWatches?: boolean;
}

/** Each filter is served by an index of its own, in the order of the list. By watches, a position's number is their count. */
export function archiveListStatement(
  filter: ArchiveFilter,
  after: TimePosition | null,
  limit: number,
): { text: string; values: unknown[] } {
  const values: unknown[] = [limit];
  const place = (value: unknown) => `$${values.push(value)}`;
  const viewerId = filter.viewerId && place(filter.viewerId);
  const conditions = [IS_PUBLISHED, isShownTo(viewerId)];
  if (filter.hostId !== undefined) conditions.push(`a.host_id = ${place(filter.hostId)}`);
  if (filter.categoryId !== undefined) conditions.push(`a.category_id = ${place(filter.categoryId)}`);
  if (filter.isUnseen && viewerId) conditions.push('w.archive_id is null');
  if (filter.isPickup) conditions.push('a.is_pickup');
  if (filter.isOfEvent) conditions.push(`a.source = 'event'`);
  const [key, keyOf] = filter.isByWatches
    ? ['a.watch_count', (value: string) => `${value}::bigint`]
    : ['a.published_at', (value: string) => `timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`];
  if (after) conditions.push(`(${key}, a.id) < (${keyOf(place(after.micros))}, ${place(after.id)})`);
  const text = `select ${archiveColumns(viewerId)} from archives a ${archiveJoins(viewerId)}
    where ${conditions.join(' and ')} order by ${key} desc, a.id desc limit $1`;
  return { text, values };
}

/** SQL: how many published archives the viewer, `$1`, finds and has not begun to watch. */
export const UNSEEN_COUNT = `select count(*)::int as total from archives a join users host on host.id = a.host_id
  where ${IS_PUBLISHED} and ${isShownTo('$1')}
    and not exists (select 1 from archive_positions w where w.user_id = $1 and w.archive_id = a.id)`;
