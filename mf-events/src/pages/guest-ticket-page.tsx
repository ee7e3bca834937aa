import { LINK_TOKEN_PATTERN } from '@manabiba/shared/contract/limits';
import { getGuestTicket } from '@manabiba/shared/data/endpoints';
import {
  Link,
  paths,
  useEndpoint,
  useLocation,
  usePageTitle,
  useParams,
  useSearchParams,
} from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Panel } from '@manabiba/shared/ui/panel';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { Ticket } from 'lucide-react';

import { GuestTicket } from '../features/tickets/guest-ticket';

import styles from './guest-ticket-page.module.css';

/** The polling interval while a payment is being processed. */
const WAITING_MS = 3000;

const hasPaid = (state: unknown) => (state as { hasPaid?: boolean } | null)?.hasPaid === true;

/** /tickets/{guestToken}: the page that mails to guests link to. */
export function GuestTicketPage() {
  usePageTitle('チケット');
  const { guestToken: token = '' } = useParams();
  const isLink = LINK_TOKEN_PATTERN.test(token);
  const { data, error, retry } = useEndpoint(getGuestTicket, isLink ? { params: { token } } : null, {
    maxAgeSeconds: 0,
  });
  const state = data?.participation.state;
  // Who has just paid comes from the checkout, or back from the payment provider.
  const { state: passed } = useLocation();
  const [search] = useSearchParams();
  const isJustPaid = hasPaid(passed) || search.get('redirect_status') === 'succeeded';
  const isPaid = (state === 'confirmed' || state === 'joined') && data !== undefined && data.participation.amount > 0;
  const isWaiting = state === 'held' || state === 'pending_payment';
  useEndpoint(getGuestTicket, isWaiting ? { params: { token } } : null, { refreshIntervalMs: WAITING_MS });
  if (!isLink || error?.code === 'not_found')
    return (
      <GuardPanel
        sign={Ticket}
        title="チケットが見つかりません。"
        actions={
          <Link className={buttonClass({ variant: 'primary' })} to={paths.tickets.href()}>
            チケットの一覧を開く
          </Link>
        }
      >
        アカウントで受け取ったチケットは、チケットの一覧にあります。
      </GuardPanel>
    );
  return (
    <PageBody className={styles.page}>
      <h1>{isJustPaid && isPaid ? 'お支払いが完了しました。' : 'チケット'}</h1>
      {isJustPaid && isPaid && (
        <p>確認のメールを{data?.email}にお送りします。入場の日まで、このリンクを保管してください。</p>
      )}
      {data ? (
        <GuestTicket token={token} ticket={data} onChanged={retry} />
      ) : error ? (
        <ErrorState title="チケットを表示できませんでした。" hint={error.message} level={2} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </PageBody>
  );
}

function Loading() {
  return (
    <Panel className={styles.loading}>
      <SkeletonGroup>
        <Skeleton width={20} />
        <Skeleton shape="heading" width={80} />
        <Skeleton width={60} />
        <Skeleton width={40} />
        <Skeleton shape="button" />
      </SkeletonGroup>
    </Panel>
  );
}
