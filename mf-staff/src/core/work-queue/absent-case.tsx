import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import type { ReactNode } from 'react';

import { WorkCase } from './work-queue';

interface AbsentCaseProps {
  /** The state of the call. */
  call: { error?: { code: string } | undefined; isRefreshing: boolean; retry: () => void };
  /** Shown when it does not exist. */
  gone: { title: string; words: ReactNode; action?: ReactNode };
  /** Title when it could not be loaded. */
  failure: string;
}

/** Shown instead of a case that is loading, could not be loaded, or does not exist. */
export function AbsentCase({ call: { error, isRefreshing, retry }, gone, failure }: AbsentCaseProps) {
  return (
    <WorkCase>
      {error?.code === 'not_found' ? (
        <EmptyState title={gone.title} level={2} action={gone.action}>
          {gone.words}
        </EmptyState>
      ) : error ? (
        <ErrorState title={failure} level={2} onRetry={retry} isRetrying={isRefreshing} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </WorkCase>
  );
}
