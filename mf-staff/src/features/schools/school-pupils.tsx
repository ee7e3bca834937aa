import type { Pupil } from '@manabiba/shared/contract/staff-schools';
import { listPupils } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { Link, useEndpointPages } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { lazy, Suspense, useState } from 'react';

import { toneOfState, wordOfState } from '../../core/account-states';
import { StaffTable } from '../../core/staff-table';

import shared from '../../core/staff-parts.module.css';

const NewPasswordDialog = lazy(() =>
  import('./new-password-dialog').then((module) => ({ default: module.NewPasswordDialog })),
);

const columns = ['生徒コード', 'ニックネーム', '状態', '登録', '操作'] as const;

/** The pupils of a school. */
export function SchoolPupils({ schoolId }: { schoolId: string }) {
  const list = useEndpointPages(listPupils, { params: { id: schoolId } }, { maxAgeSeconds: 0 });
  const [selected, setSelected] = useState<Pupil | null>(null);
  return (
    <section aria-labelledby="pupils-title" className={shared.part}>
      <h2 id="pupils-title">生徒</h2>
      <PagedList
        list={list}
        name="生徒"
        skeleton={<SkeletonRows count={4} isRuled />}
        empty={<p className={shared.note}>まだ登録した生徒はいません。登録コードを配ると、ここに表示されます。</p>}
      >
        {(pupils) => (
          <StaffTable columns={columns}>
            {pupils.map((pupil) => (
              <PupilRow key={pupil.userId} pupil={pupil} onRenew={() => setSelected(pupil)} />
            ))}
          </StaffTable>
        )}
      </PagedList>
      {selected && (
        <Suspense>
          <NewPasswordDialog pupil={selected} onClose={() => setSelected(null)} />
        </Suspense>
      )}
    </section>
  );
}

function PupilRow({ pupil, onRenew }: { pupil: Pupil; onRenew: () => void }) {
  const { userId, nickname, studentCode, state, createdAt } = pupil;
  return (
    <tr>
      <td data-label="生徒コード">
        <code>{studentCode}</code>
      </td>
      <td data-label="ニックネーム">
        <Link className={textLinkClass} to={`/staff/people?${new URLSearchParams({ q: userId }).toString()}`}>
          {nickname}
        </Link>
      </td>
      <td data-label="状態">
        <Badge tone={toneOfState(state)}>{wordOfState(state)}</Badge>
      </td>
      <td data-label="登録">
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </td>
      <td data-label="操作">
        {state !== 'withdrawn' && (
          <Button size="small" aria-label={`${nickname}さんに新しいパスワードを発行する`} onClick={onRenew}>
            新しいパスワード
          </Button>
        )}
      </td>
    </tr>
  );
}
