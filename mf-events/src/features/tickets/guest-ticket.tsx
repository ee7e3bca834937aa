import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { getGuestTicket } from '@manabiba/shared/contract/guest-tickets';
import { cancelGuestTicket, claimGuestTicket } from '@manabiba/shared/data/endpoints';
import { formatMonthDay, formatTime } from '@manabiba/shared/format/date-time';
import { formatPrice } from '@manabiba/shared/format/yen';
import {
  isApiError,
  isSignedIn,
  Link,
  paths,
  Phrases,
  toast,
  useEndpointMutation,
  useMe,
  useNavigate,
} from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Meta } from '@manabiba/shared/ui/card';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Panel } from '@manabiba/shared/ui/panel';
import { useState } from 'react';

import { hasSeat, isLiveParticipation } from '../../core/participation/participation-status';
import { Konbini } from './konbini';
import { amountOf, badgeOf, noteOf } from './ticket-facts';
import { TicketLinks } from './ticket-links';
import styles from './tickets.module.css';

interface GuestTicketProps {
  token: string;
  ticket: EndpointOutput<typeof getGuestTicket>;
  /** What is shown of it is old. */
  onChanged: () => void;
}

/** The ticket of somebody without an account: how it stands, and how it becomes an account's. */
export function GuestTicket({ token, ticket: { event: found, participation, email }, onChanged }: GuestTicketProps) {
  const event = { ...found, myParticipation: participation };
  const { tone, text } = badgeOf(event);
  const isLive = isLiveParticipation(participation);
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
      {hasSeat(participation) && !isOver && <TicketLinks event={event} />}
      {isLive && !isOver && <Claim token={token} eventTitle={event.title} />}
      {isLive && !isOver && event.state !== 'live' && <Cancel token={token} onChanged={onChanged} />}
    </Panel>
  );
}

/** An account is what one comes into the room with. */
function Claim({ token, eventTitle }: { token: string; eventTitle: string }) {
  const me = useMe();
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(claimGuestTicket);
  const next = paths.guestTicket.href({ guestToken: token });
  const claim = async () => {
    try {
      await run({ params: { token } });
      toast.success('チケットを受け取りました。');
      void navigate(paths.tickets.href());
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.code === 'already' ? `「${eventTitle}」には、すでにお申し込み済みです。` : error.message);
    }
  };
  if (isSignedIn(me))
    return (
      <div className={styles.claim}>
        <p>参加するには、チケットをアカウントで受け取ってください。受け取ると、このリンクは使えなくなります。</p>
        <Button variant="primary" isLoading={isRunning} onClick={() => void claim()}>
          このアカウントで受け取る
        </Button>
      </div>
    );
  return (
    <div className={styles.claim}>
      <p>参加するには、アカウントを作成するかログインして、チケットを受け取ってください。</p>
      <Link className={buttonClass({ variant: 'primary' })} to={paths.signIn.href({}, { tab: 'signup', next })}>
        アカウントを作成
      </Link>
      <Link className={buttonClass({ variant: 'secondary' })} to={paths.signIn.href({}, { next })}>
        ログイン
      </Link>
    </div>
  );
}

function Cancel({ token, onChanged }: { token: string; onChanged: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(cancelGuestTicket);
  const cancel = async () => {
    try {
      await run({ params: { token } });
      toast.success('お申し込みを取り消しました。');
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.message);
    } finally {
      setIsAsking(false);
      onChanged();
    }
  };
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
        onConfirm={() => void cancel()}
      >
        <p>お支払い済みの料金は、イベントのキャンセルポリシーに従って返金します。</p>
      </ConfirmDialog>
    </>
  );
}
