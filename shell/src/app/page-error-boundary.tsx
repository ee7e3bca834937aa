import { GENERAL_SENTENCE } from '@manabiba/shared/contract/error-sentences';
import { RefusalPage } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';

import { CrashBoundary } from '../remotes/crash-boundary';

const error = { code: 'internal', status: 500, message: GENERAL_SENTENCE } as const;

/** Contains the crash of a page within its frame. A new page (another `key`) resets it. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return <CrashBoundary fallback={(reset) => <RefusalPage error={error} onRetry={reset} />}>{children}</CrashBoundary>;
}
