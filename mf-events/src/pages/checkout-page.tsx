import { getEvent } from '@manabiba/shared/data/endpoints';
import { RefusalPage, useEndpoint, usePageTitle, useParams, useView } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton';

import { Checkout } from '../features/checkout/checkout';
import { useStoreDeadline } from '../features/checkout/use-store-deadline';

import styles from '../features/checkout/checkout.module.css';

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
  if (seen.data) return <Checkout event={seen.data} onChanged={seen.retry} />;
  if (seen.error) return <RefusalPage error={seen.error} onRetry={seen.retry} />;
  return (
    <PageBody className={styles.page}>
      <SkeletonDetail />
    </PageBody>
  );
}
