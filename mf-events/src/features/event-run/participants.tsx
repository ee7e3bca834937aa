import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import type { OrganizedParticipant } from '@manabiba/shared/contract/event-sales';
import { MAX_SEARCH_LENGTH } from '@manabiba/shared/contract/limits';
import { listOrganizedParticipants } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { useEndpointPages } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Panel } from '@manabiba/shared/ui/panel';
import { Select } from '@manabiba/shared/ui/select';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Download, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { ParticipantTable } from './participant-table';
import { participantStates } from './participant-words';

import styles from './event-run.module.css';

type State = OrganizedParticipant['state'];
const states = Object.entries(participantStates).map(([value, { text }]) => ({ value, label: text }));

/** All applicants: searchable by name or e-mail address, filterable by state, paginated, and exportable as a file. */
export function Participants({ event }: { event: OrganizedEventDetail }) {
  const [q, setQ] = useState('');
  const [state, setState] = useState<State | ''>('');
  const list = useEndpointPages(
    listOrganizedParticipants,
    { params: { id: event.id }, query: { q: q || undefined, state: state || undefined } },
    { maxAgeSeconds: 0, keepPreviousData: true },
  );
  const total = list.pages[0]?.totalCount;
  const isFiltered = q !== '' || state !== '';
  return (
    <Panel className={styles.people}>
      <div className={styles.peopleHead}>
        <h2 className={styles.heading}>
          参加者{total !== undefined && <span className={styles.count}>{formatCount(total)}件</span>}
        </h2>
        <a
          className={buttonClass({ size: 'small' })}
          href={`/v1/org/events/${encodeURIComponent(event.id)}/participants.csv`}
          download={`participants-${event.id}.csv`}
        >
          <Icon icon={Download} size={16} />
          CSVでダウンロード
        </a>
      </div>
      <Filter onFind={setQ} state={state} onState={setState} />
      <PagedList
        list={list}
        name="参加者"
        skeleton={<SkeletonRows count={6} />}
        empty={
          isFiltered ? (
            <EmptyState title="当てはまる方はいません。" />
          ) : (
            <EmptyState title="まだ申し込みはありません。">申し込みがあると、ここに表示されます。</EmptyState>
          )
        }
      >
        {(items) => <ParticipantTable event={event} participants={items} />}
      </PagedList>
    </Panel>
  );
}

interface FilterProps {
  onFind: (words: string) => void;
  state: State | '';
  onState: (state: State | '') => void;
}

function Filter({ onFind, state, onState }: FilterProps) {
  const [typed, setTyped] = useState('');
  const handleSubmit = (submit: FormEvent) => {
    submit.preventDefault();
    onFind(typed.trim());
  };
  return (
    <form className={styles.filter} role="search" aria-label="参加者をさがす" onSubmit={handleSubmit}>
      <TextField
        type="search"
        label="名前かメールアドレス"
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '') onFind('');
        }}
      />
      <Select
        label="状態"
        placeholder="すべて"
        options={states}
        value={state}
        onChange={({ target }) => onState(target.value as State | '')}
      />
      <Button type="submit" icon={<Icon icon={Search} />}>
        さがす
      </Button>
    </form>
  );
}
