import type { MyClassroom, MyClassroomRole } from '@manabiba/shared/contract/classrooms';
import { listMyClassrooms } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointPages, useSearchParams } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { FilterChips } from '@manabiba/shared/ui/filter-chips';
import { Icon } from '@manabiba/shared/ui/icon';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { Copy } from 'lucide-react';

import { useCategories } from '../../core/classroom/use-categories';
import { Agenda } from '../../core/timetable/agenda';

import styles from './my-classrooms.module.css';

type When = 'upcoming' | 'past';

const tabs = [
  { key: 'upcoming', label: 'これから' },
  { key: 'past', label: 'これまで' },
] as const satisfies readonly { key: When; label: string }[];
const roles = [
  { key: 'host', name: '開いた教室' },
  { key: 'reserved', name: '予約した教室' },
  { key: 'attended', name: '参加した教室' },
] as const satisfies readonly { key: MyClassroomRole; name: string }[];
const partNames: Readonly<Record<MyClassroomRole, string>> = { host: 'ホスト', reserved: '予約', attended: '参加' };

interface MyClassroomsProps {
  /** Absent for users who cannot create classrooms. */
  onDuplicate: ((classroom: MyClassroom) => void) | undefined;
}

/** The user's own upcoming and past classrooms, filtered by their role in them. Both filters are kept in the URL. */
export function MyClassrooms({ onDuplicate }: MyClassroomsProps) {
  const [search, setSearch] = useSearchParams();
  const when: When = search.get('when') === 'past' ? 'past' : 'upcoming';
  const role = roles.find(({ key }) => key === search.get('role'))?.key;
  const show = (next: { when: When; role: MyClassroomRole | undefined }) =>
    setSearch(
      { ...(next.when === 'past' ? { when: 'past' } : {}), ...(next.role ? { role: next.role } : {}) },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs
      label="時期"
      tabs={tabs}
      selected={when}
      onSelect={(key) => show({ when: key, role })}
      className={styles.tabs}
    >
      <FilterChips
        label="自分の役割"
        all="すべて"
        options={roles}
        selected={role}
        onSelect={(key) => show({ when, role: key })}
      />
      <List key={`${when} ${role ?? ''}`} when={when} role={role} onDuplicate={onDuplicate} />
    </Tabs>
  );
}

interface ListProps extends MyClassroomsProps {
  when: When;
  role: MyClassroomRole | undefined;
}

function List({ when, role, onDuplicate }: ListProps) {
  const list = useEndpointPages(listMyClassrooms, { query: { when, ...(role ? { role } : {}) } });
  const { categoryName } = useCategories();
  const duplicateButton = (classroom: MyClassroom) =>
    onDuplicate &&
    classroom.myParts.includes('host') && (
      <Button
        size="small"
        variant="ghost"
        icon={<Icon icon={Copy} size={16} />}
        aria-label={`「${classroom.name}」を複製する`}
        onClick={() => onDuplicate(classroom)}
      >
        複製
      </Button>
    );
  return (
    <PagedList list={list} name="自分の教室" skeleton={<SkeletonTimetable count={6} />} empty={<Empty when={when} />}>
      {(classrooms) => (
        <div className={styles.list}>
          <Agenda
            classrooms={classrooms}
            categoryName={categoryName}
            level={2}
            noteOf={noteOf}
            actionOf={duplicateButton}
          />
        </div>
      )}
    </PagedList>
  );
}

/** A past classroom shows the user's role; for an upcoming one the button already does. */
const noteOf = ({ myParts, state }: MyClassroom) =>
  state === 'scheduled' ? undefined : myParts.map((part) => partNames[part]).join('・');

function Empty({ when }: { when: When }) {
  if (when === 'past')
    return (
      <EmptyState title="まだ教室はありません。" level={2}>
        開いた教室、予約した教室、参加した教室が、終わったあとここに並びます。
      </EmptyState>
    );
  return (
    <EmptyState
      title="これからの教室はありません。"
      level={2}
      action={
        <Link className={buttonClass()} to={paths.classrooms.href({}, { state: 'scheduled' })}>
          教室をさがす
        </Link>
      }
    >
      教室を開いたり予約したりすると、ここに並びます。
    </EmptyState>
  );
}
