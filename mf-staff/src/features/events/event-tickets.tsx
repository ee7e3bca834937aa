import type { StaffEventRecord } from '@manabiba/shared/contract/staff-events';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { formatPrice, formatYen } from '@manabiba/shared/format/yen';

import { seatWords } from '../../core/event-words';
import { numberClass, StaffTable } from '../../core/staff-table';

import shared from '../../core/staff-parts.module.css';

const columns = ['チケット', '価格', '席', '確保中', '待ち', '売上', '販売の終了'] as const;

/** The seats of an event by ticket. */
export function EventTickets({ record: { event, sales } }: { record: StaffEventRecord }) {
  return (
    <section aria-labelledby="tickets-title" className={shared.part}>
      <h2 id="tickets-title">席</h2>
      {event.tickets.length === 0 ? (
        <p className={shared.note}>チケットはありません。</p>
      ) : (
        <StaffTable columns={columns} numbers={['価格', '席', '確保中', '待ち', '売上']}>
          {event.tickets.map(({ id, name, price, quota, sold, held, waitlistedCount, saleEndAt }) => (
            <tr key={id}>
              <td data-label="チケット">{name}</td>
              <td data-label="価格" className={numberClass}>
                {formatPrice(price)}
              </td>
              <td data-label="席" className={numberClass}>
                {seatWords(sold, quota)}
              </td>
              <td data-label="確保中" className={numberClass}>
                {held.toLocaleString('ja-JP')}
              </td>
              <td data-label="待ち" className={numberClass}>
                {waitlistedCount.toLocaleString('ja-JP')}
              </td>
              <td data-label="売上" className={numberClass}>
                {formatYen(sales.perTicket.find(({ ticketTypeId }) => ticketTypeId === id)?.gross ?? 0)}
              </td>
              <td data-label="販売の終了">
                <time dateTime={saleEndAt}>{formatDateTime(saleEndAt)}</time>
              </td>
            </tr>
          ))}
        </StaffTable>
      )}
    </section>
  );
}
