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

const texts = new Map<string, string>();

/**
 * Each filter is served by an index of its own, in the order of the list. By watches, a position's number is their count.
 *
 * The text of each combination of filters is built once: building and hashing it costs more than asking for it.
 */
export function archiveListStatement(
  filter: ArchiveFilter,
  after: TimePosition | null,
  limit: number,
): { text: string; values: unknown[] } {
  const { viewerId, hostId, categoryId } = filter;
  const given = [viewerId, hostId, categoryId, filter.isUnseen, filter.isPickup, filter.isOfEvent, filter.isByWatches];
  const shape = [...given, after].map((value) => (value ? '1' : '0')).join('');
  const text = texts.get(shape) ?? textOf(filter, after !== null);
  texts.set(shape, text);
  const values: unknown[] = [limit];
  for (const value of [viewerId, hostId, categoryId]) if (value) values.push(value);
  if (after) values.push(after.micros, after.id);
  return { text, values };
}

/** The placeholders are numbered in the order of the values above. */
function textOf(filter: ArchiveFilter, hasPosition: boolean): string {
  let count = 1;
  const place = () => `$${(count += 1)}`;
  const viewerId = filter.viewerId ? place() : null;
  const conditions = [IS_PUBLISHED, isShownTo(viewerId)];
  if (filter.hostId) conditions.push(`a.host_id = ${place()}`);
  if (filter.categoryId) conditions.push(`a.category_id = ${place()}`);
  if (filter.isUnseen && viewerId) conditions.push('w.archive_id is null');
  if (filter.isPickup) conditions.push('a.is_pickup');
  if (filter.isOfEvent) conditions.push(`a.source = 'event'`);
  const [key, keyOf] = filter.isByWatches
    ? ['a.watch_count', (value: string) => `${value}::bigint`]
    : ['a.published_at', (value: string) => `timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`];
  if (hasPosition) conditions.push(`(${key}, a.id) < (${keyOf(place())}, ${place()})`);
  return `select ${archiveColumns(viewerId)} from archives a ${archiveJoins(viewerId)}
    where ${conditions.join(' and ')} order by ${key} desc, a.id desc limit $1`;
}

/** SQL: how many published archives the viewer, `$1`, finds and has not begun to watch. */
export const UNSEEN_COUNT = `select count(*)::int as total from archives a join users host on host.id = a.host_id
  where ${IS_PUBLISHED} and ${isShownTo('$1')}
    and not exists (select 1 from archive_positions w where w.user_id = $1 and w.archive_id = a.id)`;
