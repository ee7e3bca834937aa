import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

import { EndedList } from './ended-list';
import type { ListFilter } from './list-filter';
import type { ClassroomLists as Lists } from './list-tabs';
import { LiveList } from './live-list';
import { UpcomingList } from './upcoming-list';

/** The number of live classrooms above the timetable when both are shown. */
const LIVE_BEFORE_UPCOMING = 4;

interface ClassroomListsProps {
  filter: ListFilter;
  lists: Lists;
  categoryName: (id: string) => string;
}

/** The content of the selected tab. */
export function ClassroomLists({ filter: { tab, categoryId }, lists, categoryName }: ClassroomListsProps) {
  const shared = { categoryId, categoryName };
  const upcoming = {
    why: categoryId
      ? 'このカテゴリーでこれから始まる教室はありません。'
      : 'これから始まる教室があると、ここに並びます。',
  };
  switch (tab) {
    case 'live':
      return <LiveList list={lists.live} {...shared} />;
    case 'scheduled':
      return <UpcomingList list={lists.scheduled} empty={upcoming} categoryName={categoryName} />;
    case 'ended':
      return <EndedList list={lists.ended} categoryName={categoryName} />;
    case 'reserved':
      return <ReservedLists lists={lists} {...shared} />;
    case 'all':
      return (
        <>
          <LiveList list={lists.live} max={LIVE_BEFORE_UPCOMING} {...shared} />
          <UpcomingList list={lists.scheduled} empty={upcoming} categoryName={categoryName} />
        </>
      );
  }
}

/** 予約済み: the viewer's reservations, live ones first. */
function ReservedLists({
  lists,
  categoryId,
  categoryName,
}: Omit<ClassroomListsProps, 'filter'> & Pick<ListFilter, 'categoryId'>) {
  const { reservedLive, reservedScheduled } = lists;
  const action = (
    <Link className={buttonClass()} to={paths.classrooms.href({}, { state: 'scheduled' })}>
      教室をさがす
    </Link>
  );
  return (
    <>
      {reservedLive.items.length > 0 && (
        <LiveList list={reservedLive} categoryId={categoryId} categoryName={categoryName} />
      )}
      <UpcomingList
        list={reservedScheduled}
        categoryName={categoryName}
        empty={{ why: '予約した教室が、ここに並びます。', action }}
      />
    </>
  );
}
