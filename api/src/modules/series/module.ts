import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { Limiter } from '../../platform/security/limiter';
import type { CategoriesService } from '../categories/categories.service';
import type { ClassroomsService } from '../classrooms/classrooms.service';
import type { ReservationsService } from '../classrooms/reservations.service';
import type { SeriesTeam } from '../teams/module';
import type { UsersService } from '../users/users.service';
import { createCertificatesRepository } from './certificates.repository';
import { createCertificatesService } from './certificates.service';
import { createSeriesReservationsService } from './series-reservations.service';
import { createSeriesRepository } from './series.repository';
import { certificatesRoutes, seriesRoutes } from './series.routes';
import { createSeriesService, type SeriesService } from './series.service';

interface SeriesModuleDeps {
  db: Db;
  env: Pick<Env, 'publicUrl'>;
  clock: Clock;
  limiter: Limiter;
  users: UsersService;
  categories: CategoriesService;
  classrooms: ClassroomsService;
  reservations: ReservationsService;
  seriesTeam: SeriesTeam;
}

/** Registers series of classes, with their reservations and certificates. */
export function addSeries(app: FastifyInstance, deps: SeriesModuleDeps): SeriesService {
  const { db, env, clock, users, reservations } = deps;
  const series = createSeriesRepository(db);
  const certificates = createCertificatesRepository(db);
  const seriesService = createSeriesService({ ...deps, ...deps.seriesTeam, series, certificates });
  seriesRoutes(app, seriesService, createSeriesReservationsService({ db, series, seriesService, reservations, clock }));
  certificatesRoutes(
    app,
    createCertificatesService({ db, certificates, series, seriesService, users, clock }),
    env.publicUrl,
  );
  return seriesService;
}
