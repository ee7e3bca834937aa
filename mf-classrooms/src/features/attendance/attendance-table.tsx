import type { GroupStay } from '@manabiba/shared/contract/classroom-groups';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { FiguresTable } from '@manabiba/shared/ui/figures-table';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import { useState } from 'react';

import { RoleBadge } from '../../core/room/role-badge';
import { type Attendee, groupsOf, minutesPresent } from './attendee';

import styles from './attendance.module.css';

/** Rows rendered initially and added with each click: a class may have thousands of attendees. */
const PAGE_ROWS = 100;

const columns = ['名前', '入室', '退出', '参加時間'];

/** One row per attendee, in joining order. */
export function AttendanceTable({ people }: { people: readonly Attendee[] }) {
  const [limit, setLimit] = useState(PAGE_ROWS);
  return (
    <>
      <FiguresTable label="参加した人" columns={columns} className={styles.table}>
        {people.slice(0, limit).map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </FiguresTable>
      <LoadMore hasMore={people.length > limit} isLoading={false} onLoadMore={() => setLimit(limit + PAGE_ROWS)} />
    </>
  );
}

/** One stay in a group, from when until when. */
const GroupStayTime = ({ stay: { group, enteredAt, leftAt } }: { stay: GroupStay }) => (
  <span>
    {group} <DateTime value={enteredAt} style="time" />〜{leftAt !== null && <DateTime value={leftAt} style="time" />}
  </span>
);

function Row({ person }: { person: Attendee }) {
  const minutes = minutesPresent(person);
  return (
    <tr>
      <th scope="row">
        <span className={styles.person}>
          <Avatar person={person} size={36} />
          <span className={styles.who}>
            <span className={styles.name}>{person.nickname}</span>
            <RoleBadge role={person.role} />
            {groupsOf(person).length > 0 && (
              <span className={styles.groups}>
                {groupsOf(person).map((stay) => (
                  <GroupStayTime key={stay.enteredAt} stay={stay} />
                ))}
              </span>
            )}
          </span>
        </span>
      </th>
      <td data-label="入室">
        <DateTime value={person.joinedAt} style="time" />
      </td>
      <td data-label="退出">{person.leftAt === null ? '参加中' : <DateTime value={person.leftAt} style="time" />}</td>
      <td data-label="参加時間">{minutes > 0 ? `${minutes}分` : '1分未満'}</td>
    </tr>
  );
}
