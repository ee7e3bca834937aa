import type { StaffEvent, StaffEventStage } from '@manabiba/shared/contract/staff-events';
import { listStaffEvents } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { Link, useEndpointPages, useSearchParams } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { FilterChips } from '@manabiba/shared/ui/filter-chips';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { eventStateOf, pathOfEvent, seatWords } from '../../core/event-words';
import { SearchForm } from '../../core/search-form';
import { StaffFrame } from '../../core/staff-frame';
import { numberClass, StaffTable } from '../../core/staff-table';

import shared from '../../core/staff-parts.module.css';

type StageFilter = Exclude<StaffEventStage, 'upcoming'>;
const stages: readonly { key: StageFilter; name: string }[] = [
  { key: 'past', name: '終了' },
  { key: 'cancelled', name: '中止' },
];
const emptyWords: Readonly<Record<StaffEventStage, string>> = {
  upcoming: 'これからのイベントはありません。',
  past: '終了したイベントはありません。',
  cancelled: '中止になったイベントはありません。',
};

/** The published events of all organizers, the next first. */
export function Events() {
  const [query, setQuery] = useSearchParams();
  const words = query.get('q') ?? '';
  const chosen = stages.find(({ key }) => key === query.get('stage'))?.key;
  const stage = chosen ?? 'upcoming';
  const list = useEndpointPages(
    listStaffEvents,
    { query: { stage, ...(words === '' ? {} : { q: words }) } },
    { maxAgeSeconds: 0, keepPreviousData: true },
  );

  function show(next: { q: string; stage: StageFilter | undefined }) {
    setQuery({ ...(next.q === '' ? {} : { q: next.q }), ...(next.stage ? { stage: next.stage } : {}) });
  }

  return (
    <StaffFrame title="イベント">
      <SearchForm
        label="イベントをさがす"
        hint="題名か主催者の名前の一部、番号"
        words={words}
        onSearch={(q) => show({ q, stage: chosen })}
      />
      <FilterChips
        label="状態"
        all="これから"
        options={stages}
        selected={chosen}
        onSelect={(key) => show({ q: words, stage: key })}
      />
      <PagedList
        list={list}
        name="イベント"
        level={2}
        skeleton={<SkeletonRows count={6} isRuled />}
        empty={
          <EmptyState title={words === '' ? emptyWords[stage] : '見つかりませんでした。'} level={2}>
            {words === '' ? '公開されたイベントがここに表示されます。' : 'ほかの状態も確かめてください。'}
          </EmptyState>
        }
      >
        {(events) => <EventTable events={events} />}
      </PagedList>
    </StaffFrame>
  );
}

const columns = ['開始', 'イベント', '主催者', '席', '状態'] as const;

function EventTable({ events }: { events: readonly StaffEvent[] }) {
  return (
    <StaffTable columns={columns} numbers={['席']}>
      {events.map(({ id, title, startAt, organizer, sold, held, seats, state }) => (
        <tr key={id}>
          <td data-label="開始">
            <time dateTime={startAt}>{formatDateTime(startAt)}</time>
          </td>
          <td data-label="イベント">
            <Link className={shared.link} to={pathOfEvent(id)}>
              {title}
            </Link>
          </td>
          <td data-label="主催者">{organizer.orgName ?? organizer.nickname}</td>
          <td data-label="席" className={numberClass}>
            {seatWords(sold + held, seats)}
          </td>
          <td data-label="状態">
            <Badge tone={eventStateOf(state).tone}>{eventStateOf(state).word}</Badge>
          </td>
        </tr>
      ))}
    </StaffTable>
  );
}
