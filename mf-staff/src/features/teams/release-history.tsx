import { isPromotion, releaseActionWords, wordsOfReach, wordsOfReason } from '@manabiba/shared/contract/release-words';
import type { ReleaseHistoryLine } from '@manabiba/shared/contract/staff-releases';
import { listLiveReleases, listReleaseHistory } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { useEndpoint, useSearchParams } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Select } from '@manabiba/shared/ui/select';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { StaffTable } from '../../core/staff-table';
import { nameOf } from './team-words';

import styles from './teams.module.css';

/** What happened to the releases, newest first. */
export function ReleaseHistory() {
  const [query, setQuery] = useSearchParams();
  const remote = query.get('remote') ?? '';
  const remotes = useEndpoint(listLiveReleases, {}).data?.items.map((item) => item.remote) ?? [];
  const { data, error, isRefreshing, retry } = useEndpoint(
    listReleaseHistory,
    { query: remote === '' ? {} : { remote } },
    { maxAgeSeconds: 0 },
  );
  const names = remote === '' || remotes.includes(remote) ? remotes : [...remotes, remote];
  return (
    <>
      <div className={styles.filter}>
        <Select
          label="リモート"
          placeholder="すべて"
          options={names.map((name) => ({ value: name, label: name }))}
          value={remote}
          onChange={({ target: { value } }) =>
            setQuery({ part: 'history', ...(value === '' ? {} : { remote: value }) }, { replace: true })
          }
        />
      </div>
      {data && data.items.length > 0 && <Lines lines={data.items} />}
      {data?.items.length === 0 && (
        <EmptyState title="履歴はまだありません。" level={2}>
          公開、一部公開、巻き戻し、提供終了が、ここに残ります。
        </EmptyState>
      )}
      {!data &&
        (error ? (
          <ErrorState title="履歴を表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={6} isRuled />
        ))}
    </>
  );
}

const columns = ['日時', 'リモート', '操作', 'バージョン', '割合', 'だれが', '理由'] as const;

function Lines({ lines }: { lines: readonly ReleaseHistoryLine[] }) {
  return (
    <StaffTable columns={columns}>
      {lines.map((line) => (
        // Several lines may be of one moment, but not with the same action on the same release.
        <tr key={`${line.at} ${line.remote} ${line.action} ${line.version}`}>
          <td data-label="日時">
            <time dateTime={line.at}>{formatDateTime(line.at)}</time>
          </td>
          <td data-label="リモート">{line.remote}</td>
          <td data-label="操作">
            <span className={styles.cell}>
              <Badge tone={releaseActionWords[line.action].tone}>{releaseActionWords[line.action].words}</Badge>
              {isPromotion(line) && <Badge tone="action">昇格</Badge>}
            </span>
          </td>
          <td data-label="バージョン">
            <Versions line={line} />
          </td>
          <td data-label="割合">{wordsOfReach(line)}</td>
          <td data-label="だれが">
            {nameOf(line.who, line.whoName)}
            {line.approvedBy !== null && <span>{`(承認: ${line.approvedBy})`}</span>}
          </td>
          <td data-label="理由">{wordsOfReason(line.why)}</td>
        </tr>
      ))}
    </StaffTable>
  );
}

/** The release, and after which one it came. */
function Versions({ line: { version, fromVersion } }: { line: ReleaseHistoryLine }) {
  return (
    <span className={styles.cell}>
      <code>{version}</code>
      {fromVersion !== null && fromVersion !== version && (
        <span className={styles.soft}>
          それまで <code>{fromVersion}</code>
        </span>
      )}
    </span>
  );
}
