import { getPaymentConfig } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

/** The provider's script and its React parts: for whoever is about to give a card. */
const PaymentFields = lazy(() =>
  import('@manabiba/shared/payments/payment-fields').then((module) => ({ default: module.PaymentFields })),
);

/** The fields of a card that is kept for later payments. `onReady`: they can be used, or (null) no more. */
export function CardFields({ onReady }: { onReady: (payer: Payer | null) => void }) {
  const { data: config, error, isRefreshing, retry } = useEndpoint(getPaymentConfig, {});
  const waiting = (
    <SkeletonGroup>
      <Skeleton shape="button" width={100} />
    </SkeletonGroup>
  );
  if (error && !config)
    return (
      <ErrorState
        title="カード情報の入力欄を表示できませんでした。"
        hint="しばらくしてからもう一度お試しください。お支払いは行われていません。"
        onRetry={retry}
        isRetrying={isRefreshing}
      />
    );
  if (!config) return waiting;
  return (
    <Suspense fallback={waiting}>
      <PaymentFields config={config} amount={null} method="card" onReady={onReady} />
    </Suspense>
  );
}
