import { wordOfEnvironment, wordsOfAudience, WORRYING_FAILURE_RATE } from '@manabiba/shared/contract/release-words';
import type { EnvironmentRelease, LiveRemote, ReleaseHealth, Rollout } from '@manabiba/shared/contract/staff-releases';
import { listLiveReleases } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { useEndpoint } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { StaffTable } from '../../core/staff-table';
import { ReleaseActions } from './release-actions';

import styles from './teams.module.css';

/** The live release of each remote and in each environment, with the actions on it. */
export function LiveReleases() {
  const { data, error, isRefreshing, retry } = useEndpoint(listLiveReleases, {}, { maxAgeSeconds: 0 });
  if (!data)
    return error ? (
      <ErrorState title="リリースを表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
    ) : (
      <SkeletonRows count={6} isRuled />
    );
  if (data.items.length === 0)
    return (
      <EmptyState title="公開中のリリースはありません。" level={2}>
        チームがトークンを使って公開すると、ここに並びます。
      </EmptyState>
    );
  return (
    <>
      <p className={styles.note}>
        失敗率は、直近24時間の表示のうち、読み込めなかったか、途中で止まったものの割合です。
      </p>
      <StaffTable columns={columns}>
        {data.items.map((remote) => (
          <RemoteRow key={remote.remote} remote={remote} onStale={retry} />
        ))}
      </StaffTable>
      <Environments releases={data.environments} />
    </>
  );
}

const columns = ['リモート', '公開中', '失敗率', '一部公開', '操作'] as const;

function RemoteRow({ remote: entry, onStale }: { remote: LiveRemote; onStale: () => void }) {
  const { remote, version, isRetired, health, rollout } = entry;
  return (
    <tr>
      <td data-label="リモート" className={styles.remote}>
        {remote}
      </td>
      <td data-label="公開中">
        <span className={styles.cell}>
          <code>{version}</code>
          {isRetired && <Badge tone="warn">提供終了</Badge>}
        </span>
      </td>
      <td data-label="失敗率">
        <Health health={health} />
      </td>
      <td data-label="一部公開">{rollout ? <RolloutFacts rollout={rollout} /> : <Nothing />}</td>
      <td data-label="操作">
        <ReleaseActions remote={entry} onStale={onStale} />
      </td>
    </tr>
  );
}

function RolloutFacts({ rollout }: { rollout: Rollout }) {
  const { version, since, health } = rollout;
  return (
    <span className={styles.cell}>
      <Badge>{wordsOfAudience(rollout)}</Badge>
      <code>{version}</code>
      <Health health={health} />
      {since && <time dateTime={since}>{formatDateTime(since)}から</time>}
    </span>
  );
}

function Health({ health }: { health: ReleaseHealth | null }) {
  if (!health) return <span className={styles.soft}>表示なし</span>;
  const { views, failures } = health;
  const rate = failures / views;
  return (
    <span className={styles.cell}>
      <Badge tone={rate >= WORRYING_FAILURE_RATE ? 'warn' : 'ok'}>{`${(rate * 100).toFixed(2)}%`}</Badge>
      <span className={styles.soft}>{`${formatCount(views)}回中${formatCount(failures)}回`}</span>
    </span>
  );
}

const Nothing = () => <span className={styles.soft}>なし</span>;

/** Releases that only those see who open the link to an environment. */
function Environments({ releases }: { releases: readonly EnvironmentRelease[] }) {
  return (
    <section aria-labelledby="environments-title" className={styles.part}>
      <h2 id="environments-title">プレビュー環境</h2>
      {releases.length === 0 ? (
        <p className={styles.note}>プレビュー環境だけのリリースはありません。</p>
      ) : (
        <StaffTable columns={['環境', 'リモート', 'バージョン', '置いた日時']}>
          {releases.map(({ environment, remote, version, since }) => (
            <tr key={`${environment} ${remote}`}>
              <td data-label="環境">
                <Badge tone="action">{wordOfEnvironment(environment)}</Badge>
              </td>
              <td data-label="リモート">{remote}</td>
              <td data-label="バージョン">
                <code>{version}</code>
              </td>
              <td data-label="置いた日時">
                <time dateTime={since}>{formatDateTime(since)}</time>
              </td>
            </tr>
          ))}
        </StaffTable>
      )}
    </section>
  );
}
