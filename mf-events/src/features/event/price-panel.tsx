import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket, TicketType } from '@manabiba/shared/contract/tickets';
import { formatCount } from '@manabiba/shared/format/count';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { Panel } from '@manabiba/shared/ui/panel';
import { Price } from '@manabiba/shared/ui/price';
import type { ReactNode } from 'react';

import { isEventOver } from '../../core/event-standing';
import { formatMoment } from '../../core/format-moment';
import { isRefund } from '../../core/participation/participation-status';
import { isScarce, seatsLeft, ticketKindLabel, ticketSale } from '../../core/tickets';
import type { CallToAction } from './call-to-action';

import styles from './price-panel.module.css';

/** For users with a refund. */
const loadOwnRefund = () => import('./own/own-refund').then(({ OwnRefund }) => OwnRefund);

interface PricePanelProps {
  event: ClassroomEvent;
  ticket: AnyTicket | undefined;
  now: Date;
  action: CallToAction;
  /** The action button, if any. */
  button: ReactNode;
  /** Id of the text that explains why the button is disabled. */
  reasonId: string;
  /** The user's own participation, in place of the button. */
  own: ReactNode;
  /** The tickets listed with their prices. */
  others: readonly TicketType[];
  /** The other ways to a seat. */
  otherWays: ReactNode;
  tools: ReactNode;
}

/** The price panel: price, availability, the one action, and the other tickets. */
export function PricePanel(props: PricePanelProps) {
  const { event, ticket, now, action, button, own, otherWays, reasonId, tools } = props;
  const { myParticipation: mine } = event;
  const isOver = isEventOver(event, now);
  const saleEnd = isOver ? null : saleEndSentence(ticket, now);
  const others = props.others.filter((other) => other.id !== ticket?.id);
  return (
    <Panel className={styles.panel}>
      {ticket && (!isOver || ticket.kind === 'archive') && (
        <Headline ticket={ticket} hasSeats={ticketSale(ticket, now) !== 'over'} />
      )}
      {button && <div className={styles.wideAction}>{button}</div>}
      {mine && isRefund(mine) && <LazyPart load={loadOwnRefund} props={{ participation: mine }} />}
      {own}
      {'reason' in action && action.reason && (
        <p id={reasonId} className={action.kind === 'closed' ? styles.closed : styles.reason}>
          {action.reason}
        </p>
      )}
      {others.length > 0 && !isOver && (
        <ul className={styles.tickets}>
          {others.map((other) => (
            <li key={other.id}>
              <span>
                {other.name || ticketKindLabel[other.kind]}
                {seatsLeft(other) === 0 && <span className={styles.gone}>満席</span>}
              </span>
              <Price amount={other.price} />
            </li>
          ))}
        </ul>
      )}
      {event.state === 'cancelled' && event.cancelReason && (
        <p className={styles.reason}>中止の理由: {event.cancelReason}</p>
      )}
      {saleEnd && !own && <p className={styles.saleEnd}>{saleEnd}</p>}
      {otherWays}
      <hr />
      {tools}
    </Panel>
  );
}

/** Returns the sentence on the end of the sale; null once it is over. */
function saleEndSentence(ticket: AnyTicket | undefined, now: Date): string | null {
  if (!ticket || ticketSale(ticket, now) === 'over') return null;
  const [what, unit] = ticket.price === 0 ? ['受付', '席'] : ['販売', '枚'];
  return `${what}は${formatMoment(ticket.saleEndAt)}まで。お一人さま1${unit}です。`;
}

/** Availability is hidden once the sale is over. */
function Headline({ ticket, hasSeats }: { ticket: AnyTicket; hasSeats: boolean }) {
  return (
    <>
      <div className={styles.headline}>
        <p className={styles.price}>
          {ticket.price === 0 ? (
            '無料'
          ) : (
            <>
              {formatCount(ticket.price)}
              <small>円(税込)</small>
            </>
          )}
        </p>
        <span className={styles.kind}>{ticket.name || ticketKindLabel[ticket.kind]}</span>
      </div>
      {hasSeats && <Seats ticket={ticket} />}
    </>
  );
}

/** The remaining seats of a ticket. Hidden for a ticket without a limit. */
function Seats({ ticket }: { ticket: AnyTicket }) {
  const left = seatsLeft(ticket);
  if (left === null || ticket.quota === null || ticket.quota === 0) return null;
  const taken = ticket.quota - left;
  const isFew = isScarce(ticket);
  return (
    <div>
      <p className={styles.seats}>
        <strong className={isFew ? styles.few : undefined}>{left === 0 ? '満席' : `残り${formatCount(left)}席`}</strong>
        <span className={styles.soft}>{formatCount(ticket.quota)}席中</span>
      </p>
      <svg
        className={isFew ? `${styles.meter} ${styles.meterFew}` : styles.meter}
        role="img"
        aria-label={`${formatCount(ticket.quota)}席のうち${formatCount(taken)}席が埋まっています`}
      >
        <rect width={`${(taken / ticket.quota) * 100}%`} height="100%" />
      </svg>
    </div>
  );
}
