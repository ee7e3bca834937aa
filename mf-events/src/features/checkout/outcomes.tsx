import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation, TicketType } from '@manabiba/shared/contract/tickets';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, track } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { Calendar, CircleCheck, Clock, type LucideIcon, Ticket, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { formatMoment } from '../../core/format-moment';
import { seatsLeft } from '../../core/tickets';
import styles from './checkout.module.css';

interface OutcomeProps {
  event: ClassroomEvent;
  participation: Participation;
}

const EventLink = ({ event }: { event: ClassroomEvent }) => (
  <Link className={buttonClass({ variant: 'ghost' })} to={paths.event.href({ id: event.id })}>
    イベントに戻る
  </Link>
);

interface CalmProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** One sentence that says how it stands, and what can be done. */
function Calm({ icon, title, children, actions }: CalmProps) {
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

/** The seat is paid for: what comes next, in its order. */
export function Done({ event, participation }: OutcomeProps) {
  return (
    <Panel className={styles.done}>
      <span className={`${styles.mark} ${styles.markOk}`}>
        <Icon icon={CircleCheck} size={24} />
      </span>
      <h1>お申し込みが完了しました。</h1>
      <p className={styles.soft}>確認のメールをお送りします。</p>
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
      </ol>
    </Panel>
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

/** The provider is still working on it. */
export function Processing({ event }: { event: ClassroomEvent }) {
  return (
    <Panel className={styles.calm}>
      <Spinner />
      <h1 className={styles.calmTitle}>お支払いを確認しています。</h1>
      <p className={styles.soft}>
        この画面を閉じても、確認が済めばお申し込みは完了し、メールでお知らせします。二重に支払われることはありません。
      </p>
      <div className={styles.actions}>
        <EventLink event={event} />
      </div>
    </Panel>
  );
}

interface ExpiredProps {
  event: ClassroomEvent;
  ticket: TicketType;
  onAgain: () => void;
}

/** The seat was kept, and is no more. */
export function Expired({ event, ticket, onAgain }: ExpiredProps) {
  const left = seatsLeft(ticket);
  return (
    <Calm
      icon={Clock}
      title="確保時間が過ぎました。もう一度お申し込みください。"
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
      お支払いは行われていません。{left !== null && (left === 0 ? 'いまは満席です。' : `いま残り${left}席です。`)}
    </Calm>
  );
}

/** The money goes back, or has gone back. */
export function Refund({ event, participation }: OutcomeProps) {
  const { amount, cancelReason, state } = participation;
  const isLate = cancelReason === 'late_payment';
  return (
    <Calm
      icon={Undo2}
      title={
        isLate ? '確保時間を過ぎてのお支払いだったため、全額返金いたします。' : 'このお申し込みは取り消されています。'
      }
      actions={<EventLink event={event} />}
    >
      {state === 'refunded'
        ? `${formatYen(amount)}をお返ししました。`
        : `${formatYen(amount)}の返金の手続きを進めています。`}
    </Calm>
  );
}

/** Nothing can be bought here now. */
export function Closed({ event, reason }: { event: ClassroomEvent; reason: string }) {
  return (
    <Calm icon={Clock} title={reason} actions={<EventLink event={event} />}>
      お支払いは行われていません。
    </Calm>
  );
}
