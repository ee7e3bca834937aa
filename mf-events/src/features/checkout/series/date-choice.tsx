import { seriesTicketStates } from '@manabiba/shared/format/series-ticket';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { dateText, isOnSale, type PaidDate } from './paid-dates';

import checkout from '../checkout.module.css';
import styles from './series-checkout.module.css';

interface DateChoiceProps {
  dates: readonly PaidDate[];
  /** The ids of the events that are ticked, also of those that cannot be bought now. */
  ticked: ReadonlySet<string>;
  isDisabled: boolean;
  onChange: (ticked: ReadonlySet<string>) => void;
}

/** The paid dates of a series to choose from. Those that cannot be bought say why. */
export function DateChoice({ dates, ticked, isDisabled, onChange }: DateChoiceProps) {
  const toggle = (eventId: string, isTicked: boolean) =>
    onChange(new Set(isTicked ? [...ticked, eventId] : [...ticked].filter((id) => id !== eventId)));
  return (
    <section className={checkout.block} role="group" aria-labelledby="checkout-dates">
      <h2 id="checkout-dates">購入する回</h2>
      <ul className={styles.dates}>
        {dates.map((date) => {
          const { classroom, ticket } = date;
          const { state, eventId, price } = ticket;
          return (
            <li key={eventId}>
              <Checkbox
                label={dateText(date)}
                hint={
                  <>
                    <DateTime value={classroom.startAt} />
                    <span className={styles.state}>
                      {state === 'on_sale' ? formatYen(price) : seriesTicketStates[state]}
                    </span>
                  </>
                }
                checked={isOnSale(date) && ticked.has(eventId)}
                disabled={isDisabled || !isOnSale(date)}
                onChange={({ target }) => toggle(eventId, target.checked)}
              />
              <Link
                className={textLinkClass}
                to={paths.event.href({ id: eventId })}
                aria-label={`「${classroom.name}」の詳細`}
              >
                詳細
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
