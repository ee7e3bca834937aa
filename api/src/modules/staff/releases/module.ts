import type { FastifyInstance } from 'fastify';

import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { createStaffRepository } from '../staff.repository';
import type { ReleaseControl } from './release-control';
import { createStaffReleasesRepository } from './staff-releases.repository';
import { staffReleasesRoutes } from './staff-releases.routes';
import { createStaffReleasesService } from './staff-releases.service';

export interface StaffReleaseDeps {
  db: Db;
  clock: Clock;
  /** Undefined in processes that have no releases, which answer no calls. */
  releases: ReleaseControl | undefined;
}

/** Registers what the staff do with the releases of remotes. */
export function addStaffReleaseModules(app: FastifyInstance, { db, clock, releases: control }: StaffReleaseDeps): void {
  if (!control) return;
  const people = createStaffReleasesRepository(db);
  const { log } = createStaffRepository(db);
  staffReleasesRoutes(app, createStaffReleasesService({ db, control, people, log, clock }));
}
