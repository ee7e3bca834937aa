import type { School } from '@manabiba/shared/contract/staff-schools';
import { listSchools } from '@manabiba/shared/data/endpoints';
import { Link, useEndpoint } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { StaffFrame } from '../../core/staff-frame';
import { numberClass, StaffTable } from '../../core/staff-table';
import { pathOfSchool, ssoWords, wordsOfPolicy } from './school-words';

import shared from '../../core/staff-parts.module.css';

const CreateSchoolDialog = lazy(() =>
  import('./create-school-dialog').then((module) => ({ default: module.CreateSchoolDialog })),
);

/** All partner schools. */
export function Schools() {
  const { data, error, isRefreshing, retry } = useEndpoint(listSchools, {}, { maxAgeSeconds: 0 });
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button size="small" icon={<Icon icon={Plus} size={16} />} onClick={() => setIsCreating(true)}>
      学校を加える
    </Button>
  );
  return (
    <StaffFrame title="学校" facts={create}>
      {data && data.items.length > 0 && <SchoolTable schools={data.items} />}
      {data?.items.length === 0 && (
        <EmptyState title="学校はまだありません。" level={2}>
          学校を加えると、生徒が登録するためのコードを作れます。
        </EmptyState>
      )}
      {!data &&
        (error ? (
          <ErrorState title="学校を表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={6} isRuled />
        ))}
      {isCreating && (
        <Suspense>
          <CreateSchoolDialog onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </StaffFrame>
  );
}

const columns = ['学校', 'コード', '入り方', '決まり', '生徒', '状態'] as const;

function SchoolTable({ schools }: { schools: readonly School[] }) {
  return (
    <StaffTable columns={columns} numbers={['生徒']}>
      {schools.map(({ id, name, code, sso, policy, pupilCount, active }) => (
        <tr key={id}>
          <td data-label="学校">
            <Link className={shared.link} to={pathOfSchool(id)}>
              {name}
            </Link>
          </td>
          <td data-label="コード">
            <code>{code}</code>
          </td>
          <td data-label="入り方">{ssoWords[sso]}</td>
          <td data-label="決まり">{wordsOfPolicy(policy)}</td>
          <td data-label="生徒" className={numberClass}>
            {pupilCount.toLocaleString('ja-JP')}
          </td>
          <td data-label="状態">
            <Badge tone={active ? 'ok' : 'plain'}>{active ? '有効' : '停止中'}</Badge>
          </td>
        </tr>
      ))}
    </StaffTable>
  );
}
