import type { StaffCounts } from '@manabiba/shared/contract/staff-counts';

import type { Clock } from '../../../platform/clock';
import type { StaffCountsRepository } from './staff-counts.repository';

export type StaffCountsService = ReturnType<typeof createStaffCountsService>;

/** How much of each kind of work waits for the staff. */
export const createStaffCountsService = ({ counts, clock }: { counts: StaffCountsRepository; clock: Clock }) => ({
  count: (): Promise<StaffCounts> => counts.count(clock.now()),
});
