import type { ClassroomState } from '@manabiba/shared/contract/classrooms';
import { GRACE_MINUTES } from '@manabiba/shared/contract/limits';
import { addMinutes, subMinutes } from 'date-fns';
import type { Updateable } from 'kysely';

import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { publish } from '../../../platform/events/domain-events';
import type { Jobs } from '../../../platform/jobs/jobs';
import type { ClassroomsTable } from '../../../tables/classrooms';
import { eventStates } from '../../events/life/event-states.service';
import { markChanged } from '../../realtime/live-outbox';
import { ADULT_AGE, bornBy, GUARDIAN_BELOW_AGE } from '../../users/age';
import { endOf } from '../classroom-rules';
import { groupGuardRepository } from '../groups/group-guard.repository';
import { groupMembersRepository as groups } from '../groups/group-members.repository';
import { changed } from '../live-documents/room-documents';
import type { MediaFollower } from '../media/media-follower.service';
import type { RoomRow } from '../room/room-row';
import {
  CANCELLED_AFTER_MINUTES,
  cancelledAt,
  dueStep,
  forgottenAt,
  hardStopOf,
  HOST_GONE_MINUTES,
  WARNINGS,
} from '../room/room-rules';
import { guardRooms } from './room-guard.repository';
import { type Leaving, roomLifeRepository as life } from './room-life.repository';
import { followMode } from './room-mode.repository';

interface RoomLifeDeps {
  db: Db;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  jobs: Jobs;
  clock: Clock;
  communicateMinAge: number;
  /** Makes connections to the media server follow what a transaction changes in a room. */
  followMedia: MediaFollower['follow'];
  /** Refuses the tokens of somebody whom a transaction kicks. */
  barFromMedia?: MediaFollower['bar'];
  /** Counts whoever is connected to the media server as present; false: it cannot be asked. */
  keepConnected?: MediaFollower['keepConnected'];
}

type LifeOfRoom = Pick<RoomRow, 'id' | 'end_at' | 'event_id'>;

export type RoomLifeService = ReturnType<typeof createRoomLifeService>;

/** Fields of a room's live document that the host changes. */
const SHOWN_FIELDS = ['locked', 'recording', 'audience_mode', 'new_voices_first'] as const;

/** scheduled -> live -> ended | cancelled: transitions caused by users and by time. */
export function createRoomLifeService({
  db,
  write,
  jobs,
  clock,
  communicateMinAge,
  followMedia,
  barFromMedia,
  keepConnected,
}: RoomLifeDeps) {
  const wake = (trx: Trx, classroomId: string, at: Date) => jobs.enqueue(trx, 'settle-classroom', { classroomId }, at);

  async function end(trx: Trx, classroomId: string, now: Date): Promise<void> {
    const eventId = await life.end(trx, classroomId, now);
    if (eventId !== null) await eventStates.end(trx, eventId, now);
    await wake(trx, classroomId, forgottenAt(now));
    await followMedia(trx, classroomId);
  }

  async function cancel(trx: Trx, classroomId: string, now: Date): Promise<void> {
    const eventId = await life.cancel(trx, classroomId, now);
    // For event rooms, the event notifies participants.
    if (eventId === null) await publish(trx, 'classroomCancelled', { classroomId });
  }

  /** Schedules a job for each time at which something is due in a live room until its end. */
  async function wakeUntilEnd(trx: Trx, room: LifeOfRoom): Promise<void> {
    for (const minutes of WARNINGS) await wake(trx, room.id, subMinutes(room.end_at, minutes));
    await wake(trx, room.id, hardStopOf(room));
  }

  async function settle(classroomId: string): Promise<void> {
    await write(async (trx) => {
      const now = clock.now();
      const found = await life.lock(trx, classroomId);
      if (await groups.close(trx, classroomId, now, { onlyDue: true })) await followMedia(trx, classroomId);
      const step = found && dueStep(found.room, found.hostLeftAt, now);
      if (step?.kind === 'cancel') await cancel(trx, classroomId, now);
      if (step?.kind === 'end') await end(trx, classroomId, now);
      if (step?.kind === 'forget') await life.forget(trx, classroomId, now);
      if (step?.kind === 'warn') await life.warn(trx, classroomId, step.minutesLeft, now);
    });
  }

  async function leave(trx: Trx, classroomId: string, userIds: readonly string[], how: Leaving): Promise<void> {
    const hostLeftAt = await life.leave(trx, classroomId, userIds, how, clock.now());
    if (hostLeftAt) await wake(trx, classroomId, addMinutes(hostLeftAt, HOST_GONE_MINUTES));
    await followMedia(trx, classroomId);
  }

  /** Removes whoever sends no heartbeat and is not connected to the media server either. */
  async function removeAllSilent(now: Date): Promise<void> {
    const ids = await life.findWithSilent(db, now);
    // At once: one room whose media server is away delays no other by its timeout.
    if (keepConnected) await Promise.all(ids.map((id) => keepConnected(id)));
    for (const id of ids) await removeSilent(id);
  }

  async function removeSilent(classroomId: string): Promise<void> {
    await write(async (trx) => {
      await life.lock(trx, classroomId);
      // Read with the room locked: users who have reported in meanwhile stay.
      const silent = await life.findSilent(trx, classroomId, clock.now());
      if (silent.length > 0) await leave(trx, classroomId, silent, 'silent');
    });
  }

  /** Calls back whoever is in a group with minors that has lost its adult. */
  async function returnUnguarded(classroomId: string, minorsBornAfter: string): Promise<void> {
    await write(async (trx) => {
      await life.lock(trx, classroomId);
      // Read with the room locked: an adult may have come meanwhile.
      const unguarded = await groupGuardRepository.findUnguarded(trx, { classroomId, minorsBornAfter });
      const userIds = unguarded.flatMap((group) => group.user_ids);
      await groups.remove(trx, classroomId, userIds, clock.now());
      if (userIds.length > 0) await followMedia(trx, classroomId);
    });
  }

  return {
    /** Schedules a job for a time at which something in a live room ends. */
    settleAt: wake,

    /** Must be called for every created or changed classroom, in the same transaction. */
    async onClassroomChanged(trx: Trx, classroomId: string, set: Updateable<ClassroomsTable>): Promise<void> {
      const now = clock.now();
      if (set.state === 'ended') return end(trx, classroomId, now);
      if (set.start_at !== undefined) await wake(trx, classroomId, cancelledAt({ start_at: new Date(set.start_at) }));
      if (set.audience_mode !== undefined) {
        await followMode(trx, classroomId, set.audience_mode, {
          bornBy: bornBy(communicateMinAge, now),
          needsNoConsentBornBy: bornBy(GUARDIAN_BELOW_AGE, now),
          now,
        });
        await followMedia(trx, classroomId);
      }
      if (set.recording !== undefined) {
        // Who has to agree changes with it.
        await life.markEveryone(trx, classroomId, now);
        await followMedia(trx, classroomId);
      }
      if (SHOWN_FIELDS.some((field) => set[field] !== undefined))
        await markChanged(trx, [changed.room(classroomId)], now);
    },

    /**
     * Makes the room live when the host comes or an event's entry opens, and schedules its next steps. An event room
     * ends with the event, a classroom after its 45 minutes.
     */
    async open(trx: Trx, room: LifeOfRoom, now: Date): Promise<void> {
      const isClassroom = room.event_id === null;
      const opened = { ...room, end_at: isClassroom ? endOf(now) : room.end_at };
      await life.open(trx, room.id, now, opened.end_at);
      if (isClassroom) await publish(trx, 'classroomStarted', { classroomId: room.id });
      await wakeUntilEnd(trx, opened);
    },

    /** Reschedules a live room whose new end has been written. */
    async followEnd(trx: Trx, room: LifeOfRoom, now: Date): Promise<void> {
      await markChanged(trx, [changed.room(room.id)], now);
      await wakeUntilEnd(trx, room);
    },

    /**
     * Closes a classroom whose host may no longer hold it: an upcoming one is cancelled and those who reserved it are
     * notified; a live one ends at once. The transaction must lock it; an ended one stays as it is.
     */
    async closeForHost(trx: Trx, classroomId: string, state: ClassroomState, now: Date): Promise<void> {
      if (state === 'scheduled') await cancel(trx, classroomId, now);
      if (state === 'live') await end(trx, classroomId, now);
    },

    /** Removes participants from a room; the transaction must lock the room. */
    leave,

    /** Removes a participant who may not come back; the transaction must lock the room. */
    async expel(trx: Trx, classroomId: string, userId: string, now: Date): Promise<void> {
      await leave(trx, classroomId, [userId], 'left');
      await groups.remove(trx, classroomId, [userId], now);
      barFromMedia?.(trx, classroomId, userId, now);
    },

    /** Must be called in a transaction that changes a role or mutes a participant. */
    followMedia,

    /** Guards and releases rooms by their participants; see the repository. */
    async guard(trx: Trx): Promise<void> {
      const now = clock.now();
      await guardRooms(trx, {
        childrenBornAfter: bornBy(communicateMinAge, now),
        minorsBornAfter: bornBy(ADULT_AGE, now),
        now,
      });
    },

    /** The job handlers. */
    jobHandlers: {
      'settle-classroom': ({ classroomId }: { classroomId: string }) => settle(classroomId),

      async 'sweep-rooms'(): Promise<void> {
        const now = clock.now();
        await removeAllSilent(now);
        const overdue = await life.findOverdue(db, {
          cancelledBefore: subMinutes(now, CANCELLED_AFTER_MINUTES),
          endedBefore: subMinutes(now, GRACE_MINUTES),
          hostGoneBefore: subMinutes(now, HOST_GONE_MINUTES),
        });
        for (const id of [...overdue, ...(await groups.findDue(db, now))]) await settle(id);
        const minorsBornAfter = bornBy(ADULT_AGE, now);
        const unguarded = await groupGuardRepository.findUnguarded(db, { classroomId: null, minorsBornAfter });
        for (const { classroom_id: id } of unguarded) await returnUnguarded(id, minorsBornAfter);
        await write((trx) =>
          guardRooms(trx, {
            childrenBornAfter: bornBy(communicateMinAge, now),
            minorsBornAfter: bornBy(ADULT_AGE, now),
            now,
          }),
        );
      },
    },
  };
}
