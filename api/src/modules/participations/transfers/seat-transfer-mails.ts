import type { Trx } from '../../../platform/database/db';
import { DEFAULT_TIME_ZONE, fullMomentIn, spanIn } from '../../../platform/moments';
import type { MailsService } from '../../mails/mails.service';
import type { CancelReason } from '../seats.service';
import { type SeatFactsRow, seatFactsRepository } from './seat-facts.repository';
import type { SeatOfferRow } from './seat-transfers.repository';

type Facts = Pick<
  SeatFactsRow,
  'title' | 'start_at' | 'end_at' | 'organizer_name' | 'ticket_name' | 'time_zone' | 'nickname'
>;

export type SeatTransferMails = ReturnType<typeof createSeatTransferMails>;

/** The mails about seats that are transferred. */
export function createSeatTransferMails({ mails }: { mails: Pick<MailsService, 'send'> }) {
  const mailDataOf = (row: Facts) => ({
    nickname: row.nickname,
    title: row.title,
    when: spanIn(row.time_zone ?? DEFAULT_TIME_ZONE, row.start_at, row.end_at),
    organizer: row.organizer_name,
    ticket: row.ticket_name,
  });

  /** Passes on what a mail to this user needs; nothing for one who has no address any more. */
  async function to(
    trx: Trx,
    participationId: string,
    userId: string,
    send: (mail: { to: string; userId: string } & ReturnType<typeof mailDataOf>) => Promise<void>,
  ): Promise<void> {
    const row = await seatFactsRepository.find(trx, participationId, userId);
    if (row) await send({ to: row.email, userId, ...mailDataOf(row) });
  }

  return {
    /** The link to an offer. */
    offered(
      trx: Trx,
      offer: SeatOfferRow,
      { email, userId, token }: { email: string; userId: string | null; token: string },
    ): Promise<void> {
      return mails.send(trx, 'seat_offered_to_you', {
        to: email,
        userId,
        ...mailDataOf({ ...offer, nickname: '', time_zone: null }),
        giver: offer.giver_name,
        isGift: offer.is_gift ? 'yes' : '',
        message: offer.message,
        until: offer.expires_at === null ? '' : fullMomentIn(DEFAULT_TIME_ZONE, offer.expires_at),
        token,
      });
    },

    declined: (trx: Trx, { participation_id: id, from_user_id: giverId, email }: SeatOfferRow): Promise<void> =>
      to(trx, id, giverId, (mail) => mails.send(trx, 'seat_declined', { ...mail, address: email ?? '' })),

    /** To both once the seat has moved. */
    async transferred(trx: Trx, participationId: string, giverId: string, recipientId: string): Promise<void> {
      const giver = await seatFactsRepository.find(trx, participationId, giverId);
      const recipient = await seatFactsRepository.find(trx, participationId, recipientId);
      if (giver)
        await mails.send(trx, 'seat_given', {
          to: giver.email,
          userId: giverId,
          ...mailDataOf(giver),
          recipient: recipient?.nickname ?? '',
        });
      if (recipient)
        await mails.send(trx, 'seat_received', {
          to: recipient.email,
          userId: recipientId,
          ...mailDataOf(recipient),
          giver: giver?.nickname ?? '',
        });
    },

    /** To whoever paid for a seat that somebody else had. */
    async ended(trx: Trx, participationId: string, reason: CancelReason, refund: number): Promise<void> {
      const buyerId = await seatFactsRepository.findBuyer(trx, participationId);
      if (buyerId === undefined) return;
      const by = reason === 'event_cancelled' || reason === 'organizer' ? reason : 'holder';
      await to(trx, participationId, buyerId, (mail) =>
        mails.send(trx, 'given_seat_ended', { ...mail, refund: refund > 0 ? yen(refund) : '', reason: by }),
      );
    },

    async refunded(trx: Trx, participationId: string): Promise<void> {
      const buyerId = await seatFactsRepository.findBuyer(trx, participationId);
      if (buyerId === undefined) return;
      // Of a seat that came back with the rest of its purchase no refund is known, but nothing is left of its amount.
      const refunded =
        (await seatFactsRepository.refundOf(trx, participationId)) ||
        (await seatFactsRepository.amountOf(trx, participationId));
      const refund = yen(refunded);
      await to(trx, participationId, buyerId, (mail) => mails.send(trx, 'given_seat_refunded', { ...mail, refund }));
    },
  };
}

const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`;
