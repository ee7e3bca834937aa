import { getPaymentConfig } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

/** The provider's script and React components, loaded only when a card is entered. */
const PaymentFields = lazy(() =>
  import('@manabiba/shared/payments/payment-fields').then((module) => ({ default: module.PaymentFields })),
);

/**
 * Input fields for a card that is saved for later payments. `onReady` receives the payer once they are usable, or null
 * when they no longer are.
 */
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
