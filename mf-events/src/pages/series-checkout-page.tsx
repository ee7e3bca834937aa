import { getSeries } from '@manabiba/shared/data/endpoints';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { RefusalPage, useEndpoint, usePageTitle, useParams, useView } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';

import styles from '../features/checkout/checkout.module.css';

/** Everything after the series, in one file: what follows a payment is there before it is made. */
const loadCheckout = () =>
  import('../features/checkout/series/series-checkout').then(({ SeriesCheckout }) => SeriesCheckout);

/** /series/{id}/checkout */
export function SeriesCheckoutPage() {
  const { id = '' } = useParams();
  const { data, error, retry } = useEndpoint(getSeries, { params: { id } }, { maxAgeSeconds: 0 });
  usePageTitle('お支払い');
  useView('view_checkout', data !== undefined);
  if (!data && error) return <RefusalPage error={error} onRetry={retry} />;
  const loading = <SkeletonDetail />;
  return (
    <PageBody className={styles.page}>
      {data ? (
        <LazyPart
          load={loadCheckout}
          fallback={loading}
          failure={(again) => <ErrorState title="お支払いの画面を表示できませんでした。" onRetry={again} />}
          props={{ series: data, onChanged: retry }}
        />
      ) : (
        loading
      )}
    </PageBody>
  );
}
