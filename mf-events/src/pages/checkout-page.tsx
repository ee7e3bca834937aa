import { getEvent } from '@manabiba/shared/data/endpoints';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { RefusalPage, useEndpoint, usePageTitle, useParams, useView } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';

import { useStoreDeadline } from '../features/checkout/use-store-deadline';

import styles from '../features/checkout/checkout.module.css';

/** Everything after the event, in one file: what follows a payment is there before it is made. */
const loadCheckout = () => import('../features/checkout/checkout').then(({ Checkout }) => Checkout);

/** The polling interval while the provider processes a payment. */
const WAITING_MS = 3000;
const STORE_MS = 15_000;

/** /events/{id}/checkout */
export function CheckoutPage() {
  const { id = '' } = useParams();
  const seen = useEndpoint(getEvent, { params: { id } }, { maxAgeSeconds: 0 });
  const mine = seen.data?.myParticipation;
  const isPastStore = useStoreDeadline(mine);
  const isWaiting = mine?.state === 'pending_payment' || isPastStore;
  useEndpoint(getEvent, isWaiting ? { params: { id } } : null, {
    refreshIntervalMs: mine?.konbini || isPastStore ? STORE_MS : WAITING_MS,
  });
  usePageTitle('お支払い');
  useView('view_checkout', seen.data !== undefined);
  if (!seen.data && seen.error) return <RefusalPage error={seen.error} onRetry={seen.retry} />;
  const loading = <SkeletonDetail />;
  return (
    <PageBody className={styles.page}>
      {seen.data ? (
        <LazyPart
          load={loadCheckout}
          fallback={loading}
          failure={(retry) => <ErrorState title="お支払いの画面を表示できませんでした。" onRetry={retry} />}
          props={{ event: seen.data, onChanged: seen.retry }}
        />
      ) : (
        loading
      )}
    </PageBody>
  );
}
