import type { Classroom, ClassroomDetail, listClassrooms, listReservers } from '@manabiba/shared/contract/classrooms';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { pictureOfClassroom, type SharePicture, sharePicturePath } from '@manabiba/shared/contract/share-picture';
import type * as z from 'zod/mini';

import { isSignedIn, personIdOf, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError, mediaNotOffered } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { decodeCursor, encodeCursor } from '../../platform/database/cursor';
import type { Trx } from '../../platform/database/db';
import { pageOf, positionOf as timePositionOf } from '../../platform/database/time-position';
import type { Write } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import type { MicroCache } from '../../platform/micro-cache';
import { orderByIds } from '../../platform/order-by-ids';
import type { CategoriesService } from '../categories/categories.service';
import { bornBy, isMinor } from '../users/age';
import { toUser } from '../users/user-columns';
import type { UsersService } from '../users/users.service';
import {
  changeOf,
  type ClassroomChange,
  type CreateInput,
  endingOf,
  newClassroom,
  requireChangeable,
  type UpdateInput,
} from './classroom-changes';
import {
  type ClassroomFilter,
  type ClassroomListRow,
  type ClassroomPosition,
  statesOf,
} from './classroom-list-statement';
import { type FoundClassroom, toAccess, toClassroom } from './classroom-row';
import { type ClassroomAccess, isModeratorOf, type Opening, requireVisible } from './classroom-rules';
import type { ClassroomsRepository, ClassroomValues, LockedClassroom } from './classrooms.repository';
import { createListReader } from './list-reader';
import { shareCardOf } from './share-card';

interface ClassroomsDeps {
  classrooms: ClassroomsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  categories: CategoriesService;
  users: UsersService;
  clock: Clock;
  publicUrl: string;
  room: { maxSpeakers: number; maxListeners: number };
  /** Called in the transaction that writes a new or existing classroom, so that its room follows. */
  onClassroomChanged: (trx: Trx, classroomId: string, set: ClassroomValues) => Promise<void>;
  /** Whether rooms have voice and video, and whether they can be recorded. */
  hasMedia: boolean;
  canRecord: boolean;
  /** How long the number of classrooms of a filter may be cached, in milliseconds. */
  countCacheMs: number;
  /** Keeps pages of the list that everybody sees; any write of this process empties it. */
  publicPages: MicroCache<ClassroomListRow[]>;
}

type ListQuery = z.output<typeof listClassrooms.query>;

interface ClassroomsPage {
  items: Classroom[];
  nextCursor: string | null;
  totalCount: number;
}

/** How many users with a reservation a classroom's page shows. */
const SHOWN_RESERVERS = 7;

/** Classrooms: their visibility, and who may create, change, end and share them. */
export function createClassroomsService({
  classrooms,
  write,
  categories,
  users,
  clock,
  publicUrl,
  room,
  onClassroomChanged,
  hasMedia,
  canRecord,
  countCacheMs,
  publicPages,
}: ClassroomsDeps) {
  const lists = createListReader({ classrooms, clock, publicPages, countCacheMs });

  async function visible(
    viewer: Viewer,
    id: string,
    opening: Opening = {},
  ): Promise<{ row: FoundClassroom; access: ClassroomAccess }> {
    const row = await classrooms.find(id, viewer.id);
    if (!row) throw new AppError('not_found');
    return { row, access: requireVisible(toAccess(row), opening) };
  }

  async function detail(viewer: Viewer, id: string, opening: Opening = {}): Promise<ClassroomDetail> {
    const now = clock.now();
    const { row } = await visible(viewer, id, opening);
    const options = { bornBy: bornBy(viewer.communicateMinAge, now), after: null, limit: SHOWN_RESERVERS };
    const reservers = row.reserved_count === 0 ? [] : await classrooms.reservers(id, personIdOf(viewer), options);
    const reservedUsers = reservers.map((user) => toUser(user, viewer, now));
    const mayRecordHere = canRecord && row.host_id === viewer.id && mayRecord(row, now);
    const { has_materials: hasMaterials, has_messages: hasMessages } = row;
    return {
      ...toClassroom(row, viewer, now),
      reservedUsers,
      hasMedia,
      canRecord: mayRecordHere,
      hasMaterials,
      hasMessages,
    };
  }

  /** Returns the content of a classroom's share image; null for a classroom that is not public. */
  async function pictured(id: string): Promise<SharePicture | null> {
    const row = await classrooms.find(id, null);
    if (!row || row.private_mode || row.is_school_separated) return null;
    return pictureOfClassroom({
      id,
      name: row.name,
      hostNickname: row.host_nickname,
      categoryId: row.category_id,
      startAt: row.start_at.toISOString(),
      state: row.state,
    });
  }

  function requireRecorder(row: FoundClassroom): void {
    if (!canRecord) throw mediaNotOffered();
    if (!mayRecord(row, clock.now())) throw new AppError('age_restricted');
  }

  /** Changes a classroom under lock: `decide` receives the locked row; if it throws, nothing changes. */
  function change(id: string, decide: (current: LockedClassroom) => ClassroomChange): Promise<void> {
    return write(async (trx) => {
      const current = await classrooms.lock(trx, id);
      if (!current) return;
      const { set, events } = decide(current);
      if (Object.keys(set).length > 0) {
        await classrooms.update(trx, id, set);
        await onClassroomChanged(trx, id, set);
      }
      for (const { name, payload } of events) await publish(trx, name, payload);
    });
  }

  return {
    pictured,

    /**
     * Returns a page of classrooms. Live ones begin with the largest audiences that have time left; upcoming ones are
     * sorted by start, past ones newest first; without a state the order is live, scheduled, ended. `totalCount` may be
     * some seconds old.
     */
    async list(
      viewer: Viewer,
      { state, userId, categoryId, reserved, cursor, limit }: ListQuery,
    ): Promise<ClassroomsPage> {
      const filter = { state, hostId: userId, categoryId, isReserved: reserved === 'true', ...listViewer(viewer) };
      const after = cursor === undefined ? null : positionOf(cursor, filter);
      if (filter.isReserved && filter.viewerId === null) return { items: [], nextCursor: null, totalCount: 0 };
      const rows = await lists.rows(viewer, filter, after, limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const hasMore = rows.length > limit;
      const now = clock.now();
      return {
        items: shown.map((row) => toClassroom(row, viewer, now)),
        nextCursor: hasMore && last ? cursorAfter(last, after?.leadIds ?? leadsOf(shown)) : null,
        totalCount: !after && !hasMore ? shown.length : Math.max(rows.length, await lists.total(filter)),
      };
    },

    /** Returns these classrooms as list items, in this order. The caller has already checked visibility. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<Classroom[]> {
      const now = clock.now();
      const rows = await classrooms.findMany(ids, personIdOf(viewer));
      return orderByIds(ids, rows).map((row) => toClassroom(row, viewer, now));
    },

    /** Returns one classroom with the first users who reserved it. */
    get: (viewer: Viewer, id: string, key: string | undefined) => detail(viewer, id, { key }),

    /** Returns the users with a reservation, earliest first, without users of 12 or under and withdrawn ones. */
    async reservers(
      viewer: Viewer,
      id: string,
      { key, cursor, limit }: z.output<typeof listReservers.query>,
    ): Promise<EndpointOutput<typeof listReservers>> {
      const now = clock.now();
      const after = timePositionOf(cursor);
      await visible(viewer, id, { key });
      const rows = await classrooms.reservers(id, personIdOf(viewer), {
        bornBy: bornBy(viewer.communicateMinAge, now),
        after,
        limit: limit + 1,
      });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.listed_micros, id: row.id }));
      return { items: shown.map((row) => toUser(row, viewer, now)), nextCursor };
    },

    /**
     * Returns the viewer's access to a classroom, for other modules. Throws `kicked` or `not_found` when it is not
     * visible.
     */
    async access(viewer: Viewer, id: string, opening: Opening): Promise<ClassroomAccess> {
      return (await visible(viewer, id, opening)).access;
    },

    /** Does the same with the classroom locked until the transaction ends. */
    async lockAccess(trx: Trx, viewer: SignedInViewer, id: string, opening: Opening): Promise<ClassroomAccess> {
      const row = await classrooms.findLocked(trx, id, viewer.id);
      if (!row) throw new AppError('not_found');
      return requireVisible(toAccess(row), opening);
    },

    /** Creates a classroom with the viewer as its host. Pupils whose school does not allow it get `role_required`. */
    async create(viewer: SignedInViewer, input: CreateInput): Promise<{ id: string }> {
      if (!viewer.canCreate) throw new AppError('role_required');
      await categories.requireCategory(input.categoryId, input.interestIds ?? []);
      const row = newClassroom(viewer, input, { room, now: clock.now() });
      await write(async (trx) => {
        await users.holdActive(trx, viewer.id);
        await classrooms.insert(trx, row);
        await onClassroomChanged(trx, row.id, { start_at: row.start_at });
        if (!row.private_mode) await publish(trx, 'classroomCreated', { classroomId: row.id, hostId: viewer.id });
      });
      lists.forgetTotals();
      return { id: row.id };
    },

    /**
     * Changes a classroom and returns it. The host may change everything, a co-host only `locked`, others nothing
     * (`not_owner`). The start can move only before it began (`conflict`); nothing changes once it is over (`ended`).
     * Recording is `media_unavailable` where nothing can record, and `age_restricted` for a host under 18.
     */
    async update(viewer: SignedInViewer, id: string, input: UpdateInput): Promise<ClassroomDetail> {
      const { row, access } = await visible(viewer, id);
      const isLockOnly = Object.keys(input).every((field) => field === 'locked');
      if (access.myRole !== 'host' && !(access.myRole === 'co_host' && isLockOnly)) throw new AppError('not_owner');
      // Checked before the fields: a finished classroom needs no corrections.
      requireChangeable(access, input);
      if (input.recording) requireRecorder(row);
      const changesCategory = input.categoryId !== undefined && input.categoryId !== row.category_id;
      if (changesCategory || input.interestIds) {
        await categories.requireCategory(input.categoryId ?? row.category_id, input.interestIds ?? []);
      }
      await change(id, (current) => {
        const isOfAnother = current.category_id !== row.category_id && input.categoryId === undefined;
        if (input.interestIds && isOfAnother) throw new AppError('conflict');
        return changeOf(viewer, current, input, clock.now());
      });
      lists.forgetTotals();
      return detail(viewer, id);
    },

    /** Cancels a scheduled classroom and notifies those who reserved it; ends a live one. For its host only. */
    async delete(viewer: SignedInViewer, id: string): Promise<void> {
      const { access } = await visible(viewer, id);
      if (access.myRole !== 'host') throw new AppError('not_owner');
      await change(id, (current) => endingOf(current, clock.now()));
      lists.forgetTotals();
    },

    /**
     * Returns what to share of a classroom. A private one can be shared by its host and co-hosts only, and never with
     * its key; of an event room, everyone inside may share the page of its event.
     */
    async share(viewer: Viewer, id: string, key: string | undefined) {
      const { row, access } = await visible(viewer, id, { key });
      if (access.privateMode && access.eventId === null && !isModeratorOf(access)) throw new AppError('role_required');
      const picture = await pictured(id);
      const shared = {
        id,
        eventId: row.event_id,
        name: row.name,
        hostNickname: row.host_nickname,
        categoryName: await categories.nameOf(row.category_id),
        picturePath: picture && sharePicturePath(picture),
        state: row.state,
        startAt: row.start_at,
      };
      return shareCardOf(shared, publicUrl, clock.now());
    },
  };
}

/** Only an adult may take responsibility for recording others. */
const mayRecord = ({ host_birth_date: birthDate }: FoundClassroom, now: Date) =>
  birthDate !== null && !isMinor(birthDate, now);

const listViewer = (viewer: Viewer) => ({
  viewerId: personIdOf(viewer),
  amongSchoolId: isSignedIn(viewer) && viewer.isAmongClassmates ? viewer.partnerSchoolId : null,
});

const leadsOf = (rows: readonly ClassroomListRow[]) =>
  rows.filter((row) => row.lead_place !== null).map(({ id }) => id);

/**
 * The cursor behind a row. Among live ones the last value is the id and, separated by spaces, those of the leading ones;
 * behind a leading one all others are still to come.
 */
function cursorAfter({ state, start_micros, id, lead_place }: ClassroomListRow, leadIds: readonly string[]): string {
  if (state !== 'live') return encodeCursor([state, start_micros, id]);
  const [micros, last] = lead_place === null ? [start_micros, id] : [Number.MAX_SAFE_INTEGER, ''];
  return encodeCursor([state, micros, [last, ...leadIds].join(' ')]);
}

function positionOf(cursor: string, filter: ClassroomFilter): ClassroomPosition {
  const [state, startMicros, text] = decodeCursor(cursor, ['string', 'number', 'string']) as [string, number, string];
  const known = statesOf(filter).find((each) => each === state);
  if (!known) throw new AppError('invalid', { fields: { cursor: '続きの位置を読み取れません。' } });
  const [id = '', ...leadIds] = known === 'live' ? text.split(' ') : [text];
  return { state: known, startMicros, id, leadIds };
}

export type ClassroomsService = ReturnType<typeof createClassroomsService>;
