import type { createDiscountCode, DiscountCode } from '@manabiba/shared/contract/discount-codes';
import { MAX_DISCOUNT_CODES, MIN_TICKET_PRICE } from '@manabiba/shared/contract/limits';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import { insertTypedCode } from '../../../platform/security/insert-typed-code';
import type { EventAuthorityService } from '../../teams/team-authority.service';
import type { TeamLogService } from '../../teams/team-log.service';
import { appliesTo, isTooMuch } from './discount-rules';
import type { DiscountCodeRow, DiscountedTicket, DiscountFigures, DiscountsRepository } from './discounts.repository';

interface DiscountCodesDeps {
  db: Db;
  discounts: DiscountsRepository;
  authority: EventAuthorityService;
  log: TeamLogService;
  clock: Clock;
}

type NewCode = z.output<typeof createDiscountCode.body>;

export type DiscountCodesService = ReturnType<typeof createDiscountCodesService>;

/** Discount codes of an event, as its organizer makes them. */
export function createDiscountCodesService({ db, discounts, authority, log, clock }: DiscountCodesDeps) {
  return {
    async list(viewer: SignedInViewer, eventId: string): Promise<{ items: DiscountCode[] }> {
      await authority.require(viewer, eventId, 'own');
      return { items: (await discounts.list(eventId)).map(toDiscountCode) };
    },

    /**
     * Creates a code. A chosen one that the event already has is `already`; after the event has begun, for an event
     * that sells nothing, and beyond the number of codes it is `conflict`.
     */
    create(viewer: SignedInViewer, eventId: string, input: NewCode): Promise<DiscountCode> {
      return inTransaction(db, async (trx) => {
        const now = clock.now();
        const event = await discounts.lockEvent(trx, eventId);
        await authority.requireIn(trx, viewer, eventId, 'own');
        if (!event) throw new AppError('not_found');
        const isAhead = event.state === 'draft' || event.start_at > now;
        if (!isAhead || !['draft', 'published', 'open'].includes(event.state)) throw new AppError('conflict');
        const values = toValues(input);
        requireFitting(values, await discounts.tickets(trx, eventId), now);
        if ((await discounts.count(trx, eventId)) >= MAX_DISCOUNT_CODES) throw new AppError('conflict');
        const row = await insertTypedCode(input.code, (code) =>
          discounts.insert(trx, { id: newId('dsc'), event_id: eventId, code, ...values, created_at: now }),
        );
        await log.record(trx, { subjectId: eventId, actorId: viewer.id, act: 'discount_created' });
        return toDiscountCode({ ...row, uses: 0, gross: 0 });
      });
    },

    /** Revokes a code. Seats that are held or paid with it keep their price. */
    revoke(viewer: SignedInViewer, eventId: string, id: string): Promise<void> {
      return inTransaction(db, async (trx) => {
        await authority.requireIn(trx, viewer, eventId, 'own');
        if (!(await discounts.revoke(trx, eventId, id, clock.now()))) throw new AppError('not_found');
        await log.record(trx, { subjectId: eventId, actorId: viewer.id, act: 'discount_revoked' });
      });
    },
  };
}

type Values = Pick<
  DiscountCodeRow,
  'amount_off' | 'percent_off' | 'ticket_type_ids' | 'max_uses' | 'valid_from' | 'valid_until'
>;

const toDate = (time: string | null | undefined) => (time ? new Date(time) : null);

const toValues = ({ amountOff, percentOff, ticketTypeIds, maxUses, validFrom, validUntil }: NewCode): Values => ({
  amount_off: amountOff ?? null,
  percent_off: percentOff ?? null,
  ticket_type_ids: ticketTypeIds,
  max_uses: maxUses,
  valid_from: toDate(validFrom),
  valid_until: toDate(validUntil),
});

/** Requires tickets of the event with a price that stays high enough to be charged, and a period that is not over. */
function requireFitting(values: Values, tickets: readonly DiscountedTicket[], now: Date): void {
  const { amount_off: amount, percent_off: percent, ticket_type_ids: ids } = values;
  const { valid_from: from, valid_until: until } = values;
  if ((amount === null) === (percent === null))
    throw new AppError('invalid', { fields: { amountOff: '割引額か割引率のどちらかを入力してください。' } });
  if (ids?.some((id) => !tickets.some((ticket) => ticket.id === id))) throw new AppError('not_found');
  const chosen = tickets.filter(({ id, price }) => price > 0 && appliesTo(values, id));
  const fields = {
    ...(chosen.length === 0 && { ticketTypeIds: '有料のチケットを選択してください。' }),
    ...(chosen.some(({ price }) => isTooMuch(price, values)) && {
      [amount === null ? 'percentOff' : 'amountOff']:
        `割引後の価格が${MIN_TICKET_PRICE}円より安くなるチケットがあります。無料にするには、招待コードをお使いください。`,
    }),
    ...(until !== null && until <= now && { validUntil: '期限は現在より後を指定してください。' }),
    ...(from !== null && until !== null && until <= from && { validUntil: '期限は開始より後の時刻にしてください。' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
}

const toDiscountCode = (row: DiscountFigures): DiscountCode => ({
  id: row.id,
  eventId: row.event_id,
  code: row.code,
  amountOff: row.amount_off,
  percentOff: row.percent_off,
  ticketTypeIds: row.ticket_type_ids,
  maxUses: row.max_uses,
  uses: row.uses,
  gross: row.gross,
  validFrom: row.valid_from?.toISOString() ?? null,
  validUntil: row.valid_until?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
