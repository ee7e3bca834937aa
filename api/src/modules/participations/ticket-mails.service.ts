import { konbiniChains } from '@manabiba/shared/contract/konbini-chains';
import { isMovedFar } from '@manabiba/shared/contract/moved-events';
import type { KonbiniDetails } from '@manabiba/shared/contract/tickets';

import type { Trx } from '../../platform/database/db';
import type { DomainEventHandlers } from '../../platform/events/domain-events';
import { DEFAULT_TIME_ZONE, fullMomentIn, spanIn } from '../../platform/moments';
import type { MailsService, TicketMail } from '../mails/mails.service';
import { createArchiveTicketMails } from './archive-ticket-mails';
import type { CalendarFiles } from './calendar/calendar-file';
import type { CalendarRepository } from './calendar/calendar.repository';
import { toEntry } from './calendar/calendar.service';
import type { GuestTokens } from './guest-tokens';
import type { TicketMailRow, TicketMailsRepository } from './ticket-mails.repository';

interface TicketMailsDeps {
  tickets: TicketMailsRepository;
  calendar: CalendarRepository;
  files: CalendarFiles;
  mails: MailsService;
  guestTokens: GuestTokens;
}

const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`;
const priceOf = (amount: number) => (amount === 0 ? '無料' : `${yen(amount)}(税込)`);
const zoneOf = ({ time_zone: zone }: TicketMailRow) => zone ?? DEFAULT_TIME_ZONE;

const numbersOf = ({ chain, paymentCode, confirmationNumber }: KonbiniDetails['stores'][number]) =>
  `${konbiniChains[chain]}: 受付番号 ${paymentCode}${confirmationNumber === null ? '' : ` / 確認番号 ${confirmationNumber}`}`;

/** Returns the price of all seats of a ticket's buyer. */
const totalOf = ({ amount, companions }: TicketMailRow) => companions.reduce((sum, seat) => sum + seat.amount, amount);

/** Names the seats of a purchase of several, or the further seat that a mail is about. */
function seatsOf({ companion_name: name, companions }: TicketMailRow): string {
  if (name !== null) return `${name}さんのお席`;
  const names = companions.map((companion) => `${companion.name}さん`);
  return names.length === 0 ? '' : `${names.length + 1}席(ご本人、${names.join('、')})`;
}

/** Returns the full refund of a ticket whose event has moved far since the purchase; empty without that right. */
function fullRefundOf(row: TicketMailRow): { fullRefund: string; soldFor: string; fullRefundUntil: string } {
  const { sold_for_start_at: soldFor, state } = row;
  const isBought = state === 'confirmed' || state === 'joined' || state === 'pending_payment';
  if (!isBought || row.is_given || soldFor === null || !isMovedFar(soldFor, row.start_at))
    return { fullRefund: '', soldFor: '', fullRefundUntil: '' };
  return {
    fullRefund: yen(totalOf(row)),
    soldFor: fullMomentIn(zoneOf(row), soldFor),
    fullRefundUntil: fullMomentIn(zoneOf(row), row.start_at),
  };
}

/** Sends one mail for each thing that happens to a ticket. */
export function createTicketMails({
  tickets,
  calendar,
  files,
  mails,
  guestTokens,
}: TicketMailsDeps): DomainEventHandlers {
  const archive = createArchiveTicketMails(mails);

  /** Returns the data of every mail. The calendar file is included for users who have, or had, a seat. */
  async function mailDataOf(trx: Trx, row: TicketMailRow): Promise<{ to: string; userId: string | null } & TicketMail> {
    // A calendar has the event once, whatever becomes of further seats.
    const hasSeat = row.confirmed_at !== null && row.route !== 'archive' && row.companion_name === null;
    const entry = !hasSeat ? undefined : await calendar.findOfParticipation(trx, row.id);
    return {
      to: row.email ?? '',
      userId: row.user_id,
      nickname: row.nickname ?? '',
      title: row.title,
      when: spanIn(zoneOf(row), row.start_at, row.end_at),
      organizer: row.organizer ?? '',
      ticket: row.ticket_name,
      seats: seatsOf(row),
      path: row.user_id === null ? `/tickets/${guestTokens.tokenOf(row.id)}` : '/tickets',
      calendarPath: `/v1/events/${row.event_id}/calendar.ics`,
      calendar: entry
        ? files.ofEntry(toEntry(entry), { name: row.nickname ?? row.email ?? '', email: row.email ?? '' })
        : '',
    };
  }

  return {
    async participationConfirmed(trx, { payload }) {
      const row = await tickets.find(trx, payload.participationId);
      // A user who has cancelled meanwhile gets that mail instead.
      if (!row || (row.state !== 'confirmed' && row.state !== 'joined')) return;
      // Their buyer's mail has the links of further seats.
      if (row.lead_id !== null) return;
      if (row.route === 'archive') return archive.confirmed(trx, row, priceOf(row.amount));
      await mails.send(trx, 'ticket_confirmed', {
        ...(await mailDataOf(trx, row)),
        price: priceOf(totalOf(row)),
        companions: JSON.stringify(
          row.companions.map(({ id, name }) => ({ name, path: `/tickets/${guestTokens.tokenOf(id)}` })),
        ),
      });
    },

    async storePaymentStarted(trx, { payload }) {
      const row = await tickets.find(trx, payload.participationId);
      // A user who has paid, or has chosen another way to pay, needs no numbers.
      if (!row || row.state !== 'pending_payment' || row.konbini === null) return;
      const { expiresAt, stores } = row.konbini;
      const payment = {
        price: priceOf(totalOf(row)),
        until: fullMomentIn(zoneOf(row), new Date(expiresAt)),
        numbers: stores.map(numbersOf).join('\n'),
      };
      if (row.route === 'archive') return archive.storePaymentStarted(trx, row, payment);
      await mails.send(trx, 'ticket_store_numbers', { ...(await mailDataOf(trx, row)), ...payment });
    },

    async seatOffered(trx, { payload }) {
      const row = await tickets.find(trx, payload.participationId);
      if (!row || row.state !== 'offered' || row.hold_expires_at === null) return;
      const until = fullMomentIn(zoneOf(row), row.hold_expires_at);
      await mails.send(trx, 'seat_offered', { ...(await mailDataOf(trx, row)), price: priceOf(row.price), until });
    },

    async participationCancelled(trx, { payload: { participationId, reason, refund: amount } }) {
      const row = await tickets.find(trx, participationId);
      if (!row || row.ends_with_lead) return;
      const refund = amount > 0 && !row.is_given ? yen(amount) : '';
      if (row.route === 'archive' && reason !== 'guardian') return archive.cancelled(trx, row, { reason, refund });
      const data = { ...(await mailDataOf(trx, row)), refund };
      if (reason === 'event_cancelled')
        await mails.send(trx, 'event_cancelled', { ...data, reason: row.cancel_reason });
      else if (reason === 'late_payment') {
        const isWaiting = row.user_id !== null && (await tickets.isWaiting(trx, row.event_id, row.user_id));
        await mails.send(trx, 'ticket_paid_late', { ...data, isWaiting: isWaiting ? 'yes' : '' });
      } else if (reason === 'guardian') await mails.send(trx, 'purchase_declined', data);
      else if (reason !== 'self') await mails.send(trx, 'ticket_cancelled_by_organizer', data);
      // Whoever gives up their own hold, offer or wait needs no mail.
      else if (row.confirmed_at !== null) await mails.send(trx, 'ticket_cancelled', data);
    },

    async participationRefunded(trx, { payload }) {
      const row = await tickets.find(trx, payload.participationId);
      if (!row || row.is_given || row.ends_with_lead) return;
      await mails.send(trx, 'ticket_refunded', { ...(await mailDataOf(trx, row)), refund: yen(totalOf(row)) });
    },

    async eventRescheduled(trx, { payload: { eventId, from } }) {
      for (const row of await tickets.findAllOf(trx, eventId)) {
        const before = fullMomentIn(zoneOf(row), new Date(from));
        await mails.send(trx, 'event_moved', { ...(await mailDataOf(trx, row)), before, ...fullRefundOf(row) });
      }
    },
  };
}
