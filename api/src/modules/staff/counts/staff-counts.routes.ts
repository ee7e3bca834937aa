import { getStaffCounts } from '@manabiba/shared/contract/staff-counts';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { StaffCountsService } from './staff-counts.service';

export function staffCountsRoutes(app: FastifyInstance, counts: StaffCountsService): void {
  route(app, getStaffCounts, () => counts.count());
}
