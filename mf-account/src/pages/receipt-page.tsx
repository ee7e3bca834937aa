import { getReceipt } from '@manabiba/shared/data/endpoints';
import { RefusalPage, useEndpoint, usePageTitle, useParams } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { ReceiptView } from '../features/receipt/receipt-view';

import styles from './receipt-page.module.css';

/** /receipts/{id}: the receipt of a payment or the credit note of a refund, by the sale's id. */
export function ReceiptPage() {
  const { id = '' } = useParams();
  const { data, error, retry } = useEndpoint(getReceipt, { params: { id } }, { maxAgeSeconds: 0 });
  usePageTitle(data?.kind === 'credit_note' ? '返金の明細' : '領収書');
  if (!data && error) return <RefusalPage error={error} onRetry={retry} />;
  return (
    <PageBody className={styles.page}>
      {data ? <ReceiptView key={data.id} receipt={data} /> : <SkeletonRows count={8} />}
    </PageBody>
  );
}
