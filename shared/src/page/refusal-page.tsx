import { RotateCw, TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';

import { NOT_FOUND } from '../contract/error-sentences';
import type { ApiError } from '../data/api-error';
import { Link } from '../navigation/link';
import { paths } from '../navigation/paths';
import { Button, buttonClass } from '../ui/button';
import { GuardPanel } from '../ui/guard-panel';
import { Icon } from '../ui/icon';
import { LateRefusal } from './late-refusal';
import { Reason } from './reason';

const missing = { code: 'not_found', status: 404, message: NOT_FOUND } as const;

/** 404: the page does not exist. */
export const NotFoundPage = () => <RefusalPage error={missing} />;

interface RefusalPageProps {
  error: Pick<ApiError, 'code' | 'message' | 'status'>;
  /** Offers もう一度試す where a retry can help. */
  onRetry?: () => void;
}

/**
 * The page for a refusal of the api: shows the reason and the alternatives. What names a reason loads when it is shown;
 * what says that nothing could be loaded is there from the start.
 */
export function RefusalPage({ error, onRetry }: RefusalPageProps) {
  if (error.status < 400 || error.status >= 500) return <BrokenPage message={error.message} onRetry={onRetry} />;
  return (
    <Suspense fallback={<Reason error={error} />}>
      <LateRefusal error={error} />
    </Suspense>
  );
}

function BrokenPage({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const actions = (
    <>
      {onRetry && (
        <Button icon={<Icon icon={RotateCw} />} onClick={onRetry}>
          もう一度試す
        </Button>
      )}
      <Link className={buttonClass({ variant: 'ghost' })} to={paths.top.href()}>
        トップページへ
      </Link>
    </>
  );
  return (
    <GuardPanel sign={TriangleAlert} title="ページを表示できませんでした。" actions={actions}>
      {message}
    </GuardPanel>
  );
}
