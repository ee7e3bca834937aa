import { getSeries } from '@manabiba/shared/data/endpoints';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { Link, paths, RefusalPage, useEndpoint, usePageTitle, useParams } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { ChevronLeft, Lock } from 'lucide-react';

import styles from '../features/series/series.module.css';

const loadTeam = () =>
  import(/* webpackChunkName: "series-team" */ '../features/series-team/series-team').then(
    ({ SeriesTeam }) => SeriesTeam,
  );
const failure = (retry: () => void) => (
  <ErrorState title="運営メンバーを表示できませんでした。" onRetry={retry} level={2} />
);

/** How often the page asks whether the viewer is still in the team, in milliseconds. */
const POLL_MS = 10_000;

/** /series/{id}/team: who helps with a series, for its host and its team. */
export function SeriesTeamPage() {
  const { id = '' } = useParams();
  const call = { params: { id } };
  const { data: series, error, retry } = useEndpoint(getSeries, call, { maxAgeSeconds: 0, refreshIntervalMs: POLL_MS });
  usePageTitle(series ? `運営メンバー・${series.title}` : '運営メンバー');
  if (!series && error) return <RefusalPage error={error} onRetry={retry} />;
  if (series?.myAccess === null) return <Outsider id={id} />;
  return (
    <PageBody className={styles.page}>
      <div>
        <Link className={styles.back} to={paths.series.href({ id })}>
          <Icon icon={ChevronLeft} size={16} />
          {series?.title ?? '連続講座'}
        </Link>
        <h1>運営メンバー</h1>
      </div>
      {series ? (
        <LazyPart load={loadTeam} props={{ series }} fallback={<SkeletonRows count={6} />} failure={failure} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </PageBody>
  );
}

function Outsider({ id }: { id: string }) {
  const actions = (
    <Link className={buttonClass({ variant: 'primary' })} to={paths.series.href({ id })}>
      連続講座を開く
    </Link>
  );
  return (
    <GuardPanel sign={Lock} title="この連続講座の運営メンバーではありません。" actions={actions}>
      運営メンバーと操作の記録は、主催者と運営メンバーだけが見られます。お心あたりのないときは、主催者にお問い合わせください。
    </GuardPanel>
  );
}
