import { createHash } from 'node:crypto';

import type { Receipt, ReceiptContent } from '@manabiba/shared/contract/receipts';
import { getYear } from 'date-fns';

import type { SignedInViewer } from '../../access/viewer';
import type { Operator } from '../../payments-env';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import { inJapan } from '../../platform/moments';
import { contentOf } from './receipt-content';
import type { ReceiptRow, ReceiptsRepository, SoldRow } from './receipts.repository';

interface ReceiptsDeps {
  db: Db;
  receipts: ReceiptsRepository;
  /** Issuer of the receipts of plans; null when they have none. */
  operator: Operator | null;
  clock: Clock;
}

const MAX_VERSIONS = 10;
const NUMBER_DIGITS = 6;
const SHOWN_DIGEST_LENGTH = 16;

export type ReceiptsService = ReturnType<typeof createReceiptsService>;

/** Receipts of payments and credit notes of refunds. An issued version never changes. */
export function createReceiptsService({ db, receipts, operator, clock }: ReceiptsDeps) {
  async function soldTo(viewer: SignedInViewer, id: string): Promise<SoldRow> {
    const sold = await receipts.findSold(id, viewer.id);
    if (!sold) throw new AppError('not_found');
    return sold;
  }

  async function newContent(database: Db | Trx, sold: SoldRow, addressee?: string): Promise<ReceiptContent> {
    const content = contentOf(sold, operator, addressee, await receipts.numberOf(database, sold.payment_id));
    if (!content) throw new AppError('not_found');
    return content;
  }

  async function soldToGuest(participationId: string): Promise<SoldRow> {
    const sold = await receipts.findSoldToGuest(participationId);
    if (!sold) throw new AppError('not_found');
    return sold;
  }

  async function issue(sold: SoldRow, addressee: string | undefined): Promise<Receipt> {
    const versions = await inTransaction(db, async (trx) => {
      await receipts.lockPayment(trx, sold.payment_id);
      const issued = await receipts.versionsOf(trx, sold);
      const last = issued.at(-1);
      if (last && (addressee === undefined || addressee === last.content.addressee)) return issued;
      if (issued.length >= MAX_VERSIONS) throw new AppError('conflict');
      const now = clock.now();
      // A new version changes only the addressee: everything else stays as first issued.
      const content: ReceiptContent = last
        ? { ...last.content, addressee: addressee ?? last.content.addressee }
        : await newContent(trx, sold, addressee);
      const text = JSON.stringify(content);
      const row = {
        id: newId('rct'),
        payment_id: sold.refund_id === null ? sold.payment_id : null,
        refund_id: sold.refund_id,
        number: last?.number ?? (await newNumber(content.kind, now, (series) => receipts.nextNumber(trx, series))),
        version: issued.length + 1,
        digest: createHash('sha256').update(text).digest('hex'),
        issued_at: now,
      };
      await receipts.insert(trx, { ...row, content: text });
      return [...issued, { ...row, content }];
    });
    return toReceipt(sold.refund_id ?? sold.payment_id, versions);
  }

  return {
    /** Returns the latest issued version, or a preview of the next one. */
    async get(viewer: SignedInViewer, id: string): Promise<Receipt> {
      const sold = await soldTo(viewer, id);
      const versions = await receipts.versionsOf(db, sold);
      if (versions.length > 0) return toReceipt(id, versions);
      return {
        ...(await newContent(db, sold)),
        id,
        number: null,
        version: null,
        issuedAt: null,
        digest: null,
        versions: [],
      };
    },

    /**
     * Issues the receipt, or reissues it for another addressee. Repeating it for the same addressee changes nothing.
     */
    issue: async (viewer: SignedInViewer, id: string, addressee: string | undefined): Promise<Receipt> =>
      issue(await soldTo(viewer, id), addressee),

    /** Does the same for the ticket of a guest without an account, who has no name yet. */
    issueToGuest: async (participationId: string, addressee: string): Promise<Receipt> =>
      issue(await soldToGuest(participationId), addressee),

    /** Returns the receipt that was issued to a guest; `not_found` before that. */
    async getOfGuest(participationId: string): Promise<Receipt> {
      const sold = await soldToGuest(participationId);
      const versions = await receipts.versionsOf(db, sold);
      if (versions.length === 0) throw new AppError('not_found');
      return toReceipt(sold.payment_id, versions);
    },

    /** Returns the number of a guest's receipt, null until it is issued; nothing for a ticket without a payment. */
    async numberOfGuest(participationId: string): Promise<{ number: string | null } | null> {
      const sold = await receipts.findSoldToGuest(participationId);
      return sold ? { number: await receipts.numberOf(db, sold.payment_id) } : null;
    },
  };
}

/** `R-2026-001284`: kind, calendar year in Japan, sequential number without gaps. */
async function newNumber(
  kind: ReceiptContent['kind'],
  now: Date,
  next: (series: string) => Promise<number>,
): Promise<string> {
  const series = `${kind === 'receipt' ? 'R' : 'C'}-${getYear(now, inJapan)}`;
  return `${series}-${String(await next(series)).padStart(NUMBER_DIGITS, '0')}`;
}

function toReceipt(id: string, versions: readonly ReceiptRow[]): Receipt {
  const last = versions.at(-1);
  if (!last) throw new Error(`No document was issued for ${id}`);
  return {
    ...last.content,
    id,
    number: last.number,
    version: last.version,
    issuedAt: last.issued_at.toISOString(),
    digest: last.digest.slice(0, SHOWN_DIGEST_LENGTH),
    versions: versions.map(({ version, content, issued_at }) => ({
      version,
      addressee: content.addressee,
      issuedAt: issued_at.toISOString(),
    })),
  };
}
