import type { ReservationOutcome } from '@manabiba/shared/contract/series';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { ReservationsService } from '../classrooms/reservations.service';
import type { SeriesDateRow, SeriesRepository } from './series.repository';
import { seriesEnded, type SeriesService } from './series.service';

interface SeriesReservationsDeps {
  db: Db;
  series: SeriesRepository;
  seriesService: Pick<SeriesService, 'visible'>;
  reservations: ReservationsService;
  clock: Clock;
}

/** Errors of one date that leave the others possible. */
const outcomes: readonly string[] = ['full', 'audience_restricted', 'kicked', 'ended', 'not_found'];
const isOutcome = (code: string): code is ReservationOutcome => outcomes.includes(code);

export type SeriesReservationsService = ReturnType<typeof createSeriesReservationsService>;

/**
 * Reserves and cancels the classes of a series. Every date is a reservation of its own, in its own transaction: a crash
 * between two leaves whole ones, and repeating the call does the rest.
 */
export function createSeriesReservationsService(deps: SeriesReservationsDeps) {
  const { db, series, seriesService, reservations, clock } = deps;

  async function reserve(viewer: SignedInViewer, date: SeriesDateRow): Promise<ReservationOutcome> {
    if (date.state === 'live') return 'live';
    try {
      const { isNew } = await reservations.create(viewer, date.id, undefined);
      return isNew ? 'reserved' : 'already';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // It went live in this moment.
      if (error.code === 'conflict') return 'live';
      if (isOutcome(error.code)) return error.code;
      throw error;
    }
  }

  return {
    /** Reserves every class that is not over; events have tickets. Throws `conflict` for the host, `ended` after the end of the series. */
    async create(viewer: SignedInViewer, id: string) {
      const row = await seriesService.visible(viewer, id);
      if (row.host_id === viewer.id) throw new AppError('conflict');
      if (row.ended_at !== null) throw seriesEnded();
      // Before the dates: one that is added meanwhile counts as later.
      await series.book(id, viewer.id, clock.now());
      const dates: { classroomId: string; outcome: ReservationOutcome }[] = [];
      for (const date of await series.dates(db, id, viewer.id))
        if (date.event_id === null && (date.state === 'scheduled' || date.state === 'live'))
          dates.push({ classroomId: date.id, outcome: await reserve(viewer, date) });
      return { dates };
    },

    /** Cancels the reservations of all dates that have not begun, and returns how many there were. */
    async delete(viewer: SignedInViewer, id: string): Promise<{ cancelledCount: number }> {
      const row = await seriesService.visible(viewer, id);
      if (row.host_id === viewer.id) throw new AppError('conflict');
      let cancelledCount = 0;
      for (const date of await series.reservedDates(id, viewer.id)) {
        await reservations.delete(viewer, date.id);
        cancelledCount += 1;
      }
      await series.unbook(id, viewer.id);
      return { cancelledCount };
    },
  };
}
