import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket, Participation } from '@manabiba/shared/contract/tickets';
import { isSignedIn, Link, paths, track, useMe } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { Calendar, CircleCheck, Clock, type LucideIcon, Play, ReceiptText, Ticket, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { formatMoment } from '../../core/format-moment';
import { refundSentence } from '../../core/participation/refund-sentence';
import { seatsLeft } from '../../core/tickets';
import { EventSummary, PriceLines } from './checkout-side';

import styles from './outcomes.module.css';

interface OutcomeProps {
  event: ClassroomEvent;
  participation: Participation;
}

export const EventLink = ({ event }: { event: ClassroomEvent }) => (
  <Link className={buttonClass({ variant: 'ghost' })} to={paths.event.href({ id: event.id })}>
    イベントに戻る
  </Link>
);

interface CalmProps {
  icon: LucideIcon;
  title: ReactNode;
  children: ReactNode;
  actions: ReactNode;
}

/** A one-sentence status with the available actions. */
export function Calm({ icon, title, children, actions }: CalmProps) {
  return (
    <Panel className={styles.calm}>
      <span className={styles.mark}>
        <Icon icon={icon} size={24} />
      </span>
      <h1 className={styles.calmTitle}>{title}</h1>
      <p className={styles.soft}>{children}</p>
      <div className={styles.actions}>{actions}</div>
    </Panel>
  );
}

/** Confirms the payment: lists the next steps in order and what was bought. */
export function Done({ event, participation, ticket }: OutcomeProps & { ticket: AnyTicket | undefined }) {
  const me = useMe();
  return (
    <Panel className={styles.done}>
      <div className={styles.doneMain}>
        <span className={`${styles.mark} ${styles.markOk}`}>
          <Icon icon={CircleCheck} size={24} />
        </span>
        <h1>{participation.amount > 0 ? 'お支払いが完了しました。' : 'お申し込みが完了しました。'}</h1>
        <p
          className={styles.soft}
        >{`確認のメールを${isSignedIn(me) && me.email ? `${me.email}に` : ''}お送りします。`}</p>
        {participation.route === 'archive' ? (
          <WatchStep event={event} />
        ) : (
          <NextSteps event={event} participation={participation} />
        )}
      </div>
      <aside className={styles.bought} aria-label="お申し込み内容">
        <EventSummary event={event} />
        {ticket && participation.amount > 0 && <Paid event={event} ticket={ticket} participation={participation} />}
      </aside>
    </Panel>
  );
}

function Paid({ event, ticket, participation }: OutcomeProps & { ticket: AnyTicket }) {
  const { amount, receiptId } = participation;
  const seats = participation.seats ?? 1;
  return (
    <>
      <PriceLines ticket={{ ...ticket, price: amount / seats }} seats={seats} totalLabel="お支払い済み" />
      {receiptId !== null && (
        <Link className={buttonClass({ variant: 'ghost', isBlock: true })} to={paths.receipt.href({ id: receiptId })}>
          <Icon icon={ReceiptText} />
          {event.organizer.invoiceRegistrationNo === null ? '領収書' : '領収書(適格請求書)'}
        </Link>
      )}
    </>
  );
}

/** The way to what was bought. */
function WatchStep({ event: { archiveId } }: Pick<OutcomeProps, 'event'>) {
  return (
    <div>
      <p className={styles.soft}>アーカイブが公開されている間、何度でもご覧いただけます。</p>
      <div className={styles.watch}>
        {archiveId !== null && (
          <Link className={buttonClass({ variant: 'primary' })} to={paths.archive.href({ id: archiveId })}>
            <Icon icon={Play} />
            視聴する
          </Link>
        )}
        <Link className={buttonClass()} to={paths.tickets.href({}, { tab: 'archive' })}>
          <Icon icon={Ticket} />
          チケットを見る
        </Link>
      </div>
    </div>
  );
}

function NextSteps({ event, participation }: OutcomeProps) {
  return (
    <ol className={styles.next}>
      <li>
        <div>
          <h2>予定に入れる</h2>
          <p className={styles.soft}>{formatMoment(event.startAt)}に始まります。</p>
        </div>
        <a className={buttonClass()} href={participation.icsUrl} download={`${event.id}.ics`}>
          <Icon icon={Calendar} />
          カレンダーに追加
        </a>
      </li>
      <li>
        <div>
          <h2>当日、入場する</h2>
          <p className={styles.soft}>
            {participation.joinUrl
              ? '入場を開始しました。'
              : `${formatMoment(event.entryOpenAt)}から、チケットの画面で入場できます。`}
          </p>
        </div>
        <WayIn joinUrl={participation.joinUrl} />
      </li>
      {(participation.seats ?? 1) > 1 && (
        <li>
          <div>
            <h2>お連れの方にリンクを渡す</h2>
            <p className={styles.soft}>お席ごとの入場のリンクは、確認のメールと、チケットの画面にあります。</p>
          </div>
        </li>
      )}
    </ol>
  );
}

function WayIn({ joinUrl }: { joinUrl: string | null }) {
  if (joinUrl)
    return (
      <Link className={buttonClass({ variant: 'primary' })} to={joinUrl} onClick={() => track('click_event_cta')}>
        参加する
      </Link>
    );
  return (
    <Link className={buttonClass()} to={paths.tickets.href()}>
      <Icon icon={Ticket} />
      チケットを見る
    </Link>
  );
}

/** The provider is still processing the payment. */
export function Processing({ back }: { back: ReactNode }) {
  return (
    <Panel className={styles.calm}>
      <Spinner />
      <h1 className={styles.calmTitle}>お支払いを確認しています。</h1>
      <p className={styles.soft}>
        この画面を閉じても、確認が済めばお申し込みは完了し、メールでお知らせします。二重に支払われることはありません。
      </p>
      <div className={styles.actions}>{back}</div>
    </Panel>
  );
}

interface ExpiredProps {
  event: ClassroomEvent;
  ticket: AnyTicket;
  /** The deadline of a konbini payment has passed; it may have been paid in the meantime. */
  isAtStore: boolean;
  onAgain: () => void;
}

/** The hold on the seat has expired. */
export function Expired({ event, ticket, isAtStore, onAgain }: ExpiredProps) {
  const left = seatsLeft(ticket);
  return (
    <Calm
      icon={Clock}
      title={
        <>
          確保時間が過ぎました。<span className={styles.unbroken}>もう一度</span>お申し込みください。
        </>
      }
      actions={
        <>
          {left !== 0 && (
            <Button variant="primary" onClick={onAgain}>
              もう一度申し込む
            </Button>
          )}
          <EventLink event={event} />
        </>
      }
    >
      {isAtStore
        ? `お店でのお支払いは確認できていません。期限を過ぎてお支払いになった場合は、${ticket.kind === 'archive' ? 'アーカイブが公開されていれば' : 'お席が空いていれば'}ご用意し、なければ全額を返金いたします。`
        : 'お支払いは行われていません。'}
      {left !== null && <span>{left === 0 ? 'いまは満席です。' : `いま残り${left}席です。`}</span>}
    </Calm>
  );
}

const refundTitles: Partial<Record<NonNullable<Participation['cancelReason']>, ReactNode>> = {
  late_payment: (
    <>
      確保時間を過ぎての<span className={styles.unbroken}>お支払いだったため、</span>全額返金いたします。
    </>
  ),
  event_cancelled: 'このイベントは中止になりました。',
  archive_withdrawn: 'アーカイブの公開が終わったため、お申し込みは取り消されました。',
};

interface RefundProps extends OutcomeProps {
  /** The buyer is offered the next seat. */
  isFirst?: boolean;
  /** Undefined where nothing can be bought. */
  onAgain?: (() => void) | undefined;
}

/** The payment is being or has been refunded. */
export function Refund({ event, participation, isFirst = false, onAgain }: RefundProps) {
  const { cancelReason } = participation;
  return (
    <Calm
      icon={Undo2}
      title={(cancelReason && refundTitles[cancelReason]) ?? 'このお申し込みは取り消されています。'}
      actions={
        <>
          {onAgain && (
            <Button variant="primary" onClick={onAgain}>
              もう一度申し込む
            </Button>
          )}
          <Link className={buttonClass()} to={paths.tickets.href({}, { tab: 'refunded' })}>
            返金の進み具合
          </Link>
          <EventLink event={event} />
        </>
      }
    >
      {refundSentence(participation)}
      {isFirst && <span>お席が空きましたら、最初にご案内いたします。</span>}
    </Calm>
  );
}

interface ClosedProps {
  event: ClassroomEvent;
  reason: string;
  /** Sold out: links to the event page with its waiting list. */
  isSoldOut?: boolean;
}

/** Nothing can be bought here now. */
export function Closed({ event, reason, isSoldOut = false }: ClosedProps) {
  return (
    <Calm icon={Clock} title={reason} actions={<EventLink event={event} />}>
      お支払いは行われていません。{isSoldOut && <span>キャンセル待ちは、イベントの画面で登録できます。</span>}
    </Calm>
  );
}
