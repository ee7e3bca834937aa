import { getStaffSession } from '@manabiba/shared/data/endpoints';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { useEndpoint } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Activity, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';

import styles from './staff-session.module.css';

// With the QR code: once in the life of a member of the staff.
const Enrolment = lazy(() => import('./enrolment').then((module) => ({ default: module.Enrolment })));

// An open session has no use for it.
const loadUnlockForm = () => import('./unlock-form').then(({ UnlockForm }) => UnlockForm);

/** Asks for the second factor before a page of the staff, and again after 30 minutes without work. */
export function StaffGate({ children }: { children: ReactNode }) {
  const call = useEndpoint(getStaffSession, {}, { maxAgeSeconds: 0 });
  const { data, retry } = call;
  const [enrolment, setEnrolment] = useState<'none' | 'running' | 'done'>('none');
  const [wasOpen, setWasOpen] = useState(false);
  useRefreshAtLock(data?.locksInSeconds ?? null, retry);

  if (!data || call.error?.code === 'not_found') return <Closed call={call} />;
  const isOpen = data.state === 'open';
  // The recovery codes stay until they were saved, although the session is open by then.
  if (data.state === 'unenrolled' && enrolment === 'none') setEnrolment('running');
  if (isOpen && enrolment === 'done') setEnrolment('none');
  if (enrolment !== 'none')
    return (
      <Front>
        {enrolment === 'done' ? (
          <SkeletonRows count={3} />
        ) : (
          <Suspense fallback={<SkeletonRows count={4} />}>
            <Enrolment
              onDone={() => {
                setEnrolment('done');
                retry();
              }}
            />
          </Suspense>
        )}
      </Front>
    );
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      {!isOpen && (
        <Front>
          <LazyPart
            load={loadUnlockForm}
            props={{ isReturning: wasOpen }}
            fallback={<SkeletonRows count={3} />}
            failure={(retryLoading) => (
              <ErrorState title="スタッフの作業を開けませんでした。" level={2} onRetry={retryLoading} />
            )}
          />
        </Front>
      )}
      {/* What was typed before the session locked stays, and hears no keys meanwhile. */}
      {(isOpen || wasOpen) && <Activity mode={isOpen ? 'visible' : 'hidden'}>{children}</Activity>}
    </>
  );
}

/** Asks again when the session locks, unless the staff has called something meanwhile. */
function useRefreshAtLock(locksInSeconds: number | null, refresh: () => void) {
  const ask = useEffectEvent(refresh);
  useEffect(() => {
    if (locksInSeconds === null) return undefined;
    // Repeated: an answer with the same remaining time does not restart the timer.
    const timer = setInterval(ask, (locksInSeconds + 1) * 1000);
    return () => clearInterval(timer);
  }, [locksInSeconds]);
}

interface ClosedProps {
  call: { error: { code: string } | undefined; isRefreshing: boolean; retry: () => void };
}

/** Shown instead of the page while access is unknown or denied. */
function Closed({ call: { error, isRefreshing, retry } }: ClosedProps) {
  return (
    <Front>
      {error?.code === 'not_found' ? (
        <EmptyState
          title="このネットワークからは使えません。"
          level={2}
          action={<Button onClick={retry}>もう一度確かめる</Button>}
        >
          スタッフの作業は、決められたネットワークからだけ使えます。接続を確かめてください。
        </EmptyState>
      ) : error ? (
        <ErrorState title="スタッフの作業を開けませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Front>
  );
}

const Front = ({ children }: { children: ReactNode }) => (
  <PageBody>
    <div className={styles.front}>{children}</div>
  </PageBody>
);
