import { LINK_TOKEN_PATTERN } from '@manabiba/shared/contract/limits';
import { getSeatOffer } from '@manabiba/shared/data/endpoints';
import { RefusalPage, useEndpoint, usePageTitle, useParams } from '@manabiba/shared/platform';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Ticket } from 'lucide-react';
import { useState } from 'react';

import { EventsLink } from '../core/link-answer/link-answer';
import { SeatOfferPanel } from '../features/seat-offer/seat-offer';

import styles from '../core/link-answer/link-answer.module.css';

/** /seat_offers/{invitationToken}: the page that mails about a seat from somebody else link to. */
export function SeatOfferPage() {
  usePageTitle('チケットの受け取り');
  const { invitationToken: token = '' } = useParams();
  const isLink = LINK_TOKEN_PATTERN.test(token);
  const [isDeclined, setIsDeclined] = useState(false);
  const { data, error, retry } = useEndpoint(getSeatOffer, isLink ? { params: { token } } : null, { maxAgeSeconds: 0 });
  if (isDeclined)
    return (
      <GuardPanel sign={Ticket} title="チケットを辞退しました。" actions={<EventsLink />}>
        チケットは、これまでどおり贈り主のものです。
      </GuardPanel>
    );
  if (!isLink || error?.code === 'link_expired')
    return (
      <GuardPanel sign={Ticket} title="このチケットは受け取れません。" actions={<EventsLink />}>
        期限が過ぎたか、取り消されたか、すでに受け取りが済んでいます。くわしくは、チケットを譲ってくださる方におたずねください。
      </GuardPanel>
    );
  if (!data && error) return <RefusalPage error={error} onRetry={retry} />;
  return (
    <PageBody className={styles.page}>
      <h1>チケットの受け取り</h1>
      {data ? (
        <SeatOfferPanel token={token} offer={data} onDeclined={() => setIsDeclined(true)} />
      ) : (
        <SkeletonRows count={5} />
      )}
    </PageBody>
  );
}
