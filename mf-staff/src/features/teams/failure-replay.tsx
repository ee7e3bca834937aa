import { getFailureReleases } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { isApiError, useEndpoint, useSearchParams } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { SearchForm } from '../../core/search-form';
import { StaffTable } from '../../core/staff-table';
import { listedNumber } from './team-words';

import styles from './teams.module.css';

/** Finds by a failure's number which releases the user had, and opens the product with exactly these. */
export function FailureReplay() {
  const [query, setQuery] = useSearchParams();
  const number = query.get('number') ?? '';
  return (
    <>
      <p className={styles.note}>
        利用者の画面に出た番号から、そのときのリリースを調べます。開いたブラウザーだけが、そのリリースの組み合わせになります。
      </p>
      <div className={styles.search}>
        <SearchForm
          label="お問い合わせ番号"
          hint="例: 0AF7-6519"
          words={number}
          onSearch={(words) =>
            setQuery({ part: 'replay', ...(words === '' ? {} : { number: listedNumber(words) }) }, { replace: true })
          }
        />
      </div>
      {number !== '' && <Failure key={number} number={number} />}
    </>
  );
}

function Failure({ number }: { number: string }) {
  const { data, error, isRefreshing, retry } = useEndpoint(
    getFailureReleases,
    { params: { number } },
    { maxAgeSeconds: 0 },
  );
  if (isApiError(error) && (error.code === 'not_found' || error.code === 'invalid'))
    return (
      <EmptyState title="この番号の記録はありません。" level={2}>
        番号をお確かめください。記録は30日間残ります。
      </EmptyState>
    );
  if (!data)
    return error ? (
      <ErrorState title="記録を表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
    ) : (
      <SkeletonRows count={4} isRuled />
    );
  return (
    <>
      <p className={styles.note}>
        <time dateTime={data.at}>{formatDateTime(data.at)}</time>に記録
      </p>
      <StaffTable columns={['リモート', 'バージョン']}>
        {data.releases.map(({ remote, version, isKept }) => (
          <tr key={remote}>
            <td data-label="リモート">{remote}</td>
            <td data-label="バージョン">
              <span className={styles.cell}>
                <code>{version}</code>
                {!isKept && <Badge tone="warn">ファイルなし</Badge>}
              </span>
            </td>
          </tr>
        ))}
      </StaffTable>
      {data.path === null ? (
        <p className={styles.note}>ファイルが残っていないリリースがあるため、開けません。</p>
      ) : (
        <a className={styles.status} href={data.path} target="_blank" rel="noreferrer">
          このリリースで開く
        </a>
      )}
    </>
  );
}
