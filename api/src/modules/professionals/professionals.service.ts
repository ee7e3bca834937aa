import type { Professional } from '@manabiba/shared/contract/events';
import type { ProfessionalSort } from '@manabiba/shared/contract/professionals';

import { personIdOf, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { decodeCursor, encodeCursor } from '../../platform/database/cursor';
import { orderByIds } from '../../platform/order-by-ids';
import { averageOfHost } from '../ratings/rating-average';
import { toUser } from '../users/user-columns';
import type { ProfessionalRow, ProfessionalsRepository } from './professionals.repository';

export type ProfessionalsService = ReturnType<typeof createProfessionalsService>;

/** Verified experts and organisations with a public profile. */
export function createProfessionalsService({
  professionals,
  clock,
}: {
  professionals: ProfessionalsRepository;
  clock: Clock;
}) {
  return {
    /** Returns these professionals as the list shows them, in the given order. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<Professional[]> {
      const now = clock.now();
      return orderByIds(ids, await professionals.findMany(ids, personIdOf(viewer))).map((row) =>
        toProfessional(row, viewer, now),
      );
    },

    /** Lists professionals whose identity staff has verified. Rejects a cursor of another order with `invalid`. */
    async list(
      viewer: Viewer,
      { sort, cursor, limit }: { sort: ProfessionalSort; cursor?: string | undefined; limit: number },
    ) {
      const now = clock.now();
      const rows = await professionals.list({
        sort,
        viewerId: personIdOf(viewer),
        after: cursor === undefined ? null : positionIn(sort, cursor),
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map((row) => toProfessional(row, viewer, now)),
        nextCursor: rows.length > limit && last ? encodeCursor([sort, last.rank, last.id]) : null,
      };
    },
  };
}

function positionIn(sort: ProfessionalSort, cursor: string) {
  const [of, rank, id] = decodeCursor(cursor, ['string', 'number', 'string']) as [string, number, string];
  if (of !== sort) throw new AppError('invalid', { fields: { cursor: '続きの位置を読み取れません。' } });
  return { rank, id };
}

function toProfessional(row: ProfessionalRow, viewer: Viewer, now: Date): Professional {
  return {
    ...toUser(row, viewer, now),
    orgName: row.org_name,
    orgUrl: row.org_url,
    invoiceRegistrationNo: row.invoice_registration_no,
    categoryIds: row.category_ids,
    nextClassroomAt: row.next_classroom_at?.toISOString() ?? null,
    classroomCount: row.classroom_count,
    verifiedAt: row.verified_at.toISOString(),
    rating: averageOfHost(row.rating_totals),
  };
}
