import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { MAX_SERIES_DATES } from '@manabiba/shared/contract/limits';
import type {
  createSeriesBody,
  ListedSeries,
  listMySeries,
  OwnSeries,
  reportSeries,
  SeriesDate,
  SeriesDetail,
  SeriesTicket,
  updateSeriesBody,
} from '@manabiba/shared/contract/series';
import { type SeriesRight, type SeriesRole, seriesRoles, type TeamAccess } from '@manabiba/shared/contract/team-rights';
import type * as z from 'zod/mini';

import { countReport } from '../../access/report-limit';
import { isSignedIn, personIdOf, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import { newId } from '../../platform/ids';
import { orderByIds } from '../../platform/order-by-ids';
import { withHash } from '../../platform/security/evidence';
import type { Limiter } from '../../platform/security/limiter';
import type { CategoriesService } from '../categories/categories.service';
import type { ClassroomsService } from '../classrooms/classrooms.service';
import type { SeriesAuthorityService, TeamStanding } from '../teams/team-authority.service';
import type { TeamLogService } from '../teams/team-log.service';
import { userMapper } from '../users/user-columns';
import type { UsersService } from '../users/users.service';
import type { CertificatesRepository } from './certificates.repository';
import { progressOf } from './series-progress';
import { seriesTickets } from './series-tickets.repository';
import type { FoundSeries, OwnSeriesRow, SeriesDateRow, SeriesRepository, SeriesSummaryRow } from './series.repository';

interface SeriesDeps {
  db: Db;
  series: SeriesRepository;
  certificates: Pick<CertificatesRepository, 'findOf'>;
  classrooms: Pick<ClassroomsService, 'findMany' | 'delete'>;
  categories: Pick<CategoriesService, 'requireCategory'>;
  users: Pick<UsersService, 'holdActive'>;
  authority: SeriesAuthorityService;
  log: Pick<TeamLogService, 'record'>;
  limiter: Limiter;
  clock: Clock;
}

const toHost = userMapper('host_');

const notAddable = (whose: '自分' | '主催者') =>
  new AppError('invalid', {
    fields: {
      classroomIds: `追加できるのは、ほかの連続講座に入っていない、${whose}の教室(招待制を除く)と公開中のイベントです。合わせて${MAX_SERIES_DATES}回までです。`,
    },
  });

/** The series has ended: no date is added, reserved or bought with others any more. */
export const seriesEnded = () => new AppError('ended', { sentence: 'この連続講座は終了しました。' });

export type SeriesService = ReturnType<typeof createSeriesService>;

/** Series of classes and events: their page, and what their host and team do with them. */
export function createSeriesService(deps: SeriesDeps) {
  const { db, series, certificates, classrooms, categories, users, authority, log, limiter, clock } = deps;

  /** Returns a series that the viewer may see, and what they are to it, or throws `not_found`. */
  async function visible(viewer: Viewer, id: string): Promise<VisibleSeries> {
    const personId = personIdOf(viewer);
    const row = await series.find(id, personId);
    const access = row && personId !== null ? await authority.accessOf(personId, id) : null;
    if (!row || (access === null && (row.is_school_separated || row.hidden_at !== null)))
      throw new AppError('not_found');
    return { ...row, access };
  }

  /** Throws `not_owner` for whoever is not in the team, and `role_required` where their roles do not allow this. */
  async function requireRight(viewer: SignedInViewer, id: string, right: SeriesRight): Promise<VisibleSeries> {
    const row = await visible(viewer, id);
    if (row.access === null) throw new AppError('not_owner');
    authority.requireRight(row.access, right);
    return row;
  }

  /** Locks a series to which dates can be added. */
  async function lockOpen(trx: Trx, id: string): Promise<void> {
    const row = await series.lock(trx, id);
    if (!row) throw new AppError('not_found');
    if (row.ended_at !== null) throw seriesEnded();
  }

  return {
    visible,

    async get(viewer: Viewer, id: string): Promise<SeriesDetail> {
      const row = await visible(viewer, id);
      const viewerId = personIdOf(viewer);
      const dates = await series.dates(db, id, viewerId);
      const found = await classrooms.findMany(
        viewer,
        dates.map((date) => date.id),
      );
      const now = clock.now();
      const hasEvents = dates.some(({ event_id: eventId }) => eventId !== null);
      const tickets = hasEvents ? await seriesTickets(db, { id, viewerId, now }) : [];
      const isHost = row.host_id === viewer.id;
      const certificate = viewerId === null || isHost ? undefined : await certificates.findOf(db, id, viewerId);
      return {
        id,
        title: row.title,
        description: row.description,
        categoryId: row.category_id,
        discountPercent: row.discount_percent,
        host: toHost(row, viewer, now),
        isHost,
        myAccess: row.access && toAccess(row.access),
        isHidden: row.hidden_at !== null,
        endedAt: row.ended_at?.toISOString() ?? null,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
        dates: toDates(dates, { classes: found, tickets }, row.booked_at),
        progress:
          isSignedIn(viewer) && !isHost ? { ...progressOf(dates), certificateCode: certificate?.id ?? null } : null,
      };
    },

    /** Returns these series as list items, in this order. The caller has already checked visibility. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<ListedSeries[]> {
      const now = clock.now();
      return orderByIds(ids, await series.findMany(ids, personIdOf(viewer))).map((row) => ({
        ...toSummary(row),
        host: toHost(row, viewer, now),
      }));
    },

    async listOwn(
      viewer: SignedInViewer,
      { cursor, limit }: z.output<typeof listMySeries.query>,
    ): Promise<EndpointOutput<typeof listMySeries>> {
      const rows = await series.listOf(viewer.id, positionOf(cursor), limit + 1);
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.created_micros, id: row.id }));
      return { items: shown.map(toOwnSeries), nextCursor };
    },

    /** Creates a series of own classes and events. Pupils whose school does not let them create classes get `role_required`. */
    async create(
      viewer: SignedInViewer,
      {
        title,
        description = '',
        categoryId,
        discountPercent = 0,
        classroomIds = [],
      }: z.output<typeof createSeriesBody>,
    ): Promise<{ id: string }> {
      if (!viewer.canCreate) throw new AppError('role_required');
      await categories.requireCategory(categoryId, []);
      const id = newId('srs');
      await inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        const now = clock.now();
        const settings = { title, description, category_id: categoryId, discount_percent: discountPercent };
        await series.insert(trx, { id, host_id: viewer.id, ...settings, created_at: now, updated_at: now });
        if (!(await series.addDates(trx, { id, hostId: viewer.id, classroomIds, now }))) throw notAddable('自分');
      });
      return { id };
    },

    async update(viewer: SignedInViewer, id: string, input: z.output<typeof updateSeriesBody>): Promise<void> {
      const { title, description, categoryId, discountPercent } = input;
      // The discount is the host's money.
      const right = discountPercent === undefined ? 'edit' : 'own';
      const row = await requireRight(viewer, id, right);
      if (categoryId !== undefined) await categories.requireCategory(categoryId, []);
      const changed = changesOf(row, input);
      if (changed === '') return;
      await inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        await authority.requireIn(trx, viewer, id, right);
        await series.update(trx, id, {
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          ...(categoryId !== undefined && { category_id: categoryId }),
          ...(discountPercent !== undefined && { discount_percent: discountPercent }),
          updated_at: clock.now(),
        });
        await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'series_updated', detail: changed });
      });
    },

    /** Adds classes and events of the host, all or none. Throws `ended` after the end of the series. */
    async addDates(viewer: SignedInViewer, id: string, classroomIds: readonly string[]): Promise<void> {
      const { host_id: hostId } = await requireRight(viewer, id, 'edit');
      await inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        await lockOpen(trx, id);
        await authority.requireIn(trx, viewer, id, 'edit');
        const now = clock.now();
        const added = await series.addDates(trx, { id, hostId, classroomIds, now });
        if (!added) throw notAddable(hostId === viewer.id ? '自分' : '主催者');
        for (const name of added)
          await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'date_added', detail: name });
        if (added.length > 0) await publish(trx, 'seriesDatesAdded', { seriesId: id, addedAt: now.toISOString() });
      });
    },

    /** Takes a class or event out of the series; it stays, with its reservations and tickets. Repeating it changes nothing. */
    async removeDate(viewer: SignedInViewer, id: string, classroomId: string): Promise<void> {
      await requireRight(viewer, id, 'edit');
      await inTransaction(db, async (trx) => {
        await authority.requireIn(trx, viewer, id, 'edit');
        const name = await series.removeDate(trx, id, classroomId);
        if (name !== undefined)
          await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'date_removed', detail: name });
      });
    },

    /**
     * Ends the series, and cancels the classes that have not begun, each with its own notification. Events stay: their
     * organizer cancels them one by one, with the refund of what was paid. Ended first, so that no
     * date is added meanwhile; after a crash in between, repeating the call cancels the others.
     */
    async end(viewer: SignedInViewer, id: string): Promise<void> {
      await requireRight(viewer, id, 'own');
      await inTransaction(db, async (trx) => {
        const row = await series.lock(trx, id);
        if (row?.ended_at !== null) return;
        const now = clock.now();
        await series.update(trx, id, { ended_at: now, updated_at: now });
        await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'series_ended' });
      });
      for (const date of await series.dates(db, id, viewer.id))
        if (date.event_id === null && date.state === 'scheduled') await classrooms.delete(viewer, date.id);
    },

    /** Hides a series for the staff: only its host and team still find it. Repeating it changes nothing. */
    hideByStaff: (trx: Trx, id: string): Promise<void> => series.update(trx, id, { hidden_at: clock.now() }),

    /** Reports a series to the staff, as it is now. Repeating it changes nothing; one's own is `invalid`. */
    async report(
      viewer: SignedInViewer,
      id: string,
      { reason, detail = '' }: z.output<(typeof reportSeries)['body']>,
    ): Promise<{ ok: true }> {
      const row = await visible(viewer, id);
      if (row.host_id === viewer.id)
        throw new AppError('invalid', { fields: { id: '自分の連続講座を通報することはできません。' } });
      if (!(await series.hasReported(id, viewer.id))) {
        await countReport(limiter, viewer);
        await series.report({
          id: newId('rep'),
          seriesId: id,
          reporterId: viewer.id,
          reason,
          detail,
          evidence: withHash({ title: row.title, description: row.description, userId: row.host_id }),
          now: clock.now(),
        });
      }
      return { ok: true };
    },
  };
}

/** A series with what the viewer is to it; null for outsiders. */
type VisibleSeries = FoundSeries & { access: TeamStanding | null };

const toAccess = ({ isOwner, roles }: TeamAccess): { isOwner: boolean; roles: SeriesRole[] } => ({
  isOwner,
  roles: seriesRoles.filter((role) => roles.includes(role)),
});

/** Names what an input changes; empty for nothing. */
function changesOf(
  row: FoundSeries,
  { title, description, categoryId, discountPercent }: z.output<typeof updateSeriesBody>,
): string {
  return [
    title !== undefined && title !== row.title && 'タイトル',
    description !== undefined && description !== row.description && '説明',
    categoryId !== undefined && categoryId !== row.category_id && 'カテゴリー',
    discountPercent !== undefined && discountPercent !== row.discount_percent && 'まとめて購入の割引',
  ]
    .filter(Boolean)
    .join('・');
}

/** Puts the classes and rooms of events in the order of the dates, numbered without cancelled ones. */
function toDates(
  dates: readonly SeriesDateRow[],
  { classes, tickets }: { classes: readonly Classroom[]; tickets: readonly SeriesTicket[] },
  bookedAt: Date | null,
): SeriesDate[] {
  const held = dates.filter(({ state }) => state !== 'cancelled').map(({ id }) => id);
  return dates.flatMap((date) => {
    const classroom = classes.find(({ id }) => id === date.id);
    if (!classroom) return [];
    const place = held.indexOf(date.id);
    return {
      number: place < 0 ? null : place + 1,
      classroom: date.event_archive_id === null ? classroom : { ...classroom, archiveId: date.event_archive_id },
      ticket: tickets.find(({ eventId }) => eventId === date.event_id) ?? null,
      progress: date.has_attended ? 'attended' : date.has_watched ? 'watched' : null,
      isLater: bookedAt !== null && date.series_added_at !== null && date.series_added_at > bookedAt,
    };
  });
}

const toSummary = (row: SeriesSummaryRow) => ({
  id: row.id,
  title: row.title,
  dateCount: row.date_count,
  endedCount: row.ended_count,
  isLive: row.is_live,
  nextStartAt: row.next_start_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
});

const toOwnSeries = (row: OwnSeriesRow): OwnSeries => ({
  ...toSummary(row),
  myAccess: toAccess({ isOwner: row.roles === null, roles: row.roles ?? [] }),
});
