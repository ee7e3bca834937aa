import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count } from './primitives';

const staffCounts = z.object({
  /** Users whose documents wait. */
  reviews: count,
  /** Reports that wait. */
  reports: count,
  /** Deliveries of notifications that failed in the last 24 hours. */
  failedDeliveries: count,
  /** Changes of the role staff that wait for a second person. */
  roleProposals: count,
});
export type StaffCounts = z.output<typeof staffCounts>;

export const getStaffCounts = endpoint({
  name: 'getStaffCounts',
  isExtension: true,
  method: 'GET',
  path: '/staff/counts',
  summary: 'Returns how much of each kind of work waits for the staff.',
  access: { session: 'staff' },
  response: staffCounts,
  errors: [],
  tags: ['Staff'],
});
