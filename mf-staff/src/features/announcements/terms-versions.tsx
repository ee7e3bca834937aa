import type { StaffTermsVersion } from '@manabiba/shared/contract/terms';
import { termsDocuments } from '@manabiba/shared/contract/terms-documents';
import { listStaffTermsVersions } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { useEndpoint } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { numberClass, StaffTable } from '../../core/staff-table';

import shared from '../../core/staff-parts.module.css';
import styles from './announcements.module.css';

const AnnounceTermsDialog = lazy(() =>
  import('./announce-terms-dialog').then((module) => ({ default: module.AnnounceTermsDialog })),
);

const columns = ['文書', '効力の生じる日', '変わる点', 'メールの届いた人', '状態'] as const;
/** How often the progress of mails is read, in milliseconds. */
const PROGRESS_MS = 5000;

/** Versions of the terms and of the policy that were announced, and how far their mails are. */
export function TermsVersions() {
  const [isMailing, setIsMailing] = useState(false);
  const { data, error, isRefreshing, retry } = useEndpoint(
    listStaffTermsVersions,
    {},
    { maxAgeSeconds: 0, refreshIntervalMs: isMailing ? PROGRESS_MS : 0 },
  );
  const [isWriting, setIsWriting] = useState(false);
  const isAnyMailing = data?.items.some(({ mailedAt }) => mailedAt === null) ?? false;
  if (isAnyMailing !== isMailing) setIsMailing(isAnyMailing);
  return (
    <section aria-labelledby="terms-title" className={styles.sent}>
      <div className={styles.head}>
        <h2 id="terms-title">規約の変更</h2>
        <Button size="small" icon={<Icon icon={Plus} size={16} />} onClick={() => setIsWriting(true)}>
          変更を告知する
        </Button>
      </div>
      {data && data.items.length > 0 && (
        <StaffTable columns={columns} numbers={['メールの届いた人']}>
          {data.items.map((version) => (
            <VersionRow key={version.id} version={version} />
          ))}
        </StaffTable>
      )}
      {data?.items.length === 0 && <p className={shared.note}>告知した変更はありません。</p>}
      {!data &&
        (error ? (
          <ErrorState title="規約の変更を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={2} isRuled />
        ))}
      {isWriting && (
        <Suspense>
          <AnnounceTermsDialog onClose={() => setIsWriting(false)} />
        </Suspense>
      )}
    </section>
  );
}

function VersionRow({ version }: { version: StaffTermsVersion }) {
  const { document, effectiveAt, summary, mailedCount, mailedAt } = version;
  return (
    <tr>
      <td data-label={columns[0]}>{termsDocuments[document].title}</td>
      <td data-label={columns[1]}>{formatDate(effectiveAt, 'Asia/Tokyo')}</td>
      <td data-label={columns[2]}>{summary}</td>
      <td data-label={columns[3]} className={numberClass}>
        {mailedCount.toLocaleString('ja-JP')}人
      </td>
      <td data-label={columns[4]}>
        <Badge tone={mailedAt === null ? 'warn' : 'ok'}>{mailedAt === null ? '送信中' : '告知済み'}</Badge>
      </td>
    </tr>
  );
}
