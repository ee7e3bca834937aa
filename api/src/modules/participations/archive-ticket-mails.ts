import type { Trx } from '../../platform/database/db';
import type { MailData, MailsService } from '../mails/mails.service';
import type { CancelReason } from './seats.service';
import type { TicketMailRow } from './ticket-mails.repository';

type StorePayment = Pick<MailData['archive_ticket_store_numbers'], 'price' | 'until' | 'numbers'>;

/** The mails about archive tickets: they name no time, and have no calendar file. */
export function createArchiveTicketMails(mails: MailsService) {
  const mailDataOf = (row: TicketMailRow, path: string) => ({
    to: row.email ?? '',
    userId: row.user_id,
    nickname: row.nickname ?? '',
    title: row.title,
    organizer: row.organizer ?? '',
    path,
  });
  const ticketsPath = (tab: 'archive' | 'refunded') => `/tickets?tab=${tab}`;
  return {
    async confirmed(trx: Trx, row: TicketMailRow, price: string): Promise<void> {
      const path = row.archive_id === null ? ticketsPath('archive') : `/archives/${row.archive_id}`;
      await mails.send(trx, 'archive_ticket_confirmed', { ...mailDataOf(row, path), price });
    },

    async storePaymentStarted(trx: Trx, row: TicketMailRow, payment: StorePayment): Promise<void> {
      await mails.send(trx, 'archive_ticket_store_numbers', { ...mailDataOf(row, ticketsPath('archive')), ...payment });
    },

    async cancelled(
      trx: Trx,
      row: TicketMailRow,
      { reason, refund }: { reason: Exclude<CancelReason, 'guardian'>; refund: string },
    ): Promise<void> {
      // Whoever gives up their own hold needs no mail.
      if (reason === 'self' && row.confirmed_at === null) return;
      // The archive of a cancelled event is withdrawn with it.
      const end = reason === 'event_cancelled' ? 'archive_withdrawn' : reason;
      await mails.send(trx, 'archive_ticket_ended', {
        ...mailDataOf(row, ticketsPath('refunded')),
        reason: end,
        refund,
      });
    },
  };
}
