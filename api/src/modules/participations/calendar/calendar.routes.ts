import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from '@manabiba/shared/contract/calendar-feeds';
import { getClassroom } from '@manabiba/shared/contract/classrooms';
import { getEvent } from '@manabiba/shared/contract/events';
import { getMyEvent } from '@manabiba/shared/contract/participations';
import { id } from '@manabiba/shared/contract/primitives';
import { getSeries } from '@manabiba/shared/contract/series';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { callerAddress } from '../../../http/caller-address';
import { route } from '../../../http/route';
import { AppError } from '../../../platform/app-error';
import type { ClassroomsService } from '../../classrooms/classrooms.service';
import type { SeriesService } from '../../series/series.service';
import type { CalendarService } from './calendar.service';

const named = z.object({ id });
const SECRET = /^([\w-]{1,128})\.ics$/;

function idOf(params: unknown): string {
  const parsed = z.safeParse(named, params);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data.id;
}

function send(reply: FastifyReply, file: string, name: string): FastifyReply {
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.ics"`)
    .header('x-content-type-options', 'nosniff')
    .send(file);
}

/**
 * Serves calendar files. They are text, not JSON, so they are not part of the contract; access follows the related
 * endpoint.
 */
export function calendarRoutes(app: FastifyInstance, calendar: CalendarService): void {
  app.get('/events/:id/calendar.ics', { config: { endpoint: getEvent } }, async (request, reply) =>
    send(reply, await calendar.eventFile(idOf(request.params)), 'event'),
  );
  app.get('/me/aud/events/:id/calendar.ics', { config: { endpoint: getMyEvent } }, async (request, reply) =>
    // The endpoint's access rule requires a signed-in user.
    send(reply, await calendar.ownFile(request.authentication.viewer as SignedInViewer, idOf(request.params)), 'event'),
  );
  app.get<{ Params: { file: string } }>(
    '/calendar_feeds/:file',
    { config: { secretParams: ['file'] } },
    async (request, reply) => {
      const secret = SECRET.exec(request.params.file)?.[1];
      if (secret === undefined) throw new AppError('not_found');
      return send(reply, await calendar.feed(secret, callerAddress(request.ip)), 'manabiba');
    },
  );
  route(app, getCalendarFeed, ({ viewer }) => calendar.getFeed(viewer));
  route(app, createCalendarFeed, ({ viewer }) => calendar.createFeed(viewer));
  route(app, deleteCalendarFeed, ({ viewer }) => calendar.deleteFeed(viewer));
}

/** Serves the calendar files of classrooms, to whoever may open the classroom. */
export function classroomCalendarRoutes(
  app: FastifyInstance,
  calendar: Pick<CalendarService, 'classroomFile'>,
  classrooms: Pick<ClassroomsService, 'get'>,
): void {
  app.get('/classrooms/:id/calendar.ics', { config: { endpoint: getClassroom } }, async (request, reply) => {
    const id = idOf(request.params);
    const query = z.safeParse(getClassroom.query, request.query);
    if (!query.success) throw new AppError('not_found');
    await classrooms.get(request.authentication.viewer, id, query.data.key);
    return send(reply, await calendar.classroomFile(id), 'classroom');
  });
}

/** Serves one calendar file for all dates of a series, to whoever may see the series. */
export function seriesCalendarRoutes(
  app: FastifyInstance,
  calendar: Pick<CalendarService, 'seriesFile'>,
  series: Pick<SeriesService, 'visible'>,
): void {
  app.get('/series/:id/calendar.ics', { config: { endpoint: getSeries } }, async (request, reply) => {
    const { id: seriesId, title } = await series.visible(request.authentication.viewer, idOf(request.params));
    return send(reply, await calendar.seriesFile({ id: seriesId, title }), 'series');
  });
}
