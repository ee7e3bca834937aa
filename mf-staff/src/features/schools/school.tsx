import type { SchoolDetails } from '@manabiba/shared/contract/staff-schools';
import { getSchool } from '@manabiba/shared/data/endpoints';
import { Link, useEndpoint } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { lazy, Suspense } from 'react';

import { StaffFrame } from '../../core/staff-frame';
import { ssoWords } from './school-words';

import shared from '../../core/staff-parts.module.css';

const SchoolParts = lazy(() => import('./school-parts').then((module) => ({ default: module.SchoolParts })));

/** One partner school: its codes, its pupils, what they may do, and its sign-in page. */
export function School({ id }: { id: string }) {
  const { data, error, isRefreshing, retry } = useEndpoint(getSchool, { params: { id } }, { maxAgeSeconds: 0 });
  if (error?.code === 'not_found')
    return (
      <StaffFrame title="学校">
        <EmptyState
          title="この学校は見つかりません。"
          level={2}
          action={
            <Link className={textLinkClass} to="/staff/schools">
              学校の一覧を見る
            </Link>
          }
        >
          番号が違います。
        </EmptyState>
      </StaffFrame>
    );
  if (!data)
    return (
      <StaffFrame title="学校">
        {error ? (
          <ErrorState title="学校を表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={6} isRuled />
        )}
      </StaffFrame>
    );
  return (
    <StaffFrame title={data.name} facts={<Facts school={data} />}>
      <p>
        <Link className={textLinkClass} to="/staff/schools">
          学校の一覧
        </Link>
      </p>
      <Suspense fallback={<SkeletonRows count={6} isRuled />}>
        <SchoolParts school={data} />
      </Suspense>
    </StaffFrame>
  );
}

function Facts({ school: { code, sso, pupilCount, active } }: { school: SchoolDetails }) {
  return (
    <p className={shared.facts}>
      <Badge tone={active ? 'ok' : 'plain'}>{active ? '有効' : '停止中'}</Badge>
      <span>
        学校コード <code>{code}</code>
      </span>
      <span>{ssoWords[sso]}</span>
      <span>生徒 {pupilCount.toLocaleString('ja-JP')}人</span>
    </p>
  );
}
