import {
  addSeriesDates,
  cancelSeriesReservations,
  createSeries,
  endSeries,
  getCertificate,
  getSeries,
  issueCertificate,
  listMySeries,
  removeSeriesDate,
  reportSeries,
  reserveSeries,
  updateSeries,
} from '@manabiba/shared/contract/series';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { route } from '../../http/route';
import { AppError } from '../../platform/app-error';
import type { CertificatesService } from './certificates.service';
import { drawCertificate } from './draw-certificate';
import type { SeriesReservationsService } from './series-reservations.service';
import type { SeriesService } from './series.service';

export function seriesRoutes(
  app: FastifyInstance,
  series: SeriesService,
  reservations: SeriesReservationsService,
): void {
  route(app, listMySeries, ({ query, viewer }) => series.listOwn(viewer, query));
  route(app, createSeries, ({ body, viewer }) => series.create(viewer, body));
  route(app, getSeries, ({ params, viewer }) => series.get(viewer, params.id));
  route(app, updateSeries, ({ params, body, viewer }) => series.update(viewer, params.id, body));
  route(app, endSeries, ({ params, viewer }) => series.end(viewer, params.id));
  route(app, addSeriesDates, ({ params, body, viewer }) => series.addDates(viewer, params.id, body.classroomIds));
  route(app, removeSeriesDate, ({ params, viewer }) => series.removeDate(viewer, params.id, params.classroomId));
  route(app, reserveSeries, ({ params, viewer }) => reservations.create(viewer, params.id));
  route(app, cancelSeriesReservations, ({ params, viewer }) => reservations.delete(viewer, params.id));
  route(app, reportSeries, ({ params, body, viewer }) => series.report(viewer, params.id, body));
}

export function certificatesRoutes(app: FastifyInstance, certificates: CertificatesService, publicUrl: string): void {
  route(app, issueCertificate, ({ params, body, viewer }) => certificates.issue(viewer, params.id, body.name));
  route(app, getCertificate, ({ params }) => certificates.get(params.certificateToken));
  // Not part of the contract because it returns bytes, not JSON; access follows getCertificate.
  app.get(
    '/certificates/:certificateToken/certificate.pdf',
    { config: { endpoint: getCertificate } },
    async (request, reply) => {
      const named = z.safeParse(getCertificate.params, request.params);
      if (!named.success) throw new AppError('not_found');
      const certificate = await certificates.get(named.data.certificateToken);
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'attachment; filename="certificate.pdf"')
        .send(await drawCertificate(certificate, `${publicUrl}/certificates/${certificate.code}`));
    },
  );
}
