import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type {
  listOrganizedEvents,
  OrganizedEvent,
  OrganizedEventDetail,
  OrganizedStage,
} from '@manabiba/shared/contract/event-editing';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { type EventRight, eventRoles, mayInEvent } from '@manabiba/shared/contract/team-rights';
import { addMilliseconds } from 'date-fns';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { pageOf, positionOf } from '../../../platform/database/time-position';
import type { Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { CategoriesService } from '../../categories/categories.service';
import type { EventAuthorityService } from '../../teams/team-authority.service';
import type { TeamLogService } from '../../teams/team-log.service';
import type { UploadsService } from '../../uploads/uploads.service';
import { bornBy } from '../../users/age';
import type { UsersService } from '../../users/users.service';
import type { EventsService } from '../events.service';
import type { LockedEvent } from '../life/event-states.repository';
import { missingOf } from './checklist';
import {
  changesInWords,
  contentOf,
  type CreateEventInput,
  requireTimes,
  timesOf,
  type UpdateEventInput,
  weeksLater,
} from './event-changes';
import type { EventSchedulingService } from './event-scheduling.service';
import { toInvitation } from './invitation-row';
import type { InvitationsRepository } from './invitations.repository';
import type { EventValues, OrganizedEventsRepository } from './organized-events.repository';

/** Returns whether an organizer can receive payouts. */
export interface PayoutReadiness {
  isReady(organizerId: string, trx?: Trx): Promise<boolean>;
}

interface OrganizedEventsDeps {
  organized: OrganizedEventsRepository;
  invitations: InvitationsRepository;
  events: EventsService;
  scheduling: EventSchedulingService;
  authority: EventAuthorityService;
  log: TeamLogService;
  write: Write;
  categories: CategoriesService;
  users: UsersService;
  uploads: UploadsService;
  payouts: PayoutReadiness;
  clock: Clock;
}

/** Final states, in which nothing can change. */
const OVER: readonly ClassroomEvent['state'][] = ['ended', 'archived', 'cancelled'];
const statesOf: Record<OrganizedStage, readonly ClassroomEvent['state'][]> = {
  draft: ['draft'],
  public: ['published', 'open', 'live'],
  past: OVER,
};

export type OrganizedEventsService = ReturnType<typeof createOrganizedEventsService>;

/** Events as their organizers and teams see and edit them. The event of somebody else is `not_found`. */
export function createOrganizedEventsService({
  organized,
  invitations,
  events,
  scheduling,
  authority,
  log,
  write,
  categories,
  users,
  uploads,
  payouts,
  clock,
}: OrganizedEventsDeps) {
  /** Returns the organizers of drafts who can receive payouts. */
  async function readyFor(shown: readonly ClassroomEvent[]): Promise<Set<string>> {
    const drafts = shown.filter(({ state }) => state === 'draft');
    const organizerIds = [...new Set(drafts.map(({ organizer }) => organizer.id))];
    const areReady = await Promise.all(organizerIds.map((id) => payouts.isReady(id)));
    return new Set(organizerIds.filter((_id, index) => areReady[index]));
  }

  async function complete(viewer: SignedInViewer, shown: ClassroomEvent[]): Promise<OrganizedEvent[]> {
    const now = clock.now();
    const rows = await organized.findForOrganizer(
      shown.map(({ id }) => id),
      viewer.id,
    );
    const ready = await readyFor(shown);
    return shown.flatMap((event) => {
      const row = rows.find(({ id }) => id === event.id);
      if (!row) return [];
      const isOwner = row.organizer_id === viewer.id;
      const isVerified = event.organizer.verifiedAt !== null && (!isOwner || viewer.state === 'active');
      const canReceivePayouts = ready.has(row.organizer_id);
      return {
        ...event,
        myAccess: { isOwner, roles: eventRoles.filter((role) => row.roles?.includes(role)) },
        waitlistedCount: row.waitlisted_count,
        missing: event.state === 'draft' ? missingOf({ ...event, isVerified, canReceivePayouts }, now) : [],
        publishedAt: row.published_at?.toISOString() ?? null,
        cancelledAt: row.cancelled_at?.toISOString() ?? null,
        updatedAt: row.updated_at.toISOString(),
      };
    });
  }

  async function detail(viewer: SignedInViewer, id: string): Promise<OrganizedEventDetail> {
    const [event] = await complete(viewer, await events.findMany(viewer, [id]));
    if (!event) throw new Error(`Event ${id} could not be loaded`);
    const codes = mayInEvent(event.myAccess, 'edit') ? await invitations.list(id) : [];
    return { ...event, invitations: codes.map(toInvitation) };
  }

  /** Requires speakers to be existing users who are old enough to speak to others. */
  async function requireSpeakers(trx: Trx, viewer: SignedInViewer, speakerIds: readonly string[] = []): Promise<void> {
    const ids = [...new Set(speakerIds)];
    const known = await organized.countSpeakers(trx, ids, bornBy(viewer.communicateMinAge, clock.now()));
    if (known !== ids.length) throw new AppError('invalid', { fields: { speakerIds: '話す人を選び直してください。' } });
  }

  async function valuesOf(trx: Trx, viewer: SignedInViewer, input: UpdateEventInput): Promise<EventValues> {
    const { coverUploadId, speakerIds } = input;
    if (speakerIds) await requireSpeakers(trx, viewer, speakerIds);
    return {
      ...contentOf(input),
      ...(coverUploadId !== undefined && {
        image_url: coverUploadId === null ? null : await uploads.coverUrl(trx, viewer.id, coverUploadId),
      }),
    };
  }

  async function insert(
    trx: Trx,
    viewer: SignedInViewer,
    values: EventValues & Pick<LockedEvent, 'title' | 'category_id' | 'start_at' | 'end_at' | 'entry_open_at'>,
  ): Promise<string> {
    const now = clock.now();
    const id = newId('evt');
    await organized.insert(trx, {
      image_url: null,
      ...values,
      id,
      organizer_id: viewer.id,
      state: 'draft',
      classroom_id: null,
      archive_id: null,
      created_at: now,
      updated_at: now,
    });
    return id;
  }

  /** Buyers may cancel under the terms at purchase: changing the refund policy is `conflict` once a seat is taken. */
  async function requireSameTerms(trx: Trx, current: LockedEvent, { refundPolicy }: UpdateEventInput): Promise<void> {
    if (refundPolicy === undefined || refundPolicy === current.refund_policy) return;
    const tickets = await organized.tickets(trx, current.id);
    if (tickets.some(({ sold, held }) => sold + held > 0)) throw new AppError('conflict');
  }

  /** Returns an event, locked, that the viewer may use like this. */
  async function lockFor(
    trx: Trx,
    viewer: SignedInViewer,
    id: string,
    right: EventRight,
    options?: { withTickets: boolean },
  ): Promise<LockedEvent> {
    const event = await organized.lock(trx, id, options);
    await authority.requireIn(trx, viewer, id, right);
    if (!event) throw new AppError('not_found');
    return event;
  }

  return {
    /** Returns a page of the events that the viewer organizes or helps with, latest start first. */
    async list(
      viewer: SignedInViewer,
      { stage, cursor, limit }: z.output<typeof listOrganizedEvents.query>,
    ): Promise<EndpointOutput<typeof listOrganizedEvents>> {
      const after = positionOf(cursor);
      const rows = await organized.list({
        userId: viewer.id,
        states: stage && statesOf[stage],
        after,
        limit: limit + 1,
      });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.start_micros, id: row.id }));
      const ids = shown.map(({ id }) => id);
      return { items: await complete(viewer, await events.findMany(viewer, ids)), nextCursor };
    },

    async get(viewer: SignedInViewer, id: string): Promise<OrganizedEventDetail> {
      await authority.require(viewer, id, 'read');
      return detail(viewer, id);
    },

    /** Creates a draft. Its start must be in the future; anything else missing is reported by the checklist. */
    async create(viewer: SignedInViewer, input: CreateEventInput): Promise<OrganizedEventDetail> {
      const times = timesOf(null, input);
      requireTimes(times, clock.now());
      await categories.requireCategory(input.categoryId, []);
      const id = await write(async (trx) => {
        await users.holdActive(trx, viewer.id);
        const values = await valuesOf(trx, viewer, input);
        return insert(trx, viewer, { ...values, ...times, title: input.title, category_id: input.categoryId });
      });
      return detail(viewer, id);
    },

    /**
     * Changes the given fields. Throws `conflict` for an event that is over or was changed since `basedOn`, and for new
     * times after it has begun; `invalid` for a published event without cover or description.
     */
    async update(viewer: SignedInViewer, id: string, input: UpdateEventInput): Promise<OrganizedEventDetail> {
      if (input.categoryId !== undefined) await categories.requireCategory(input.categoryId, []);
      await write(async (trx) => {
        const now = clock.now();
        const current = await lockFor(trx, viewer, id, 'edit', { withTickets: locksTickets(input) });
        if (OVER.includes(current.state)) throw new AppError('conflict');
        const { basedOn = current.updated_at.toISOString() } = input;
        if (basedOn !== current.updated_at.toISOString()) throw new AppError('conflict');
        if (current.state !== 'draft') requireWhole(input);
        await requireSameTerms(trx, current, input);
        const set = await valuesOf(trx, viewer, input);
        const moved = await scheduling.reschedule(trx, current, input);
        if (Object.keys({ ...set, ...moved }).length === 0) return;
        await organized.update(trx, id, { ...set, ...moved, updated_at: now });
        const detail = changesInWords({ ...set, ...moved });
        await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'event_updated', detail });
        const { title = current.title, category_id = current.category_id } = set;
        await scheduling.followChange(trx, { ...current, ...moved, title, category_id });
      });
      return detail(viewer, id);
    },

    /**
     * Copies an event with its ticket types, by whole weeks later. Sales, invitations and times of the original are not
     * affected.
     */
    async duplicate(viewer: SignedInViewer, id: string): Promise<OrganizedEventDetail> {
      const copy = await write(async (trx) => {
        await users.holdActive(trx, viewer.id);
        const original = await lockFor(trx, viewer, id, 'own');
        const byMs = weeksLater(original.start_at, clock.now());
        const later = (time: Date) => addMilliseconds(time, byMs);
        const { title, subtitle, description, image_url, category_id, speaker_ids } = original;
        const { cancel_policy, refund_policy, allows_transfers } = original;
        const newEventId = await insert(trx, viewer, {
          title,
          subtitle,
          description,
          image_url,
          category_id,
          speaker_ids,
          cancel_policy,
          refund_policy,
          allows_transfers,
          start_at: later(original.start_at),
          end_at: later(original.end_at),
          entry_open_at: later(original.entry_open_at),
        });
        const tickets = (await organized.tickets(trx, id)).map((ticket) => ({ ...ticket, new_id: newId('tkt') }));
        await organized.copyTickets(trx, tickets, { eventId: newEventId, byMs });
        return newEventId;
      });
      return detail(viewer, copy);
    },
  };
}

/** Returns whether a change depends on ticket sales, or ends them. */
const locksTickets = ({ startAt, refundPolicy }: UpdateEventInput) =>
  startAt !== undefined || refundPolicy !== undefined;

/** Requires a published event to keep its cover and its description. */
function requireWhole({ coverUploadId, description }: UpdateEventInput): void {
  const fields = {
    ...(coverUploadId === null && { coverUploadId: '公開中のイベントには表紙が必要です。' }),
    ...(description === '' && { description: '説明を入力してください。' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
}
