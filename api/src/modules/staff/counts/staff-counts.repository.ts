import type { StaffCounts } from '@manabiba/shared/contract/staff-counts';
import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

/** How long a failed delivery is worth a look, in milliseconds. */
const FAILED_MS = millisecondsInDay;

export type StaffCountsRepository = ReturnType<typeof createStaffCountsRepository>;

/** How much work of each kind waits. */
export function createStaffCountsRepository(db: Db) {
  return {
    async count(now: Date): Promise<StaffCounts> {
      const { rows } = await sql<StaffCounts>`select
        (select count(distinct d.user_id)::int from uploads d join users u on u.id = d.user_id
          where d.purpose = 'identity_document' and d.submitted_at is not null and d.decided_at is null and u.state = 'under_review') as reviews,
        (select count(*)::int from comment_reports where state = 'open') + (select count(*)::int from user_reports where state = 'open')
          + (select count(*)::int from archive_reports where state = 'open') + (select count(*)::int from question_reports where state = 'open')
          + (select count(*)::int from board_reports where state = 'open')
          + (select count(*)::int from rating_reports where state = 'open') + (select count(*)::int from message_reports where state = 'open')
          + (select count(*)::int from series_reports where state = 'open') as reports,
        (select count(*)::int from notification_deliveries where created_at >= ${subMilliseconds(now, FAILED_MS)} and state = 'failed') as "failedDeliveries",
        (select count(*)::int from staff_role_proposals where decision is null) as "roleProposals"`.execute(db);
      const [counts] = rows;
      if (!counts) throw new Error('A select without a table returns one row');
      return counts;
    },
  };
}
