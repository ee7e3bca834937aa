import { formatCount } from '@manabiba/shared/format/count';
import type { Tab } from '@manabiba/shared/ui/tabs';

import type { ListTab } from './list-filter';
import type { useClassroomLists } from './use-classroom-lists';

export type ClassroomLists = ReturnType<typeof useClassroomLists>;

/** Returns the tabs with their counts. Reservations are for signed-in users. */
export function tabsOf(lists: ClassroomLists, { isSignedIn }: { isSignedIn: boolean }): Tab<ListTab>[] {
  const reserved = sum(lists.reservedLive.totalCount, lists.reservedScheduled.totalCount);
  return [
    { key: 'all', label: 'すべて' },
    { key: 'live', label: '開催中', count: counted(lists.live.totalCount) },
    { key: 'scheduled', label: '開催前', count: counted(lists.scheduled.totalCount) },
    { key: 'ended', label: '終了' },
    ...(isSignedIn ? [{ key: 'reserved' as const, label: '予約済み', count: counted(reserved) }] : []),
  ];
}

const counted = (count: number | undefined) => (count === undefined ? undefined : formatCount(count));
const sum = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? undefined : a + b);
