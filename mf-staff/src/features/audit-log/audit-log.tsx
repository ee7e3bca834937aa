import type { AuditEntry } from '@manabiba/shared/contract/staff-audit';
import { listAuditLog } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointPages, useSearchParams } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Select } from '@manabiba/shared/ui/select';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { actionWords, wordOfAction } from '../../core/action-words';
import { StaffFrame } from '../../core/staff-frame';
import { StaffTable } from '../../core/staff-table';
import { changeOf, logTime, reasonOf } from './audit-words';
import { type AuditFilter, saveAuditLog } from './save-audit-log';

import styles from './audit-log.module.css';

/** Everything that the staff did, newest first. */
export function AuditLog() {
  const [query, setQuery] = useSearchParams();
  const filter: AuditFilter = Object.fromEntries(
    ['who', 'action'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  );
  const list = useEndpointPages(listAuditLog, { query: filter }, { maxAgeSeconds: 0, keepPreviousData: true });
  const actors = list.pages[0]?.actors ?? [];

  function handleFilter(name: keyof AuditFilter, value: string) {
    const { [name]: _previous, ...rest } = filter;
    setQuery(value === '' ? { ...rest } : { ...rest, [name]: value }, { replace: true });
  }

  return (
    <StaffFrame title="監査ログ" facts={<SaveButton filter={filter} />}>
      <div className={styles.filters}>
        <Select
          label="だれが"
          placeholder="全員"
          options={actors.map(({ who, name }) => ({ value: who, label: name ?? `${who}(コマンド)` }))}
          value={filter.who ?? ''}
          onChange={(event) => handleFilter('who', event.target.value)}
        />
        <Select
          label="なにを"
          placeholder="すべて"
          options={Object.entries(actionWords).map(([value, label]) => ({ value, label }))}
          value={filter.action ?? ''}
          onChange={(event) => handleFilter('action', event.target.value)}
        />
      </div>
      <PagedList
        list={list}
        name="監査ログ"
        level={2}
        skeleton={<SkeletonRows count={6} isRuled />}
        empty={
          <EmptyState title="記録はありません。" level={2}>
            スタッフが操作すると、ここに残ります。記録は変更も削除もできません。
          </EmptyState>
        }
      >
        {(items) => <Entries items={items} />}
      </PagedList>
    </StaffFrame>
  );
}

function SaveButton({ filter }: { filter: AuditFilter }) {
  const [isSaving, setIsSaving] = useState(false);

  async function handleSave() {
    setIsSaving(true);
    try {
      await saveAuditLog(filter);
    } catch (error) {
      showMessageFor(error);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Button icon={<Icon icon={Download} />} isLoading={isSaving} onClick={() => void handleSave()}>
      CSVを保存
    </Button>
  );
}

const columns = ['時刻', 'だれが', 'なにを', '対象', '理由', '変化'] as const;

function Entries({ items }: { items: readonly AuditEntry[] }) {
  return (
    <StaffTable columns={columns}>
      {items.map((entry) => (
        <tr key={entry.id}>
          <td data-label="時刻" className={styles.time}>
            <time dateTime={entry.at}>{logTime(entry.at)}</time>
          </td>
          <td data-label="だれが">{entry.whoName ?? `${entry.who}(コマンド)`}</td>
          <td data-label="なにを" className={styles.short}>
            {wordOfAction(entry.action)}
          </td>
          <td data-label="対象">{entry.subjectName ?? entry.subjectId}</td>
          <td data-label="理由">{reasonOf(entry)}</td>
          <td data-label="変化" className={styles.short}>
            {changeOf(entry)}
          </td>
        </tr>
      ))}
    </StaffTable>
  );
}
