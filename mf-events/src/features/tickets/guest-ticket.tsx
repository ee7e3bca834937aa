import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { getGuestTicket } from '@manabiba/shared/contract/guest-tickets';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { cancelGuestTicket, claimGuestTicket } from '@manabiba/shared/data/endpoints';
import { formatMonthDay, formatTime } from '@manabiba/shared/format/date-time';
import { formatPrice, formatYen } from '@manabiba/shared/format/yen';
import {
  isSignedIn,
  Link,
  paths,
  Phrases,
  toast,
  useEndpointMutation,
  useMe,
  useNavigate,
  useSearchParams,
} from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Meta } from '@manabiba/shared/ui/card';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Panel } from '@manabiba/shared/ui/panel';
import { useEffect, useEffectEvent, useState } from 'react';

import { formatMoment } from '../../core/format-moment';
import { applicationError } from '../../core/participation/application-error';
import { FullRefundNote } from '../../core/participation/full-refund-note';
import { hasSeat, isLiveParticipation } from '../../core/participation/participation-status';
import { GuestRetry } from './guest-retry';
import { Konbini } from './konbini';
import { amountOf, badgeOf, noteOf } from './ticket-facts';
import { TicketLinks } from './ticket-links';

import styles from './tickets.module.css';

interface GuestTicketProps {
  token: string;
  ticket: EndpointOutput<typeof getGuestTicket>;
  /** Called when the displayed event is stale. */
  onChanged: () => void;
}

/** A guest's ticket: its status, and how to move it to an account. */
export function GuestTicket({ token, ticket: { event: found, participation, email }, onChanged }: GuestTicketProps) {
  const event = { ...found, myParticipation: participation };
  const { tone, text } = badgeOf(event);
  const isLive = isLiveParticipation(participation);
  // Without a result in the URL, the payment of a held seat may be about to arrive.
  const hasFailed = useSearchParams()[0].get('redirect_status') === 'failed' && participation.state === 'held';
  const isOver = event.state === 'ended' || event.state === 'archived' || event.state === 'cancelled';
  return (
    <Panel className={styles.guest}>
      <p className={styles.state}>
        <Badge tone={tone}>{text}</Badge>
        <span>{noteOf(event)}</span>
      </p>
      <h2 className={styles.currentTitle}>
        <Link to={paths.event.href({ id: event.id })}>
          <Phrases text={`${event.title} ${event.subtitle}`} />
        </Link>
      </h2>
      <p>
        {formatMonthDay(event.startAt)} {formatTime(event.startAt)}から{formatTime(event.endAt)}
      </p>
      <Meta>
        <span>{event.organizer.orgName}</span>
        <span>{formatPrice(amountOf(event))}</span>
        <span>{email}</span>
      </Meta>
      {participation.konbini && participation.state === 'pending_payment' && (
        <Konbini details={participation.konbini} />
      )}
      <FullRefundNote participation={participation} />
      {hasSeat(participation) && !isOver && <TicketLinks event={event} />}
      {hasFailed && <GuestRetry token={token} event={event} participation={participation} onChanged={onChanged} />}
      {isLive && !isOver && !hasFailed && <Claim token={token} event={event} email={email} />}
      {isLive && !isOver && event.state !== 'live' && (
        <Cancel token={token} participation={participation} onChanged={onChanged} />
      )}
    </Panel>
  );
}

interface ClaimProps {
  token: string;
  event: Pick<ClassroomEvent, 'title' | 'entryOpenAt' | 'state'>;
  /** The address the link was sent to. */
  email: string;
}

/** Query parameter set after sign-up for this ticket: the ticket is claimed without another click. */
const CLAIM = 'claim';

/** Joining requires an account: says when entry opens and links to sign-up. */
function Claim({ token, event, email }: ClaimProps) {
  const me = useMe();
  const [search] = useSearchParams();
  const { claim, isRunning } = useClaim(token, event.title);
  // A user who was only forwarded the link has another e-mail address and must claim the ticket explicitly.
  const isAwaited = isSignedIn(me) && me.email === email && search.has(CLAIM);
  const claimAtOnce = useEffectEvent(claim);
  useEffect(() => {
    if (isAwaited) claimAtOnce();
  }, [isAwaited]);
  const isOpen = event.state === 'open' || event.state === 'live';
  if (isSignedIn(me))
    return (
      <div className={styles.claim}>
        <p>参加するには、チケットをアカウントで受け取ってください。受け取ると、このリンクは使えなくなります。</p>
        <Button variant="primary" isLoading={isRunning} onClick={claim}>
          このアカウントで受け取る
        </Button>
      </div>
    );
  const next = `${paths.guestTicket.href({ guestToken: token })}?${CLAIM}=1`;
  return (
    <div className={styles.claim}>
      <p>
        参加には、無料のアカウントが必要です。
        {isOpen
          ? 'ただいま入場できます。アカウントを作成すると、そのまま入場に進めます。'
          : `${formatMoment(event.entryOpenAt)}に入場が始まります。それまでに、アカウントを作成してください。`}
        {email}で作成すると、このチケットを自動で受け取ります。
      </p>
      <Link
        className={buttonClass({ variant: 'primary' })}
        to={paths.signIn.href({}, { tab: 'signup', next })}
        state={{ email }}
      >
        アカウントを作成
      </Link>
      <Link className={buttonClass({ variant: 'secondary' })} to={paths.signIn.href({}, { next })}>
        ログイン
      </Link>
    </div>
  );
}

/** Claims the ticket, then navigates to the classroom if it is already open, otherwise to the ticket list. */
function useClaim(token: string, title: string) {
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(claimGuestTicket, {
    onSuccess: ({ joinUrl }) => {
      toast.success('チケットを受け取りました。');
      void navigate(joinUrl ?? paths.tickets.href(), { replace: true });
    },
    onError: (error) =>
      toast.error(error.code === 'already' ? `「${title}」には、すでにお申し込み済みです。` : error.message),
  });
  const claim = () => void run({ params: { token } }).catch(() => undefined);
  return { claim, isRunning };
}

interface CancelProps {
  token: string;
  participation: Participation;
  onChanged: () => void;
}

function Cancel({ token, participation: { fullRefund }, onChanged }: CancelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const handleSettled = () => {
    setIsAsking(false);
    onChanged();
  };
  const { run, isRunning } = useEndpointMutation(cancelGuestTicket, {
    onSuccess: () => {
      toast.success('お申し込みを取り消しました。');
      handleSettled();
    },
    onError: (error) => {
      toast.error(applicationError(error));
      handleSettled();
    },
  });
  return (
    <>
      <Button variant="ghost" onClick={() => setIsAsking(true)}>
        お申し込みを取り消す
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="お申し込みを取り消しますか"
        confirmLabel="取り消す"
        cancelLabel="やめておく"
        isDanger
        isLoading={isRunning}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void run({ params: { token } }).catch(() => undefined)}
      >
        <p>
          {fullRefund
            ? `お支払いになった${formatYen(fullRefund.amount)}を全額返金いたします。`
            : 'お支払い済みの料金は、イベントのキャンセルポリシーに従って返金します。'}
        </p>
      </ConfirmDialog>
    </>
  );
}
